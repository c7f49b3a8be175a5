// What a neighbour notices while others do their worst: the time of the neighbour's list, alone and meanwhile, over HTTP to one
// server. Each kind of worst is eight clients, in a process of their own with a low priority, because they stand for other machines.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import http from 'node:http';
import { givenCompany } from './benchDatabase.ts';
import type { BenchDatabase, Company } from './benchDatabase.ts';
import { figure, line } from './figures.ts';
import { generatedPackage } from './generatedPackage.ts';
import { writeManyHolders } from './manyHolders.ts';
import { startServer } from './serverProcess.ts';
import { lowerPriority } from '#server/process/priority.ts';

export const TARGET_NEIGHBOUR = 2;
const CLIENTS = 8;
const SECONDS = 20;
/** Orders without an index, a search that reads all rows, an export, the cap table and papers. */
const READS = [
  '/api/shareholders/?range=[0,24]&sort=["email","ASC"]',
  `/api/shareholders/?range=[0,24]&filter=${encodeURIComponent('{"q":"er"}')}`,
  '/api/certificates/?range=[9000,9999]&sort=["shareholder","ASC"]',
  '/api/certificates/export.csv',
  '/api/cap-table/?basis=fully_diluted&as_of=2024-02-03',
  '/api/reports/stock-ledger.pdf',
] as const;
const BOUNDARY = 'bench';
const FORM = {
  head: `--${BOUNDARY}\r\ncontent-disposition: form-data; name="file"; filename="bench.ocf.zip"\r\ncontent-type: application/zip\r\n\r\n`,
  end: `\r\n--${BOUNDARY}--\r\n`,
};
const STRANGERS = ['/api/shareholders/?range=[0,24]', '/api/verify/NOBODYHASTHIS1', '/api/search?q=er'] as const;

/** What the others do, as their process is told. `tokens`: of their companies, one client of each in turn. */
type Worst =
  | { kind: 'read'; tokens: string[] }
  | { kind: 'write'; tokens: string[] }
  | { kind: 'import'; tokens: string[]; zip: string }
  | { kind: 'strangers' };

/** Out: how many times as long nineteen of twenty of the neighbour's lists take, by what the others do. */
export async function benchNeighbour(database: BenchDatabase): Promise<Record<string, number>> {
  const company = async (name: string, holders: number): Promise<Company> => {
    const made = await givenCompany(database, name);
    if (holders > 0) await writeManyHolders(database, made, holders);
    return made;
  };
  const neighbour = await company('neighbour', 1000);
  const together: Company[] = [];
  for (let n = 0; n < CLIENTS; n += 1) together.push(await company(`together ${n}`, 1500));
  const kinds: Record<string, Worst> = {
    'a company of 100,000 reads': { kind: 'read', tokens: [(await company('busy', 100_000)).token] },
    'a company of 19,000 reads': { kind: 'read', tokens: [(await company('below', 19_000)).token] },
    'eight companies of 1,500 read': { kind: 'read', tokens: together.map(({ token }) => token) },
    'a company writes': { kind: 'write', tokens: [(await company('writes', 0)).token] },
    'a company imports': {
      kind: 'import',
      tokens: [(await company('imports', 0)).token],
      zip: (await generatedPackage(5000)).toString('base64'),
    },
    'strangers without a session': { kind: 'strangers' },
  };
  const server = await startServer({ kind: 'product', url: database.appUrl, folder: database.folder });
  const ratios: Record<string, number> = {};
  try {
    console.log(`\nA neighbour's list of 25, ms (median, 95 %), ${SECONDS} s each`);
    const list = () => get(server.url, neighbour, '/api/certificates/?range=[0,24]&sort=["quantity","ASC"]');
    for (let n = 0; n < 20; n += 1) await list();
    for (const [what, worst] of Object.entries(kinds)) {
      const quiet = await measured(list, SECONDS / 2);
      const others = fork(import.meta.filename, [server.url], { detached: true });
      lowerPriority(others.pid!);
      others.send(worst);
      const meanwhile = await measured(list, SECONDS);
      others.send('enough');
      const [answers] = (await once(others, 'message')) as [Record<string, number>];
      ratios[what] = meanwhile.p95 / quiet.p95;
      line(
        what,
        ...[quiet, meanwhile].map(({ all, p95 }) => `${figure(all[all.length >> 1]!)} ${figure(p95)}`),
        `x ${ratios[what].toFixed(2)}`,
        Object.entries(answers)
          .map(([status, count]) => `${count} x ${status}`)
          .join(', '),
      );
    }
  } finally {
    await server.stop();
  }
  return ratios;
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

const get = (url: string, { token }: Pick<Company, 'token'>, path: string) => send(url + path, token);

function send(url: string, token: string, sent?: { type: string; body: string | Buffer }): Promise<Answer> {
  const began = performance.now();
  const headers = { authorization: `Bearer ${token}`, ...(sent && { 'content-type': sent.type }) };
  return new Promise((resolve, reject) => {
    http
      .request(url, { method: sent ? 'POST' : 'GET', headers, agent: false }, (response) => {
        response.on('end', () => resolve({ status: response.statusCode!, ms: performance.now() - began })).resume();
      })
      .on('error', reject)
      .end(sent?.body);
  });
}

/** The others' clients, until told that it is enough; then tells how often each status was answered. */
async function beTheOthers(url: string): Promise<void> {
  const [worst] = (await once(process, 'message')) as [Worst];
  let isDone = false;
  process.once('message', () => (isDone = true));
  const ask = askFor(url, worst);
  const answers: Record<string, number> = {};
  await Promise.all(
    Array.from({ length: CLIENTS }, async (_, client) => {
      for (let n = client; !isDone; n += 1) {
        const { status } = await ask(client, n);
        answers[status] = (answers[status] ?? 0) + 1;
      }
    }),
  );
  process.send!(answers);
  process.disconnect();
}

function askFor(url: string, worst: Worst): (client: number, n: number) => Promise<Answer> {
  if (worst.kind === 'strangers')
    return (_client, n) => send(url + STRANGERS[n % STRANGERS.length]!, `nobody-has-this-session-${n}`);
  const tokenOf = (client: number) => worst.tokens[client % worst.tokens.length]!;
  if (worst.kind === 'read') return (client, n) => send(url + READS[n % READS.length]!, tokenOf(client));
  if (worst.kind === 'write')
    return (client, n) =>
      send(`${url}/api/shareholders/`, tokenOf(client), {
        type: 'application/json',
        body: JSON.stringify({ type: 'individual', first_name: 'Ada', last_name: `Okafor ${client} ${n}` }),
      });
  const body = Buffer.concat([Buffer.from(FORM.head), Buffer.from(worst.zip, 'base64'), Buffer.from(FORM.end)]);
  const type = `multipart/form-data; boundary=${BOUNDARY}`;
  return (client) => send(`${url}/api/ocf/import?dry_run=true`, tokenOf(client), { type, body });
}

if (import.meta.main) await beTheOthers(process.argv[2]!);
