// The list a person opens most, over HTTP: session, role and row-level security against a bare route that runs the same
// two statements as the schema's owner, on the same database, in the same kind of process.
import { resourceNamed } from '../src/resources/index.ts';
import type { BenchDatabase, Company } from './benchDatabase.ts';
import { figure, line, median } from './figures.ts';
import { get, requestsPerSecond } from './load.ts';
import type { Target } from './load.ts';
import { startServer } from './serverProcess.ts';
import type { BareRoute } from './serverProcess.ts';

const ROUNDS = 7;
const ROUND_MS = 1000;
export const TARGET_RATIO = 0.6;

export async function benchListOf25(database: BenchDatabase, company: Company, certificates: number): Promise<number> {
  const route = statementsOf(company);
  const { folder, ownerUrl, appUrl } = database;
  const servers = await Promise.all([
    startServer({ kind: 'product', url: appUrl, folder }),
    startServer({ kind: 'bare', url: ownerUrl, folder, route }),
    startServer({ kind: 'bare', url: ownerUrl, folder, route: { ...route, isPrepared: true } }),
  ]);
  try {
    const [product, bare, prepared] = servers.map((server) => server.url) as [string, string, string];
    const targets: Target[] = [
      { url: `${product}/api/certificates/?range=[0,24]`, headers: { authorization: `Bearer ${company.token}` } },
      { url: `${bare}/list`, headers: {} },
      { url: `${prepared}/list`, headers: {} },
    ];
    await refuseDifferentAnswers(targets);
    const rates = await interleaved(targets);
    console.log(`\nList of 25 of ${figure(certificates)} certificates (rows and count; ${ROUNDS} interleaved rounds)`);
    line('', 'requests/s', 'ratio');
    line('Sharebook: session, role, row-level security', figure(median(rates[0]!)));
    line('bare Fastify + pg, the same two statements', figure(median(rates[1]!)), ratioOf(rates, 1).toFixed(2));
    line('the same, as prepared statements', figure(median(rates[2]!)), ratioOf(rates, 2).toFixed(2));
    return ratioOf(rates, 1);
  } finally {
    await Promise.all(servers.map((server) => server.stop()));
  }
}

/** What the product reads for the company's owner, as one would write it by hand. */
function statementsOf(company: Company): BareRoute {
  const certificates = resourceNamed('certificates');
  const from = `from ${certificates.source} where org_id = $1::uuid`;
  return {
    rows: `select ${Object.keys(certificates.fields).join(', ')} ${from} order by issue_date desc nulls last, id limit 25`,
    count: `select count(*) as total ${from}`,
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

async function interleaved(targets: readonly Target[]): Promise<number[][]> {
  for (const target of targets) await requestsPerSecond(target, ROUND_MS);
  const rates: number[][] = targets.map(() => []);
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [index, target] of targets.entries()) rates[index]!.push(await requestsPerSecond(target, ROUND_MS));
  }
  return rates;
}

/** The median of each round's own ratio: what slows the machine for seconds slows both sides of a round. */
function ratioOf(rates: readonly number[][], index: number): number {
  return median(rates[0]!.map((rate, round) => rate / rates[index]![round]!));
}
