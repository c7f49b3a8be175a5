// A mail that its recipient's mail server refuses: the company learns of it, and can send it again.
import type { AddressInfo } from 'node:net';
import pg from 'pg';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readConfig } from '#server/config.ts';
import { queueMessage } from '#server/data/queue/messages.ts';
import { handlersOf } from '#server/jobs/kinds.ts';
import { startWorker } from '#server/jobs/worker.ts';
import { chooseCarriers } from '#server/providers/carriers.ts';
import type { Carriers } from '#server/providers/carriers.ts';
import { doJobs } from '#tests/support/jobs/jobs.ts';
import { givenMember, signUp, signUpCompany } from '#tests/support/people.ts';
import type { Person } from '#tests/support/people.ts';
import { useTestServer } from '#tests/support/testServer.ts';

const server = useTestServer();
const received: string[] = [];
/** What the mail server answers to this recipient, while it refuses. */
let refusal: { code: number; text: string } | null = { code: 550, text: 'No such user here' };
const smtp = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS', 'AUTH'],
  onRcptTo({ address }, _session, done) {
    if (refusal === null || !address.startsWith('away')) return done();
    return done(Object.assign(new Error(refusal.text), { responseCode: refusal.code }));
  },
  onData(stream, session, done) {
    received.push(session.envelope.rcptTo[0]!.address);
    stream.on('data', () => undefined).on('end', () => done());
  },
});
let carriers: Carriers;
let owner: Person;
beforeAll(async () => {
  await new Promise<void>((resolve) => smtp.listen(0, '127.0.0.1', resolve));
  carriers = chooseCarriers(
    readConfig({
      DATA_DIR: server.dataDir,
      DEMO: 'off',
      MAIL_DRIVER: 'smtp',
      SMTP_URL: `smtp://127.0.0.1:${(smtp.server.address() as AddressInfo).port}`,
      MAIL_FROM: 'Sharebook <from@example.com>',
    }),
    () => undefined,
  );
  owner = await signUpCompany(server);
});
afterAll(async () => {
  carriers.email.close!();
  await new Promise<void>((resolve) => void smtp.close(resolve));
});
const send = () => doJobs(server, handlersOf(server.deps, { ...carriers, sms: { send: async () => undefined } }, null));
const arrived = () => received.filter((to) => !to.startsWith('person'));
const listed = async (by = owner) => (await by.get('/api/undelivered-messages/')).rows;
const invite = (email: string) => owner.post('/api/members/', { email, role: 'viewer' });
/** Who asked to join is told of the answer by mail. */
async function refuse(email: string) {
  await signUp(server, { account_type: 'shareholder', client_name: owner.user.client_name, email });
  const [request] = (await owner.get('/api/join-requests/?filter={"status":"pending"}')).rows;
  await owner.post(`/api/join-requests/${String(request!.id)}/reject`, {});
}
async function queueFor(by: Person, to: string) {
  const [company] = await server.sql<{ id: string }>('select id from organization where client_name = $1', [
    by.user.client_name,
  ]);
  await server.deps.db.system((tx) =>
    queueMessage(tx, server.deps, {
      channel: 'email',
      to,
      words: () => ({ subject: 'Hello', text: 'A text.' }),
      org_id: company!.id,
    }),
  );
}
const inJob = (recipient: string) =>
  server.sql(`select attempts, last_error, outcome from job where details ->> 'recipient' = $1`, [recipient]);

it('is listed for those who keep the books, on their dashboard too, and goes again when they say so', async () => {
  await refuse('away@example.com');
  await refuse('here@example.com');
  await send();
  expect(new Set(arrived())).toEqual(new Set(['here@example.com']));
  const [message, ...others] = await listed();
  expect(others).toEqual([]);
  expect(message).toMatchObject({
    recipient: 'away@example.com',
    subject: expect.stringContaining('Your request to join'),
    can_send_again: true,
    reason: expect.stringContaining('No such user here'),
    attempts: 1,
  });
  const { decisions } = (await owner.get('/api/dashboard')).body as { decisions: { kind: string; total: number }[] };
  expect(decisions.find(({ kind }) => kind === 'undelivered_message')).toMatchObject({ total: 1 });
  const viewer = await givenMember(server, owner, 'viewer');
  expect((await listed(viewer)).length).toBe(0);
  expect(await listed(await signUpCompany(server))).toEqual([]);

  refusal = null;
  const url = `/api/undelivered-messages/${String(message!.id)}`;
  expect((await viewer.post(`${url}/send-again`, {})).status).toBe(403);
  expect((await owner.post(`${url}/send-again`, {})).status).toBe(200);
  expect(await listed()).toEqual([]);
  expect((await owner.post(`${url}/send-again`, {})).status).toBe(404);
  await send();
  expect(arrived()).toContain('away@example.com');
});

it('is taken off the list without being sent', async () => {
  refusal = { code: 550, text: 'No such user here' };
  await invite('away-too@example.com');
  await send();
  const [message] = await listed();
  refusal = null;
  expect((await owner.post(`/api/undelivered-messages/${String(message!.id)}/dismiss`, {})).status).toBe(200);
  expect(await listed()).toEqual([]);
  await send();
  expect(received).not.toContain('away-too@example.com');
});

it('with a link is not sent again but invited anew, and is for administrators where only they invite', async () => {
  refusal = { code: 550, text: 'No such user here' };
  await invite('away-invited@example.com');
  await send();
  const [message] = await listed();
  expect(message).toMatchObject({ recipient: 'away-invited@example.com', can_send_again: false });
  const url = `/api/undelivered-messages/${String(message!.id)}`;
  expect(await owner.post(`${url}/send-again`, {})).toMatchObject({ status: 409, code: 'has_link' });
  const staff = await givenMember(server, owner, 'staff');
  expect(await listed(staff)).toEqual([]);
  expect((await staff.get(url)).status).toBe(404);
  expect((await staff.post(`${url}/dismiss`, {})).status).toBe(404);
  expect((await owner.post(`${url}/dismiss`, {})).status).toBe(200);
});

it('is not given up while its mail server only asks for patience, and is when its time has passed', async () => {
  refusal = { code: 451, text: 'Try again later' };
  await invite('away-a-while@example.com');
  await send();
  expect(await listed()).toEqual([]);
  const [job] = await inJob('away-a-while@example.com');
  expect(job).toMatchObject({ attempts: 1, last_error: expect.stringContaining('Try again later'), outcome: null });
  await server.sql(
    `update job set expires_at = now() - interval '1 second', next_attempt_at = now() where details ->> 'recipient' = 'away-a-while@example.com'`,
  );
  await send();
  expect(await listed()).toMatchObject([
    {
      recipient: 'away-a-while@example.com',
      reason: expect.stringMatching(/^It could not be delivered in time\. The last answer: .*Try again later/),
    },
  ]);
});

it('lets mails of others leave while its company is locked, as by an import', async () => {
  refusal = { code: 550, text: 'No such user here' };
  const other = await signUpCompany(server);
  await send();
  const locker = new pg.Client({ connectionString: server.ownerUrl });
  await locker.connect();
  await locker.query('begin');
  await locker.query('select 1 from organization where client_name = $1 for update', [owner.user.client_name]);
  for (let n = 0; n < 10; n += 1) await queueFor(owner, `away-locked-${n}@example.com`);
  await queueFor(other, 'through@example.com');
  const worker = startWorker(
    server.deps,
    handlersOf(server.deps, { ...carriers, sms: { send: async () => undefined } }, null),
    20,
  );
  await expect.poll(() => received).toContain('through@example.com');
  await locker.query('rollback');
  await locker.end();
  await expect
    .poll(async () => (await listed()).filter(({ recipient }) => String(recipient).includes('locked')).length)
    .toBe(10);
  await worker.stop();
});

it('of an account alone is shown to no company', async () => {
  refusal = { code: 550, text: 'No such user here' };
  const person = await signUpCompany(server, { email: 'away-person@example.com' });
  await send();
  expect(await inJob(person.email)).toMatchObject([{ outcome: 'given_up' }]);
  expect(await listed(person)).toEqual([]);
});
