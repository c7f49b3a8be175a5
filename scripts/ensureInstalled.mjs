// Runs before every npm script, under the machine's own Node: installs what the lockfile says when something is missing
// or stale. Plain JavaScript and no packages, because nothing may be installed yet.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const [major, minor] = process.versions.node.split('.').map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  console.error(`Sharebook needs Node 20.19 or newer; this is ${process.versions.node}.`);
  process.exit(1);
}

/** True when each package the lockfile asks for (optional ones of other platforms apart) is there in its version. */
function isFresh() {
  const installedFile = join(root, 'node_modules', '.package-lock.json');
  if (
    !existsSync(installedFile) ||
    !existsSync(join(root, 'node_modules', 'node', 'bin', 'node')) === (process.platform !== 'win32')
  )
    return false;
  const wanted = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages;
  const installed = JSON.parse(readFileSync(installedFile, 'utf8')).packages;
  return Object.entries(wanted).every(([path, entry]) => {
    if (path === '') return true;
    const there = installed[path];
    return there ? there.version === entry.version : Boolean(entry.optional || entry.devOptional || entry.peer);
  });
}

if (!isFresh()) {
  console.log('Installing the packages of the lockfile (npm ci)');
  const npm = process.env.npm_execpath
    ? [process.execPath, [process.env.npm_execpath]]
    : [process.platform === 'win32' ? 'npm.cmd' : 'npm', []];
  const result = spawnSync(npm[0], [...npm[1], 'ci', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, npm_config_engine_strict: 'false' },
  });
  if (result.status !== 0) {
    console.error('The packages could not be installed. What npm says is above; nothing else was started.');
    process.exit(result.status ?? 1);
  }
}
