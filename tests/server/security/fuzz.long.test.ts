// Requests generated from the OpenAPI page, over real connections, by everybody who may ask: none fails on our side, none
// takes two seconds, the server answers its health check throughout, and nobody is told of another company. FUZZ=20000
// FUZZ_SEED=7 sends more of them from another seed.
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { watchOwnTime } from '#tests/support/time/computed.ts';
import { fuzzedRequest, operationsOf } from '#tests/support/fuzz/requests.ts';
import type { FuzzedRequest, OpenApi, Operation } from '#tests/support/fuzz/requests.ts';
import type { Known } from '#tests/support/fuzz/values.ts';
import { PATIENCE_MS } from '#tests/support/time/patience.ts';
import { givenMember, signIn } from '#tests/support/people.ts';
import type { Person } from '#tests/support/people.ts';
import { randomOf } from '#tests/support/randomNumbers.ts';
import { givenTenant } from '#tests/support/tenants.ts';
import type { Tenant } from '#tests/support/tenants.ts';
import { useTestServer } from '#tests/support/testServer.ts';
import { often } from '#tests/support/time/often.ts';

const COUNT = often('FUZZ', 500, 2000);
const SEED = Number(process.env.FUZZ_SEED ?? 20_261_125);
const AT_ONCE = 4;
const SECONDS_MAX = 2;
/** Requests to one pair of companies: what they delete and close is missing for the next ones. */
const TO_ONE_COMPANY = 1000;

const server = useTestServer({ TRUSTED_PROXIES: '127.0.0.1' });
const agent = new http.Agent({ keepAlive: true, maxSockets: AT_ONCE + 1 });
let operations: Operation[];
beforeAll(async () => {
  await server.app.server.listen({ host: '127.0.0.1', port: 0 });
  operations = operationsOf((await (await fetch(`${origin()}/api/openapi.json`)).json()) as OpenApi);
});
afterAll(() => agent.destroy());
const origin = () => `http://127.0.0.1:${(server.app.server.server.address() as AddressInfo).port}`;

/** Who asks; `foreign` is the mark of the company that they must not hear of. */
interface Asker {
  who: string;
  person: Pick<Person, 'email' | 'phone' | 'password' | 'token'> | null;
  foreign: string;
  known: Known;
}

async function askers(): Promise<Asker[]> {
  const [ours, theirs] = [await givenTenant(server, 'FUZZMARK'), await givenTenant(server, 'OTHERMARK')];
  const [toOurs, toTheirs] = [known(ours, theirs), known(theirs, ours)];
  const of = (who: string, person: Asker['person']) => ({ who, person, foreign: theirs.mark, known: toOurs });
  return [
    of('owner', ours.owner),
    of('admin', await givenMember(server, ours.owner, 'admin')),
    of('staff', await givenMember(server, ours.owner, 'staff')),
    of('viewer', ours.viewer),
    of('shareholder', ours.one.person),
    of('pending', ours.pending),
    { who: 'owner of another company', person: theirs.owner, foreign: ours.mark, known: toTheirs },
    of('nobody', null),
  ];
}

function known(ours: Tenant, theirs: Tenant): Known {
  const idsOf = ({ records }: Tenant) =>
    Object.fromEntries(Object.entries(records).map(([name, rows]) => [name, rows.map((row) => String(row.id))]));
  return {
    ids: idsOf(ours),
    foreign: Object.values(idsOf(theirs)).flat(),
    emails: [ours.owner.email, ours.one.person.email, ours.pending.email],
  };
}

const NOT_ANSWERED = 599;

interface Answer {
  status: number;
  text: string;
  seconds: number;
}

/** The server may have closed a kept connection after a refusal: what could not be sent goes over a new one. */
const send = (...[request, token, from]: [FuzzedRequest, string | undefined, string]): Promise<Answer> =>
  sendOver(agent, request, token, from).catch(() => sendOver(false, request, token, from));

function sendOver(
  by: http.Agent | false,
  { method, url, headers, body }: FuzzedRequest,
  token: string | undefined,
  from: string,
) {
  const waited = watchOwnTime();
  return new Promise<Answer>((resolve, reject) => {
    const request = http.request(
      `${origin()}`,
      {
        agent: by,
        method,
        path: url,
        headers: {
          'x-forwarded-for': from,
          ...(token ? { authorization: `Bearer ${token}` } : {}),
          ...(body === undefined ? {} : { 'content-length': Buffer.byteLength(body) }),
          ...headers,
        },
      },
      (response) => {
        const chunks: Buffer[] = [];
        // A refusal of a head that is too long has a body, whatever the method was: it is not waited for.
        if (method === 'HEAD') resolve({ status: response.statusCode!, text: '', seconds: waited() / 1000 });
        const isStream = response.headers['content-type']?.startsWith('text/event-stream');
        response.on('data', (chunk: Buffer) => {
          chunks.push(chunk);
          if (!isStream) return;
          // It has no end: its first event is the answer.
          resolve({ status: response.statusCode!, text: chunk.toString('utf8'), seconds: waited() / 1000 });
          request.destroy();
        });
        response.on('error', reject);
        response.on('end', () =>
          resolve({
            status: response.statusCode!,
            text: Buffer.concat(chunks).toString('utf8'),
            seconds: waited() / 1000,
          }),
        );
      },
    );
    request.setTimeout(PATIENCE_MS, () => request.destroy(new Error('No answer')));
    request.on('error', reject);
    request.end(body);
  });
}

/** What is wrong with an answer. A refusal of too much work at once (503) has a code of its own and is not a failure. */
function faultOf({ status, text, seconds }: Answer, foreign: string): string | null {
  if (status >= 500 && !(status === 503 && text.includes('"code":"busy"'))) return `answered ${status}: ${text}`;
  if (seconds > SECONDS_MAX) return `took ${seconds.toFixed(1)} s`;
  return text.includes(foreign) ? 'names another company' : null;
}

const shortened = ({ method, url, headers, body }: FuzzedRequest) =>
  `${method} ${url.slice(0, 600)} ${JSON.stringify(headers).slice(0, 300)} ${String(body ?? '').slice(0, 1500)}`;

it(`${COUNT} fuzzed requests over all routes from seed ${SEED}`, { timeout: 60_000 + COUNT * 100 }, async () => {
  console.log(`FUZZ=${COUNT} FUZZ_SEED=${SEED}`);
  const faults: string[] = [];
  const statuses = new Map<number, number>();
  const succeeded = new Set<Operation>();
  const slowest: [number, string][] = [];
  let isDone = false;
  const health = watchHealth(() => isDone);
  for (let from = 0; from < COUNT; from += TO_ONE_COMPANY) {
    const people = await askers();
    const late: (() => Promise<unknown>)[] = [];
    let next = from;
    const end = Math.min(COUNT, from + TO_ONE_COMPANY);
    const work = async () => {
      while (next < end) {
        const n = (next += 1) - 1;
        const random = randomOf(SEED * 1_000_003 + n);
        const asker = people[random.below(people.length)]!;
        // Every operation has its turn before any has its second.
        const operation = operations[n % operations.length]!;
        const request = fuzzedRequest(random, operation, asker.known);
        const address = `10.${random.below(200)}.${random.below(250)}.${1 + random.below(250)}`;
        const ask = () =>
          send(request, asker.person?.token, address).catch((error: unknown) => ({
            status: NOT_ANSWERED,
            text: String(error),
            seconds: 0,
          }));
        const answer = await ask();
        statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
        if (answer.status < 300) succeeded.add(operation);
        slowest.push([answer.seconds, `${operation.method} ${operation.path}`]);
        const note = (fault: string | null) =>
          fault && faults.push(`request ${n} by ${asker.who}: ${shortened(request)} ${fault}`);
        note(faultOf({ ...answer, seconds: 0 }, asker.foreign));
        if (answer.seconds > SECONDS_MAX) late.push(async () => note(faultOf(await ask(), asker.foreign)));
        // Some requests end their own session.
        if (answer.status === 401 && asker.person && !request.headers.authorization)
          asker.person.token = await signIn(server, asker.person).catch(() => asker.person!.token);
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
    // On a machine with much else to do, a late answer is asked for once more, alone.
    for (const askAgain of late) await askAgain();
  }
  isDone = true;
  const { answered, slowestSeconds } = await health;
  slowest.sort(([one], [other]) => other - one);
  console.log(
    [...statuses]
      .sort(([one], [other]) => one - other)
      .map(([status, count]) => `${status}: ${count}`)
      .join(', '),
    `\n${succeeded.size} of ${operations.length} routes succeeded at least once`,
    `\nhealth: ${answered} times, at most ${slowestSeconds.toFixed(2)} s; slowest:`,
    slowest
      .slice(0, 5)
      .map(([seconds, route]) => `${route} ${seconds.toFixed(2)} s`)
      .join(', '),
  );
  expect(faults).toEqual([]);
  expect(slowestSeconds).toBeLessThan(SECONDS_MAX);
  expect(answered).toBeGreaterThan(0);
});

/** Asks for the health of the server while the requests run. */
async function watchHealth(isDone: () => boolean) {
  let [answered, slowestSeconds] = [0, 0];
  const from = '192.0.2.1';
  do {
    const answer = await send({ method: 'GET', url: '/api/health', headers: {}, body: undefined }, undefined, from);
    if (answer.status !== 200) throw new Error(`The health check answered ${answer.status}.`);
    answered += 1;
    slowestSeconds = Math.max(slowestSeconds, answer.seconds);
    await new Promise((resolve) => setTimeout(resolve, 100));
  } while (!isDone());
  return { answered, slowestSeconds };
}
