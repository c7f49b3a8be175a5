// Starts from a clone that only root may enter, with nothing outside it yet, and a start by an ordinary user. Each runs
// in its own mount namespace, where /var/lib is empty and the clone is mounted inside a closed folder. So other runs on
// this machine neither help nor are touched.
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const clone = join(import.meta.dirname, '../..', '..');
const isRoot = process.getuid?.() === 0;
const mayMount = isRoot && spawnSync('unshare', ['--mount', 'mount', '-t', 'tmpfs', 'none', '/var/lib']).status === 0;
const NOBODY = 65534;

let folder: string;
let said: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'sharebook-closed-'));
  mkdirSync(join(folder, 'clone'), { mode: 0o755 });
  said = join(folder, 'said');
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Runs a shell script where /var/lib is empty and the clone lies in a folder with this mode. Returns its output. */
function inNamespace(mode: number, script: string): string {
  chmodSync(folder, mode);
  const file = join(folder, 'script.sh');
  writeFileSync(
    file,
    `exec 2>&1
mount -t tmpfs none /var/lib
# Entry by entry, because the clone's own folder may be closed too, as one that mkdtemp made is.
for entry in $(ls -A ${clone}); do
  if [ -d ${clone}/$entry ]; then mkdir -p ${folder}/clone/$entry; else touch ${folder}/clone/$entry; fi
  mount --bind ${clone}/$entry ${folder}/clone/$entry
done
cd ${folder}/clone
${script}`,
  );
  const run = spawnSync('unshare', ['--mount', 'bash', file], {
    encoding: 'utf8',
    env: {
      PATH: process.env.PATH,
      PORT: '0',
      DEMO: 'off',
      SHAREBOOK_NO_PAGES: '1',
      NODE_COMPILE_CACHE: join(folder, 'compiled'),
    },
  });
  return run.stdout;
}

// Relative to the mounted clone: an ordinary user may not enter the folder where the clone itself lies.
const node = process.execPath.startsWith(clone) ? `.${process.execPath.slice(clone.length)}` : process.execPath;

// Starts the server, waits for its ready line, asks it whether it is ready, and stops it.
const start = (dataDir: string, as = '') => `
: > ${said} # Drops the output of the server before.
${as} env DATA_DIR=${dataDir} ${node} server/main.ts > ${said} 2>&1 & server=$!
for tries in $(seq 300); do
  if grep -q 'is ready at' ${said} || ! kill -0 $server 2>/dev/null; then break; fi
  sleep 0.1
done
cat ${said}
address=$(grep -o 'http://[0-9.:]*' ${said} | tail -n 1)
${node} -e 'fetch(process.argv[1]+"/api/ready").then((r)=>console.log("ready answers",r.status))' "$address"
kill -TERM $server; wait $server; echo "ended with $?"
`;
/** The result of each start, or the whole output if no server started. */
const startResults = (text: string) => text.match(/^(ready answers|ended with) \d+$/gm) ?? text;
const ONCE = ['ready answers 200', 'ended with 0'];

describe.skipIf(!mayMount)('a clone in a folder that only root may enter', () => {
  it('starts twice with nothing outside it', () => {
    const text = inNamespace(0o700, start(`${folder}/data`) + start(`${folder}/data`));
    expect(startResults(text)).toEqual([...ONCE, ...ONCE]);
  });
  it('makes its copy of the database programs again when it is damaged, and lets only root write it', () => {
    const text = inNamespace(
      0o700,
      `${start(`${folder}/other`)}
       rm /var/lib/sharebook/postgres-*/lib/libicuuc*
       ${start(`${folder}/other`)}
       rm /var/lib/sharebook/postgres-*/share/postgresql/postgres.bki || rm /var/lib/sharebook/postgres-*/share/postgres.bki
       ${start(`${folder}/another`)}
       : > $(find /var/lib/sharebook/postgres-* -name 'plpgsql.so' | head -n 1)
       ${start(`${folder}/another`)}
       chmod -R a+w /var/lib/sharebook/postgres-*
       ${start(`${folder}/other`)}
       echo "foreign: [$(find /var/lib/sharebook/postgres-* ! -type l -perm /022; find /var/lib/sharebook/postgres-* ! -user root)]"
       echo "folders: [$(cd /var/lib/sharebook; ls -d postgres-* making-* broken-* 2>/dev/null | wc -l)]"`,
    );
    expect(startResults(text)).toEqual(Array.from({ length: 5 }, () => ONCE).flat());
    expect(text).toContain('foreign: []');
    expect(text).toContain('folders: [1]');
  });
  it('replaces a link or a file in the place of its copy of the database programs', () => {
    const instead = (what: string) => `
       rm -r $copy; ${what}
       ${start(`${folder}/replaced`)}
       [ -d $copy ] && [ ! -L $copy ] && echo replaced`;
    const text = inNamespace(
      0o700,
      `${start(`${folder}/replaced`)}
       copy=$(ls -d /var/lib/sharebook/postgres-*)
       ${instead('mkdir /var/lib/elsewhere; ln -s /var/lib/elsewhere $copy')}
       ${instead('ln -s /nowhere $copy')}
       ${instead('echo text > $copy')}
       rm -r /var/lib/sharebook; echo text > /var/lib/sharebook
       env DATA_DIR=${folder}/replaced2 ${process.execPath} server/main.ts; echo "ended with $?"`,
    );
    expect(startResults(text)).toEqual([...Array.from({ length: 4 }, () => ONCE).flat(), 'ended with 78']);
    expect(text.match(/^replaced$/gm)).toHaveLength(3);
    expect(text).toMatch(/^\/var\/lib\/sharebook must be a folder/m);
  });
  it('refuses a folder for its programs that others may write, with one sentence', () => {
    const text = inNamespace(
      0o700,
      `mkdir -m 777 /var/lib/sharebook
       env DATA_DIR=${folder}/third ${process.execPath} server/main.ts; echo "ended with $?"`,
    );
    expect(text.trim().split('\n')).toEqual([
      expect.stringMatching(/^\/var\/lib\/sharebook can be written to by users other than root/),
      'ended with 78',
    ]);
  });
});

describe.skipIf(!mayMount)('an ordinary user', () => {
  it('starts from a clone that others may read, with a data directory of their own', () => {
    const text = inNamespace(
      0o755,
      `mkdir ${folder}/own && chown ${NOBODY} ${folder}/own
       ${start(`${folder}/own/data`, `setpriv --reuid ${NOBODY} --regid ${NOBODY} --clear-groups`)}
       echo "outside: [$(ls /var/lib)]"`,
    );
    expect(startResults(text)).toEqual(ONCE);
    expect(text).toContain('outside: []');
  });
});
