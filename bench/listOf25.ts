// A list over HTTP: session, role, row-level security and a page cached while the company does not change, compared with a bare
// route that reads the same page with two statements as the schema's owner, on the same database, in the same kind of process.
import { resourceNamed } from '../src/resources/index.ts';
import { sql } from 'kysely';
import pg from 'pg';
import { sortedQuery } from '../server/data/lists/listOrder.ts';
import { sqlBuilder } from '../server/db/sqlBuilder.ts';
import type { BenchDatabase, Company } from './benchDatabase.ts';
import { figure, line, median } from './figures.ts';
import { get, requestsPerSecond } from './load.ts';
import type { Target } from './load.ts';
import { startServer } from './serverProcess.ts';
import type { BareRoute } from './serverProcess.ts';

const ROUNDS = 7;
const ROUND_MS = 1000;
const WARM_MS = 200;
/** The bare route with prepared statements. */
export const TARGET_RATIO = 0.8;
/** The maximum ratio for a company a hundred times as large. */
export const TARGET_GROWTH = 2;
/** The minimum share of the list's rate with the context signature. */
export const SIGNED_RATIO = 0.9;

type ListName = 'certificates' | 'shareholders' | 'grants';

export interface ListRatios {
  /** Answers per second. */
  rate: number;
  /** Answers per second of the bare route with the same two statements, prepared. */
  bare: number;
  /** Answers per second of the product when the policies check no signature. */
  unsigned: number;
}

export async function benchListOf25(
  database: BenchDatabase,
  company: Company,
  certificates: number,
  name: ListName = 'certificates',
): Promise<ListRatios> {
  const route = statementsOf(company, name);
  const { folder, ownerUrl, appUrl } = database;
  const signature = await signatureSwitch(ownerUrl);
  const servers = await Promise.all([
    startServer({ kind: 'product', url: appUrl, folder }),
    startServer({ kind: 'bare', url: ownerUrl, folder, route }),
    startServer({ kind: 'bare', url: ownerUrl, folder, route: { ...route, isPrepared: true } }),
  ]);
  try {
    const [product, bare, prepared] = servers.map((server) => server.url) as [string, string, string];
    const list = {
      path: `${resourceNamed(name).path}?range=[0,24]`,
      headers: { authorization: `Bearer ${company.token}` },
    };
    const targets: Measured[] = [
      { url: product + list.path, headers: list.headers, before: () => signature.set(true) },
      { url: product + list.path, headers: list.headers, before: () => signature.set(false) },
      { url: `${bare}/list`, headers: {} },
      { url: `${prepared}/list`, headers: {} },
    ];
    await refuseDifferentAnswers(targets);
    const rates = await interleaved(targets);
    console.log(
      `\nList of 25 ${name}, ${figure(certificates)} certificates (rows and count; ${ROUNDS} interleaved rounds)`,
    );
    line('', 'requests/s', 'ratio');
    line('Sharebook: session, role, cached page', figure(median(rates[0]!)));
    line('the same, without the context signature', figure(median(rates[1]!)), ratioOf(rates, 1).toFixed(2));
    line('bare Fastify + pg, page and count read', figure(median(rates[2]!)), ratioOf(rates, 2).toFixed(2));
    line('the same, as prepared statements', figure(median(rates[3]!)), ratioOf(rates, 3).toFixed(2));
    return { rate: median(rates[0]!), bare: ratioOf(rates, 3), unsigned: ratioOf(rates, 1) };
  } finally {
    await signature.set(true);
    await signature.end();
    await Promise.all(servers.map((server) => server.stop()));
  }
}

/** Accepts every context, or only a signed one as the migrations do. */
async function signatureSwitch(ownerUrl: string) {
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  const signed = (await client.query<{ text: string }>(`select pg_get_functiondef('context_holds'::regproc) as text`))
    .rows[0]!.text;
  const open =
    'create or replace function context_holds() returns boolean language sql stable as $$ select true $$; alter function context_holds() security invoker reset all';
  return {
    set: (isChecked: boolean) => client.query(isChecked ? signed : open),
    end: () => client.end(),
  };
}

/** What the product reads for the owner, but for columns that SQL does not know. */
function statementsOf(company: Company, name: ListName): BareRoute {
  const resource = resourceNamed(name);
  const shown = resource.shownForm ? sql` and ${sql.ref(resource.shownForm)} is null` : sql``;
  const condition = sql<boolean>`org_id = ${company.id}::uuid${shown}`;
  const [field, direction] = resource.sort;
  const page = sortedQuery(resource, condition, { field, descending: direction === 'DESC' }).limit(sql.lit(25));
  return {
    name,
    rows: page.compile().sql,
    count: sqlBuilder
      .selectFrom(resource.source)
      .select(sql`count(*)`.as('total'))
      .where(condition)
      .compile().sql,
    values: [company.id],
    isPrepared: false,
  };
}

async function refuseDifferentAnswers(targets: readonly Target[]): Promise<void> {
  const ranges = await Promise.all(
    targets.map(async (target) => (await get(undefined, target)).headers['content-range']),
  );
  if (new Set(ranges).size !== 1) throw new Error(`The routes answer different lists: ${ranges.join(', ')}`);
}

/** `before` runs before each of its rounds; the first answers after it are not counted. */
type Measured = Target & { before?: () => Promise<unknown> };

async function interleaved(targets: readonly Measured[]): Promise<number[][]> {
  const rates: number[][] = targets.map(() => []);
  for (let round = -1; round < ROUNDS; round += 1) {
    for (const [index, target] of targets.entries()) {
      await target.before?.();
      await requestsPerSecond(target, WARM_MS);
      const rate = await requestsPerSecond(target, ROUND_MS);
      if (round >= 0) rates[index]!.push(rate);
    }
  }
  return rates;
}

/** The median of each round's own ratio, so that a temporary slowdown affects both sides. */
function ratioOf(rates: readonly number[][], index: number): number {
  return median(rates[0]!.map((rate, round) => rate / rates[index]![round]!));
}
