// One PostgreSQL for all server tests: the embedded one without its disk guarantees, or the one DATABASE_URL names.
// A template database is migrated once; each test file copies it (testServer.ts).
import { mkdirSync, mkdtempSync, chmodSync, existsSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { startEmbedded } from '#server/db/embedded.ts';
import { migrate } from '#server/db/migrate.ts';

export interface TestPostgres {
  /** May create databases and roles. */
  adminUrl: string;
  /**
   * Owns the schema. Unlike in a usual installation it is not a superuser, so forced row-level security applies to it
   * too.
   */
  ownerRole: string;
  appRole: string;
  password: string;
  template: string;
}

declare module 'vitest' {
  export interface ProvidedContext {
    postgres: TestPostgres;
  }
}

/** With the name of the socket, a path may have 107 bytes. */
const SOCKET_PATH_MAX = 90;

const FAST = [
  'fsync=off',
  'synchronous_commit=off',
  'full_page_writes=off',
  'scram_iterations=1',
  'max_connections=200',
  // A test asks once what a company asks all day: a statement is planned once, not five times before its plan is kept.
  'plan_cache_mode=force_generic_plan',
];

export default async function setup(project: TestProject) {
  const folder = mkdtempSync(join(tmpdir(), 'sharebook-tests-'));
  chmodSync(folder, 0o755); // When root starts the database, it runs as another account, which must be able to enter.
  const external = process.env.DATABASE_URL;
  const sockets = external ? null : socketFolder(folder);
  const embedded = external
    ? null
    : await startEmbedded(folder, () => undefined, [
        ...FAST,
        ...(sockets ? [`unix_socket_directories=${sockets}`] : []),
      ]);
  const adminUrl = external ?? throughSocket(embedded!.url, sockets);
  const prefix = `sharebook_test_${process.pid}`;
  const postgres: TestPostgres = {
    adminUrl,
    ownerRole: `${prefix}_owner`,
    appRole: `${prefix}_app`,
    password: 'only-for-tests',
    template: `${prefix}_template`,
  };
  await withClient(adminUrl, async (client) => {
    for (const role of [postgres.ownerRole, postgres.appRole])
      await client.query(`create role ${role} login nosuperuser nobypassrls password '${postgres.password}'`);
    await client.query(`grant ${postgres.ownerRole} to current_user`);
    // Lets a test become a member without a session (asMember.ts).
    await client.query(`grant ${postgres.appRole} to ${postgres.ownerRole}`);
    await client.query(
      `create database ${postgres.template} owner ${postgres.ownerRole} template template0 encoding 'UTF8' locale 'C'`,
    );
  });
  await migrate(addressOf(postgres, postgres.template, postgres.ownerRole), postgres.appRole);
  project.provide('postgres', postgres);
  return async () => {
    if (external) await removeAll(postgres, prefix);
    await embedded?.stop();
    const placed = join(folder, 'postgres.path');
    if (existsSync(placed)) {
      const path = readFileSync(placed, 'utf8').trim();
      if (!path.startsWith(folder)) rmSync(dirname(path), { recursive: true, force: true });
    }
    rmSync(folder, { recursive: true, force: true });
  };
}

/** A statement through a socket of this machine takes two thirds of the time of one through TCP. Null where there are none. */
function socketFolder(folder: string): string | null {
  const sockets = join(folder, 's');
  if (process.platform === 'win32' || sockets.length > SOCKET_PATH_MAX) return null;
  mkdirSync(sockets);
  chmodSync(sockets, 0o777);
  return sockets;
}

function throughSocket(url: string, sockets: string | null): string {
  const { username, password, port, pathname } = new URL(url);
  return sockets ? `postgres://${username}:${password}@${encodeURIComponent(sockets)}:${port}${pathname}` : url;
}

export function addressOf(postgres: TestPostgres, database: string, role: string): string {
  const url = new URL(postgres.adminUrl);
  url.pathname = `/${database}`;
  url.username = role;
  url.password = postgres.password;
  return url.href;
}

export async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

async function removeAll(postgres: TestPostgres, prefix: string) {
  await withClient(postgres.adminUrl, async (client) => {
    const { rows } = await client.query<{ name: string }>(
      'select datname as name from pg_database where starts_with(datname, $1)',
      [prefix],
    );
    for (const { name } of rows) await client.query(`drop database ${name} with (force)`);
    await client.query(`drop role ${postgres.appRole}`);
    await client.query(`drop role ${postgres.ownerRole}`);
  });
}
