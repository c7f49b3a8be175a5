// Importing a package and reading the cap table at three sizes. Ten times the size should not take much more than ten times as long.
import type { FastifyInstance } from 'fastify';
import type { BenchDatabase, Company } from './benchDatabase.ts';
import { givenCompany } from './benchDatabase.ts';
import { figure, line, median, timed } from './figures.ts';
import { generatedPackage } from './generatedPackage.ts';
import { productApp } from './serverProcess.ts';

export const SIZES = [1000, 10_000, 100_000] as const;
/** The largest is imported only once, because it takes as long as all the others together. */
const roundsOf = (size: number) => (size > 10_000 ? 1 : 3);
const ROUNDS = Math.max(...SIZES.map(roundsOf));
const CAP_TABLES = 5;

/** Out: for each size, a company with that many certificates. */
export async function benchGrowth(database: BenchDatabase): Promise<Company[]> {
  const app = await productApp(database.appUrl, database.folder);
  const packages = await Promise.all(SIZES.map((size) => generatedPackage(size)));
  const imports: number[][] = SIZES.map(() => []);
  const companies: Company[] = [];
  const warmUp = await givenCompany(database, 'warm-up');
  await importInto(app, warmUp, packages[0]!);
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [index, size] of SIZES.entries()) {
      if (round >= roundsOf(size)) continue;
      const company = await givenCompany(database, `bench-${size}-${round}`);
      imports[index]!.push(await timed(() => importInto(app, company, packages[index]!)));
      companies[index] = company;
    }
  }
  const tables: number[][] = SIZES.map(() => []);
  for (let round = 0; round <= ROUNDS * CAP_TABLES; round += 1) {
    for (const [index, company] of companies.entries()) {
      const milliseconds = await timed(() => capTable(app, company));
      if (round > 0) tables[index]!.push(milliseconds);
    }
  }
  await app.close();
  print(`Import of a package (${ROUNDS} rounds)`, imports, true);
  print(`Cap table (${ROUNDS * CAP_TABLES} rounds)`, tables, false);
  return companies;
}

function print(title: string, times: readonly number[][], withRate: boolean) {
  console.log(`\n${title}`);
  line('', 'ms', ...(withRate ? ['certificates/s'] : []));
  for (const [index, size] of SIZES.entries()) {
    const ms = median(times[index]!);
    line(`${figure(size)} certificates`, figure(ms), ...(withRate ? [figure((size / ms) * 1000)] : []));
  }
  const growth = times.slice(1).map((later, index) => `x ${(median(later) / median(times[index]!)).toFixed(1)}`);
  line('growth for each step of ten times as many', growth.join(', '));
}

export async function importInto(app: FastifyInstance, company: Company, bytes: Buffer): Promise<void> {
  const boundary = 'bench';
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="bench.ocf.zip"\r\ncontent-type: application/zip\r\n\r\n`;
  const reply = await app.inject({
    method: 'POST',
    url: '/api/ocf/import',
    headers: {
      authorization: `Bearer ${company.token}`,
      'content-type': `multipart/form-data; boundary=${boundary}`,
    },
    payload: Buffer.concat([Buffer.from(head), bytes, Buffer.from(`\r\n--${boundary}--\r\n`)]),
  });
  const answer = reply.json<{ applied?: boolean; findings?: unknown[] }>();
  if (!answer.applied || answer.findings?.some((finding) => (finding as { severity: string }).severity === 'error'))
    throw new Error(`The generated package was not imported: ${reply.body.slice(0, 500)}`);
}

async function capTable(app: FastifyInstance, company: Company): Promise<void> {
  const reply = await app.inject({ url: '/api/cap-table/', headers: { authorization: `Bearer ${company.token}` } });
  if (reply.statusCode !== 200) throw new Error(`The cap table answered ${reply.statusCode}: ${reply.body}`);
}
