// A folder of another major version of PostgreSQL: refused before anything is written, and the swap of an upgraded one.
import { mkdirSync, mkdtempSync, readdirSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { ConfigError, readConfig } from '#server/config.ts';
import { majorOf, packageBinaries } from '#server/db/binaries.ts';
import { finishSwap, majorOfFolder, removeCopies, swapIn, unfinishedCopy } from '#server/db/majorVersion.ts';
import { openDatabase } from '#server/db/open.ts';
import { refuseLittleSpace } from '#server/maintenance/upgrade/space.ts';

let dataDir: string;
let folder: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'sharebook-major-'));
  folder = join(dataDir, 'postgres');
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

const silent = () => undefined;
const makeFolder = (path: string, major: number) => {
  mkdirSync(path);
  writeFileSync(join(path, 'PG_VERSION'), `${major}\n`);
};
const has = majorOf(await packageBinaries());

it.each([
  [has - 1, 'run npm run upgrade, which moves it.'],
  [has + 1, 'install a newer Sharebook.'],
])('a database of PostgreSQL %i is refused with what to do', async (major, advice) => {
  makeFolder(folder, major);
  const opened = openDatabase(readConfig({ DATA_DIR: dataDir }), silent);
  await expect(opened).rejects.toThrow(ConfigError);
  await expect(opened).rejects.toThrow(
    `The database in ${folder} is of PostgreSQL ${major}, and this Sharebook has PostgreSQL ${has}: ${advice}`,
  );
  expect([readdirSync(dataDir), readdirSync(folder)]).toEqual([['postgres'], ['PG_VERSION']]);
});

it('a finished copy takes the place of the old folder, which is kept under a name of its own', () => {
  for (const name of ['postgres.17-2030-01-02', 'postgres.17-2030-01-02.2']) {
    makeFolder(folder, 17);
    makeFolder(unfinishedCopy(folder), 18);
    expect(swapIn(folder, '2030-01-02', silent)).toBe(join(dataDir, name));
    expect([majorOfFolder(folder), majorOfFolder(join(dataDir, name))]).toEqual([18, 17]);
    rmSync(folder, { recursive: true });
  }
});

it('a swap that was stopped in its middle is finished before a database is created, and never over one that is there', async () => {
  makeFolder(`${folder}.upgraded`, 18);
  mkdirSync(folder);
  finishSwap(folder, silent);
  expect([majorOfFolder(folder), readdirSync(dataDir)]).toEqual([18, ['postgres']]);
  makeFolder(`${folder}.upgraded`, 19);
  finishSwap(folder, silent);
  expect(majorOfFolder(folder)).toBe(18);
  await removeCopies(folder);
  expect(readdirSync(dataDir)).toEqual(['postgres']);
});

it('an upgrade without room is refused with how much it needs', () => {
  makeFolder(folder, 17);
  expect(() => refuseLittleSpace(folder, dataDir)).not.toThrow();
  // Sparse: no disk has three times as much.
  writeFileSync(join(folder, 'large'), '');
  truncateSync(join(folder, 'large'), 2 ** 43);
  expect(() => refuseLittleSpace(folder, dataDir)).toThrow(
    new RegExp(
      `^The upgrade needs 263\\d{5} MB of free space in ${dataDir}, which has \\d+\\. Free some and run it again\\.$`,
    ),
  );
});
