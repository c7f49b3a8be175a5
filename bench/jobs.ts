// Work in the background: a code beside a hundred thousand waiting mails, twenty companies that mail at once, and how much of a
// mail server the worker uses. The mail server runs in its own process and takes 150 ms for each mail.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createInterface } from 'node:readline';
import { createTransport } from 'nodemailer';
import pg from 'pg';
import { SMTPServer } from 'smtp-server';
import { v7 } from 'uuid';
import { readConfig } from '../server/config.ts';
import { queueMessages } from '../server/data/queue/messages.ts';
import type { Message } from '../server/data/queue/messages.ts';
import type { Deps } from '../server/deps.ts';
import { handlersOf } from '../server/jobs/kinds.ts';
import { startWorker } from '../server/jobs/worker.ts';
import { chooseCarriers } from '../server/providers/carriers.ts';
import type { Carriers } from '../server/providers/carriers.ts';
import type { BenchDatabase } from './benchDatabase.ts';
import { figure, line } from './figures.ts';
import { productDeps } from './serverProcess.ts';

export const JOB_TARGETS = { codeSeconds: 1, spread: 0.1, throughput: 0.8 };
const MAIL_MS = 150;
const WAITING = 100_000;
const CODES = 300;
const COMPANIES = 20;
const EACH = 5_000;
const CONNECTIONS = 8;
const SECONDS = 20;

export interface JobFigures {
  /** The slowest code but one in a hundred, from its request's commit until the mail server has it. */
  codeSeconds: number;
  /** Between the first and the last of twenty equal companies, as a part of the whole time. */
  spread: number;
  /** Of what a bare pool of eight connections sends to the same server. */
  throughput: number;
}

export async function benchJobs(database: BenchDatabase): Promise<JobFigures> {
  const deps = productDeps(database.appUrl, database.folder);
  try {
    console.log(`\nThe worker, and a mail server that takes ${MAIL_MS} ms for each mail`);
    const mail = await startMailServer();
    try {
      await queue(deps, [...mails(WAITING, v7())]);
      const { codeSeconds, rate } = await codesBeside(deps, mail);
      const limit = await bareRate(mail.port);
      line(`bulk mails beside the codes, and the bare pool`, `${figure(rate)} /s`, `${figure(limit)} /s`);
      await emptyJobs(database);
      return { codeSeconds, throughput: rate / limit, spread: await companiesAtOnce(deps) };
    } finally {
      mail.stop();
    }
  } finally {
    await deps.db.close();
  }
}

async function emptyJobs({ ownerUrl }: BenchDatabase) {
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  await client.query('truncate job');
  await client.end();
}

function* mails(count: number, org_id: string): Generator<Message> {
  for (let n = 0; n < count; n += 1)
    yield {
      channel: 'email',
      lane: 'bulk',
      org_id,
      to: `holder-${n}@example.com`,
      words: () => ({ subject: 'A dividend', text: 'Yours.' }),
    };
}

const queue = (deps: Deps, messages: readonly Message[]) => deps.db.system((tx) => queueMessages(tx, deps, messages));

/** Codes one after another while bulk mails are sent. */
async function codesBeside(deps: Deps, mail: MailServer): Promise<Pick<JobFigures, 'codeSeconds'> & { rate: number }> {
  const carriers = chooseCarriers(
    readConfig({
      DATA_DIR: deps.config.dataDir,
      DEMO: 'off',
      MAIL_DRIVER: 'smtp',
      SMTP_URL: `smtp://127.0.0.1:${mail.port}`,
      MAIL_FROM: 'a@example.com',
    }),
    () => undefined,
  );
  const worker = startWorker(deps, handlersOf(deps, carriers, null));
  const seconds: number[] = [];
  // The connections of the pool are open, as they are in an installation that mails.
  await mail.untilTaken(CONNECTIONS * 4);
  const began = performance.now();
  const before = mail.taken();
  for (let n = 0; n < CODES; n += 1) {
    const to = `code-${n}@example.com`;
    await queue(deps, [
      { channel: 'email', lane: 'code', to, words: () => ({ subject: 'Your code', text: '123456' }), ttlSeconds: 600 },
    ]);
    const asked = performance.now();
    worker.wake();
    await mail.has(to);
    seconds.push((performance.now() - asked) / 1000);
  }
  const left = SECONDS * 1000 - (performance.now() - began);
  if (left > 0) await new Promise((resolve) => setTimeout(resolve, left));
  const rate = (mail.taken() - before - CODES) / ((performance.now() - began) / 1000);
  await worker.stop();
  carriers.email.close?.();
  seconds.sort((a, b) => a - b);
  const codeSeconds = seconds[Math.ceil(seconds.length * 0.99) - 1]!;
  line(
    `${CODES} codes beside ${figure(WAITING)} bulk mails, median and p99`,
    `${seconds[CODES >> 1]!.toFixed(2)} s`,
    `${codeSeconds.toFixed(2)} s`,
  );
  return { codeSeconds, rate };
}

/** What eight connections of the same library send without a worker. */
async function bareRate(port: number): Promise<number> {
  const pool = createTransport({
    pool: true,
    maxConnections: CONNECTIONS,
    maxMessages: Infinity,
    host: '127.0.0.1',
    port,
  });
  let sent = 0;
  const until = performance.now() + SECONDS * 500;
  await Promise.all(
    Array.from({ length: CONNECTIONS }, async () => {
      for (; performance.now() < until; sent += 1)
        await pool.sendMail({ from: 'a@example.com', to: 'b@example.com', subject: 'A dividend', text: 'Yours.' });
    }),
  );
  pool.close();
  return sent / (SECONDS / 2);
}

/** Twenty companies queue five thousand mails each, one after another; a carrier that takes them at once. */
async function companiesAtOnce(deps: Deps): Promise<number> {
  const companies = Array.from({ length: COMPANIES }, () => v7());
  for (const company of companies)
    await queue(
      deps,
      [...mails(EACH, company)].map((each) => ({ ...each, to: `${company}@example.com` })),
    );
  const counts = new Map(companies.map((company) => [`${company}@example.com`, 0]));
  const finished: number[] = [];
  const began = performance.now();
  const done = Promise.withResolvers<void>();
  const email = {
    send: async ({ to }: { to: string }) => {
      const count = (counts.get(to) ?? 0) + 1;
      counts.set(to, count);
      if (count === EACH) finished.push(performance.now() - began);
      if (finished.length === COMPANIES) done.resolve();
    },
  };
  const worker = startWorker(deps, handlersOf(deps, { email, sms: email } as unknown as Carriers, null));
  await done.promise;
  await worker.stop();
  const spread = (finished.at(-1)! - finished[0]!) / finished.at(-1)!;
  line(
    `${COMPANIES} companies with ${figure(EACH)} mails each, first and last done`,
    `${figure(finished[0]! / 1000)} s`,
    `${figure(finished.at(-1)! / 1000)} s`,
  );
  return spread;
}

interface MailServer {
  port: number;
  taken(): number;
  has(recipient: string): Promise<void>;
  untilTaken(count: number): Promise<void>;
  stop(): void;
}

async function startMailServer(): Promise<MailServer> {
  const child = spawn(process.execPath, [import.meta.filename, 'mail-server'], { stdio: ['pipe', 'pipe', 'inherit'] });
  const lines = createInterface({ input: child.stdout });
  const [port] = (await once(lines, 'line')) as [string];
  let taken = 0;
  const waiting = new Map<string, () => void>();
  const counts: { count: number; resolve: () => void }[] = [];
  lines.on('line', (recipient) => {
    taken += 1;
    waiting.get(recipient)?.();
    for (const each of counts) if (taken >= each.count) each.resolve();
  });
  return {
    port: Number(port),
    taken: () => taken,
    has: (recipient) => new Promise((resolve) => waiting.set(recipient, resolve)),
    untilTaken: (count) => new Promise((resolve) => counts.push({ count: taken + count, resolve })),
    stop: () => void child.kill(),
  };
}

/** Prints its port, then the recipient of each mail as soon as it has it. */
function serveMail() {
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onData(stream, session, done) {
      stream
        .on('data', () => undefined)
        .on('end', () => {
          console.log(session.envelope.rcptTo[0]!.address);
          setTimeout(done, MAIL_MS);
        });
    },
  });
  server.listen(0, '127.0.0.1', () => console.log((server.server.address() as AddressInfo).port));
}

if (import.meta.main && process.argv.includes('mail-server')) serveMail();
