import { beforeAll, describe, expect, it } from 'vitest';
import type { Row } from '#server/db/database.ts';
import * as given from '#tests/support/given.ts';
import { atOnce, signUpCompany } from '#tests/support/people.ts';
import type { Person } from '#tests/support/people.ts';
import { useTestServer } from '#tests/support/testServer.ts';

const server = useTestServer();
let owner: Person;
let shareClass: Row;
let seller: Row;
let buyer: Row;
beforeAll(async () => {
  owner = await signUpCompany(server);
  shareClass = await given.shareClass(owner, { prefix: 'CS-', price_per_share: '2.50' });
  [seller, buyer] = [await given.shareholder(owner), await given.shareholder(owner)];
});
const certificate = (extra: Row = {}) =>
  given.certificate(owner, { shareholder_id: seller.id, share_class_id: shareClass.id, ...extra });
const verb = (record: Row, name: string, body: Row) =>
  owner.post(`/api/certificates/${String(record.id)}/${name}`, body);
const read = async (record: Row) => (await owner.get(`/api/certificates/${String(record.id)}`)).body;
const transfer = (record: Row, extra: Row = {}) =>
  verb(record, 'transfer', { to_shareholder_id: buyer.id, quantity: '400', date: '2024-03-01', ...extra });

describe('transferring shares', () => {
  it('gives the buyer a certificate and the seller one for what was not sold', async () => {
    const source = await certificate();
    const reply = await transfer(source);
    expect(reply.status).toBe(200);
    const { transaction_id, resulting, balance } = reply.body as {
      transaction_id: string;
      resulting: Row[];
      balance: Row;
    };
    expect(transaction_id).toEqual(expect.any(String));
    expect(resulting).toMatchObject([
      { shareholder_id: buyer.id, quantity: '400', num_shares: 400, issue_date: '2024-03-01', status: 'active' },
    ]);
    expect(balance).toMatchObject({
      shareholder_id: seller.id,
      quantity: '600',
      issue_date: '2024-03-01',
      status: 'active',
    });
    expect(await read(source)).toMatchObject({ status: 'transferred', quantity: '1000', issue_date: '2024-01-15' });
  });
  it('leaves no balance when the whole certificate is transferred', async () => {
    const reply = await transfer(await certificate(), { quantity: '1000' });
    expect([reply.status, reply.body.balance]).toEqual([200, null]);
  });
  it('shows on each certificate what it came from and what it became', async () => {
    const source = await certificate();
    const { resulting } = (await transfer(source)).body as { resulting: [Row] };
    expect(await read(source)).toMatchObject({ ended: { verb: 'transferred', date: '2024-03-01', quantity: '400' } });
    expect(((await read(source)).became as Row[]).map((each) => each.quantity).sort()).toEqual(['400', '600']);
    expect((await read(resulting[0])).came_from).toMatchObject([{ id: source.id }]);
  });
  it('is refused for a certificate that is no longer active', async () => {
    const source = await certificate();
    await transfer(source);
    const again = await transfer(source);
    expect([again.status, again.detail]).toEqual([409, 'This certificate is no longer active.']);
  });
  it('is refused for more than the certificate holds, and names both figures', async () => {
    const reply = await transfer(await certificate(), { quantity: '1001' });
    expect([reply.status, reply.code]).toEqual([409, 'not_enough_shares']);
    expect(String(reply.detail)).toMatch(/1,000.*1,001/);
  });
  it('is refused to the same holder, and on a day before the issue', async () => {
    expect((await transfer(await certificate(), { to_shareholder_id: seller.id })).status).toBe(409);
    expect(await transfer(await certificate(), { date: '2024-01-14' })).toMatchObject({
      status: 409,
      code: 'before_issue_date',
    });
    expect((await transfer(await certificate(), { date: '2024-01-15' })).status).toBe(200);
  });
  it.each([
    ['a fraction', { quantity: '0.5' }],
    ['a quantity of zero', { quantity: '0' }],
    ['a negative number', { quantity: '-1' }],
    ['an unknown buyer', { to_shareholder_id: 'none' }],
    ['no day', { date: undefined }],
    ['an unknown field', { price: '5' }],
  ])('refuses %s', async (_what, extra) => {
    const source = await certificate();
    expect((await transfer(source, extra)).status).toBe(422);
    expect((await read(source)).status).toBe('active');
  });
});

describe('cancelling and repurchasing', () => {
  it('ends the certificate and frees its authorized shares when it is for the whole', async () => {
    const small = await given.shareClass(owner, { authorized_shares: '1000' });
    const source = await certificate({ share_class_id: small.id });
    const reply = await verb(source, 'cancel', { date: '2024-03-01', reason: 'returned' });
    expect([reply.status, reply.body]).toEqual([200, { transaction_id: expect.any(String), balance: null }]);
    expect((await read(source)).status).toBe('cancelled');
    expect(await certificate({ share_class_id: small.id, issue_date: '2024-03-01' })).toMatchObject({
      status: 'active',
    });
  });
  it('leaves a balance certificate for the same holder when it is for a part', async () => {
    const source = await certificate();
    const reply = await verb(source, 'repurchase', { quantity: '250', date: '2024-03-01', price_per_share: '3.00' });
    expect([reply.status, reply.body.balance]).toMatchObject([
      200,
      { quantity: '750', shareholder_id: seller.id, status: 'active' },
    ]);
    expect((await read(source)).status).toBe('repurchased');
  });
  it('needs a reason to cancel, or a price to repurchase', async () => {
    expect((await verb(await certificate(), 'cancel', { date: '2024-03-01' })).status).toBe(422);
    expect((await verb(await certificate(), 'cancel', { date: '2024-03-01', reason: ' ' })).status).toBe(422);
    expect((await verb(await certificate(), 'repurchase', { date: '2024-03-01' })).status).toBe(422);
  });
  it('is refused for a closed certificate, for too many shares, and before the issue', async () => {
    const source = await certificate();
    const cancel = { date: '2024-03-01', reason: 'x' };
    expect((await verb(source, 'cancel', { ...cancel, quantity: '1001' })).status).toBe(409);
    expect((await verb(source, 'cancel', { ...cancel, date: '2023-12-31' })).status).toBe(409);
    expect((await verb(source, 'cancel', cancel)).status).toBe(200);
    expect(await verb(source, 'repurchase', { date: '2024-03-01', price_per_share: '1' })).toMatchObject({
      status: 409,
      detail: 'This certificate is no longer active.',
    });
  });
  it('answers 404 for an unknown certificate', async () => {
    for (const [name, body] of [
      ['cancel', { date: '2024-03-01', reason: 'x' }],
      ['repurchase', { date: '2024-03-01', price_per_share: '1' }],
    ] as const)
      expect(await verb({ id: 'none' }, name, body)).toMatchObject({ status: 404, detail: 'Not found.' });
  });
});

describe('calls at the same time', () => {
  it('twenty issues against a limit: as many succeed as fit, and their numbers have no gap', async () => {
    const small = await given.shareClass(owner, { authorized_shares: '1000', prefix: 'RACE-' });
    const replies = await atOnce(20, () =>
      owner.post('/api/certificates/', {
        shareholder_id: seller.id,
        share_class_id: small.id,
        quantity: '100',
        issue_date: '2024-01-15',
      }),
    );
    const won = replies.filter((reply) => reply.status === 201);
    expect(won).toHaveLength(10);
    expect(new Set(replies.filter((reply) => reply.status !== 201).map((reply) => reply.status))).toEqual(
      new Set([409]),
    );
    const numbers = won.map((reply) => Number(String(reply.body.certificate_number).slice(5))).sort((x, y) => x - y);
    expect(numbers).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    expect((await owner.get(`/api/share-classes/${String(small.id)}`)).body.outstanding).toBe('1000');
  });
  it('ten transfers of one certificate: exactly one succeeds', async () => {
    const source = await certificate();
    const buyers = await atOnce(10, () => given.shareholder(owner));
    const replies = await atOnce(10, (n) => transfer(source, { to_shareholder_id: buyers[n]!.id, quantity: '1000' }));
    expect(replies.map((reply) => reply.status).sort()).toEqual([200, ...Array(9).fill(409)]);
  });
  it('ten issues under one number: exactly one succeeds', async () => {
    const replies = await atOnce(10, () =>
      owner.post('/api/certificates/', {
        shareholder_id: seller.id,
        share_class_id: shareClass.id,
        quantity: '1',
        issue_date: '2024-01-15',
        certificate_number: 'ONLY-1',
      }),
    );
    expect(replies.map((reply) => reply.status).sort()).toEqual([201, ...Array(9).fill(409)]);
  });
  it('a transfer, a cancellation and a repurchase of one certificate: exactly one succeeds', async () => {
    const source = await certificate();
    const replies = await Promise.all([
      transfer(source),
      verb(source, 'cancel', { date: '2024-03-01', reason: 'x' }),
      verb(source, 'repurchase', { date: '2024-03-01', price_per_share: '1', quantity: '1000' }),
    ]);
    expect(replies.map((reply) => reply.status).sort()).toEqual([200, 409, 409]);
  });
});
