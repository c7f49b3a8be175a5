// A server under load, in its own process: `product` is Sharebook itself, `bare` one Fastify route that runs two given
// statements. Both are configured by environment variables and print their address.
import { spawn } from 'node:child_process';
import type { AddressInfo } from 'node:net';
import Fastify from 'fastify';
import type { FastifyInstance } from 'fastify';
import pg from 'pg';
import { BENCH_SECRET } from './benchDatabase.ts';
import type { Company } from './benchDatabase.ts';
import { createApp } from '../server/app.ts';
import type { Deps } from '../server/deps.ts';
import { keepHeapSmall } from '../server/data/memory.ts';
import { readSecrets } from '../server/auth/secrets.ts';
import { readConfig } from '../server/config.ts';
import { v7 } from 'uuid';
import { SideServer } from '../server/http/sideServer.ts';
import { sealerOf } from '../server/data/seals.ts';
import { Database } from '../server/db/database.ts';
import { diskStore } from '../server/providers/files/fileStore.ts';
import { join } from 'node:path';
import { killProcess } from '#server/process/end.ts';

/** The statements of the bare route; `isPrepared` names them, so that PostgreSQL plans them once per connection. */
export interface BareRoute {
  name: string;
  rows: string;
  count: string;
  values: string[];
  isPrepared: boolean;
}

interface Order {
  kind: 'product' | 'bare';
  url: string;
  folder: string;
  route?: BareRoute;
  /** Requests come through a proxy on this machine, which names their addresses. */
  hasProxy?: boolean;
}

export interface ServerProcess {
  url: string;
  /** The process's peak memory so far, in MiB. */
  mostResident(): Promise<number>;
  stop(): Promise<void>;
}

export async function startServer(order: Order): Promise<ServerProcess> {
  const profile = process.env.BENCH_CPU_PROF === order.kind ? ['--cpu-prof', '--cpu-prof-dir=.'] : [];
  // With the same flag as npm start.
  const child = spawn(process.execPath, ['--max-semi-space-size=16', ...profile, import.meta.filename], {
    stdio: ['pipe', 'pipe', 'inherit'],
    env: { ...process.env, BENCH_ORDER: JSON.stringify(order) },
  });
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  const url = await new Promise<string>((resolve, reject) => {
    child.stdout.once('data', (chunk: Buffer) => resolve(chunk.toString().trim()));
    void ended.then(() => reject(new Error(`The ${order.kind} server did not start.`)));
  });
  return {
    url,
    mostResident: () =>
      new Promise((resolve) => {
        child.stdout.once('data', (chunk: Buffer) => resolve(Number(chunk.toString()) / 1024));
        child.stdin.write('?');
      }),
    async stop() {
      child.stdin.end();
      await ended;
    },
  };
}

/** Sharebook without a port, on an existing database. `isAudited`: whether it writes the rows of the audit trail. */
export async function productApp(
  url: string,
  folder: string,
  options: { isAudited?: boolean; hasProxy?: boolean } = {},
): Promise<FastifyInstance> {
  return (await createApp(productDeps(url, folder, options))).server;
}

/** What Sharebook needs on that database. */
export function productDeps(
  url: string,
  folder: string,
  { isAudited = true, hasProxy = false }: { isAudited?: boolean; hasProxy?: boolean } = {},
): Deps {
  const config = readConfig({ DATA_DIR: folder, DEMO: 'off', ...(hasProxy && { TRUSTED_PROXIES: '127.0.0.1' }) });
  const secrets = readSecrets(BENCH_SECRET, folder);
  const seal = sealerOf(secrets.sealing);
  return {
    config,
    db: new Database(url, {
      idleSeconds: config.sessionIdleSeconds,
      maxSeconds: config.sessionMaxSeconds,
      seal: isAudited ? seal : (client) => seal(client),
      systemToken: secrets.systemToken,
    }),
    now: () => new Date(),
    newId: v7,
    secrets,
    files: diskStore(join(folder, 'files')),
    log: {
      info: () => undefined,
      warn: (message, fields) => console.error(message, fields),
      error: (message, fields) => console.error(message, fields),
    },
    distDir: null,
  };
}

/** Out: the body. Throws what was answered instead of a success. */
export async function ask(
  app: FastifyInstance,
  { token }: Company,
  method: 'GET' | 'POST' | 'PUT',
  url: string,
  payload?: object,
): Promise<string> {
  const headers = { authorization: `Bearer ${token}` };
  const reply = await app.inject({ method, url, headers, ...(payload && { payload }) });
  if (reply.statusCode >= 300)
    throw new Error(`${method} ${url} answered ${reply.statusCode}: ${reply.body.slice(0, 500)}`);
  return reply.body;
}

/** With the process for large companies, as `npm start` has it. */
async function wholeProduct({ url, folder, hasProxy = false }: Order): Promise<FastifyInstance> {
  const deps = productDeps(url, folder, { hasProxy });
  const env = { ...process.env, DATA_DIR: folder, DEMO: 'off', APP_SECRET: BENCH_SECRET };
  return (await createApp({ ...deps, side: new SideServer(url, env, deps.log, deps.db.shares) })).server;
}

function bareApp(url: string, route: BareRoute): FastifyInstance {
  const pool = new pg.Pool({ connectionString: url, max: 12 });
  const server = Fastify({ logger: false });
  const run = (name: string, text: string) =>
    pool.query<Record<string, unknown>>({ text, values: route.values, ...(route.isPrepared && { name }) });
  server.get('/list', async (_request, reply) => {
    const { rows } = await run('rows', route.rows);
    const counted = await run('count', route.count);
    void reply.header('content-range', `${route.name} 0-${rows.length - 1}/${String(counted.rows[0]?.total)}`);
    return rows;
  });
  return server;
}

if (import.meta.main) {
  keepHeapSmall();
  const order = JSON.parse(process.env.BENCH_ORDER!) as Order;
  const app = order.kind === 'product' ? await wholeProduct(order) : bareApp(order.url, order.route!);
  await app.listen({ host: '127.0.0.1', port: 0 });
  console.log(`http://127.0.0.1:${(app.server.address() as AddressInfo).port}`);
  // The parent closes the pipe when it has finished or dies.
  process.stdin.on('data', () => console.log(process.resourceUsage().maxRSS));
  process.stdin.once('end', killProcess);
}
