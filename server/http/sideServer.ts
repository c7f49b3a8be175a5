// A second process that answers what large companies read, so that nobody waits behind their tables: it is the same server on the
// same database, started when a large company first reads, and it ends with this one. It gets the request as it came, with a key
// that nobody else knows, so it asks the session itself. Where it cannot answer, this process does
// (docs/decisions/server-and-jobs.md#large-companies-have-a-process-of-their-own).
import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import http from 'node:http';
import os from 'node:os';
import { fileURLToPath } from 'node:url';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { isHolder } from '#src/resources/kit/access.ts';
import type { Actor } from '#src/resources/kit/access.ts';
import type { Tx } from '#server/db/database.ts';
import type { Logger, Side } from '../deps.ts';

/** A company with more securities, open or closed, is large. */
const LARGE = 20_000;
/** A company is counted again after so long. */
const COUNTED_FOR_MS = 600_000;
const COMPANIES_KNOWN_MAX = 10_000;
const START_MAX_MS = 20_000;
/** After a failure, this process answers for so long. */
const REST_MS = 30_000;
/** Other programs of the machine, this one first, go before it. */
const NICE = 5;
const PROGRAM = fileURLToPath(new URL('../side.ts', import.meta.url));
/** They are of one connection. */
const HOP_BY_HOP = ['connection', 'keep-alive', 'transfer-encoding', 'upgrade', 'proxy-connection', 'te', 'trailer'];

/** What the other process is told first. */
export interface SideOrder {
  appUrl: string;
  key: string;
}
export const SIDE_KEY = 'x-sharebook-side';

interface Started {
  child: ChildProcess;
  port: number;
}

export class SideServer implements Side {
  readonly #appUrl: string;
  readonly #env: NodeJS.ProcessEnv;
  readonly #log: Logger;
  readonly #key = randomBytes(32).toString('base64url');
  /** When each company was counted, and whether it is large. */
  readonly #companies = new Map<string, { at: number; isLarge: boolean }>();
  readonly #agent = new http.Agent({ keepAlive: true });
  #started: Promise<Started> | undefined;
  #restsUntil = 0;
  #isClosed = false;

  /** `env`: the configuration of this process, which the other has too. */
  constructor(appUrl: string, env: NodeJS.ProcessEnv, log: Logger) {
    this.#appUrl = appUrl;
    this.#env = env;
    this.#log = log;
  }

  async learn(tx: Tx, { org_id, role }: Actor): Promise<void> {
    if (!org_id || role === null || isHolder(role)) return;
    const known = this.#companies.get(org_id);
    if (known && performance.now() - known.at < COUNTED_FOR_MS) return;
    const found = await tx.row<{ many: boolean }>(
      `select count(*) > ${LARGE} as many from (select from security where org_id = $1 limit ${LARGE + 1}) s`,
      [org_id],
    );
    this.#companies.delete(org_id);
    this.#companies.set(org_id, { at: performance.now(), isLarge: found!.many });
    if (this.#companies.size > COMPANIES_KNOWN_MAX) this.#companies.delete(this.#companies.keys().next().value!);
    // It will be there at the next request.
    if (found!.many) this.#start().catch(() => undefined);
  }

  async answers(request: FastifyRequest, reply: FastifyReply, company: string | undefined): Promise<boolean> {
    if (!company || !this.#companies.get(company)?.isLarge || performance.now() < this.#restsUntil) return false;
    try {
      const { port } = await this.#start();
      const answer = await this.#ask(port, request, reply);
      const headers = Object.entries(answer.headers).filter(([name]) => !HOP_BY_HOP.includes(name));
      await reply.status(answer.statusCode!).headers(Object.fromEntries(headers)).send(answer);
      return true;
    } catch (error) {
      if (reply.sent || request.raw.destroyed) return true;
      this.#restsUntil = performance.now() + REST_MS;
      this.#log.warn('The process for large companies did not answer, so this one does.', { reason: String(error) });
      return false;
    }
  }

  #ask(port: number, request: FastifyRequest, reply: FastifyReply): Promise<http.IncomingMessage> {
    const passed = Object.entries(request.headers).filter(
      ([name]) => !HOP_BY_HOP.includes(name) && !name.startsWith('x-'),
    );
    const headers = { ...Object.fromEntries(passed), 'x-forwarded-for': request.ip, [SIDE_KEY]: this.#key };
    return new Promise((resolve, reject) => {
      const asked = http.request(
        { host: '127.0.0.1', port, method: request.method, path: request.url, headers, agent: this.#agent },
        resolve,
      );
      asked.on('error', reject).end();
      // Nobody waits for the answer any more.
      reply.raw.once('close', () => asked.destroy());
    });
  }

  #start(): Promise<Started> {
    this.#started ??= this.#begin().catch((error: unknown) => {
      this.#started = undefined;
      throw error;
    });
    return this.#started;
  }

  #begin(): Promise<Started> {
    if (this.#isClosed) return Promise.reject(new Error('The server is stopping.'));
    const child = fork(PROGRAM, { env: this.#env, stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
    child.on('error', () => undefined);
    child.once('exit', () => (this.#started = undefined));
    if (child.pid) lowerPriority(child.pid);
    child.send({ appUrl: this.#appUrl, key: this.#key } satisfies SideOrder);
    return new Promise((resolve, reject) => {
      const tooLong = setTimeout(() => {
        child.kill('SIGKILL');
        reject(new Error('It did not start in time.'));
      }, START_MAX_MS);
      child.once('message', (port) => {
        clearTimeout(tooLong);
        resolve({ child, port: port as number });
      });
      child.once('exit', (code) => {
        clearTimeout(tooLong);
        reject(new Error(`It ended with ${String(code)}.`));
      });
    });
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#agent.destroy();
    const started = await this.#started?.catch(() => undefined);
    if (!started || started.child.exitCode !== null) return;
    const ended = new Promise((resolve) => started.child.once('exit', resolve));
    started.child.disconnect();
    await ended;
  }
}

function lowerPriority(pid: number) {
  try {
    os.setPriority(pid, NICE);
  } catch {
    // It ended already, or the system has no priorities.
  }
}
