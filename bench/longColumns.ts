// Certificates and payments of three hundred thousand rows: a search among them, and pages in the order of each column that a list
// shows, from the first to the last, beside the first page of a company of a thousand.
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import pg from 'pg';
import { sortedQuery } from '../server/data/lists/listOrder.ts';
import { certificates } from '../src/resources/certificates.ts';
import type { Resource } from '../src/resources/kit/defineResource.ts';
import { payments } from '../src/resources/payments.ts';
import { givenCompany } from './benchDatabase.ts';
import type { BenchDatabase, Company } from './benchDatabase.ts';
import { figure, line, median, timed } from './figures.ts';
import { writeManyHolders } from './manyHolders.ts';

const MANY = 300_000;
const FEW = 1_000;
const DISTRIBUTIONS = 3;
const ROUNDS = 7;
const SEARCHES = 20;
/** Measured once. */
const SLOW_MS = 1_000;
const LISTS: readonly Resource[] = [certificates, payments];
/** A number, a holder, a holder by their number, a payment's distribution that nobody declared. */
const TYPED: Record<string, string[]> = {
  certificates: ['c-123456', '234567', 'holder 98765', 'zzyzx'],
  payments: ['holder 98765', 'zzyzx'],
};

export interface LongColumns {
  /** Nineteen of twenty searches, in milliseconds. */
  searchMs: number;
  /** The slowest page of the slowest order, as a multiple of the small company's first. */
  slowest: { order: string; ratio: number };
}

export async function benchLongColumns(database: BenchDatabase, app: FastifyInstance): Promise<LongColumns> {
  const large = await givenCompany(database, 'columns-large');
  const small = await givenCompany(database, 'columns-small');
  await writeManyHolders(database, large, MANY);
  await writeManyHolders(database, small, FEW);
  for (const company of [large, small]) await givePaymentsTo(database, company);
  return await measured(database, app, { large, small });
}

export async function measured(
  database: BenchDatabase,
  app: FastifyInstance,
  { large, small }: Record<'large' | 'small', Company>,
): Promise<LongColumns> {
  const searchMs = await searches(app, large);
  let slowest = { order: '', ratio: 0 };
  console.log(`\nPages of ${figure(MANY)} rows (median of ${ROUNDS}), ms`);
  line('', 'after a change', 'first of 1,000', 'first', 'middle', 'last', 'worst');
  for (const list of LISTS)
    for (const column of new Set<string>(list.list))
      for (const descending of [false, true]) {
        const order = `${list.name} ${column}${descending ? ' descending' : ''}`;
        const ratio = await worstOf(database, app, { large, small }, list, { field: column, descending });
        if (ratio > slowest.ratio) slowest = { order, ratio };
      }
  return { searchMs, slowest };
}

/** To each holder of every third part of them, by distribution; written by the schema's owner, because only reading is measured. */
async function givePaymentsTo(database: BenchDatabase, company: Company): Promise<void> {
  const client = new pg.Client({ connectionString: database.ownerUrl });
  await client.connect();
  try {
    await client.query(
      `insert into distribution (org_id, id, name, type, declared_as, amount_per_share, record_date, payment_date, method, status, created_by, changed_by, currency)
       select $1, gen_random_uuid(), 'Dividend ' || n, 'dividend', 'per_share', 0.01, date '2024-01-01' + 90 * n, date '2024-01-15' + 90 * n,
         'bank_transfer', 'approved', account, account, 'USD'
       from generate_series(1, $2::int) n, (select account_id as account from session where org_id = $1 limit 1) who`,
      [company.id, DISTRIBUTIONS],
    );
    await client.query('alter table payment disable trigger user');
    await client.query(
      `insert into payment (org_id, id, distribution_id, shareholder_id, share_class_id, shares, gross, tax, amount, method, scheduled_date)
       select d.org_id, gen_random_uuid(), d.id, s.stakeholder_id, s.stock_class_id, s.quantity, s.quantity, '0.00', s.quantity, d.method,
         case when s.issue_seq % 20 > 0 then d.payment_date + s.issue_seq::int % 30 end
       from (select d.*, row_number() over (order by d.name) as n from distribution d where d.org_id = $1) d
       join security s on s.org_id = d.org_id and s.issue_seq % $2 = d.n - 1`,
      [company.id, DISTRIBUTIONS],
    );
    await client.query('alter table payment enable trigger user');
    await client.query('vacuum analyze payment, distribution, security, shareholder, ledger_tx');
  } finally {
    await client.end();
  }
}

async function ask(app: FastifyInstance, { token }: Company, url: string) {
  const reply = await app.inject({ url, headers: { authorization: `Bearer ${token}` } });
  // Stopped after ten seconds.
  if (reply.statusCode === 503) return reply;
  if (reply.statusCode !== 200) throw new Error(`${url} answered ${reply.statusCode}: ${reply.body.slice(0, 300)}`);
  return reply;
}

async function searches(app: FastifyInstance, company: Company): Promise<number> {
  const all: number[] = [];
  console.log(`\nSearches of ${figure(MANY)} rows (${SEARCHES} rounds), ms, median and 95 %`);
  for (const { name, path } of LISTS)
    for (const q of TYPED[name]!) {
      const url = `${path}?range=[0,24]&filter=${encodeURIComponent(JSON.stringify({ q }))}`;
      const { headers } = await ask(app, company, url);
      const times: number[] = [];
      for (let round = 0; round < SEARCHES; round += 1) times.push(await timed(() => ask(app, company, url)));
      all.push(...times);
      line(
        `${name}, "${q}" finds ${String(headers['content-range']).split('/')[1]}`,
        figure(median(times)),
        figure(p95(times)),
      );
    }
  return p95(all);
}

/** The ids after which the middle page and the last one begin. */
async function anchorsOf(
  database: BenchDatabase,
  company: Company,
  list: Resource,
  sort: { field: string; descending: boolean },
): Promise<string[]> {
  const query = sortedQuery(list, sql<boolean>`org_id = ${company.id}::uuid`, sort)
    .clearSelect()
    .select('id')
    .compile();
  const client = new pg.Client({ connectionString: database.ownerUrl });
  await client.connect();
  try {
    const { rows } = await client.query<{ id: string }>(query.sql, [...query.parameters]);
    return [rows[MANY / 2]!.id, rows[MANY - 26]!.id];
  } finally {
    await client.end();
  }
}

/**
 * First pages are kept while nothing changes, so each round asks for another length of page. An order that no index has is sorted by
 * the first that asks after a change, and kept as long.
 */
async function worstOf(
  database: BenchDatabase,
  app: FastifyInstance,
  { large, small }: Record<'large' | 'small', Company>,
  list: Resource,
  sort: { field: string; descending: boolean },
): Promise<number> {
  const direction = sort.descending ? 'DESC' : 'ASC';
  const page = (round: number, more = '') =>
    `${list.path}?sort=${encodeURIComponent(JSON.stringify([sort.field, direction]))}&range=[0,${25 + round}]${more}`;
  const [middle, last] = await anchorsOf(database, large, list, sort);
  const times: Record<string, number[]> = { small: [], first: [], middle: [], last: [] };
  const afterChange = await timed(() => ask(app, large, page(ROUNDS)));
  for (let round = 0; round < ROUNDS; round += 1) {
    times.small!.push(await timed(() => ask(app, small, page(round))));
    times.first!.push(await timed(() => ask(app, large, page(round))));
    times.middle!.push(await timed(() => ask(app, large, page(round, `&after=${middle}`))));
    times.last!.push(await timed(() => ask(app, large, page(round, `&after=${last}`))));
    if (Object.values(times).some((each) => each[round]! > SLOW_MS)) break;
  }
  const [few, ...many] = Object.values(times).map((each) => median(each)) as [number, ...number[]];
  const ratio = Math.max(...many) / few;
  line(`${list.name} ${sort.field} ${direction}`, ...[afterChange, few, ...many].map(figure), `x ${ratio.toFixed(1)}`);
  return ratio;
}

const p95 = (times: readonly number[]) => times.toSorted((a, b) => a - b)[Math.ceil(times.length * 0.95) - 1]!;
