// The real program, killed during an approval, a batch, an upload of results and a callback. After each restart nothing is there
// twice, nothing is lost, and the work can be repeated. KILLS=50 HOLDERS=20000 kills it as often, with as many holders.
import { createHash } from 'node:crypto';
import { rmSync } from 'node:fs';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { writeManyHolders } from '#bench/manyHolders.ts';
import { readSecrets } from '#server/auth/secrets.ts';
import { placeOf } from '#server/commands/shareholders/holderDetails.ts';
import type { Row } from '#server/db/database.ts';
import { IBAN, resultsCsv } from '#tests/support/distributions/payouts.ts';
import { SECRET, signedCallback } from '#tests/support/distributions/payoutStandIn.ts';
import { multipart } from '#tests/support/given.ts';
import { signupBody } from '#tests/support/people.ts';
import { addressOf, withClient } from '#tests/support/postgresSetup.ts';
import { randomOf } from '#tests/support/randomNumbers.ts';
import { messageTo, newDataDir, startServer } from '#tests/support/runningServer.ts';
import type { RunningServer } from '#tests/support/runningServer.ts';
import { newDatabase } from '#tests/support/testServer.ts';
import { often } from '#tests/support/time/often.ts';

const KILLS = often('KILLS', 4, 12);
const HOLDERS = Number(process.env.HOLDERS ?? 400);
const SEED = Number(process.env.KILLS_SEED ?? 20261126);
const EVENTS_A_CALL = 5000;
const APP_SECRET = 'a root secret of thirty-two bytes';

const numbers = randomOf(SEED);
let server: RunningServer;
let dataDir: string;
let ownerUrl: string;
let drop: () => Promise<unknown>;
let env: Record<string, string>;
let token: string;
/** How long each kind of work took when nobody killed it, as far as is known. */
const usual: Record<string, number> = {};

const sql = (text: string, values: readonly unknown[] = []) =>
  withClient(ownerUrl, async (client) => (await client.query<Row>(text, values as unknown[])).rows);

async function send(method: string, path: string, body?: unknown, headers: Record<string, string> = {}) {
  const isRaw = typeof body === 'string' || body instanceof Uint8Array;
  const response = await fetch(server.address + path, {
    method,
    headers: {
      ...(body === undefined || isRaw ? {} : { 'content-type': 'application/json' }),
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...headers,
    },
    body: body === undefined ? null : isRaw ? (body as string) : JSON.stringify(body),
  });
  const text = await response.text();
  return { status: response.status, body: (text === '' ? {} : JSON.parse(text)) as Row };
}

beforeAll(async () => {
  const postgres = inject('postgres');
  const made = await newDatabase();
  drop = made.drop;
  ownerUrl = addressOf(postgres, made.database, postgres.ownerRole);
  dataDir = newDataDir('killed');
  env = {
    APP_SECRET,
    DATABASE_URL: ownerUrl,
    DATABASE_APP_URL: addressOf(postgres, made.database, postgres.appRole),
    PAYOUT_DRIVER: 'http',
    // Nobody listens there: what counts are its callbacks.
    PAYOUT_HTTP_URL: 'http://127.0.0.1:9',
    PAYOUT_HTTP_SECRET: SECRET,
  };
  server = await startServer(dataDir, env);
  const body = signupBody();
  await send('POST', '/api/auth/signup', body);
  const [, code] = await messageTo(dataDir, body.phone, /code is (\d{6})/);
  token = String((await send('POST', '/api/auth/verify-phone', { email: body.email, code })).body.access_token);
  const [org] = await sql('select id from organization');
  await writeManyHolders({ ownerUrl }, { id: String(org!.id) }, HOLDERS);
  const { texts } = readSecrets(APP_SECRET, dataDir);
  const holders = Array.from({ length: HOLDERS }, (_, at) => `h${at + 1}`);
  const sealed = holders.map((id) => texts.seal(JSON.stringify(IBAN), placeOf(String(org!.id), id, 'bank_account')));
  await sql(
    `insert into holder_detail (org_id, shareholder_id, bank_account, bank_account_last4, had_bank_account)
     select $1, u.id, u.sealed, '3000', true from unnest($2::text[], $3::text[]) as u (id, sealed)`,
    [org!.id, holders, sealed],
  );
});
afterAll(async () => {
  await server?.stop();
  await drop?.();
  rmSync(dataDir, { recursive: true, force: true });
});

/** Kills the program somewhere during the work, starts it again and repeats the work. */
async function killedDuring<T>(kind: string, work: () => Promise<T>): Promise<T> {
  // A repeat is confirmed as the first was.
  await sql('update session set confirmed_at = now()');
  const begun = performance.now();
  const first = work().then(
    () => (usual[kind] = performance.now() - begun),
    () => undefined,
  );
  const delay = numbers.below(Math.ceil(usual[kind] ?? 300));
  await Promise.race([first, new Promise((resolve) => setTimeout(resolve, delay))]);
  await server.stop('SIGKILL');
  await first;
  server = await startServer(dataDir, env);
  await sql('update session set confirmed_at = now()');
  return work();
}

const inState = async (distribution: unknown) =>
  (
    await sql(
      `select count(*)::int as payments, count(distinct shareholder_id)::int as holders, round(sum(amount), 2)::text as total,
              count(*) filter (where status = 'pending')::int as pending, count(*) filter (where status = 'processing')::int as processing,
              count(*) filter (where status = 'completed')::int as completed, max(attempts)::int as attempts
       from payment where distribution_id = $1`,
      [distribution],
    )
  )[0]!;

it(
  `is the same after ${KILLS} kills`,
  async () => {
    for (let kills = 0; kills < KILLS; kills += 4) {
      const made = await send('POST', '/api/distributions/', {
        name: `Dividend ${kills}`,
        type: 'dividend',
        amount_per_share: '0.37',
        record_date: '2025-06-30',
        payment_date: '2025-07-15',
        method: 'bank_transfer',
        share_class_ids: ['common', 'a'],
      });
      expect(made.status).toBe(201);
      const { id } = made.body;
      const preview = (await send('GET', `/api/distributions/${String(id)}/preview?limit=1`)).body;
      const approved = await killedDuring('approve', () =>
        send('POST', `/api/distributions/${String(id)}/approve`, { preview_hash: preview.preview_hash }),
      );
      // It was done before the kill, or the repeat did it.
      expect(['200 undefined', '409 already_approved']).toContain(`${approved.status} ${String(approved.body.code)}`);
      const whole = { payments: HOLDERS, holders: HOLDERS, total: preview.total_net };
      expect(await inState(id)).toMatchObject({ ...whole, pending: HOLDERS });
      expect(
        await sql('select count(*)::int as lines from distribution_line where distribution_id = $1', [id]),
      ).toEqual([{ lines: HOLDERS }]);

      const asked = { format: 'csv', execution_date: '2030-01-15', filter: { distribution_id: id } };
      const key = { 'idempotency-key': `batch-${kills}` };
      const batch = (await killedDuring('batch', () => send('POST', '/api/payment-batches/', asked, key))).body;
      expect(await inState(id)).toMatchObject({ ...whole, processing: HOLDERS, attempts: 1 });
      expect(batch).toMatchObject({ count: HOLDERS, total: preview.total_net, status: 'open' });
      const file = await fetch(`${server.address}/api/payment-batches/${String(batch.id)}/file`, {
        headers: { authorization: `Bearer ${token}` },
      });
      expect(
        createHash('sha256')
          .update(Buffer.from(await file.arrayBuffer()))
          .digest('hex'),
      ).toBe(batch.sha256);
      const batches = await sql(
        'select count(distinct batch_id)::int as batches, min(batch_id::text) as id from payment where distribution_id = $1',
        [id],
      );
      expect(batches).toEqual([{ batches: 1, id: batch.id }]);

      const ids = (await sql('select id from payment where distribution_id = $1 order by id', [id])).map((row) =>
        String(row.id),
      );
      const half = ids.length >> 1;
      const { body, options } = multipart({
        name: 'results.csv',
        bytes: resultsCsv(ids.slice(0, half).map((payment) => [payment, 'completed', `T-${payment.slice(-6)}`, ''])),
      });
      const results = await killedDuring('results', () =>
        send(
          'POST',
          `/api/payment-batches/${String(batch.id)}/results`,
          body,
          options.headers as Record<string, string>,
        ),
      );
      expect(results).toMatchObject({ status: 200, body: { failed: 0, unknown: [] } });
      expect(Number(results.body.completed) + Number(results.body.unchanged)).toBe(half);
      expect(await inState(id)).toMatchObject({ ...whole, completed: half, processing: ids.length - half });

      await sql('delete from payout_handover where batch_id = $1', [batch.id]);
      await sql(
        `insert into payout_handover (org_id, batch_id, account_id, asked_at, accepted_at)
         select org_id, id, created_by, now(), now() from payment_batch where id = $1`,
        [batch.id],
      );
      await killedDuring('callback', async () => {
        for (let from = half; from < ids.length; from += EVENTS_A_CALL)
          expect((await callBack(String(batch.id), ids.slice(from, from + EVENTS_A_CALL))).status).toBe(200);
      });
      expect(await inState(id)).toMatchObject({ ...whole, completed: HOLDERS, attempts: 1 });
      // Each payment was started once and completed once, and the distribution is paid.
      const told = await sql(
        `select verb, count(*)::int as count, count(distinct payment_id)::int as payments from payment_event e
         where payment_id in (select id from payment where distribution_id = $1) group by verb order by verb`,
        [id],
      );
      expect(told).toEqual([
        { verb: 'completed', count: HOLDERS, payments: HOLDERS },
        { verb: 'started', count: HOLDERS, payments: HOLDERS },
      ]);
      expect((await send('GET', `/api/distributions/${String(id)}`)).body.status).toBe('paid');
      expect((await send('GET', `/api/payment-batches/${String(batch.id)}`)).body.status).toBe('closed');
    }
    console.log(
      `${KILLS} kills during approvals, batches, results and callbacks of ${HOLDERS} holders (seed ${SEED}): 0 differences`,
    );
  },
  KILLS * 120_000,
);

function callBack(batch_id: string, payments: readonly string[]) {
  const body = JSON.stringify({
    events: payments.map((payment_id) => ({ batch_id, payment_id, status: 'completed' })),
  });
  return send('POST', '/api/payout-events', body, signedCallback(body));
}
