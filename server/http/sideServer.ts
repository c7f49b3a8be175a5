// A second process that answers what large companies read and whatever busy ones ask, so that nobody waits behind them: it is the same
// server on the same database, started when one of them first reads, and it ends with this one. It gets the request as it came, with a key
// that nobody else knows, so it asks the session itself. Where it cannot answer, this process does
// (docs/decisions/server-and-jobs.md#large-companies-have-a-process-of-their-own).
import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import http from 'node:http';
import { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { isHolder } from '#src/resources/kit/access.ts';
import type { Actor } from '#src/resources/kit/access.ts';
import type { Database, Tx } from '#server/db/database.ts';
import { unavailable } from '#server/db/failures.ts';
import type { Logger, Side, Weight } from '../deps.ts';
import { extendSocketTimeout } from './socketTimeout.ts';
import { lowerPriority } from '../process/priority.ts';

/**
 * A company with more securities, open or closed, is large: for pages, and for what is made of all of them. A package is with more
 * bytes, as it comes packed, which is some three hundred certificates.
 */
const LARGE = { page: 20_000, whole: 500, file: 8 * 1024 };
/** A company is counted again after so long: an import makes it large at once. */
const COUNTED_FOR_MS = 30_000;
const COMPANIES_KNOWN_MAX = 10_000;
const START_MAX_MS = 20_000;
/** After it could not start, this process answers for so long. */
const REST_MS = 30_000;
const PROGRAM = fileURLToPath(new URL('../side.ts', import.meta.url));
const HAS_BODY: readonly string[] = ['POST', 'PUT', 'DELETE'];
/** They are of one connection, or say the length of what came on it. */
const OF_ONE_HOP = [
  'connection',
  'content-length',
  'expect',
  'keep-alive',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
];

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
  readonly #shares: Database['shares'];
  readonly #key = randomBytes(32).toString('base64url');
  /** When each company was counted, and how many it has: others of the company wait for that. */
  readonly #companies = new Map<string, { at: number; count: Promise<number> }>();
  #started: Promise<Started> | undefined;
  #isReady = false;
  #restsUntil = 0;
  #isClosed = false;

  /** `env`: the configuration of this process, which the other has too. */
  constructor(appUrl: string, env: NodeJS.ProcessEnv, log: Logger, shares: Database['shares']) {
    this.#appUrl = appUrl;
    this.#env = env;
    this.#log = log;
    this.#shares = shares;
  }

  async learn(tx: Tx, { org_id, role }: Actor): Promise<void> {
    if (!org_id || role === null || isHolder(role)) return;
    const known = this.#companies.get(org_id);
    if (known && performance.now() - known.at < COUNTED_FOR_MS) return;
    const count = this.#count(tx, org_id);
    this.#companies.delete(org_id);
    this.#companies.set(org_id, { at: performance.now(), count });
    if (this.#companies.size > COMPANIES_KNOWN_MAX) this.#companies.delete(this.#companies.keys().next().value!);
    try {
      // It is started at once; for a smaller company by what needs it first.
      if ((await count) > LARGE.page) this.#start().catch(() => undefined);
    } catch (error) {
      this.#companies.delete(org_id);
      throw error;
    }
  }

  /** To the limit for pages. */
  async #count(tx: Tx, company: string): Promise<number> {
    const found = await tx.row<{ count: number }>(
      `select count(*)::int as count from (select from security where org_id = $1 limit ${LARGE.page + 1}) s`,
      [company],
    );
    return found!.count;
  }

  async answers(
    request: FastifyRequest,
    reply: FastifyReply,
    company: string | undefined,
    weight: Weight,
  ): Promise<boolean> {
    if (!company || performance.now() < this.#restsUntil) return false;
    if (!(await this.#isLarge(request, company, weight)) && !this.#isBusy(company)) return false;
    const end = this.#shares.passedOn(company);
    let isSent = false;
    try {
      const { port } = await this.#start();
      isSent = true;
      const answer = await this.#ask(port, request, reply);
      const headers = Object.entries(answer.headers).filter(
        ([name]) => name === 'content-length' || !OF_ONE_HOP.includes(name),
      );
      await reply
        .status(answer.statusCode!)
        .headers(Object.fromEntries(headers))
        .send(Readable.from(inTurns(answer)));
      return true;
    } catch (error) {
      if (reply.sent || reply.raw.destroyed) return true;
      // What ended amid a request starts again with the next one.
      if (!isSent) this.#restsUntil = performance.now() + REST_MS;
      this.#log.warn('The process for large companies did not answer, so this one does.', { reason: String(error) });
      // Whether it was made is not known; a repeat with the same key finds out.
      if (isSent && (weight === 'change' || weight === 'file')) throw unavailable(error);
      return false;
    } finally {
      end();
    }
  }

  /** Who is busy does not wait until the process is there: it starts meanwhile. */
  #isBusy(company: string): boolean {
    if (!this.#shares.isBusy(company)) return false;
    if (!this.#isReady) this.#start().catch(() => undefined);
    return this.#isReady;
  }

  /** One that could not be counted is counted by the next call. */
  async #isLarge({ headers }: FastifyRequest, company: string, weight: Weight): Promise<boolean> {
    if (weight === 'change') return false;
    if (weight === 'file') return Number(headers['content-length']) > LARGE.file;
    const count = (await this.#companies.get(company)?.count.catch(() => 0)) ?? 0;
    return count > LARGE[weight];
  }

  /**
   * A body that was read is sent as it came; a file is passed on as it arrives. Each request has a connection of its own and a length
   * that is ours: what one company sends can never be the beginning of another's request.
   */
  #ask(port: number, request: FastifyRequest, reply: FastifyReply): Promise<http.IncomingMessage> {
    const passed = Object.entries(request.headers).filter(
      ([name]) => !OF_ONE_HOP.includes(name) && !name.startsWith('x-'),
    );
    const type = HAS_BODY.includes(request.method) ? request.headers['content-type'] : undefined;
    const isFile = type !== undefined && !/^application\/json\b/i.test(type);
    const text = type === undefined || isFile ? '' : request.jsonText;
    const headers = {
      ...Object.fromEntries(passed),
      ...(isFile || text === '' ? {} : { 'content-length': String(Buffer.byteLength(text)) }),
      'x-forwarded-for': request.ip,
      'x-forwarded-proto': request.protocol,
      [SIDE_KEY]: this.#key,
    };
    extendSocketTimeout(request);
    return new Promise((resolve, reject) => {
      const { method, url: path } = request;
      const asked = http.request({ host: '127.0.0.1', port, method, path, headers, agent: false }, resolve);
      asked.on('error', reject);
      if (isFile) request.raw.pipe(asked);
      else asked.end(text);
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
    // In a session of its own, which a priority needs (lowerPriority). It ends with this process all the same.
    const child = fork(PROGRAM, { env: this.#env, stdio: ['ignore', 'inherit', 'inherit', 'ipc'], detached: true });
    child.on('error', () => undefined);
    child.once('exit', () => {
      this.#started = undefined;
      this.#isReady = false;
    });
    child.send({ appUrl: this.#appUrl, key: this.#key } satisfies SideOrder);
    return new Promise((resolve, reject) => {
      const tooLong = setTimeout(() => {
        child.kill('SIGKILL');
        reject(new Error('It did not start in time.'));
      }, START_MAX_MS);
      child.once('message', (port) => {
        clearTimeout(tooLong);
        // Not before: on a busy machine it would not be ready in time.
        if (child.pid) lowerPriority(child.pid);
        this.#isReady = true;
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
    const started = await this.#started?.catch(() => undefined);
    if (!started || started.child.exitCode !== null) return;
    const ended = new Promise((resolve) => started.child.once('exit', resolve));
    started.child.disconnect();
    await ended;
  }
}

/** Piece by piece, so that others are answered while a long answer passes through. */
async function* inTurns(answer: http.IncomingMessage): AsyncGenerator<Buffer> {
  for await (const piece of answer) {
    yield piece as Buffer;
    await setImmediate();
  }
}
