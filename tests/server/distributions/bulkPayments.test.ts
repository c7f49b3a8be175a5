// Several payments by one command: each by its own rules, with a result for each.
import { beforeAll, describe, expect, it } from 'vitest';
import type { Row } from '#server/db/database.ts';
import * as given from '#tests/support/given.ts';
import { approveSeen } from '#tests/support/given.ts';
import { givenMember, signUpCompany } from '#tests/support/people.ts';
import type { Caller, Person } from '#tests/support/people.ts';
import { useTestServer } from '#tests/support/testServer.ts';

const server = useTestServer();
let owner: Person;
beforeAll(async () => void (owner = await signUpCompany(server)));

/** The payments of an approved distribution, to as many holders. */
async function payments(count: number, extra: Row = {}): Promise<Row[]> {
  const shareClass = await given.shareClass(owner);
  for (let index = 0; index < count; index += 1)
    await given.certificate(owner, { share_class_id: shareClass.id, quantity: '10' });
  const distribution = await given.distribution(owner, { share_class_ids: [shareClass.id], ...extra });
  await approveSeen(owner, distribution);
  return (await owner.get(given.listUrl('/api/payments/', { filter: { distribution_id: distribution.id } }))).rows;
}
const bulk = (body: Row, by: Caller = owner) => by.post('/api/payments/bulk', body);
const idsOf = (rows: Row[]) => rows.map(({ id }) => String(id));
const statesOf = async (rows: Row[]) =>
  Promise.all(rows.map(async ({ id }) => (await owner.get(`/api/payments/${String(id)}`)).body.status));
const one = (record: Row, verb: string, body: Row = {}) =>
  owner.post(`/api/payments/${String(record.id)}/${verb}`, body);

describe('several payments', () => {
  it('are started, failed, retried and completed at once, and the distribution is paid with the last', async () => {
    const rows = await payments(3);
    const ids = idsOf(rows);
    expect((await bulk({ action: 'start', ids })).body).toEqual({ done: 3, refused: [] });
    expect((await bulk({ action: 'fail', ids: ids.slice(0, 1), reason: 'No such account.' })).body.done).toBe(1);
    expect((await bulk({ action: 'retry', ids: ids.slice(0, 1) })).body.done).toBe(1);
    expect((await bulk({ action: 'start', ids: ids.slice(0, 1) })).body.done).toBe(1);
    const answer = await bulk({ action: 'complete', ids, date: '2024-07-20', reference: 'RUN-7' });
    expect(answer.body).toEqual({ done: 3, refused: [] });
    const found = (await owner.get(`/api/payments/${ids[0]}`)).body;
    expect(found).toMatchObject({ status: 'completed', reference: 'RUN-7', attempts: 2 });
    expect((found.events as Row[]).map(({ verb }) => verb)).toEqual([
      'started',
      'failed',
      'retried',
      'started',
      'completed',
    ]);
    expect((await owner.get(`/api/distributions/${String(rows[0]!.distribution_id)}`)).body.status).toBe('paid');
    const trail = (await owner.get('/api/audit/')).rows.map(({ summary }) => summary);
    expect(trail).toContain('Complete: 3 payments');
  });

  it('answer for each as the command for one does, and one that is refused stops no other', async () => {
    const rows = await payments(5);
    const [ready, blocked, started, completed, changing] = rows as [Row, Row, Row, Row, Row];
    const [ahead] = (await payments(1, { payment_date: '2030-01-01', record_date: '2024-06-30' })) as [Row];
    await one(blocked, 'block', { reason: 'Asked to wait.' });
    await one(started, 'start');
    await one(completed, 'start');
    await one(completed, 'complete', { date: '2024-07-20' });
    const holder = `/api/shareholders/${String(changing.shareholder_id)}`;
    await owner.put(holder, { bank_account: { iban: 'DE89370400440532013000' } });
    await owner.put(holder, { bank_account: { iban: 'GB29NWBK60161331926819' } });
    const refused = [blocked, started, completed, changing, ahead];
    const alone = await Promise.all(
      refused.map(async (record) => {
        const { code, detail } = await one(record, 'start');
        return { id: record.id, code, detail };
      }),
    );
    const absent = '01a21823-3dbf-7768-8251-000000000000';
    const answer = await bulk({ action: 'start', ids: [...idsOf([ready, ...refused]), absent, 'x'] });
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({
      done: 1,
      refused: [
        ...alone,
        { id: absent, code: 'not_found', detail: 'Not found.' },
        { id: 'x', code: 'not_found', detail: 'Not found.' },
      ],
    });
    expect(new Set(alone.map(({ code }) => code))).toEqual(
      new Set(['payment_held', 'payment_not_pending', 'payment_date_ahead']),
    );
    expect(await statesOf([ready, ...refused])).toEqual([
      'processing',
      'pending',
      'processing',
      'completed',
      'pending',
      'pending',
    ]);
    const early = await bulk({ action: 'complete', ids: idsOf([ready]), date: '2020-01-01' });
    expect(early.body).toEqual({
      done: 0,
      refused: [
        {
          id: ready.id,
          code: 'invalid_fields',
          detail: 'The payment cannot have arrived before the record date, 2024-06-30.',
        },
      ],
    });
    expect((await bulk({ action: 'start', ids: idsOf([ahead]), reason: 'The bank is closed then.' })).body.done).toBe(
      1,
    );
  });

  it('may be those of a filter', async () => {
    const rows = await payments(4);
    await one(rows[0]!, 'block', { reason: 'Asked to wait.' });
    const filter = { distribution_id: rows[0]!.distribution_id, is_held: false };
    expect((await bulk({ action: 'start', filter })).body).toEqual({ done: 3, refused: [] });
    expect((await bulk({ action: 'start', filter: { distribution_id: 'none' } })).body).toEqual({
      done: 0,
      refused: [],
    });
    expect((await bulk({ action: 'start', filter: { nothing: 1 } })).status).toBe(400);
  });

  it('are refused as a whole for a body that is wrong', async () => {
    const ids = idsOf(await payments(1));
    const bodies: Row[] = [
      {},
      { action: 'return', ids },
      { action: 'start' },
      { action: 'start', ids, filter: {} },
      { action: 'start', ids: [] },
      { action: 'start', ids: Array.from({ length: 5001 }, (_each, at) => `p${at}`) },
      { action: 'complete', ids },
      { action: 'complete', ids, date: '2024-02-30' },
      { action: 'fail', ids },
      { action: 'fail', ids, reason: ' ' },
      { action: 'retry', ids, date: '2024-07-20' },
    ];
    for (const body of bodies) expect([body.action, (await bulk(body)).status]).toEqual([body.action, 422]);
    expect(await statesOf([{ id: ids[0] }])).toEqual(['pending']);
  });

  it('are found in one’s own company alone, and moved by who keeps the books', async () => {
    const rows = await payments(2);
    const ids = idsOf(rows);
    const other = await signUpCompany(server);
    expect((await bulk({ action: 'start', ids }, other)).body).toMatchObject({
      done: 0,
      refused: [{ code: 'not_found' }, { code: 'not_found' }],
    });
    expect((await bulk({ action: 'start', ids }, await givenMember(server, owner, 'viewer'))).status).toBe(403);
    expect((await bulk({ action: 'start', ids }, await givenMember(server, owner, 'staff'))).body.done).toBe(2);
  });

  it('are each moved once by two people at the same time, and by a call that is repeated with its key', async () => {
    const rows = await payments(6);
    const ids = idsOf(rows);
    const both = await Promise.all([bulk({ action: 'start', ids }), bulk({ action: 'start', ids: ids.toReversed() })]);
    expect(both.map(({ body }) => [body.done, (body.refused as Row[]).length]).toSorted()).toEqual([
      [0, 6],
      [6, 0],
    ]);
    const options = { headers: { 'idempotency-key': `bulk-${ids[0]}` } };
    const body = { action: 'complete', ids, date: '2024-07-20' };
    const first = await owner.post('/api/payments/bulk', body, options);
    expect((await owner.post('/api/payments/bulk', body, options)).body).toEqual(first.body);
    expect(first.body).toEqual({ done: 6, refused: [] });
  });
});
