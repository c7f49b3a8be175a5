import { beforeAll, describe, expect, it } from 'vitest';
import type { Row } from '#server/db/database.ts';
import * as given from '#tests/support/given.ts';
import { signUpCompany } from '#tests/support/people.ts';
import type { Person } from '#tests/support/people.ts';
import { useTestServer } from '#tests/support/testServer.ts';

const server = useTestServer();
let owner: Person;
let holder: Row;
let shareClass: Row;
beforeAll(async () => {
  server.setClock('2026-01-15');
  owner = await signUpCompany(server);
  holder = await given.shareholder(owner);
  shareClass = await given.shareClass(owner, { prefix: 'CS-', name: 'Common' });
});
const warrant = (extra: Row = {}) =>
  given.warrant(owner, { shareholder_id: holder.id, share_class_id: shareClass.id, ...extra });
const read = async (of: Row) => (await owner.get(`/api/warrants/${String(of.id)}`)).body;
const verb = (of: Row, name: string, body: Row) => owner.post(`/api/warrants/${String(of.id)}/${name}`, body);

describe('a warrant', () => {
  it('keeps its price and its last day', async () => {
    expect(await warrant()).toMatchObject({
      quantity: '1000',
      outstanding: '1000',
      exercise_price: '2',
      share_class: 'Common',
      expiration_date: '2030-12-31',
      status: 'active',
    });
  });
  it.each([
    ['a quantity of zero', { quantity: '0' }],
    ['no price', { exercise_price: undefined }],
    ['an unknown class', { share_class_id: 'none' }],
    ['an expiry before its day', { expiration_date: '2023-01-01' }],
    ['an unknown field', { cap: '1' }],
  ])('is refused for %s', async (_what, extra) => {
    const body = {
      shareholder_id: holder.id,
      share_class_id: shareClass.id,
      quantity: '1',
      exercise_price: '1',
      date: '2024-01-01',
      ...extra,
    };
    expect((await owner.post('/api/warrants/', body)).status).toBe(422);
  });
  it('that has expired is shown as expired, and stays until it is cancelled', async () => {
    const made = await warrant({ expiration_date: '2025-12-31' });
    expect(await read(made)).toMatchObject({ status: 'expired', outstanding: '1000' });
    expect((await verb(made, 'exercise', { date: '2026-01-01' })).code).toBe('expired');
    expect((await verb(made, 'cancel', { date: '2026-01-02', reason: 'Expired' })).status).toBe(200);
    expect(await read(made)).toMatchObject({ status: 'cancelled', outstanding: '0' });
  });
});

describe('exercising a warrant', () => {
  it('in part ends the warrant, and gives stock for the part and a warrant on the same terms for the rest', async () => {
    const made = await warrant();
    const reply = await verb(made, 'exercise', { quantity: '400', date: '2025-03-01' });
    expect([reply.status, reply.body]).toMatchObject([
      200,
      {
        resulting: [{ quantity: '400', price_per_share: '2', shareholder_id: holder.id }],
        balance: {
          quantity: '600',
          exercise_price: '2',
          expiration_date: '2030-12-31',
          date: '2024-01-01',
          issued_on: '2025-03-01',
          status: 'active',
        },
      },
    ]);
    expect(await read(made)).toMatchObject({ status: 'exercised', outstanding: '0' });
    expect(((await read(made)).became as Row[]).map(({ resource }) => resource).sort()).toEqual([
      'certificates',
      'warrants',
    ]);
  });
  it('in whole leaves no balance', async () => {
    const made = await warrant();
    const reply = await verb(made, 'exercise', { date: '2025-03-01' });
    expect([reply.status, reply.body.balance]).toEqual([200, null]);
    expect((await verb(made, 'exercise', { date: '2025-03-01' })).code).toBe('not_active');
  });
  it('is refused for more shares than it covers, and for more than the class may issue', async () => {
    const made = await warrant({ quantity: '5000000' });
    expect((await verb(made, 'exercise', { quantity: '5000001', date: '2025-03-01' })).code).toBe('not_enough_shares');
    expect((await verb(made, 'exercise', { date: '2025-03-01' })).code).toBe('over_authorized');
    expect((await read(made)).status).toBe('active');
  });
});

describe('cancelling a warrant', () => {
  it('in part leaves a warrant on the same terms', async () => {
    const made = await warrant();
    const reply = await verb(made, 'cancel', { quantity: '250', date: '2025-03-01', reason: 'Agreed' });
    expect(reply.body.balance).toMatchObject({ quantity: '750', expiration_date: '2030-12-31' });
    expect((await verb(await warrant(), 'cancel', { date: '2025-03-01' })).status).toBe(422);
  });
});
