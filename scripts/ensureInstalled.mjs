// Runs before every npm script, with the machine's own Node: installs the lockfile's packages when any is missing or stale.
// Plain JavaScript without packages, because nothing may be installed yet.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const [major, minor] = process.versions.node.split('.').map(Number);
const lockfile = readFileSync(join(root, 'package-lock.json'));
const stampFile = join(root, 'node_modules', '.sharebook-lockfile');
const stamp = createHash('sha256').update(lockfile).digest('hex');

/** True when each package in the lockfile (except optional ones for other platforms) is installed in its version. */
function isFresh() {
  if (process.platform !== 'win32' && !existsSync(join(root, 'node_modules', 'node', 'bin', 'node'))) return false;
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp) return true;
  const installedFile = join(root, 'node_modules', '.package-lock.json');
  if (!existsSync(installedFile)) return false;
  const wanted = JSON.parse(lockfile.toString('utf8')).packages;
  const installed = JSON.parse(readFileSync(installedFile, 'utf8')).packages;
  return Object.entries(wanted).every(([path, entry]) => {
    if (path === '' || entry.extraneous) return true;
    const there = installed[path];
    return there ? there.version === entry.version : Boolean(entry.optional || entry.devOptional || entry.peer);
  });
}

if (major < 20 || (major === 20 && minor < 19)) {
  console.error(`Sharebook needs Node 20.19 or newer; this is ${process.versions.node}.`);
  process.exitCode = 1;
} else if (!isFresh()) {
  console.log('Installing the packages of the lockfile (npm ci)');
  const npm = process.env.npm_execpath
    ? [process.execPath, [process.env.npm_execpath]]
    : [process.platform === 'win32' ? 'npm.cmd' : 'npm', []];
  const result = spawnSync(npm[0], [...npm[1], 'ci', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, npm_config_engine_strict: 'false' },
  });
  if (result.status === 0) writeFileSync(stampFile, stamp);
  else {
    console.error('The packages could not be installed. What npm says is above; nothing else was started.');
    process.exitCode = result.status ?? 1;
  }
}
