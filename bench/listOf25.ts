// The list a person opens most, over HTTP: session, role and row-level security against a bare route that runs the same
// two statements as the schema's owner, on the same database, in the same kind of process.
import { resourceNamed } from '../src/resources/index.ts';
import { listRecords } from '../server/data/resourceRepository.ts';
import type { Tx } from '../server/db/database.ts';
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
  const route = await statementsOf(company);
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

/** The statements the product itself would run for the company's owner. */
async function statementsOf(company: Company): Promise<BareRoute> {
  const statements: { sql: string; parameters: readonly unknown[] }[] = [];
  const tx = {
    run: (query: { compile(): { sql: string; parameters: readonly unknown[] } }) => {
      statements.push(query.compile());
      return Promise.resolve([]);
    },
  } as unknown as Tx;
  const actor = { account_id: '', org_id: company.id, shareholder_id: null } as const;
  const certificates = resourceNamed('certificates');
  await listRecords(tx, { ...actor, role: 'owner', membership_status: 'active' }, certificates, {
    sort: { field: certificates.sort[0], descending: certificates.sort[1] === 'DESC' },
    range: { from: 0, to: 24 },
    conditions: [],
    ids: null,
    q: null,
  });
  const [rows, count] = statements;
  // The range is bound last, and only to the first statement.
  const text = rows!.sql.replace(/limit \$\d+ offset \$\d+/, 'limit 25 offset 0');
  return { rows: text, count: count!.sql, values: [company.id], isPrepared: false };
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
