// A PostgreSQL and a real standby of it, made with the embedded binaries: a copy of the data folder while a backup is open.
import { appendFileSync, chownSync, cpSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { startEmbedded } from '#server/db/embedded.ts';
import type { EmbeddedPostgres } from '#server/db/embedded.ts';
import { withClient } from '../postgresSetup.ts';
import { newDataDir } from '../runningServer.ts';

const FAST = ['fsync=off', 'full_page_writes=off'];

export interface WithStandby {
  primary: EmbeddedPostgres;
  standby: EmbeddedPostgres;
  /** What the standby was asked, one statement a line. */
  asked(): string;
  stop(): Promise<void>;
}

export async function startWithStandby(): Promise<WithStandby> {
  const [first, second] = [newDataDir('primary'), newDataDir('standby')];
  const primary = await startEmbedded(first, () => undefined, [...FAST, 'wal_level=replica', 'max_wal_senders=4']);
  const from = readFileSync(join(first, 'postgres.path'), 'utf8').trim();
  const to = join(second, 'postgres');
  await withClient(primary.url, async (client) => {
    await client.query(`select pg_backup_start('standby', true)`);
    cpSync(from, to, { recursive: true, filter: (path) => !basename(path).startsWith('postmaster.') });
    const { rows } = await client.query<{ labelfile: string }>('select labelfile from pg_backup_stop(false)');
    writeFileSync(join(to, 'backup_label'), rows[0]!.labelfile);
  });
  const { hostname, port, password } = new URL(primary.url);
  writeFileSync(join(to, 'standby.signal'), '');
  const source = `host=${hostname} port=${port} user=postgres password=${password}`;
  appendFileSync(join(to, 'postgresql.auto.conf'), `primary_conninfo = '${source}'\n`);
  giveTo(to, statSync(from));
  cpSync(join(first, 'postgres.url'), join(second, 'postgres.url'));
  const standby = await startEmbedded(second, () => undefined, [...FAST, 'log_statement=all']);
  return {
    primary,
    standby,
    asked: () => readFileSync(join(second, 'postgres.log'), 'utf8'),
    async stop() {
      await standby.stop();
      await primary.stop();
      for (const folder of [first, second]) rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** To the account that the database runs as, when root runs the tests. */
function giveTo(path: string, { uid, gid }: { uid: number; gid: number }): void {
  chownSync(path, uid, gid);
  if (!statSync(path).isDirectory()) return;
  for (const name of readdirSync(path)) giveTo(join(path, name), { uid, gid });
}
