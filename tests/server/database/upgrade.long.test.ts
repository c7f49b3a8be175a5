// An installation of an earlier version is restored and upgraded (tests/server/database/fixtures/README.md).
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, describe, expect, it } from 'vitest';
import { readMigrations } from '#server/db/migrate.ts';
import { ENVIRONMENT, sampleOwner, tablesAt } from '#tests/support/earlierVersion.ts';
import { newDataDir, startServer } from '#tests/support/runningServer.ts';
import type { RunningServer } from '#tests/support/runningServer.ts';
import { runCommand } from '#tests/support/operatorCommand.ts';
import { removeDataDir } from '#tests/support/savedCompany.ts';
import type { Row } from '#server/db/database.ts';

const folder = join(import.meta.dirname, 'fixtures');
const versions = readdirSync(folder).flatMap((name) => /^(.+)\.backup$/.exec(name)?.[1] ?? []);

describe.each(versions)('a backup of version %s', (version) => {
  const dataDir = newDataDir('upgrade');
  const env = { DATA_DIR: dataDir, ...ENVIRONMENT };
  let server: RunningServer | undefined;
  afterAll(async () => {
    await server?.stop();
    removeDataDir(dataDir);
  });

  it('is restored, upgraded and verified, and its cap tables are unchanged', async () => {
    const restored = await runCommand('restore', env, join(folder, `${version}.backup`));
    expect([restored.code, restored.text]).toEqual([0, expect.stringContaining('everything agrees')]);
    server = await startServer(dataDir, ENVIRONMENT);
    const said = JSON.parse(String(gunzipSync(readFileSync(join(folder, `${version}.cap-tables.json.gz`))))) as {
      path: string;
      table: Row;
    }[];
    expect(said.length).toBeGreaterThan(40);
    const ask = await sampleOwner(server.address);
    for (const { path, table } of await tablesAt(
      ask,
      said.map((each) => each.path),
    ))
      expect([path, table]).toEqual([path, said.find((each) => each.path === path)!.table]);
    const verified = await runCommand('verify', env);
    expect([verified.code, verified.text]).toEqual([0, expect.not.stringMatching(/\d+ faults?/)]);
  });
});

it('there is a backup of an earlier version', () => {
  expect(versions.length).toBeGreaterThan(0);
  expect(readMigrations().length).toBeGreaterThan(0);
});
