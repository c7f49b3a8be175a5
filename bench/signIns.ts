// Signing in over HTTP: whether the time of an answer tells that an address has an account, and whether two hundred people who
// sign in at once keep others from reading.
import http from 'node:http';
import pg from 'pg';
import { v7 } from 'uuid';
import { hashPassword } from '../server/auth/passwords.ts';
import { givenCompany } from './benchDatabase.ts';
import type { BenchDatabase } from './benchDatabase.ts';
import { figure, line, median } from './figures.ts';
import { startServer } from './serverProcess.ts';

const TRIES = 40;
const AT_ONCE = 200;
const PASSWORD = 'correct horse 7';
/** The largest difference between the medians for known and unknown addresses. */
export const TARGET_DIFFERENCE = 0.15;
/** Seconds in which nineteen of twenty lists answer while two hundred people sign in. */
export const TARGET_LIST_SECONDS = 1;
const ALLOWED = [200, 400, 429, 503];

export interface SignInFigures {
  /** Between the medians, as a part of the smaller one. */
  difference: number;
  listSeconds: number;
  /** Answers to the two hundred that were none of 200, 400, 429 and 503. */
  others: number;
}

interface Answer {
  status: number;
  seconds: number;
}

export async function benchSignIns(database: BenchDatabase): Promise<SignInFigures> {
  const company = await givenCompany(database, 'sign-ins');
  await givenAccounts(database, AT_ONCE);
  const server = await startServer({ kind: 'product', url: database.appUrl, folder: database.folder, hasProxy: true });
  let network = 0;
  // Each from a network of its own, as if through the operator's proxy: limits by address would answer first.
  const signIn = (email: string, password: string) => {
    network += 1;
    const from = `10.${network >> 16}.${(network >> 8) & 255}.${network & 255}`;
    const headers = { 'content-type': 'application/json', 'x-forwarded-for': from };
    return send('POST', `${server.url}/api/auth/login`, headers, JSON.stringify({ email, password }));
  };
  const list = () =>
    send('GET', `${server.url}/api/certificates/?range=[0,24]`, { authorization: `Bearer ${company.token}` });
  try {
    for (let n = 0; n < 5; n += 1) await signIn(known(n), 'wrong horse 7');
    const difference = await compareAddresses(signIn);
    return { difference, ...(await atOnce(signIn, list)) };
  } finally {
    await server.stop();
  }
}

type SignIn = (email: string, password: string) => Promise<Answer>;
const known = (n: number) => `person-${n}@example.com`;

/** A wrong password for addresses with and without an account, in turns. */
async function compareAddresses(signIn: SignIn): Promise<number> {
  const times: Record<'known' | 'unknown', number[]> = { known: [], unknown: [] };
  for (let n = 0; n < TRIES; n += 1)
    for (const kind of n % 2 === 0 ? (['known', 'unknown'] as const) : (['unknown', 'known'] as const)) {
      const email = kind === 'known' ? known(n) : `nobody-${n}@example.com`;
      const { status, seconds } = await signIn(email, 'wrong horse 7');
      if (status !== 400) throw new Error(`A wrong password was answered with ${status}.`);
      times[kind].push(seconds * 1000);
    }
  const [one, other] = [median(times.known), median(times.unknown)];
  console.log(`\nSigning in with a wrong password (medians of ${TRIES}, in turns)`);
  line('an address with an account', `${figure(one)} ms`);
  line('an address without one', `${figure(other)} ms`);
  return Math.abs(one - other) / Math.min(one, other);
}

/** A quarter with the right password, a quarter with a wrong one, half at addresses without an account. */
async function atOnce(signIn: SignIn, list: () => Promise<Answer>): Promise<Omit<SignInFigures, 'difference'>> {
  const lists: number[] = [];
  let isDone = false;
  const reading = (async () => {
    while (!isDone) {
      const { status, seconds } = await list();
      if (status !== 200) throw new Error(`A list answered ${status} meanwhile.`);
      lists.push(seconds);
    }
  })();
  const began = performance.now();
  const answers = await Promise.all(
    Array.from({ length: AT_ONCE }, (_, n) =>
      signIn(n % 2 === 0 ? known(n) : `nobody-${n}@example.com`, n % 4 === 0 ? PASSWORD : 'wrong horse 7'),
    ),
  );
  const seconds = (performance.now() - began) / 1000;
  isDone = true;
  await reading;
  const listSeconds = lists.toSorted((a, b) => a - b)[Math.ceil(lists.length * 0.95) - 1]!;
  const counted = Map.groupBy(answers, ({ status }) => status);
  console.log(`\n${AT_ONCE} people sign in at once`);
  line('answered within', `${figure(seconds)} s`);
  for (const [status, those] of [...counted].sort(([a], [b]) => a - b))
    line(`answered with ${status}`, `${those.length}`);
  line(`lists meanwhile: ${lists.length}, 95 % of them within`, `${figure(listSeconds * 1000)} ms`);
  return { listSeconds, others: answers.filter(({ status }) => !ALLOWED.includes(status)).length };
}

async function givenAccounts(database: BenchDatabase, count: number): Promise<void> {
  const client = new pg.Client({ connectionString: database.ownerUrl });
  await client.connect();
  const hash = await hashPassword(PASSWORD);
  try {
    for (let n = 0; n < count; n += 1)
      await client.query(
        `insert into account (id, email, phone, phone_verified_at, password_hash, first_name, last_name, account_type, sms_consent_at)
         values ($1, $2, $3, now(), $4, 'Ada', 'Bench', 'client', now())`,
        [v7(), known(n), `+1415555${String(1000 + n)}`, hash],
      );
  } finally {
    await client.end();
  }
}

function send(method: string, url: string, headers: Record<string, string>, body = ''): Promise<Answer> {
  const began = performance.now();
  return new Promise((resolve, reject) => {
    const request = http.request(url, { method, headers, agent: false }, (response) => {
      response
        .on('end', () => resolve({ status: response.statusCode!, seconds: (performance.now() - began) / 1000 }))
        .resume();
    });
    request.on('error', reject);
    request.end(body);
  });
}
