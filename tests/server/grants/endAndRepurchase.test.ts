// One way to end a service: what lapses, what is kept until when, and what is repurchased at which price, as one unit of entries.
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Row } from '#server/db/database.ts';
import * as given from '#tests/support/given.ts';
import { ledgerFaults } from '#tests/support/ledgerFaults.ts';
import { signUpCompany } from '#tests/support/people.ts';
import type { Person } from '#tests/support/people.ts';
import { useTestServer } from '#tests/support/testServer.ts';

const server = useTestServer();
let owner: Person;
let common: Row;
let plan: Row;
let holder: Row;
let stock: Row;
beforeAll(async () => {
  server.setClock('2026-06-15');
  owner = await signUpCompany(server);
  common = await given.shareClass(owner, { name: 'Common', authorized_shares: '50000000' });
  plan = await given.equityPlan(owner, { share_class_ids: [common.id] });
});
// Half of the founder's 4,800,000 shares, and of the 1,000 options, have vested when the service ends on 2026-01-01.
beforeEach(async () => {
  holder = await given.shareholder(owner);
  const vesting = { vesting_start: '2024-01-01', months: 48, cliff_months: 12 };
  stock = await given.certificate(owner, {
    shareholder_id: holder.id,
    share_class_id: common.id,
    quantity: '4800000',
    price_per_share: '0.0001',
    issue_date: '2024-01-01',
    vesting,
  });
  await given.grant(owner, { shareholder_id: holder.id, equity_plan_id: plan.id, vesting });
});
const url = () => `/api/shareholders/${String(holder.id)}`;
const end = (repurchase?: Row[]) =>
  owner.post(`${url()}/terminate`, {
    date: '2026-01-01',
    reason: 'VOLUNTARY_OTHER',
    ...(repurchase && { repurchase }),
  });
const entries = async () => (await owner.get('/api/transactions/?sort=["seq","ASC"]')).rows;
const held = async () =>
  (
    await owner.get(
      `/api/certificates/?filter=${encodeURIComponent(JSON.stringify({ shareholder_id: holder.id, status: 'active' }))}`,
    )
  ).rows.map(({ quantity }) => quantity);

describe('ending a service with a repurchase', () => {
  it('previews the unvested shares with the price that was paid, and what has vested beside them', async () => {
    const { repurchasable } = (await owner.get(`${url()}/termination?date=2026-01-01`)).body;
    expect(repurchasable).toMatchObject([
      { certificate_id: stock.id, quantity: '2400000', vested: '2400000', price_per_share: '0.0001', currency: 'USD' },
    ]);
  });

  it('repurchases the unvested shares unless a number is given, and goes back as one unit', async () => {
    const known = (await entries()).length;
    const reply = await end([{ certificate_id: stock.id, price_per_share: '0.0001' }]);
    expect([reply.status, reply.text]).toEqual([200, reply.text]);
    expect(reply.body).toMatchObject({
      grants: [{ lapses: '500', keeps: '500', exercise_until: '2026-04-01' }],
      repurchased: [{ certificate_id: stock.id, quantity: '2400000', price_per_share: '0.0001' }],
      repurchasable: [],
    });
    expect(await held()).toEqual(['2400000']);
    const written = (await entries()).slice(known);
    const bought = written.find(({ object_type }) => object_type === 'TX_STOCK_REPURCHASE')!;
    expect(await ledgerFaults(server, owner)).toEqual([]);
    const back = await owner.post(`/api/transactions/${String(bought.id)}/void`, { reason: 'Typed by mistake.' });
    expect((back.body.voided as number[]).length).toBe(written.length);
    expect(await held()).toEqual(['4800000']);
    expect((await owner.get(url())).body.service).not.toBe('left');
  });

  it('takes vested shares too where their number is given, and no more than there are', async () => {
    const line = { certificate_id: stock.id, price_per_share: '1' };
    const refused = await end([{ ...line, quantity: '4800001' }]);
    expect([refused.status, refused.code]).toEqual([409, 'not_enough_shares']);
    expect((await owner.get(url())).body.service).not.toBe('left');
    expect((await end([{ ...line, quantity: '4800000' }])).status).toBe(200);
    expect(await held()).toEqual([]);
  });

  it('repurchases nothing that is not named, and says so', async () => {
    const { body } = await end();
    expect(body).toMatchObject({ repurchased: [], repurchasable: [{ quantity: '2400000' }] });
    expect(await held()).toEqual(['4800000']);
  });

  it.each([
    ['a certificate of somebody else', () => [{ certificate_id: 'other', price_per_share: '1' }]],
    ['one certificate twice', () => [1, 2].map(() => ({ certificate_id: stock.id, price_per_share: '1' }))],
    ['no price', () => [{ certificate_id: stock.id }]],
  ])('is refused for %s', async (what, lines) => {
    const asked: Row[] = lines();
    if (what.includes('somebody')) asked[0]!.certificate_id = (await given.certificate(owner)).id;
    const refused = await end(asked);
    expect(refused.status).toBe(422);
    expect(Object.keys((refused.body.errors as Row[])[0]!)).toContain('field');
    expect((await owner.get(url())).body.service).not.toBe('left');
  });
});

describe('repurchasing a certificate whose shares vest', () => {
  const repurchase = (body: Row = {}, { id }: Row = stock) =>
    owner.post(`/api/certificates/${String(id)}/repurchase`, {
      date: '2026-01-01',
      price_per_share: '0.0001',
      ...body,
    });

  it('asks for the number while some have vested and others have not, and names both', async () => {
    for (const body of [{}, { quantity: null }]) {
      const refused = await repurchase(body);
      expect([refused.status, refused.code]).toEqual([422, 'quantity_needed']);
      expect(refused.detail).toContain('2,400,000 of the shares of');
      expect(refused.detail).toMatch(/have not vested on 2026-01-01, and 2,400,000 have/);
      expect((refused.body.errors as Row[]).map(({ field }) => field)).toEqual(['quantity']);
    }
    expect(await held()).toEqual(['4800000']);
    expect((await repurchase({ quantity: '2400000' })).status).toBe(200);
    expect(await held()).toEqual(['2400000']);
    // Nothing that is left is unvested, so nothing says how many.
    const [rest] = (await owner.get('/api/certificates/')).rows.filter(
      ({ shareholder_id, status }) => shareholder_id === holder.id && status === 'active',
    );
    for (const quantity of [undefined, null]) {
      const refused = await repurchase({ quantity }, rest);
      expect([refused.status, refused.code]).toEqual([422, 'quantity_needed']);
      expect(refused.detail).toMatch(/^All of .+ has vested\. Say how many are repurchased/);
    }
    expect((await repurchase({ quantity: '2400000' }, rest)).status).toBe(200);
    expect(await held()).toEqual([]);
  });

  it('asks the same of what never vests, and when a service ends', async () => {
    const plain = await given.certificate(owner, { shareholder_id: holder.id, share_class_id: stock.share_class_id });
    for (const refused of [
      await repurchase({}, plain),
      await owner.post(`/api/shareholders/${String(holder.id)}/terminate`, {
        date: '2026-01-01',
        reason: 'VOLUNTARY_OTHER',
        repurchase: [{ certificate_id: plain.id, price_per_share: '1' }],
      }),
    ]) {
      expect([refused.status, refused.code]).toEqual([422, 'quantity_needed']);
      expect(refused.detail).toMatch(/has vested\. Say how many are repurchased/);
    }
    expect((await owner.get(`/api/certificates/${String(plain.id)}`)).body.status).toBe('active');
  });

  it('takes all where nothing has vested', async () => {
    expect((await repurchase({ date: '2024-06-01' })).status).toBe(200);
    expect(await held()).toEqual([]);
  });
});
