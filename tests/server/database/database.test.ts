import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, inject, it } from 'vitest';
import { ConfigError, readConfig } from '#server/config.ts';
import { readSecrets } from '#server/auth/secrets.ts';
import { sealerOf } from '#server/data/seals.ts';
import { v7 } from 'uuid';
import { sha256 } from '#server/data/sha256.ts';
import { Database } from '#server/db/database.ts';
import { changeFaults } from '#server/maintenance/verify/changeFaults.ts';
import { migrate, readMigrations } from '#server/db/migrate.ts';
import { openDatabase } from '#server/db/open.ts';
import { anyone, signUpCompany } from '#tests/support/people.ts';
import { addressOf, withClient } from '#tests/support/postgresSetup.ts';
import { useTestServer } from '#tests/support/testServer.ts';

const made: string[] = [];
afterEach(async () => {
  for (const name of made.splice(0)) await admin(`drop database ${name} with (force)`);
});
const admin = (sql: string) => withClient(inject('postgres').adminUrl, (client) => client.query(sql));
/** An empty database. */
async function emptyDatabase(): Promise<string> {
  const name = `${inject('postgres').template.replace('_template', '')}_${randomBytes(5).toString('hex')}`;
  await admin(`create database ${name} owner ${inject('postgres').ownerRole}`);
  made.push(name);
  return name;
}
const urlOf = (database: string, role: 'owner' | 'app' | 'admin') => {
  const postgres = inject('postgres');
  if (role !== 'admin') return addressOf(postgres, database, role === 'owner' ? postgres.ownerRole : postgres.appRole);
  const url = new URL(postgres.adminUrl);
  url.pathname = `/${database}`;
  return url.href;
};

describe('migrating', () => {
  it('applies each step once when two run at the same time', async () => {
    const owner = urlOf(await emptyDatabase(), 'owner');
    const runs = await Promise.all([
      migrate(owner, inject('postgres').appRole),
      migrate(owner, inject('postgres').appRole),
    ]);
    expect(runs.map(({ applied }) => applied.length).sort()).toEqual([0, readMigrations().length]);
  });
  it('stops at a step that fails, and keeps the steps before it', async () => {
    const owner = urlOf(await emptyDatabase(), 'owner');
    const all = readMigrations();
    const broken = { name: '9999_broken.sql', sql: 'create table half (id int); select nonsense;', sha256: 'x' };
    await expect(migrate(owner, inject('postgres').appRole, [...all, broken])).rejects.toThrow(
      /9999_broken.sql failed/,
    );
    const half = await withClient(owner, (client) => client.query(`select to_regclass('half') as there`));
    expect(half.rows).toEqual([{ there: null }]);
    expect((await migrate(owner, inject('postgres').appRole, all)).applied).toEqual([]);
  });
  it('refuses a database of a newer version, and steps that were edited afterwards', async () => {
    const owner = urlOf(await emptyDatabase(), 'owner');
    const role = inject('postgres').appRole;
    await migrate(owner, role);
    await expect(migrate(owner, role, readMigrations().slice(0, 1))).rejects.toThrow(/newer Sharebook/);
    const edited = readMigrations().map((each, n) => (n === 0 ? { ...each, sha256: 'other' } : each));
    await expect(migrate(owner, role, edited)).rejects.toThrow(/changed after it was applied/);
  });
});

describe('sealed rows', () => {
  it('are sealed again when a later migration adds a column, so that the column is covered too', async () => {
    const owner = urlOf(await emptyDatabase(), 'owner');
    const role = inject('postgres').appRole;
    const { sealing } = readSecrets('a root secret of thirty-two bytes', '');
    const all = readMigrations();
    await migrate(owner, role, all, sealerOf(sealing));
    const [org, account] = [v7(), v7()];
    const db = new Database(owner, { idleSeconds: 1, maxSeconds: 1, connections: 1, seal: sealerOf(sealing) });
    await db.system(async (tx) => {
      await tx.rows(
        `insert into account (id, email, phone, password_hash, first_name, last_name, account_type, sms_consent_at, phone_verified_at)
         values ($1, 'ada@example.com', '+15555550100', '', 'Ada', 'Early', 'client', now(), now())`,
        [account],
      );
      await tx.rows(`select create_organization($1, $2, 'early', 'Early, Inc.', $3, false)`, [org, v7(), account]);
    });
    const later = {
      name: '9999_later.sql',
      sql: `alter table membership add column seat text not null default 'a'`,
      sha256: 'x',
    };
    await migrate(owner, role, [...all, later], sealerOf(sealing));
    const faults = async () => (await db.system((tx) => changeFaults(tx, org, sealing))).faults;
    expect(await faults()).toEqual([]);
    await withClient(owner, (client) => client.query('alter table membership disable trigger user'));
    await withClient(owner, (client) => client.query(`update membership set seat = 'b'`));
    await withClient(owner, (client) => client.query('alter table membership enable trigger user'));
    expect(await faults()).toEqual([expect.stringMatching(/^membership .* differs from its state after change/)]);
    // Sealing the tables again, as after any migration, does not hide a change by hand.
    await withClient(owner, (client) => client.query('delete from sealed_columns'));
    await migrate(
      owner,
      role,
      [...all, later, { ...later, name: '9999_still_later.sql', sql: 'select 1' }],
      sealerOf(sealing),
    );
    expect(await faults()).toEqual([expect.stringMatching(/^membership .* differs from its state after change/)]);
    await db.close();
  });
});

describe('the login of the application', () => {
  const open = async (env: Record<string, string>) => {
    const dataDir = mkdtempSync(join(tmpdir(), 'sharebook-open-'));
    try {
      return await openDatabase(readConfig({ DATA_DIR: dataDir, ...env }), () => undefined);
    } finally {
      rmSync(dataDir, { recursive: true, force: true });
    }
  };
  it('loses the settings that it gave itself', async () => {
    const database = await emptyDatabase();
    const { appUrl } = await open({ DATABASE_URL: urlOf(database, 'admin') });
    await withClient(appUrl, (client) => client.query('alter role current_user set search_path = nowhere'));
    await withClient(appUrl, (client) =>
      client.query(`alter role current_user in database ${database} set search_path = nowhere`),
    );
    const again = await open({ DATABASE_URL: urlOf(database, 'admin') });
    const path = await withClient(again.appUrl, (client) => client.query('show search_path'));
    expect(path.rows).toEqual([{ search_path: '"$user", public' }]);
  });
  it('must not be a superuser or the owner of the tables', async () => {
    const database = await emptyDatabase();
    const strong = open({ DATABASE_URL: urlOf(database, 'owner'), DATABASE_APP_URL: urlOf(database, 'admin') });
    await expect(strong).rejects.toThrow(ConfigError);
    const other = await emptyDatabase();
    const owner = open({ DATABASE_URL: urlOf(other, 'owner'), DATABASE_APP_URL: urlOf(other, 'owner') });
    await expect(owner).rejects.toThrow(/DATABASE_APP_URL must be a login that is not a superuser/);
  });
  it('is created by the program when none is named, and can connect', async () => {
    const database = await emptyDatabase();
    const opened = await open({ DATABASE_URL: urlOf(database, 'admin') });
    const { rows } = await withClient(opened.appUrl, (client) =>
      client.query(
        `select rolsuper or rolbypassrls as strong, (select count(*)::int from task) as tasks from pg_roles where rolname = current_user`,
      ),
    );
    expect(rows).toEqual([{ strong: false, tasks: 0 }]);
    const role = new URL(opened.appUrl).username;
    await admin(`drop database ${made.pop()!} with (force)`);
    await admin(`drop role ${role}`);
  });
  it('must be named when the owner may not create one, and the error says so', async () => {
    const database = await emptyDatabase();
    await expect(open({ DATABASE_URL: urlOf(database, 'owner') })).rejects.toThrow(/name it in DATABASE_APP_URL/);
  });
});

describe('a database connection', () => {
  const server = useTestServer();
  it('passes nothing of a request on to the next request', async () => {
    const owner = await signUpCompany(server);
    await Promise.all(Array.from({ length: 40 }, () => owner.get('/api/tasks/')));
    const settings = await Promise.all(
      Array.from({ length: 12 }, () =>
        server.deps.db.system((tx) =>
          tx.rows(
            `select current_setting('app.org_id', true) as org, current_setting('app.account_id', true) as account, (select count(*)::int from organization) as seen`,
          ),
        ),
      ),
    );
    for (const [row] of settings) expect([row!.org || '', row!.account || '', row!.seen]).toEqual(['', '', 0]);
  });
  it('is left for other companies, however many one company holds', async () => {
    const [greedy, other] = [await signUpCompany(server), await signUpCompany(server)];
    await greedy.get('/api/tasks/');
    const hash = sha256(greedy.token).toString('hex');
    const end = Promise.withResolvers<void>();
    const held = Array.from({ length: 30 }, () => server.deps.db.asActor(hash, () => end.promise));
    const settled = Promise.allSettled(held);
    for (const reply of await Promise.all(Array.from({ length: 20 }, () => other.get('/api/tasks/'))))
      expect(reply.status).toBe(200);
    end.resolve();
    expect(new Set((await settled).map(({ status }) => status))).toContain('fulfilled');
    expect((await greedy.get('/api/tasks/')).status).toBe(200);
  });
  it('lost between two statements fails the request that has it, and not the process', async () => {
    const interrupted = server.deps.db.system(async (tx) => {
      const { pid } = (await tx.row<{ pid: number }>('select pg_backend_pid() as pid'))!;
      await admin(`select pg_terminate_backend(${pid})`);
      // Once the backend is gone from the server's list, its last message has arrived.
      for (let gone = false; !gone;) {
        const [row] = await server.sql<{ there: boolean }>(
          'select exists (select 1 from pg_stat_activity where pid = $1) as there',
          [pid],
        );
        gone = !row!.there;
      }
      await tx.rows('select 1');
    });
    await expect(interrupted).rejects.toThrow(/terminat|closed|not queryable/i);
    expect(await server.deps.db.system((tx) => tx.row('select 1 as one'))).toEqual({ one: 1 });
  });
  it('lost in an interruption gives 503, and works again afterwards', async () => {
    const owner = await signUpCompany(server);
    const database = new URL(server.appUrl).pathname.slice(1);
    const cut = () => admin(`select pg_terminate_backend(pid) from pg_stat_activity where datname = '${database}'`);
    await admin(`alter database ${database} allow_connections false`);
    await cut();
    const reply = await owner.get('/api/tasks/');
    expect([reply.status, reply.detail]).toEqual([503, 'The service is temporarily unavailable. Please try again.']);
    expect(Number(reply.headers['retry-after'])).toBeGreaterThan(0);
    expect([(await anyone(server).get('/api/ready')).status, (await anyone(server).get('/api/health')).status]).toEqual(
      [503, 200],
    );
    await admin(`alter database ${database} allow_connections true`);
    expect((await owner.get('/api/tasks/')).status).toBe(200);
    expect((await anyone(server).get('/api/ready')).status).toBe(200);
    server.failures.length = 0;
  });
  it('ends statements that take too long, and gives reads of a whole ledger more time', async () => {
    const limits = `select current_setting('statement_timeout') as statement, current_setting('idle_in_transaction_session_timeout') as idle`;
    const usual = await server.deps.db.system((tx) => tx.row(limits));
    const long = await server.deps.db.system(async (tx) => {
      await tx.takeTime();
      return tx.row(limits);
    });
    expect([usual, long]).toEqual([
      { statement: '1min', idle: '1min' },
      { statement: '15min', idle: '15min' },
    ]);
    await expect(
      server.deps.db.system(async (tx) => {
        await tx.rows(`set local statement_timeout = '50ms'`);
        await tx.rows('select pg_sleep(20)');
      }),
    ).rejects.toMatchObject({ code: '57014' });
    expect((await anyone(server).get('/api/ready')).status).toBe(200);
  });
});
