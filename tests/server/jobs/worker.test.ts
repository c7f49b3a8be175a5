// The table of jobs: by lane, companies in turn, once, again after failures, and given up in the end.
import { v7 } from 'uuid';
import { afterEach, describe, expect, it } from 'vitest';
import { sealedAs } from '#server/data/queue/messages.ts';
import type { Row } from '#server/db/database.ts';
import { NeverAgain } from '#server/jobs/job.ts';
import type { Handler, Job } from '#server/jobs/job.ts';
import { handlersOf } from '#server/jobs/kinds.ts';
import { startWorker } from '#server/jobs/worker.ts';
import type { Worker } from '#server/jobs/worker.ts';
import type { Carriers } from '#server/providers/carriers.ts';
import { anyone, signupBody } from '#tests/support/people.ts';
import { useTestServer } from '#tests/support/testServer.ts';

const server = useTestServer();
type Sent = { id: string; to: string; subject: string | null; text: string };
const workers: Worker[] = [];
afterEach(async () => {
  for (const worker of workers.splice(0)) await worker.stop();
  await server.sql('delete from job');
});
function startWith(carriers: Partial<Carriers>) {
  const never = { send: () => Promise.reject(new Error('not here')) };
  return start(handlersOf(server.deps, { sms: never, email: never, ...carriers }, null));
}
function start(handlers: Record<string, Handler>) {
  const worker = startWorker(server.deps, handlers, 20);
  workers.push(worker);
  return worker;
}
async function queue(extra: Row = {}): Promise<string> {
  const id = v7();
  const row = {
    id,
    kind: 'email',
    lane: 'single',
    details: {
      recipient: 'ada@example.com',
      subject: 'Hello',
      text: server.deps.secrets.seal('A text.', sealedAs(id)),
    },
    ...extra,
  } as Row;
  const names = Object.keys(row);
  await server.sql(
    `insert into job (${names.join(', ')}) values (${names.map((_, n) => `$${n + 1}`).join(', ')})`,
    Object.values(row),
  );
  return String(row.id);
}
const rowOf = async (id: string) => (await server.sql('select * from job where id = $1', [id]))[0]!;
const outcomeOf = async (id: string) => (await rowOf(id)).outcome;
const sentTo = (sent: Sent[]) => ({ send: async (message: Sent) => void sent.push(message) });

describe('a message', () => {
  it('of a request is sent once, and its text is deleted after it was sent', async () => {
    const sent: Sent[] = [];
    const body = signupBody();
    await anyone(server).post('/api/auth/signup', body);
    startWith({ sms: sentTo(sent) });
    await expect.poll(() => sent.length).toBe(1);
    expect(sent[0]).toMatchObject({ to: body.phone, text: expect.stringMatching(/\d{6}/) });
    await expect.poll(() => outcomeOf(sent[0]!.id)).toBe('done');
    expect((await rowOf(sent[0]!.id)).details).toEqual({ recipient: body.phone, subject: null });
  });
  it('is sent as soon as its request is committed, and not only when the worker looks again', async () => {
    const sent: Sent[] = [];
    const aDay = 86_400_000;
    const never = { send: () => Promise.reject(new Error('not here')) };
    const worker = startWorker(server.deps, handlersOf(server.deps, { sms: sentTo(sent), email: never }, null), aDay);
    workers.push(worker);
    server.deps.db.whenQueued = worker.wake;
    const body = signupBody();
    await anyone(server).post('/api/auth/signup', body);
    await expect.poll(() => sent.map(({ to }) => to)).toEqual([body.phone]);
    server.deps.db.whenQueued = () => undefined;
  });
  it('is tried again after a failure, with a growing pause and under the same id', async () => {
    const sent: Sent[] = [];
    const tries: string[] = [];
    // Each try waits for the test, so that none comes before the test has looked.
    const gates = Array.from({ length: 3 }, () => Promise.withResolvers<void>());
    const id = await queue();
    startWith({
      email: {
        async send(message) {
          tries.push(message.id);
          const attempt = tries.length;
          await gates[attempt - 1]!.promise;
          if (attempt < 3) throw new Error('The mail server is asleep.');
          sent.push(message);
        },
      },
    });
    for (const attempt of [1, 2]) {
      await expect.poll(() => tries.length).toBe(attempt);
      gates[attempt - 1]!.resolve();
      await expect.poll(async () => (await rowOf(id)).last_error).toBe('The mail server is asleep.');
      // The pause as it was set; where this test comes so late that the next try has begun, there is none to see.
      const [paused] = await server.sql<{ seconds: string }>(
        `with paused as (select extract(epoch from next_attempt_at - now()) as seconds from job where id = $1 and attempts = $2 for update),
              due as (update job set next_attempt_at = now() where id = $1 and exists (select 1 from paused) returning 1)
         select seconds from paused`,
        [id, attempt],
      );
      expect(Number(paused?.seconds ?? 0)).toBeLessThan(2 ** attempt);
      await server.sql('update job set last_error = null where id = $1', [id]);
    }
    gates[2]!.resolve();
    await expect.poll(() => outcomeOf(id)).toBe('done');
    expect([tries, sent.length]).toEqual([[id, id, id], 1]);
  });
  it('is tried until its time has passed, however often that is, and then never again', async () => {
    const sent: Sent[] = [];
    const often = await queue({ attempts: 400 });
    const expired = await queue({ expires_at: new Date(Date.now() - 1000) });
    startWith({ email: sentTo(sent) });
    await expect.poll(() => outcomeOf(often)).toBe('done');
    await expect.poll(() => outcomeOf(expired)).toBe('given_up');
    expect((await rowOf(expired)).details).not.toHaveProperty('text');
    expect(sent.map(({ id }) => id)).toEqual([often]);
  });
  it('is sent once by two workers', async () => {
    const sent: Sent[] = [];
    const ids = await Promise.all(Array.from({ length: 60 }, () => queue()));
    startWith({ email: sentTo(sent) });
    startWith({ email: sentTo(sent) });
    await expect.poll(async () => (await server.sql('select 1 from job where ended_at is null')).length).toBe(0);
    expect(sent.map(({ id }) => id).sort()).toEqual([...ids].sort());
  });
  it('that fails does not delay another', async () => {
    await queue({ details: { recipient: 'bad@example.com', subject: null, text: 'not sealed by us' } });
    const good = await queue();
    startWith({ email: sentTo([]) });
    await expect.poll(() => outcomeOf(good)).toBe('done');
  });
});

describe('a job', () => {
  it('that a killed process had begun is done by the next, after its lease', async () => {
    const id = await queue({ is_ready: false, attempts: 1, next_attempt_at: new Date(Date.now() - 1) });
    const leased = await queue({ is_ready: false, attempts: 1, next_attempt_at: new Date(Date.now() + 60_000) });
    startWith({ email: sentTo([]) });
    await expect.poll(() => outcomeOf(id)).toBe('done');
    expect(await outcomeOf(leased)).toBe(null);
  });
  it('that is done again comes after the pause that it asks for, and one that cannot be helped is given up', async () => {
    const again = await queue({ kind: 'again', attempts: 5 });
    const never = await queue({ kind: 'never' });
    start({
      again: async () => ({ againInSeconds: 600 }),
      never: async () => Promise.reject(new NeverAgain('550 No such user')),
    });
    await expect.poll(() => outcomeOf(never)).toBe('given_up');
    await expect.poll(async () => (await rowOf(again)).attempts).toBe(0);
    const { next_attempt_at, last_error } = await rowOf(again);
    expect(Date.parse(String(next_attempt_at)) - Date.now()).toBeGreaterThan(500_000);
    expect(last_error).toBe(null);
  });
  it('of a kind that this process does not know is left for one that does', async () => {
    const id = await queue({ kind: 'of_tomorrow' });
    startWith({});
    await expect.poll(async () => (await rowOf(id)).last_error).toBe('Nothing here does "of_tomorrow".');
    expect(await outcomeOf(id)).toBe(null);
  });
  it('begins while all places of mails are taken, if it is a code', async () => {
    const gate = Promise.withResolvers<void>();
    let begun = 0;
    const blocked = async () => {
      begun += 1;
      await gate.promise;
    };
    for (let n = 0; n < 20; n += 1) await queue({ kind: 'blocked', lane: n % 2 ? 'single' : 'bulk' });
    const sent: Job[] = [];
    const worker = start({ blocked, code: async (job) => void sent.push(job) });
    await expect.poll(() => begun).toBe(8);
    await queue({ kind: 'code', lane: 'code' });
    worker.wake();
    await expect.poll(() => sent.length).toBe(1);
    expect(begun).toBe(8);
    gate.resolve();
    await expect.poll(() => begun).toBe(20);
  });
  it('of one lane goes before those of the next, and companies take turns, whoever queued first', async () => {
    const order: string[] = [];
    const [first, second, third] = [v7(), v7(), v7()];
    const gate = Promise.withResolvers<void>();
    // One place is left, so that the order shows.
    for (let n = 0; n < 7; n += 1) await queue({ kind: 'blocked' });
    let begun = 0;
    const worker = start({
      blocked: async () => {
        begun += 1;
        await gate.promise;
      },
      noted: async ({ details }) => void order.push(String(details.name)),
    });
    await expect.poll(() => begun).toBe(7);
    const note = (name: string, turn_of: string, lane = 'bulk') => ({
      kind: 'noted',
      lane,
      turn_of,
      details: { name },
    });
    const rows = [
      ...[1, 2, 3, 4, 5].map((n) => note(`first ${n}`, first)),
      ...[1, 2, 3].map((n) => note(`second ${n}`, second)),
      note('third', third),
      note('single', third, 'single'),
    ];
    await server.sql(
      `insert into job (id, kind, lane, turn_of, details, next_attempt_at)
       select gen_random_uuid(), j.kind, j.lane, j.turn_of, j.details, now() + n * interval '1 microsecond'
       from rows from (jsonb_to_recordset($1::jsonb) as (kind text, lane text, turn_of uuid, details jsonb)) with ordinality as j (kind, lane, turn_of, details, n)`,
      [JSON.stringify(rows)],
    );
    worker.wake();
    await expect.poll(() => order.length).toBe(rows.length);
    gate.resolve();
    expect(order[0]).toBe('single');
    // Whose turn is next depends on who was served last; from then on each company has one in turn.
    const turns = order.slice(1);
    expect(
      turns
        .slice(0, 3)
        .map((name) => name.split(' ')[0])
        .toSorted(),
    ).toEqual(['first', 'second', 'third']);
    expect(
      turns
        .slice(3, 5)
        .map((name) => name.split(' ')[0])
        .toSorted(),
    ).toEqual(['first', 'second']);
    expect(turns.filter((name) => name.startsWith('first'))).toEqual([1, 2, 3, 4, 5].map((n) => `first ${n}`));
    expect(turns.slice(-2)).toEqual(['first 4', 'first 5']);
  });
});
