// Lists of three hundred thousand holders: a search among them, with and without matches in another company, and pages by `after`
// in the middle and at the end, beside the first page of a company of a thousand.
import type { FastifyInstance } from 'fastify';
import pg from 'pg';
import { givenCompany } from './benchDatabase.ts';
import type { BenchDatabase, Company } from './benchDatabase.ts';
import { figure, line, median, timed } from './figures.ts';
import { benchLongColumns } from './longColumns.ts';
import type { LongColumns } from './longColumns.ts';
import { productApp } from './serverProcess.ts';

export const LIST_TARGETS = { searchMs: 30, pages: 2, hidden: 1.25 };
const MANY = 300_000;
const FEW = 1_000;
const ROUNDS = 40;
/** What people type for somebody: a whole name, an address, a name in other letters, what nobody has. */
const TYPED = ['okafor 1234', 'holder777@', 'emile okafor 77', 'мария okafor 299', 'zzyzx'] as const;
/** And what tens of thousands have, or is too short for the index. */
const COMMON = ['holder', 'younes', '12'] as const;
/** In the search over everything: also with a slip of typing, a beginning that all have, and a figure. */
const TYPED_ANYWHERE = [
  'okafor 1234',
  'okafro 1234',
  'emile oka',
  'мария okafor 299',
  'holder777@example.com',
  '300',
  'zzyzx',
  'zq',
] as const;
const FIRST = ['Ada', 'Émile', 'Younes', 'Мария', 'Łukasz', 'Grace'];

export interface LongLists {
  /** Nineteen of twenty searches, in milliseconds. */
  searchMs: number;
  /** The same of the search over everything. */
  everythingMs: number;
  /** In it, a text that another company's holders have, as a multiple of one that nobody's do. */
  everythingHidden: number;
  /** The slowest kind of page, as a multiple of the first page of the small company. */
  pages: number;
  /** Of certificates and payments. */
  columns: LongColumns;
  /** A search whose text another company's holders contain, as a multiple of one that nobody's do. */
  hidden: number;
}

export async function benchLongLists(database: BenchDatabase): Promise<LongLists> {
  const [large, small, other] = [
    await givenHolders(database, 'large', MANY),
    await givenHolders(database, 'small', FEW),
    await givenHolders(database, 'other', MANY / 3, 'Hidden Partner'),
  ];
  void other;
  const app = await productApp(database.appUrl, database.folder);
  try {
    console.log(`\nLists of ${figure(MANY)} holders (${ROUNDS} rounds), ms`);
    const searchMs = await searches(app, large);
    const hidden = await hiddenMatches(ask, app, large, filterOf);
    const everythingMs = await searchesAnywhere(app, large);
    const everythingHidden = await hiddenMatches(anywhere, app, large, encodeURIComponent);
    const pages = await pagesOf(database, app, large, small);
    return { searchMs, hidden, everythingMs, everythingHidden, pages, columns: await benchLongColumns(database, app) };
  } finally {
    await app.close();
  }
}

async function givenHolders(database: BenchDatabase, name: string, count: number, called?: string): Promise<Company> {
  const company = await givenCompany(database, `long-${name}`);
  const client = new pg.Client({ connectionString: database.ownerUrl });
  await client.connect();
  const names = called ? `'${called} ' || n` : `($1::text[])[1 + n % ${FIRST.length}] || ' Okafor ' || n`;
  await client.query('alter table shareholder disable trigger user');
  await client.query(
    `insert into shareholder (org_id, id, type, name, entity_name, email)
     select '${company.id}', gen_random_uuid()::text, 'entity', ${names}, 'x', 'holder' || n || '@example.com' from generate_series(1, ${count}) n
     ${called ? '' : 'where $1 is not null'}`,
    called ? [] : [FIRST],
  );
  await client.query('alter table shareholder enable trigger user');
  await client.query('vacuum analyze shareholder');
  await client.end();
  return company;
}

async function ask(app: FastifyInstance, { token }: Company, query: string) {
  const reply = await app.inject({ url: `/api/shareholders/?${query}`, headers: { authorization: `Bearer ${token}` } });
  if (reply.statusCode !== 200) throw new Error(`The list answered ${reply.statusCode}: ${reply.body.slice(0, 300)}`);
  return reply;
}
const filterOf = (q: string) => `range=[0,24]&filter=${encodeURIComponent(JSON.stringify({ q }))}`;

async function searches(app: FastifyInstance, company: Company): Promise<number> {
  const all: number[] = [];
  for (const q of [...TYPED, ...COMMON]) {
    const times: number[] = [];
    const { headers } = await ask(app, company, filterOf(q));
    for (let round = 0; round < ROUNDS; round += 1) times.push(await timed(() => ask(app, company, filterOf(q))));
    if (!(COMMON as readonly string[]).includes(q)) all.push(...times);
    line(`"${q}" finds ${String(headers['content-range']).split('/')[1]}`, figure(median(times)), figure(p95(times)));
  }
  return p95(all);
}

async function anywhere(app: FastifyInstance, { token }: Company, q: string) {
  const reply = await app.inject({ url: `/api/search?q=${q}`, headers: { authorization: `Bearer ${token}` } });
  if (reply.statusCode !== 200) throw new Error(`The search answered ${reply.statusCode}: ${reply.body.slice(0, 300)}`);
  return reply;
}

async function searchesAnywhere(app: FastifyInstance, company: Company): Promise<number> {
  const all: number[] = [];
  for (const q of TYPED_ANYWHERE) {
    const times: number[] = [];
    const found = (await anywhere(app, company, encodeURIComponent(q))).json<unknown[]>().length;
    for (let round = 0; round < ROUNDS; round += 1)
      times.push(await timed(() => anywhere(app, company, encodeURIComponent(q))));
    all.push(...times);
    line(`everywhere, "${q}" finds ${found}`, figure(median(times)), figure(p95(times)));
  }
  return p95(all);
}

/** In turns, so that both meet the same machine. */
async function hiddenMatches(
  search: typeof ask,
  app: FastifyInstance,
  company: Company,
  as: (q: string) => string,
): Promise<number> {
  const ratios: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const hidden = await timed(() => search(app, company, as('hidden partner')));
    const nobodys = await timed(() => search(app, company, as('barred partner')));
    ratios.push(hidden / nobodys);
  }
  return median(ratios);
}

async function pagesOf(database: BenchDatabase, app: FastifyInstance, large: Company, small: Company): Promise<number> {
  // First pages are kept while nothing changes, so each round asks for another length of page.
  const sorted = (round: number, more = '') => `sort=["name","ASC"]&range=[0,${24 + round}]${more}`;
  const client = new pg.Client({ connectionString: database.ownerUrl });
  await client.connect();
  const after = async (row: number) => {
    const { rows } = await client.query<{ id: string }>(
      'select id from shareholder where org_id = $1 order by alphabetical(name), id offset $2 limit 1',
      [large.id, row - 1],
    );
    return `&after=${rows[0]!.id}`;
  };
  const [middle, last] = [await after(MANY / 2), await after(MANY - 25)];
  await client.end();
  let slowest = 0;
  const first: number[] = [];
  const kinds = { 'first of 300,000': '', 'after the 150,000th': middle, 'the last': last };
  const times = new Map(Object.keys(kinds).map((kind) => [kind, [] as number[]]));
  for (let round = 0; round < ROUNDS; round += 1) {
    first.push(await timed(() => ask(app, small, sorted(round))));
    for (const [kind, more] of Object.entries(kinds))
      times.get(kind)!.push(await timed(() => ask(app, large, sorted(round, more))));
  }
  line('first page by name of 1,000', figure(median(first)));
  for (const [kind, each] of times) {
    const ratio = median(each) / median(first);
    slowest = Math.max(slowest, ratio);
    line(`page by name, ${kind}`, figure(median(each)), `x ${ratio.toFixed(2)}`);
  }
  return slowest;
}

const p95 = (times: readonly number[]) => times.toSorted((a, b) => a - b)[Math.ceil(times.length * 0.95) - 1]!;
