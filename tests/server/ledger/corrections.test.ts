import { describe, expect, it } from 'vitest';
import type { Row } from '#server/db/database.ts';
import * as given from '#tests/support/given.ts';
import { approveSeen } from '#tests/support/given.ts';
import { givenMember, signUpCompany } from '#tests/support/people.ts';
import type { Person } from '#tests/support/people.ts';
import { useTestServer } from '#tests/support/testServer.ts';
import { ledgerFaults } from '#tests/support/ledgerFaults.ts';

const server = useTestServer();
const total = async (owner: Person) => (await owner.get('/api/cap-table/?as_of=2030-01-01')).body.total;
const entries = async (owner: Person) => (await owner.get('/api/transactions/?sort=["seq","ASC"]')).rows;
const takeBack = (owner: Person, id: unknown, reason = 'Typed by mistake.') =>
  owner.post(`/api/transactions/${String(id)}/void`, { reason });
/** Returns the differences npm run verify finds: none when chain, projections and figures agree. */
const differences = (owner: Person) => ledgerFaults(server, owner);

describe('taking an entry back (E22)', () => {
  it('writes a new row, keeps the old one, and restores the state before it', async () => {
    const owner = await signUpCompany(server);
    const kept = await given.certificate(owner, { quantity: '1000' });
    const wrong = await given.certificate(owner, { quantity: '5000' });
    const [, second] = await entries(owner);
    const reply = await takeBack(owner, second!.id);
    expect(reply.status).toBe(200);
    expect(reply.body).toMatchObject({ id: second!.id, seq: second!.seq, voided: [second!.seq] });
    expect(await total(owner)).toBe('1000');
    const after = await entries(owner);
    expect(after).toHaveLength(3);
    expect(after[1]).toMatchObject({ ...second, status: 'voided', voided_by_seq: after[2]!.seq });
    expect(after[2]).toMatchObject({ object_type: 'VOID', voids_seq: second!.seq, date: second!.date });
    expect((await owner.get(`/api/transactions/${String(after[2]!.id)}`)).body.ocf).toMatchObject({
      reason_text: 'Typed by mistake.',
      voids_transaction_id: second!.id,
    });
    for (const [index, reason] of [null, 'Typed by mistake.', 'Typed by mistake.'].entries())
      expect((await owner.get(`/api/transactions/${String(after[index]!.id)}`)).body.void_reason).toBe(reason);
    expect((await owner.get('/api/certificates/')).rows.map((row) => row.id)).toEqual([kept.id]);
    expect((await owner.get(`/api/certificates/${String(wrong.id)}`)).status).toBe(404);
    expect(await differences(owner)).toEqual([]);
  });
  it('voids a transfer as a whole: the seller has the old certificate again, and no share is made or lost', async () => {
    const owner = await signUpCompany(server);
    const source = await given.certificate(owner, { quantity: '1000' });
    const buyer = await given.shareholder(owner);
    const url = `/api/certificates/${String(source.id)}`;
    const sold = await owner.post(`${url}/transfer`, {
      to_shareholder_id: buyer.id,
      quantity: '400',
      date: '2024-02-01',
    });
    const issuance = (await entries(owner)).find((row) => row.security_id === (sold.body.resulting as [Row])[0].id);
    expect((await takeBack(owner, issuance!.id)).body.voided).toHaveLength(3);
    expect((await owner.get('/api/certificates/')).rows).toMatchObject([{ id: source.id, status: 'active' }]);
    expect(await total(owner)).toBe('1000');
    const again = await owner.post(`${url}/transfer`, { to_shareholder_id: buyer.id, date: '2024-02-01' });
    expect(again.status).toBe(200);
    expect(await differences(owner)).toEqual([]);
  });
  it('is refused while a later entry depends on it, and names that entry', async () => {
    const owner = await signUpCompany(server);
    const source = await given.certificate(owner, { quantity: '1000' });
    const buyer = await given.shareholder(owner);
    const sold = await owner.post(`/api/certificates/${String(source.id)}/transfer`, {
      to_shareholder_id: buyer.id,
      date: '2024-02-01',
    });
    const [first, transfer] = await entries(owner);
    const refused = await takeBack(owner, first!.id);
    expect([refused.status, refused.body.code]).toEqual([409, 'entry_depended_on']);
    expect(sold.status).toBe(200);
    const listed = (await owner.get('/api/transactions/')).rows.find(({ id }) => id === sold.body.transaction_id)!;
    const named = `“${String(listed.summary)}” (entry No. ${String(listed.seq)}, 2024-02-01) depends on this.`;
    expect(refused.body.detail).toContain(named);
    expect(await entries(owner)).toHaveLength(3);
    expect((await takeBack(owner, transfer!.id)).status).toBe(200);
    expect((await takeBack(owner, first!.id)).status).toBe(200);
    expect(await total(owner)).toBe('0');
    expect(await differences(owner)).toEqual([]);
  });
  it('is refused when a rule would break without it, and gives the figures', async () => {
    const owner = await signUpCompany(server);
    const shareClass = await given.shareClass(owner, { authorized_shares: '1000' });
    const first = await given.certificate(owner, { share_class_id: shareClass.id, quantity: '1000' });
    await owner.post(`/api/certificates/${String(first.id)}/cancel`, {
      quantity: '600',
      date: '2024-02-01',
      reason: 'x',
    });
    await given.certificate(owner, { share_class_id: shareClass.id, quantity: '500', issue_date: '2024-03-01' });
    const cancellation = (await entries(owner)).find((row) => row.object_type === 'TX_STOCK_CANCELLATION');
    const refused = await takeBack(owner, cancellation!.id);
    expect([refused.status, refused.body.code]).toEqual([409, 'breaks_rule']);
    expect(refused.body.detail).toMatch(
      /^This cannot be taken back: “Issued .*: 500 .*” \(entry No\. \d+, 2024-03-01\) would/,
    );
    expect(refused.body.detail).toContain('1,000');
    expect(await differences(owner)).toEqual([]);
  });
  it('happens once, also when two ask at once, and a voiding entry cannot be voided', async () => {
    const owner = await signUpCompany(server);
    await given.certificate(owner, { quantity: '10' });
    const [only] = await entries(owner);
    const replies = await Promise.all([takeBack(owner, only!.id), takeBack(owner, only!.id)]);
    expect(replies.map((reply) => reply.status).sort()).toEqual([200, 409]);
    const voiding = (await entries(owner)).find((row) => row.object_type === 'VOID');
    expect((await takeBack(owner, voiding!.id)).body.code).toBe('already_voided');
    expect((await takeBack(owner, only!.id, '  ')).status).toBe(422);
  });
  it('is for owner and admin of the company', async () => {
    const owner = await signUpCompany(server);
    await given.certificate(owner, { quantity: '10' });
    const [only] = await entries(owner);
    for (const role of ['staff', 'viewer'] as const)
      expect((await takeBack(await givenMember(server, owner, role), only!.id)).status).toBe(403);
    expect((await takeBack(await signUpCompany(server), only!.id)).status).toBe(404);
  });
  it('is refused for an entry before the record date of an approved distribution', async () => {
    const owner = await signUpCompany(server);
    const shareClass = await given.shareClass(owner);
    await given.certificate(owner, { share_class_id: shareClass.id, quantity: '10', issue_date: '2024-01-01' });
    const made = await owner.post('/api/distributions/', {
      name: 'Dividend',
      type: 'dividend',
      share_class_ids: [shareClass.id],
      amount_per_share: '1',
      record_date: '2024-06-30',
      payment_date: '2024-07-31',
    });
    expect((await approveSeen(owner, made.body)).status).toBe(200);
    const [only] = await entries(owner);
    const refused = await takeBack(owner, only!.id);
    expect([refused.status, refused.body.code]).toEqual([409, 'record_date_frozen']);
  });
});
