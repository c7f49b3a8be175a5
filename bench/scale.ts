// A big installation beside a small one: companies of a thousand holders and ten thousand entries, and ten times as many small
// ones. One of each is made by the product, so that every table has the rows that it has in use; the others are copies of them,
// made by SQL under the schema's owner. `npm run bench -- scale`: a thousand large companies, about 60 GB on the disk; `-- scale 50`:
// as many as are named.
import { rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import pg from 'pg';
import { v7 } from 'uuid';
import { readSecrets } from '../server/auth/secrets.ts';
import { readConfig } from '../server/config.ts';
import { Database } from '../server/db/database.ts';
import { saveDatabase } from '../server/maintenance/backup.ts';
import { tablesInOrder } from '../server/maintenance/contents.ts';
import { auditFaults } from '../server/maintenance/verify/auditFaults.ts';
import { changeFaults } from '../server/maintenance/verify/changeFaults.ts';
import { compareLedger } from '../server/maintenance/verify/compareLedger.ts';
import { BENCH_SECRET, givenCompany, startBenchDatabase } from './benchDatabase.ts';
import type { BenchDatabase, Company } from './benchDatabase.ts';
import { figure, line, median, timed } from './figures.ts';
import { packageOfTransactions } from './generatedPackage.ts';
import { ask, productApp } from './serverProcess.ts';

export const TARGET_SCALE = 2;
const HOLDERS = 1_000;
const IMPORTED = 9_000;
const WRITTEN = 1_000;
const SMALL_ENTRIES = 12;
const SMALL_PER_LARGE = 10;
/** Companies that are copied by one statement. */
const AT_ONCE = 25;
const ROUNDS = 15;
const VERIFICATIONS = 3;

interface Installation {
  database: BenchDatabase;
  app: FastifyInstance;
  large: Company;
  small: Company;
  companies: number;
  entries: number;
}

/** In: the number of large companies. Out: the largest ratio of the big installation to the small one. */
export async function benchScale(companies: number): Promise<number> {
  const [small, big] = [await installation(1), await installation(companies)];
  try {
    const name = (each: Installation) => `${figure(each.companies * (1 + SMALL_PER_LARGE))} companies`;
    console.log(
      `\nThe same in an installation of ${figure(big.entries)} entries and one of ${figure(small.entries)} (${ROUNDS} rounds, in turns), ms`,
    );
    line('', name(small), name(big), 'ratio');
    const ratios: number[] = [];
    for (const [what, work] of Object.entries(WORK)) {
      const times = new Map([small, big].map((each) => [each, [] as number[]]));
      const rounds = what.startsWith('verify') ? VERIFICATIONS : ROUNDS;
      for (let round = -2; round < rounds; round += 1)
        for (const each of round % 2 === 0 ? [small, big] : [big, small]) {
          const milliseconds = await timed(() => work(each, round + 2));
          if (round >= 0) times.get(each)!.push(milliseconds);
        }
      ratios.push(tell(what, median(times.get(small)!), median(times.get(big)!)));
    }
    const saved = [await secondsToSave(small), await secondsToSave(big)] as const;
    ratios.push(tell('backup, for each 1,000 entries', saved[0], saved[1]));
    await tellSizes(big);
    return Math.max(...ratios);
  } finally {
    for (const { app, database } of [small, big]) {
      await app.close();
      await database.stop();
    }
  }
}

function tell(what: string, small: number, big: number): number {
  line(what, figure(small), figure(big), `x ${(big / small).toFixed(2)}`);
  return big / small;
}

const dayOf = (round: number) => `2025-0${1 + (round % 8)}-${10 + (round % 18)}`;
const issued = (round: number) => ({
  shareholder_id: 'holder-1',
  share_class_id: 'common',
  quantity: String(10 + round),
  issue_date: '2026-01-05',
});

/** Each round asks for something else, so that no answer is one that was kept. */
const WORK: Record<string, (by: Installation, round: number) => Promise<unknown>> = {
  'sign-in with a wrong password': ({ app }, round) =>
    app.inject({
      method: 'POST',
      url: '/api/auth/login',
      headers: { 'x-forwarded-for': `10.0.${round}.1` },
      payload: { email: personOf(round), password: 'wrong horse 7' },
    }),
  'list of a large company': ({ app, large }, round) =>
    ask(app, large, 'GET', `/api/certificates/?range=[${round * 25},${round * 25 + 24}]`),
  'list of a small company': async ({ app, small }, round) => {
    await ask(app, small, 'GET', `/api/certificates/?range=[0,${round}]`);
  },
  'search in a large company': ({ app, large }, round) =>
    ask(
      app,
      large,
      'GET',
      `/api/shareholders/?range=[0,24]&filter=${encodeURIComponent(`{"q":"holder ${100 + round}"}`)}`,
    ),
  'cap table of a small company': ({ app, small }, round) =>
    ask(app, small, 'GET', `/api/cap-table/?as_of=${dayOf(round)}`),
  'certificate of a small company': ({ app, small }, round) =>
    ask(app, small, 'POST', '/api/certificates/', issued(round)),
  'certificate of a large company': ({ app, large }, round) =>
    ask(app, large, 'POST', '/api/certificates/', issued(round)),
  'verify a small company': ({ database, small }) => verifyOne(database, small),
  'verify a large company': ({ database, large }) => verifyOne(database, large),
};

async function verifyOne({ ownerUrl, folder }: BenchDatabase, { id }: Company) {
  const db = new Database(ownerUrl, { idleSeconds: 60, maxSeconds: 60, connections: 1 });
  const { sealing } = readSecrets(BENCH_SECRET, folder);
  try {
    const faults = await db.system(
      async (tx) => [
        ...(await changeFaults(tx, id, sealing)).faults,
        ...(await auditFaults(tx, id)),
        ...(await compareLedger(tx, id, '2026-01-05')).differences,
      ],
      { isSnapshot: true },
    );
    if (faults.length > 0) throw new Error(`The company does not agree with its chains: ${faults[0]}`);
  } finally {
    await db.close();
  }
}

/** Out: milliseconds for each thousand entries. */
async function secondsToSave({ database, entries }: Installation): Promise<number> {
  const file = join(database.folder, 'scale.backup');
  const config = readConfig({ DATA_DIR: database.folder, DEMO: 'off', APP_SECRET: BENCH_SECRET });
  const milliseconds = await timed(() => saveDatabase(config, database.ownerUrl, file, () => undefined, 'keep'));
  line('backup file', `${figure(statSync(file).size / entries)} B an entry`);
  rmSync(file);
  return (milliseconds / entries) * 1000;
}

async function installation(companies: number): Promise<Installation> {
  const database = await startBenchDatabase();
  const app = await productApp(database.appUrl, database.folder, { hasProxy: true });
  const large = await givenLarge(database, app);
  const small = await givenSmall(database, app);
  const client = new pg.Client({ connectionString: database.ownerUrl });
  await client.connect();
  try {
    await givenPeople(client, companies * HOLDERS);
    await copy(client, large, companies - 1, 'large');
    await copy(client, small, companies * SMALL_PER_LARGE - 1, 'small');
    await client.query('vacuum analyze');
    const { rows } = await client.query<{ entries: number }>('select count(*)::int as entries from ledger_tx');
    return { database, app, large, small, companies, entries: rows[0]!.entries };
  } finally {
    await client.end();
  }
}

/** Most entries imported, a tenth written one by one, as people do. */
async function givenLarge(database: BenchDatabase, app: FastifyInstance): Promise<Company> {
  const company = await givenCompany(database, 'scale-large');
  await importInto(app, company, await packageOfTransactions(IMPORTED, HOLDERS));
  for (let n = 0; n < WRITTEN; n += 1)
    await ask(app, company, 'POST', '/api/certificates/', { ...issued(n), shareholder_id: `holder-${n % HOLDERS}` });
  return company;
}

async function givenSmall(database: BenchDatabase, app: FastifyInstance): Promise<Company> {
  const company = await givenCompany(database, 'scale-small');
  await importInto(app, company, await packageOfTransactions(2, 2));
  for (let n = 2; n < SMALL_ENTRIES; n += 1) await ask(app, company, 'POST', '/api/certificates/', issued(n));
  return company;
}

async function importInto(app: FastifyInstance, { token, id }: Company, bytes: Buffer): Promise<void> {
  const form = new FormData();
  form.set('file', new Blob([new Uint8Array(bytes)], { type: 'application/zip' }), 'scale.ocf.zip');
  const encoded = new Response(form);
  const reply = await app.inject({
    method: 'POST',
    url: '/api/ocf/import',
    headers: {
      authorization: `Bearer ${token}`,
      'idempotency-key': id,
      'content-type': encoded.headers.get('content-type')!,
    },
    payload: Buffer.from(await encoded.arrayBuffer()),
  });
  if (reply.statusCode >= 300 || !(reply.json() as { applied?: boolean }).applied)
    throw new Error(`The generated package was not imported: ${reply.body.slice(0, 500)}`);
}

const personOf = (n: number) => `person-${n}@example.com`;

function givenPeople(client: pg.Client, count: number) {
  return client.query(
    `insert into account (id, email, phone, phone_verified_at, password_hash, first_name, last_name, account_type, sms_consent_at)
     select gen_random_uuid(), 'person-' || n || '@example.com', '+1415' || 1000000 + n, now(), '', 'Ada', 'Bench', 'shareholder', now()
     from generate_series(0, $1::int - 1) n`,
    [count],
  );
}

/** Copies every row of a company, with another company's id. Their seals and hashes are then of no company, and nobody asks. */
async function copy(client: pg.Client, { id }: Company, count: number, name: string): Promise<void> {
  const all = await tablesInOrder(client, 'keep');
  const tables = all.filter(({ columns }) => columns.includes('org_id'));
  const organization = all.find((table) => table.name === 'organization')!;
  const others = organization.columns.filter((column) => column !== 'id' && column !== 'client_name');
  for (let made = 0; made < count; made += AT_ONCE) {
    const ids = Array.from({ length: Math.min(AT_ONCE, count - made) }, () => v7());
    await client.query('begin');
    await unchecked(client, 'organization', () =>
      client.query(
        `insert into organization (id, client_name, ${others.join(', ')})
         select c.id, $3 || '-' || $4::int + c.n, ${others.map((each) => `o.${each}`).join(', ')}
         from organization o, unnest($2::uuid[]) with ordinality c (id, n) where o.id = $1`,
        [id, ids, `scale-${name}-copy`, made],
      ),
    );
    for (const table of tables) {
      const columns = table.columns.filter((column) => column !== 'org_id').map((each) => `"${each}"`);
      await unchecked(client, table.name, () =>
        client.query(
          `insert into ${table.name} (org_id, ${columns.join(', ')})
           select c.id, ${columns.map((each) => `t.${each}`).join(', ')}
           from unnest($2::uuid[]) c (id) join ${table.name} t on t.org_id = $1`,
          [id, ids],
        ),
      );
    }
    await client.query('commit');
  }
}

/** Without the triggers that note, chain and derive: their rows are copied too. */
async function unchecked(client: pg.Client, table: string, work: () => Promise<unknown>): Promise<void> {
  await client.query(`alter table ${table} disable trigger user`);
  await work();
  await client.query('set constraints all immediate');
  await client.query(`alter table ${table} enable trigger user`);
}

async function tellSizes({ database, entries }: Installation): Promise<void> {
  const client = new pg.Client({ connectionString: database.ownerUrl });
  await client.connect();
  const { rows } = await client.query<{ name: string; bytes: string }>(
    `select c.relname as name, sum(pg_total_relation_size(coalesce(p.relid, c.oid))) as bytes
     from pg_class c left join lateral pg_partition_tree(c.oid) p on c.relkind = 'p'
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') group by 1 order by 2 desc`,
  );
  await client.end();
  console.log('\nOn the disk, with indexes, bytes an entry');
  for (const { name, bytes } of rows.slice(0, 14)) line(name, figure(Number(bytes) / entries));
  line('all tables', figure(rows.reduce((sum, { bytes }) => sum + Number(bytes), 0) / entries));
}
