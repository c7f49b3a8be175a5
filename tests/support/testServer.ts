// A whole Sharebook in the test's process: a database of its own, the real app, a clock that can be set. Tests send
// requests through HTTP (people.ts). What no call offers yet is done under the owner's login.
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject } from 'vitest';
import { createApp } from '#server/app.ts';
import type { App } from '#server/app.ts';
import { readSecrets } from '#server/auth/secrets.ts';
import { readConfig } from '#server/config.ts';
import { v7 } from 'uuid';
import { sealerOf } from '#server/data/seals.ts';
import { registerSystemToken } from '#server/db/open.ts';
import { Database } from '#server/db/database.ts';
import type { Row } from '#server/db/database.ts';
import type { Deps } from '#server/deps.ts';
import { diskStore } from '#server/providers/files/fileStore.ts';
import { addressOf, withClient } from './postgresSetup.ts';

export interface TestServer {
  app: App;
  deps: Deps;
  /** The application's login, and the schema's owner. */
  appUrl: string;
  ownerUrl: string;
  dataDir: string;
  /**
   * Runs SQL under the owner's login, for what the API cannot do or show. Changes are sealed, as if Sharebook had made
   * them.
   */
  sql<R = Row>(text: string, values?: readonly unknown[]): Promise<R[]>;
  /** Sets the server's clock to noon UTC of a day, or to an instant. */
  setClock(at: string): void;
  /** What was logged as an error: requests that failed on our side. */
  failures: string[];
  close(): Promise<void>;
}

const APP_SECRET = 'a root secret of thirty-two bytes';

/** Makes a migrated database without rows. Returns its name, and a function that drops it. */
export async function newDatabase(): Promise<{ database: string; drop(): Promise<unknown> }> {
  const { adminUrl, template, ownerRole } = inject('postgres');
  const database = `${template.replace('_template', '')}_${randomBytes(5).toString('hex')}`;
  const asAdmin = (statement: string) => withClient(adminUrl, (client) => client.query(statement));
  await asAdmin(`create database ${database} template ${template} owner ${ownerRole}`);
  return { database, drop: () => asAdmin(`drop database ${database} with (force)`) };
}

export async function startTestServer(env: Record<string, string> = {}): Promise<TestServer> {
  const postgres = inject('postgres');
  const { database, drop } = await newDatabase();
  const dataDir = mkdtempSync(join(tmpdir(), 'sharebook-test-'));
  const appUrl = addressOf(postgres, database, postgres.appRole);
  const ownerUrl = addressOf(postgres, database, postgres.ownerRole);
  const config = readConfig({
    DATA_DIR: dataDir,
    DEMO: 'off',
    PUBLIC_URL: 'http://sharebook.test',
    APP_SECRET,
    ...env,
  });
  const secrets = readSecrets(config.appSecret, dataDir);
  const seal = sealerOf(secrets.sealing);
  const db = new Database(appUrl, {
    idleSeconds: config.sessionIdleSeconds,
    maxSeconds: config.sessionMaxSeconds,
    seal,
    systemToken: secrets.systemToken,
  });
  await registerSystemToken(ownerUrl, secrets.systemToken);
  const owner = new pg.Pool({ connectionString: ownerUrl, max: 3 });
  owner.on('error', () => undefined);
  owner.on('connect', (client) => client.on('error', () => undefined));
  let now: Date | null = null;
  const failures: string[] = [];
  const deps: Deps = {
    config,
    db,
    now: () => now ?? new Date(),
    newId: v7,
    secrets,
    files: diskStore(join(dataDir, 'files')),
    log: {
      info: () => undefined,
      warn: () => undefined,
      error: (message, fields) => failures.push(`${message} ${JSON.stringify(fields)}`),
    },
    distDir: null,
  };
  const app = await createApp(deps);
  await app.server.ready();
  return {
    app,
    deps,
    appUrl,
    ownerUrl,
    dataDir,
    failures,
    sql: async <R>(text: string, values: readonly unknown[] = []) => {
      const client = await owner.connect();
      try {
        await client.query('begin');
        const { rows } = await client.query(text, values as unknown[]);
        await seal(client);
        await client.query('commit');
        return rows as R[];
      } catch (error) {
        await client.query('rollback');
        throw error;
      } finally {
        client.release();
      }
    },
    setClock: (at) => (now = new Date(at.length === 10 ? `${at}T12:00:00Z` : at)),
    async close() {
      await app.server.close();
      await db.close();
      await owner.end();
      await drop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** A server for the tests of a file or a block. Afterwards no request may have failed on our side. */
export function useTestServer(env: Record<string, string> = {}): TestServer {
  const server = {} as TestServer;
  beforeAll(async () => void Object.assign(server, await startTestServer(env)));
  afterAll(async () => {
    await server.close?.();
    expect(server.failures ?? []).toEqual([]);
  });
  return server;
}
