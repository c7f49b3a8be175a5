// How many times as long as the list of certificates every other list and the dashboard take in the sample company: one call at
// a time, in turn, over HTTP to one server.
import { randomBytes } from 'node:crypto';
import http from 'node:http';
import pg from 'pg';
import { seedDemo } from '../server/commands/demo/seedDemo.ts';
import { sha256 } from '../server/data/sha256.ts';
import { resources } from '../src/resources/index.ts';
import type { BenchDatabase, Company } from './benchDatabase.ts';
import { figure, line, median, timed } from './figures.ts';
import { get } from './load.ts';
import { productDeps, startServer } from './serverProcess.ts';

export const SAMPLE_TARGETS = { lists: 3, dashboard: 8 };
const ROUNDS = 60;

/** Out: how many times the certificates' time the slowest list and the dashboard take. */
export async function benchSampleLists(database: BenchDatabase): Promise<{ lists: number; dashboard: number }> {
  const deps = productDeps(database.appUrl, database.folder);
  await seedDemo(deps, () => undefined);
  await deps.db.close();
  const { token } = await ownerOfSample(database);
  const server = await startServer({ kind: 'product', url: database.appUrl, folder: database.folder });
  try {
    const paths = new Map(resources.map(({ name, path }) => [name, `${path}?range=[0,24]`]));
    paths.set('dashboard', '/api/dashboard');
    const times = new Map([...paths.keys()].map((name) => [name, [] as number[]]));
    const headers = { authorization: `Bearer ${token}` };
    const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
    for (let round = -5; round < ROUNDS; round += 1)
      for (const [name, path] of paths) {
        const ms = await timed(() => get(agent, { url: server.url + path, headers }));
        if (round >= 0) times.get(name)!.push(ms);
      }
    const certificates = median(times.get('certificates')!);
    console.log(`\nThe sample company, one call at a time (${ROUNDS} rounds), ms and times the certificates`);
    const ratios = [...times].map(([name, each]) => [name, median(each) / certificates] as const);
    for (const [name, ratio] of ratios.toSorted(([, a], [, b]) => b - a))
      line(name, figure(ratio * certificates), `x ${ratio.toFixed(2)}`);
    const of = (isDashboard: boolean) =>
      Math.max(...ratios.filter(([name]) => (name === 'dashboard') === isDashboard).map(([, ratio]) => ratio));
    return { lists: of(false), dashboard: of(true) };
  } finally {
    await server.stop();
  }
}

async function ownerOfSample(database: BenchDatabase): Promise<Company> {
  const client = new pg.Client({ connectionString: database.ownerUrl });
  await client.connect();
  try {
    const token = randomBytes(32).toString('base64url');
    const { rows } = await client.query<{ id: string }>(
      `insert into session (token_hash, account_id, org_id, confirmed_at)
       select $1, account_id, org_id, now() from membership where role = 'owner' returning org_id as id`,
      [sha256(token)],
    );
    return { id: rows[0]!.id, token };
  } finally {
    await client.end();
  }
}
