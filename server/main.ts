// Reads the configuration, opens the dependencies, listens, and stops gracefully.
import fs from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { v7 as newId } from 'uuid';
import { createApp } from './app.ts';
import { readSecrets } from './auth/secrets.ts';
import type { Secrets } from './auth/secrets.ts';
import { ConfigError, readConfig } from './config.ts';
import type { Config } from './config.ts';
import { idOfDataDir, makeDataDir } from './db/dataDir.ts';
import { DataDirHeld, lockDataDir } from './db/dataDirLock.ts';
import { Database } from './db/database.ts';
import { Replica, standbyUrl } from './db/replica.ts';
import { openDatabase } from './db/open.ts';
import type { Deps, Logger } from './deps.ts';
import { SideServer } from './http/sideServer.ts';
import { createLogger } from './logger.ts';
import { servingDatabase } from './servingDatabase.ts';
import { sealerOf } from './data/seals.ts';
import { keepHeapSmall } from './data/memory.ts';
import { startScheduler } from './jobs/scheduler.ts';
import { handlersOf } from './jobs/kinds.ts';
import { startWorker } from './jobs/worker.ts';
import { chooseCarriers } from './providers/carriers.ts';
import { httpProvider } from './providers/payouts/httpProvider.ts';
import { chooseFileStore } from './providers/files/fileStore.ts';
import { seedDemo } from './commands/demo/seedDemo.ts';
import { endProcess, killProcess } from './process/end.ts';

/** The time limit for answers and background work during a stop; then their connections are closed. */
const STOP_MS = { answers: 9000, work: 3000 };
const SAME_SIGNAL_MS = 2000;

export interface Running {
  url: string;
  stop(): Promise<void>;
}

export async function serve(env: Record<string, string | undefined>, say: (line: string) => void): Promise<Running> {
  const config = readConfig(env);
  makeDataDir(config.dataDir);
  // Closes what was opened, last first, also when a later step fails.
  const close: (() => unknown)[] = [];
  const closeAll = async () => {
    for (const step of close.toReversed()) await step();
  };
  try {
    close.push(await lockDataDir(config.dataDir, new Date()));
    const secrets = readSecrets(config.appSecret, config.dataDir);
    const opened = await openDatabase(config, say, {
      seal: sealerOf(secrets.sealing),
      systemToken: secrets.systemToken,
    });
    close.push(opened.stop);
    const { app, url } = await openServer(config, secrets, opened.appUrl, env, say, close);
    return {
      url,
      async stop() {
        app.stopAccepting();
        await atMost(STOP_MS.answers, app.server.close());
        await closeAll();
      },
    };
  } catch (error) {
    await closeAll();
    throw error;
  }
}

const atMost = (milliseconds: number, work: Promise<unknown>): Promise<unknown> =>
  Promise.race([work, new Promise((resolve) => setTimeout(resolve, milliseconds).unref())]);

async function openServer(
  config: Config,
  secrets: Secrets,
  appUrl: string,
  env: Record<string, string | undefined>,
  say: (line: string) => void,
  close: (() => unknown)[],
) {
  const db = servingDatabase(config, secrets, appUrl);
  close.push(() => db.close());
  const log = createLogger(config.isProduction);
  const replica = config.databaseReadUrl ? openReplica(config.databaseReadUrl, appUrl, db, config, log) : null;
  close.push(() => replica?.close());
  const side = new SideServer(appUrl, env, log, db.shares);
  close.push(() => side.close());
  const dist = join(import.meta.dirname, '..', 'dist');
  const deps: Deps = {
    config,
    db,
    ...(replica && { replica }),
    side,
    now: () => new Date(),
    newId,
    secrets,
    files: await chooseFileStore(config),
    log,
    distDir: env.SHAREBOOK_NO_PAGES ? null : fs.existsSync(join(dist, 'index.html')) ? dist : null,
  };
  const carriers = chooseCarriers(config, say);
  close.push(() => carriers.email.close?.());
  const worker = startWorker(
    deps,
    handlersOf(deps, carriers, config.payoutHttp && httpProvider(config.payoutHttp, deps.now)),
  );
  db.whenQueued = worker.wake;
  close.push(() => atMost(STOP_MS.work, worker.stop()));
  if (config.demo) await seedDemo(deps, say);
  const scheduler = await startScheduler(deps, idOfDataDir(config.dataDir, newId), say);
  close.push(() => atMost(STOP_MS.work, scheduler.stop()));
  const app = await createApp(deps);
  return { app, url: await listen(app.server, config.host, config.port) };
}

function openReplica(readUrl: string, appUrl: string, db: Database, config: Config, log: Logger): Replica {
  const standby = new Database(standbyUrl(readUrl, appUrl), {
    idleSeconds: config.sessionIdleSeconds,
    maxSeconds: config.sessionMaxSeconds,
  });
  return new Replica(db, standby, (error) =>
    log.warn('The replica of DATABASE_READ_URL did not answer, so the primary does.', { reason: String(error) }),
  );
}

async function listen(
  server: Awaited<ReturnType<typeof createApp>>['server'],
  host: string,
  port: number,
): Promise<string> {
  try {
    await server.listen({ host, port });
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    if (code === 'EADDRINUSE')
      throw new ConfigError(`PORT ${port} on ${host} is in use by another program. Stop it or set another PORT.`);
    if (code === 'EACCES' || code === 'EADDRNOTAVAIL')
      throw new ConfigError(`HOST ${host} and PORT ${port} cannot be used for listening (${code}).`);
    throw error;
  }
  const bound = (server.server.address() as AddressInfo).port;
  return `http://${host.includes(':') ? `[${host}]` : host}:${bound}`;
}

/** Exit codes of sysexits.h: 78 for a wrong configuration, 75 for a DATA_DIR in use; 1 for anything else. */
export function exitCodeOf(error: unknown): number {
  return error instanceof ConfigError ? 78 : error instanceof DataDirHeld ? 75 : 1;
}

/** Prints why nothing was started, and ends the process. */
export function refuseToStart(error: unknown): Promise<never> {
  const known = error instanceof ConfigError || error instanceof DataDirHeld;
  console.error(known ? error.message : error);
  return endProcess(exitCodeOf(error));
}

export async function main() {
  keepHeapSmall();
  const running = await serve(process.env, (line) => console.log(line)).catch(refuseToStart);
  let stoppingSince: number | null = null;
  const stop = async () => {
    // The terminal and npm may both pass on one Ctrl-C. A later second one stops at once; the next start stops the database
    // left running.
    if (stoppingSince !== null && performance.now() - stoppingSince > SAME_SIGNAL_MS) killProcess();
    if (stoppingSince !== null) return;
    stoppingSince = performance.now();
    await running.stop();
    void endProcess(0);
  };
  process.on('SIGTERM', () => void stop());
  process.on('SIGINT', () => void stop());
  console.log(`Sharebook is ready at ${running.url}`);
}

if (import.meta.main) await main();
