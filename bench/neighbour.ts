// One company at its worst, and what a neighbour notices: the time of the neighbour's list, alone and meanwhile, over HTTP to one
// server. The worst: 100,000 holders, read by eight clients at once in orders without an index, searched for what reads all rows,
// exported, and asked for its cap table.
import http from 'node:http';
import { givenCompany } from './benchDatabase.ts';
import type { BenchDatabase, Company } from './benchDatabase.ts';
import { figure, line } from './figures.ts';
import { writeManyHolders } from './manyHolders.ts';
import { startServer } from './serverProcess.ts';

export const TARGET_NEIGHBOUR = 2;
const CLIENTS = 8;
const SECONDS = 20;
const WORST = [
  '/api/shareholders/?range=[0,24]&sort=["email","ASC"]',
  `/api/shareholders/?range=[0,24]&filter=${encodeURIComponent('{"q":"er"}')}`,
  '/api/certificates/?range=[9000,9999]&sort=["shareholder","ASC"]',
  '/api/certificates/export.csv',
  '/api/cap-table/?basis=fully_diluted&as_of=2024-02-03',
] as const;

/** Out: how many times as long nineteen of twenty of the neighbour's lists take. */
export async function benchNeighbour(database: BenchDatabase): Promise<number> {
  const [busy, neighbour] = [await givenCompany(database, 'busy'), await givenCompany(database, 'neighbour')];
  await writeManyHolders(database, busy);
  await writeManyHolders(database, neighbour, 1000);
  const server = await startServer({ kind: 'product', url: database.appUrl, folder: database.folder });
  try {
    console.log(`\nA neighbour's list of 25, ms (median, 95 %), ${SECONDS} s each`);
    const list = () => get(server.url, neighbour, '/api/certificates/?range=[0,24]&sort=["quantity","ASC"]');
    for (let n = 0; n < 20; n += 1) await list();
    const quiet = await measured(list, SECONDS / 2);
    let isDone = false;
    const answers = new Map<number, number>();
    const worst = Array.from({ length: CLIENTS }, async (_, client) => {
      for (let n = client; !isDone; n += 1) {
        const { status } = await get(server.url, busy, WORST[n % WORST.length]!);
        answers.set(status, (answers.get(status) ?? 0) + 1);
      }
    });
    const meanwhile = await measured(list, SECONDS);
    isDone = true;
    await Promise.all(worst);
    const row = (name: string, { all, p95 }: Measured) =>
      line(name, figure(all[all.length >> 1]!), figure(p95), `${all.length}`);
    row('alone', quiet);
    row('meanwhile', meanwhile);
    line('answers to the other', [...answers].map(([status, count]) => `${count} x ${status}`).join(', '));
    return meanwhile.p95 / quiet.p95;
  } finally {
    await server.stop();
  }
}

interface Measured {
  all: number[];
  p95: number;
}

/** As somebody asks who looks at each page for a moment. */
async function measured(list: () => Promise<Answer>, seconds: number): Promise<Measured> {
  const times: number[] = [];
  const until = performance.now() + seconds * 1000;
  while (performance.now() < until) {
    const { status, ms } = await list();
    if (status !== 200) throw new Error(`The neighbour's list answered ${status}.`);
    times.push(ms);
    await new Promise((resolve) => setTimeout(resolve, 30));
  }
  const all = times.toSorted((a, b) => a - b);
  return { all, p95: all[Math.ceil(all.length * 0.95) - 1]! };
}

interface Answer {
  status: number;
  ms: number;
}

function get(url: string, { token }: Company, path: string): Promise<Answer> {
  const began = performance.now();
  return new Promise((resolve, reject) => {
    http
      .get(`${url}${path}`, { headers: { authorization: `Bearer ${token}` }, agent: false }, (response) => {
        response.on('end', () => resolve({ status: response.statusCode!, ms: performance.now() - began })).resume();
      })
      .on('error', reject);
  });
}
