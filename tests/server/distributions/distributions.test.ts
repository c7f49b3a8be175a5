import { beforeAll, describe, expect, it } from 'vitest';
import type { Row } from '#server/db/database.ts';
import * as given from '#tests/support/given.ts';
import { approveSeen } from '#tests/support/given.ts';
import { atOnce, givenMember, signUpCompany, signUpShareholder } from '#tests/support/people.ts';
import type { Person } from '#tests/support/people.ts';
import { useTestServer } from '#tests/support/testServer.ts';

const server = useTestServer();
let owner: Person;
let colleague: Person;
beforeAll(async () => {
  owner = await signUpCompany(server);
  colleague = await givenMember(server, owner, 'admin');
});

/** Creates a class of its own with these holdings, one holder each. */
async function held(
  quantities: string[],
  extra: Row = {},
): Promise<{ shareClass: Row; holders: Row[]; certificates: Row[] }> {
  const shareClass = await given.shareClass(owner, extra);
  const holders: Row[] = [];
  const certificates: Row[] = [];
  for (const quantity of quantities) {
    const holder = await given.shareholder(owner);
    holders.push(holder);
    certificates.push(
      await given.certificate(owner, { shareholder_id: holder.id, share_class_id: shareClass.id, quantity }),
    );
  }
  return { shareClass, holders, certificates };
}
const declare = (shareClass: Row, extra: Row = {}) =>
  given.distribution(owner, { share_class_ids: [shareClass.id], ...extra });
const verb = (record: Row, name: string, by: Person = colleague, body: Row = {}) =>
  name === 'approve' && Object.keys(body).length === 0
    ? approveSeen(by, record)
    : by.post(`/api/distributions/${String(record.id)}/${name}`, body);
const paymentsOf = async (record: Row) =>
  (await owner.get(`/api/payments/?filter=${encodeURIComponent(JSON.stringify({ distribution_id: record.id }))}`)).rows;
const preview = async (record: Row) =>
  (await owner.get(`/api/distributions/${String(record.id)}/preview`)).body as Row & { rows: Row[] };
const amounts = (rows: Row[], holders: Row[], field: string) =>
  holders.map(({ id }) => rows.find((row) => row.shareholder_id === id)?.[field]);

const TOLD = 'cancelled the distribution, with its payments';

describe('the amounts of a distribution', () => {
  it('are rounded half up, once per holder and class (DV-01)', async () => {
    const { shareClass, holders } = await held(['1001', '2500', '333', '10']);
    const distribution = await declare(shareClass, { amount_per_share: '0.123' });
    const found = await preview(distribution);
    expect(amounts(found.rows, holders, 'gross')).toEqual(['123.12', '307.50', '40.96', '1.23']);
    expect([found.total_gross, found.total_net, found.total_tax]).toEqual(['472.81', '472.81', '0.00']);
    await verb(distribution, 'approve');
    expect(amounts(await paymentsOf(distribution), holders, 'amount')).toEqual(['123.12', '307.50', '40.96', '1.23']);
  });
  it('divide a fixed sum to the cent, and never add up to more or less (DV-02)', async () => {
    const { shareClass, holders } = await held(['10', '10', '10']);
    const distribution = await declare(shareClass, { total_amount: '100.00' });
    expect(distribution).toMatchObject({ amount_per_share: null, total_amount: '100.00' });
    const approved = await verb(distribution, 'approve');
    expect(approved.body).toMatchObject({ status: 'approved', amount_per_share: '3.3333333333' });
    const paid = await paymentsOf(distribution);
    expect(amounts(paid, holders, 'amount').sort()).toEqual(['33.33', '33.33', '33.34']);
  });
  it('add up the certificates of one holder before rounding', async () => {
    const { shareClass, holders } = await held(['3']);
    for (let n = 0; n < 2; n += 1)
      await given.certificate(owner, { shareholder_id: holders[0]!.id, share_class_id: shareClass.id, quantity: '3' });
    const found = await preview(await declare(shareClass, { amount_per_share: '0.005' }));
    expect(amounts(found.rows, holders, 'gross')).toEqual(['0.05']);
  });
  it('go to the holders of record: a transfer on the record date counts, one on the day after does not (DV-05)', async () => {
    const { shareClass, holders, certificates } = await held(['1000']);
    const bob = await given.shareholder(owner);
    const move = (record: Row, quantity: string, date: string) =>
      owner.post(`/api/certificates/${String(record.id)}/transfer`, { to_shareholder_id: bob.id, quantity, date });
    const first = (await move(certificates[0]!, '400', '2024-06-30')).body as { balance: Row };
    await move(first.balance, '100', '2024-07-01');
    const found = await preview(await declare(shareClass, { amount_per_share: '0.50', record_date: '2024-06-30' }));
    expect(amounts(found.rows, [holders[0]!, bob], 'gross')).toEqual(['300.00', '200.00']);
  });
  it('make no payment when they round to zero, but keep the row and its reason', async () => {
    const { shareClass, holders } = await held(['1', '1000']);
    const distribution = await declare(shareClass, { amount_per_share: '0.001' });
    const small = (await preview(distribution)).rows.find((row) => row.shareholder_id === holders[0]!.id);
    expect(small).toMatchObject({ gross: '0.00', excluded_reason: expect.any(String) });
    await verb(distribution, 'approve');
    expect(await paymentsOf(distribution)).toHaveLength(1);
    expect((await preview(distribution)).rows).toHaveLength(2);
  });
});

describe('approving', () => {
  it('needs another administrator than the one who declared it (T20), and is refused to staff', async () => {
    const { shareClass } = await held(['10']);
    const distribution = await declare(shareClass);
    const own = await verb(distribution, 'approve', owner);
    expect([own.status, own.detail]).toEqual([403, 'A different administrator must approve this.']);
    const staff = await givenMember(server, owner, 'staff');
    expect((await verb(distribution, 'approve', staff)).status).toBe(403);
    const url = `/api/distributions/${String(distribution.id)}`;
    const canCancel = [(await owner.get(url)).body.can_cancel, (await staff.get(url)).body.can_cancel];
    expect(canCancel).toEqual([true, false]);
    expect((await verb(distribution, 'approve')).status).toBe(200);
  });
  it('shows the refusal and its reason in the preview', async () => {
    const { shareClass } = await held(['10']);
    const distribution = await declare(shareClass);
    const refusalFor = async (by: Person) =>
      (await by.get(`/api/distributions/${String(distribution.id)}/preview`)).body.approval_refusal;
    const message = 'A different administrator must approve this.';
    expect(await refusalFor(owner)).toEqual({ code: 'second_person_needed', message });
    expect(await refusalFor(colleague)).toBeNull();
    expect(await refusalFor(await givenMember(server, owner, 'staff'))).toMatchObject({ code: 'forbidden' });
    await change(distribution, colleague, { name: 'Renamed' });
    expect([await refusalFor(owner), await refusalFor(colleague)]).toMatchObject([{ message }, { message }]);
    await change(distribution, owner, { name: 'Renamed again' });
    expect(await refusalFor(colleague)).toBeNull();
    expect(await preview(distribution)).toMatchObject({ version: 3, amount_per_share: '0.5' });
  });
  const change = (record: Row, by: Person, body: Row) => by.put(`/api/distributions/${String(record.id)}`, body);
  it('is refused to the administrator who changed the terms last', async () => {
    const { shareClass } = await held(['10']);
    const distribution = await declare(shareClass, { amount_per_share: '0.01' });
    await change(distribution, colleague, { amount_per_share: '5.00' });
    expect(await verb(distribution, 'approve')).toMatchObject({ status: 403, code: 'second_person_needed' });
    const third = await givenMember(server, owner, 'admin');
    await change(distribution, third, { name: 'Renamed' });
    expect((await verb(distribution, 'approve', third)).status).toBe(403);
    expect((await verb(distribution, 'approve', colleague)).status).toBe(200);
  });
  it('stays closed to the creator when somebody else changed the terms, and opens to that person when the creator saves again', async () => {
    const { shareClass } = await held(['10']);
    const distribution = await declare(shareClass);
    await change(distribution, colleague, { amount_per_share: '2' });
    expect((await change(distribution, owner, { changed_by: colleague.user.id })).status).toBe(422);
    expect(await verb(distribution, 'approve', owner)).toMatchObject({ status: 403, code: 'second_person_needed' });
    await change(distribution, owner, { amount_per_share: '2' });
    expect((await verb(distribution, 'approve', colleague)).status).toBe(200);
  });
  it('covers only what was seen: after other terms, other lines or another version it is refused and writes nothing', async () => {
    const { shareClass, certificates } = await held(['100', '50']);
    const distribution = await declare(shareClass, { amount_per_share: '1' });
    const approve = (body: Row) => verb(distribution, 'approve', colleague, body);
    const changed = { status: 409, code: 'preview_changed', detail: expect.stringContaining('changed since') };
    const first = await preview(distribution);
    expect((await preview(distribution)).preview_hash).toBe(first.preview_hash);
    await change(distribution, owner, { payment_date: '2024-08-15' });
    expect(await approve({ preview_hash: first.preview_hash })).toMatchObject(changed);
    expect(await approve({ version: distribution.version })).toMatchObject({ status: 409, code: 'stale_version' });
    const second = await preview(distribution);
    await owner.post(`/api/certificates/${String(certificates[0]!.id)}/cancel`, { date: '2024-06-29', reason: 'late' });
    expect(await approve({ preview_hash: second.preview_hash })).toMatchObject(changed);
    expect(await paymentsOf(distribution)).toEqual([]);
    for (const preview_hash of ['x', 5, 'A'.repeat(64)])
      expect((await approve({ preview_hash })).body).toMatchObject({ errors: [{ field: 'preview_hash' }] });
    const third = await preview(distribution);
    expect((await approve({ preview_hash: third.preview_hash, version: 2 })).status).toBe(200);
    expect((await preview(distribution)).preview_hash).toBeNull();
  });
  it('is refused without a statement of what was seen', async () => {
    const distribution = await declare((await held(['10'])).shareClass);
    const url = `/api/distributions/${String(distribution.id)}/approve`;
    for (const body of [undefined, {}, { preview_hash: null }, { version: null }]) {
      const reply = await colleague.post(url, body);
      expect([reply.status, (reply.body.errors as Row[])[0]]).toEqual([
        422,
        { field: 'preview_hash', message: expect.stringContaining('show what you approve') },
      ]);
    }
    expect((await owner.get(`/api/distributions/${String(distribution.id)}`)).body.status).toBe('pending');
  });
  it('by the version alone is refused when entries were recorded since, and accepted when none were', async () => {
    const { shareClass } = await held(['100']);
    const distribution = await declare(shareClass, { amount_per_share: '1' });
    const byVersion = async () => {
      const { version } = (await owner.get(`/api/distributions/${String(distribution.id)}`)).body;
      return verb(distribution, 'approve', colleague, { version });
    };
    const late = { shareholder_id: (await given.shareholder(owner)).id, share_class_id: shareClass.id };
    await given.certificate(owner, { ...late, quantity: '5000', issue_date: '2024-01-01' });
    expect(await byVersion()).toMatchObject({
      status: 409,
      code: 'preview_changed',
      detail: expect.stringContaining('preview_hash'),
    });
    expect(await paymentsOf(distribution)).toEqual([]);
    await change(distribution, owner, { name: 'Seen with five thousand' });
    expect((await byVersion()).status).toBe(200);
    expect(await paymentsOf(distribution)).toHaveLength(2);
  });
  it('may be done alone by the only administrator', async () => {
    const alone = await signUpCompany(server);
    const { share_class_id } = await given.certificate(alone);
    const distribution = await given.distribution(alone, { share_class_ids: [share_class_id] });
    expect((await verb(distribution, 'approve', alone)).status).toBe(200);
  });
  it('waits for the record date, by the server’s day', async () => {
    const { shareClass } = await held(['10']);
    const distribution = await declare(shareClass, { record_date: '2024-08-10', payment_date: '2024-08-20' });
    server.setClock('2024-08-09');
    expect(await verb(distribution, 'approve')).toMatchObject({ status: 409, code: 'record_date_ahead' });
    server.setClock('2024-08-10');
    expect((await verb(distribution, 'approve')).status).toBe(200);
    server.setClock(new Date().toISOString());
  });
  it('happens once, also when ten try at the same time', async () => {
    const { shareClass, holders } = await held(['10', '20']);
    const distribution = await declare(shareClass);
    const replies = await atOnce(10, () => verb(distribution, 'approve'));
    expect(replies.map((reply) => reply.status).sort()).toEqual([200, ...Array(9).fill(409)]);
    expect(replies.find((reply) => reply.status === 409)!.detail).toBe('This distribution has already been approved.');
    expect(await paymentsOf(distribution)).toHaveLength(holders.length);
  });
  it('and cancelling at the same time end in a lawful order, and none of them waits for the other in vain', async () => {
    const { shareClass } = await held(['10', '20']);
    for (let round = 0; round < 3; round += 1) {
      const distribution = await declare(shareClass);
      const { preview_hash } = await preview(distribution);
      const replies = await Promise.all(
        Array.from({ length: 6 }, (_, at) =>
          at % 2 === 0 ? verb(distribution, 'approve', colleague, { preview_hash }) : verb(distribution, 'cancel'),
        ),
      );
      expect(replies.map(({ status }) => status).filter((status) => ![200, 409].includes(status))).toEqual([]);
      expect((await owner.get(`/api/distributions/${String(distribution.id)}`)).body.status).toBe('cancelled');
    }
  });
  it('freezes what is paid: later entries change no figure (I10)', async () => {
    const { shareClass, certificates } = await held(['100']);
    const distribution = await declare(shareClass);
    await verb(distribution, 'approve');
    const before = [await preview(distribution), await paymentsOf(distribution)];
    await owner.post(`/api/certificates/${String(certificates[0]!.id)}/cancel`, {
      date: '2024-06-29',
      reason: 'a late correction',
    });
    expect([await preview(distribution), await paymentsOf(distribution)]).toEqual(before);
    await expect(
      server.sql('update payment set amount = amount + 1 where distribution_id = $1', [distribution.id]),
    ).rejects.toMatchObject({ code: '23514' });
    await expect(
      server.sql('delete from distribution_line where distribution_id = $1', [distribution.id]),
    ).rejects.toMatchObject({ code: '42501' });
  });
  it('is refused when nobody held a share', async () => {
    const distribution = await declare(await given.shareClass(owner));
    expect((await preview(distribution)).rows).toEqual([]);
    expect(await verb(distribution, 'approve')).toMatchObject({ status: 409, code: 'nothing_to_pay' });
  });
});

describe('editing and cancelling', () => {
  it('allows edits while pending, and refuses edits and deletion afterwards', async () => {
    const { shareClass } = await held(['10']);
    const distribution = await declare(shareClass);
    const url = `/api/distributions/${String(distribution.id)}`;
    const edited = await owner.put(url, { name: 'Renamed', amount_per_share: '2', share_class_ids: [shareClass.id] });
    expect([edited.status, edited.body]).toMatchObject([200, { name: 'Renamed', amount_per_share: '2' }]);
    await verb(distribution, 'approve');
    expect((await owner.put(url, { name: 'Too late' })).status).toBe(409);
    expect((await owner.delete(url)).status).toBe(409);
  });
  it('cancels a pending and an approved distribution, whose payments then never restart', async () => {
    const { shareClass } = await held(['10']);
    const [pending, approved] = [await declare(shareClass), await declare(shareClass)];
    await verb(approved, 'approve');
    const seen = async () => {
      const { rows, total_net, rounding_difference } = (
        await owner.get(`/api/distributions/${String(approved.id)}/preview`)
      ).body;
      return { rows, total_net, rounding_difference };
    };
    const frozen = await seen();
    for (const each of [pending, approved]) expect((await verb(each, 'cancel')).body.status).toBe('cancelled');
    // What was approved can still be read.
    expect(await seen()).toEqual(frozen);
    expect(frozen.rows).toHaveLength(1);
    const [payment] = await paymentsOf(approved);
    expect(payment).toMatchObject({ status: 'failed', failure_reason: 'distribution_cancelled' });
    expect((await owner.post(`/api/payments/${String(payment!.id)}/retry`, {})).status).toBe(409);
    expect((await verb(approved, 'cancel')).status).toBe(409);
    expect((await verb(pending, 'approve')).status).toBe(409);
  });
  it('shows each holder the cancellation, on the distribution and on their payment', async () => {
    const { shareClass, holders } = await held(['10', '20']);
    const portal = await signUpShareholder(server, owner, holders[0]!);
    const distribution = await declare(shareClass);
    await verb(distribution, 'approve');
    expect((await verb(distribution, 'cancel')).body.status).toBe('cancelled');
    const [payment] = (await portal.get('/api/payments/')).rows;
    const newest = async (url: string, by: Person) => ((await by.get(url)).body.history as Row[])[0]!.text;
    const [whole, own] = [`/api/distributions/${String(distribution.id)}`, `/api/payments/${String(payment!.id)}`];
    for (const url of [whole, own]) expect([url, await newest(url, portal)]).toEqual([url, TOLD]);
    expect(((await portal.get(whole)).body.history as Row[]).at(-1)!.text).toBe('declared the distribution');
    expect([await newest(own, owner), await newest(whole, owner)]).toEqual([
      TOLD,
      `cancelled distribution ${String(distribution.name)}`,
    ]);
  });
  it('refuses to cancel once a payment is under way', async () => {
    const { shareClass } = await held(['10', '20']);
    const distribution = await declare(shareClass);
    await verb(distribution, 'approve');
    const [payment] = await paymentsOf(distribution);
    await owner.post(`/api/payments/${String(payment!.id)}/start`, {});
    expect(await verb(distribution, 'cancel')).toMatchObject({ status: 409, code: 'payments_under_way' });
  });
  it.each([
    ['no class', { share_class_ids: [] }],
    ['an unknown class', { share_class_ids: ['none'] }],
    ['neither rate nor sum', { amount_per_share: undefined }],
    ['both rate and sum', { amount_per_share: '1', total_amount: '5' }],
    ['a rate of nothing', { amount_per_share: '0' }],
    ['a negative rate', { amount_per_share: '-1' }],
    ['a sum with three places', { amount_per_share: undefined, total_amount: '1.001' }],
    ['payment before record', { payment_date: '2024-06-29' }],
    ['a record date before 1900', { record_date: '1899-12-31' }],
    ['payment more than ten years after the record date', { payment_date: '2034-07-01' }],
    ['an unknown type', { type: 'gift' }],
    ['a status', { status: 'approved' }],
    ['no name', { name: ' ' }],
  ])('refuses %s', async (_what, extra) => {
    const { shareClass } = await held([]);
    const body = {
      name: 'D',
      type: 'dividend',
      record_date: '2024-06-30',
      payment_date: '2024-07-15',
      amount_per_share: '1',
      share_class_ids: [shareClass.id],
    };
    const reply = await owner.post('/api/distributions/', { ...body, ...extra });
    expect([reply.status, typeof reply.detail]).toEqual([422, 'string']);
  });
  it('accepts the first and the last sensible day, when it is declared and when it is edited', async () => {
    const { shareClass } = await held([]);
    const dates = { record_date: '1900-01-01', payment_date: '1910-01-01' };
    const distribution = await declare(shareClass, dates);
    expect(distribution).toMatchObject(dates);
    const url = `/api/distributions/${String(distribution.id)}`;
    expect(await owner.put(url, { payment_date: '1910-01-02' })).toMatchObject({
      status: 422,
      body: { errors: [{ field: 'payment_date', message: 'At most 10 years after the record date.' }] },
    });
  });
});
