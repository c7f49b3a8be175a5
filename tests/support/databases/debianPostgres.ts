// Debian's PostgreSQL behind its pooler, when both are installed: an ordinary database for the tests that need one.
import { execFileSync, spawn } from 'node:child_process';
import { chmodSync, chownSync, existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { withClient } from '../postgresSetup.ts';

const VERSIONS = '/usr/lib/postgresql';
const POOLER = '/usr/sbin/pgbouncer';
const isRoot = process.getuid?.() === 0;

const binaries = () =>
  existsSync(VERSIONS)
    ? readdirSync(VERSIONS)
        .map((version) => join(VERSIONS, version, 'bin'))
        .filter((bin) => existsSync(join(bin, 'initdb')))
        .at(-1)
    : undefined;

/** Logs when they are missing, so that a skipped test is never mistaken for a passed one. */
export function hasPooledPostgres(): boolean {
  const isThere = binaries() !== undefined && existsSync(POOLER);
  if (!isThere)
    console.log('PostgreSQL and pgbouncer of Debian are not installed, so the tests that need them are skipped.');
  return isThere;
}

export interface PooledPostgres {
  /** For the schema's owner, directly to PostgreSQL. */
  ownerUrl: string;
  /** For the application's login, through the pooler in transaction mode. */
  appUrl: string;
  /**
   * Starts a read-only replica, caught up with what is committed now. Returns the application login's address there.
   */
  startReplica(): Promise<string>;
  stop(): Promise<void>;
}

const freePort = () =>
  new Promise<number>((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });

export async function startPooledPostgres(): Promise<PooledPostgres> {
  const bin = binaries()!;
  const folder = mkdtempSync(join(tmpdir(), 'sharebook-pooled-'));
  // Neither PostgreSQL nor pgbouncer runs as root.
  const numberOf = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }));
  const [uid, gid] = isRoot ? [numberOf('-u'), numberOf('-g')] : [];
  chmodSync(folder, 0o755);
  if (uid !== undefined) chownSync(folder, uid, gid!);
  const as = { cwd: folder, stdio: 'ignore', uid, gid } as const;
  const [port, poolPort] = [await freePort(), await freePort()];
  const data = join(folder, 'data');
  execFileSync(join(bin, 'initdb'), ['-D', data, '-U', 'owner', '--auth=trust', '--encoding=UTF8', '--locale=C'], as);
  const options = `-p ${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories= -c fsync=off`;
  execFileSync(join(bin, 'pg_ctl'), ['-D', data, '-w', '-l', join(folder, 'log'), '-o', options, 'start'], as);
  const ownerUrl = `postgres://owner@127.0.0.1:${port}/postgres`;
  await withClient(ownerUrl, (client) => client.query('create role serving login nosuperuser nobypassrls'));
  writeFileSync(join(folder, 'users'), '"serving" ""\n');
  writeFileSync(
    join(folder, 'pgbouncer.ini'),
    `[databases]\npostgres = host=127.0.0.1 port=${port}\n[pgbouncer]\nlisten_addr = 127.0.0.1\nlisten_port = ${poolPort}\n` +
      `unix_socket_dir =\nauth_type = trust\nauth_file = ${join(folder, 'users')}\npool_mode = transaction\ndefault_pool_size = 8\n`,
  );
  let stopReplica: () => unknown = () => undefined;
  const pooler = spawn(POOLER, [join(folder, 'pgbouncer.ini')], as);
  const ended = new Promise((resolve) => pooler.once('exit', resolve));
  return {
    ownerUrl,
    appUrl: `postgres://serving@127.0.0.1:${poolPort}/postgres`,
    async startReplica() {
      const [standby, standbyPort] = [join(folder, 'standby'), await freePort()];
      execFileSync(join(bin, 'pg_basebackup'), ['-D', standby, '-d', ownerUrl, '-X', 'stream', '-R', '-c', 'fast'], as);
      const there = `-p ${standbyPort} -c listen_addresses=127.0.0.1 -c unix_socket_directories= -c fsync=off`;
      execFileSync(
        join(bin, 'pg_ctl'),
        ['-D', standby, '-w', '-l', join(folder, 'standby.log'), '-o', there, 'start'],
        as,
      );
      stopReplica = () => execFileSync(join(bin, 'pg_ctl'), ['-D', standby, '-m', 'immediate', 'stop'], as);
      return `postgres://serving@127.0.0.1:${standbyPort}/postgres`;
    },
    async stop() {
      stopReplica();
      pooler.kill('SIGINT');
      execFileSync(join(bin, 'pg_ctl'), ['-D', data, '-m', 'immediate', 'stop'], as);
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
