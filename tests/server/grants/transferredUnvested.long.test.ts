// Unvested stock that went to a trust, a spouse or a company: its vesting, and the right to repurchase it, follow the shares, so
// that both depend on the service of whoever was given them and not on their present holder's.
//
//   4,800,000 shares over 48 months from 2024-01-01; on 2025-01-10, 1,000,000 of them go to a trust: those that vest last.
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Row } from '#server/db/database.ts';
import * as given from '#tests/support/given.ts';
import { ledgerFaults } from '#tests/support/ledgerFaults.ts';
import { signUpCompany, signUpShareholder } from '#tests/support/people.ts';
import type { Person } from '#tests/support/people.ts';
import { useTestServer } from '#tests/support/testServer.ts';

const server = useTestServer();
let owner: Person;
let common: Row;
let founder: Row;
let trust: Row;
let stock: Row;
const vesting = { vesting_start: '2024-01-01', months: 48, cliff_months: 0 };
beforeAll(async () => {
  server.setClock('2026-06-15');
  owner = await signUpCompany(server);
});
beforeEach(async () => {
  server.setClock('2026-06-15');
  common = await given.shareClass(owner, { authorized_shares: '50000000' });
  [founder, trust] = [await given.shareholder(owner), await given.shareholder(owner)];
  stock = await given.certificate(owner, {
    shareholder_id: founder.id,
    share_class_id: common.id,
    quantity: '4800000',
    price_per_share: '0.0001',
    issue_date: '2024-01-01',
    vesting,
  });
});

async function post(path: string, body: Row): Promise<Row> {
  const reply = await owner.post(path, body);
  expect([path, reply.status, reply.text]).toEqual([path, reply.status < 300 ? reply.status : 200, reply.text]);
  return reply.body;
}
const openOf = async (holder: Row) =>
  (
    await owner.get(
      `/api/certificates/?filter=${encodeURIComponent(JSON.stringify({ shareholder_id: holder.id, status: 'active' }))}`,
    )
  ).rows;
/** The certificate that the receiver got. */
const transfer = async (from: Row, to: Row, quantity: string, date = '2025-01-10') => {
  const { resulting } = await post(`/api/certificates/${String(from.id)}/transfer`, {
    to_shareholder_id: to.id,
    quantity,
    date,
    approves_unvested: true,
  });
  return (resulting as Row[])[0]!;
};
const terminationOf = async (holder: Row, date = '2026-01-01') =>
  (await owner.get(`/api/shareholders/${String(holder.id)}/termination?date=${date}`)).body.repurchasable as Row[];
const end = (holder: Row, extra: Row = {}) =>
  owner.post(`/api/shareholders/${String(holder.id)}/terminate`, {
    date: '2026-01-01',
    reason: 'VOLUNTARY_OTHER',
    ...extra,
  });
const pageOf = async ({ id }: Row, by: Person = owner) => (await by.get(`/api/certificates/${String(id)}`)).body;
const vestedOf = async (certificate: Row, by: Person = owner) => {
  const { vesting: shown } = (await pageOf(certificate, by)) as { vesting: { vested: string; tranches: Row[] } | null };
  return shown && [shown.vested, shown.tranches.length];
};
const ahead = async () => ((await owner.get('/api/analytics/vesting')).body as { rows: Row[] }).rows;
const entries = async () => (await owner.get('/api/transactions/?sort=["seq","ASC"]')).rows;

describe('unvested stock of another holder', () => {
  it('is named with its holder when the service ends of whoever was given it', async () => {
    const paper = await transfer(stock, trust, '1000000');
    expect(await terminationOf(founder)).toMatchObject([
      { shareholder_id: founder.id, quantity: '1400000', vested: '2400000', price_per_share: '0.0001' },
      {
        certificate_id: paper.id,
        shareholder_id: trust.id,
        shareholder: trust.name,
        quantity: '1000000',
        vested: '0',
        price_per_share: null,
      },
    ]);
    // The trust's own service, if it has one, is not that for which the shares were given.
    expect(await terminationOf(trust)).toEqual([]);
  });

  it('vests no more after that service ended, whoever looks', async () => {
    const paper = await transfer(stock, trust, '1000000');
    const person = await signUpShareholder(server, owner, trust);
    server.setClock('2027-06-15');
    // Of the last ten months, three have passed.
    for (const by of [owner, person]) expect(await vestedOf(paper, by)).toEqual(['300000', 10]);
    const ended = await end(founder);
    expect([ended.status, ended.text]).toEqual([200, ended.text]);
    expect(ended.body.repurchasable).toMatchObject([{ quantity: '1400000' }, { quantity: '1000000' }]);
    for (const by of [owner, person]) expect(await vestedOf(paper, by)).toEqual(['0', 0]);
    expect((await ahead()).filter(({ shareholder_id }) => shareholder_id === trust.id)).toEqual([]);
    const preview = (await owner.get(`/api/shareholders/${String(trust.id)}/preview`)).body;
    const [company] = preview.portfolio as { holdings: Row[] }[];
    expect(company!.holdings).toMatchObject([{ vested: '0', next_vesting: null }]);
  });

  it('is repurchased with the rest, and goes back with it as one unit', async () => {
    const paper = await transfer(stock, trust, '1000000');
    const known = (await entries()).length;
    const [own] = await openOf(founder);
    const reply = await end(founder, {
      repurchase: [own!, paper].map(({ id }) => ({ certificate_id: id, price_per_share: '0.0001' })),
    });
    expect([reply.status, reply.text]).toEqual([200, reply.text]);
    expect(reply.body).toMatchObject({
      repurchasable: [],
      repurchased: [
        { certificate_id: own!.id, quantity: '1400000', shareholder_id: founder.id },
        { certificate_id: paper.id, quantity: '1000000', shareholder_id: trust.id, shareholder: trust.name },
      ],
    });
    expect(await openOf(trust)).toEqual([]);
    expect(await ledgerFaults(server, owner)).toEqual([]);
    const written = (await entries()).slice(known);
    const bought = written.find(({ object_type }) => object_type === 'TX_STOCK_REPURCHASE')!;
    const back = await post(`/api/transactions/${String(bought.id)}/void`, { reason: 'Typed by mistake.' });
    expect((back.voided as number[]).length).toBe(written.length);
    expect((await openOf(trust)).map(({ quantity }) => quantity)).toEqual(['1000000']);
  });

  it('is not repurchased from anybody who was given it by another service, or bought it vested', async () => {
    const { resulting } = await post(`/api/certificates/${String(stock.id)}/transfer`, {
      to_shareholder_id: trust.id,
      quantity: '1000',
      date: '2025-01-10',
    });
    const [sold] = resulting as Row[];
    expect((await terminationOf(founder)).map(({ shareholder_id }) => shareholder_id)).toEqual([founder.id]);
    const refused = await end(founder, { repurchase: [{ certificate_id: sold!.id, price_per_share: '1' }] });
    expect([refused.status, (refused.body.errors as Row[])[0]!.field]).toEqual([422, 'repurchase.0.certificate_id']);
  });

  it('is followed through more transfers, a split, and stock of an early exercise', async () => {
    const spouse = await given.shareholder(owner);
    const plan = await given.equityPlan(owner, { share_class_ids: [common.id] });
    const grant = await given.grant(owner, {
      shareholder_id: founder.id,
      equity_plan_id: plan.id,
      quantity: '4800',
      early_exercisable: true,
      vesting,
    });
    const { resulting } = await post(`/api/grants/${String(grant.id)}/exercise`, {
      quantity: '4800',
      date: '2024-01-15',
    });
    await transfer(stock, trust, '1000000');
    const [early] = resulting as Row[];
    await transfer(early!, trust, '4800');
    const [whole] = (await openOf(trust)).filter(({ quantity }) => quantity === '1000000');
    await transfer(whole!, spouse, '300000', '2025-02-10');
    await post(`/api/share-classes/${String(common.id)}/split`, {
      numerator: '2',
      denominator: '1',
      date: '2025-03-10',
    });
    const named = (await terminationOf(founder)).map(({ shareholder_id, quantity }) => [shareholder_id, quantity]);
    expect(named.sort()).toEqual(
      [
        [founder.id, '2800000'],
        [trust.id, '1400000'],
        [trust.id, '4800'],
        [spouse.id, '600000'],
      ].sort(),
    );
    expect((await end(founder)).status).toBe(200);
    server.setClock('2028-06-15');
    const [ofGrant] = (await openOf(trust)).filter(({ quantity }) => quantity === '9600');
    expect((await vestedOf(ofGrant!))?.[0]).toBe('4800');
    const [last] = await openOf(spouse);
    expect(await vestedOf(last!)).toEqual(['0', 0]);
  });

  it('vests on while that service goes on, though its present holder leaves', async () => {
    const paper = await transfer(stock, trust, '1000000');
    expect((await end(trust)).status).toBe(200);
    server.setClock('2027-06-15');
    expect(await vestedOf(paper)).toEqual(['300000', 10]);
  });

  it('stays unvested where it is transferred after that service ended', async () => {
    expect((await end(founder)).status).toBe(200);
    const paper = await transfer(stock, trust, '4800000', '2026-02-01');
    server.setClock('2027-06-15');
    expect((await vestedOf(paper))?.[0]).toBe('2400000');
    const { repurchasable } = (await owner.get(`/api/shareholders/${String(founder.id)}/termination?date=2026-02-01`))
      .body;
    expect(repurchasable).toMatchObject([{ certificate_id: paper.id, quantity: '2400000', vested: '2400000' }]);
  });

  it('is not put on one paper with stock that vests by somebody else’s service', async () => {
    const other = await given.shareholder(owner);
    const theirs = await given.certificate(owner, {
      shareholder_id: other.id,
      share_class_id: common.id,
      quantity: '4800',
      issue_date: '2024-01-01',
      vesting,
    });
    const papers = [await transfer(stock, trust, '1000000'), await transfer(theirs, trust, '1000')];
    const consolidate = (ids: unknown[]) =>
      owner.post('/api/certificates/consolidate', { certificate_ids: ids, date: '2025-06-01' });
    const refused = await consolidate(papers.map(({ id }) => id));
    expect([refused.status, refused.code]).toEqual([409, 'different_service']);
    expect(refused.detail).toContain(String(founder.name));
    const same = [papers[0]!, await transfer((await openOf(founder))[0]!, trust, '100', '2025-02-10')];
    expect((await consolidate(same.map(({ id }) => id))).status).toBe(200);
  });
});
