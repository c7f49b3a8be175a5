// The process that answers what large and busy companies read (http/sideServer.ts): the server without jobs and pages, for requests of the
// process that started it, with which it ends.
import type { AddressInfo } from 'node:net';
import { v7 as newId } from 'uuid';
import { createApp } from './app.ts';
import { readSecrets } from './auth/secrets.ts';
import { readConfig } from './config.ts';
import { SIDE_KEY } from './http/sideServer.ts';
import type { SideOrder } from './http/sideServer.ts';
import { createLogger } from './logger.ts';
import { chooseFileStore } from './providers/files/fileStore.ts';
import { sameBytes } from './data/sameBytes.ts';
import { servingDatabase } from './servingDatabase.ts';
import { endProcess, killProcess } from './process/end.ts';
import { lowerBackend } from './process/priority.ts';

/** Connections beside those of the process that started it, which large and busy companies wait for longer than others do. */
const LIMITS = { connections: 4, patienceMs: 10_000 };

async function answerOnBehalf({ appUrl, key }: SideOrder): Promise<number> {
  // Requests come from the process on this machine that knows the key, and say whose they are.
  const config = { ...readConfig(process.env), trustedProxies: ['127.0.0.1'] };
  const secrets = readSecrets(config.appSecret, config.dataDir);
  const db = servingDatabase(config, secrets, appUrl, LIMITS);
  db.pool.on('connect', lowerBackend);
  const { server } = await createApp({
    config,
    db,
    now: () => new Date(),
    newId,
    secrets,
    files: await chooseFileStore(config),
    log: { ...createLogger(config.isProduction), info: () => undefined },
    distDir: null,
  });
  server.addHook('onRequest', async (request, reply) => {
    const given = request.headers[SIDE_KEY];
    if (typeof given !== 'string' || !sameBytes(Buffer.from(given), Buffer.from(key))) return reply.status(404).send();
  });
  await server.listen({ host: '127.0.0.1', port: 0 });
  return (server.server.address() as AddressInfo).port;
}

process.once('disconnect', killProcess);
// A terminal sends its Ctrl-C here too; the process that started this one ends it.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => undefined);
process.once('message', (order) => {
  void answerOnBehalf(order as SideOrder).then(
    (port) => process.send!(port),
    (error: unknown) => {
      console.error(error);
      void endProcess(1);
    },
  );
});
