// A class split: what every holder has before and after, to the share and the cent.
import { describe, expect, it } from 'vitest';
import type { Row } from '#server/db/database.ts';
import * as given from '#tests/support/given.ts';
import { importZip, packageFiles, zipOf } from '#tests/support/packages.ts';
import { givenMember, signUpCompany } from '#tests/support/people.ts';
import type { Person } from '#tests/support/people.ts';
import { useTestServer } from '#tests/support/testServer.ts';
import { vendorClass, vendorIssuer } from '#tests/support/vendorPackage.ts';
import { ledgerFaults } from '#tests/support/ledgerFaults.ts';

const server = useTestServer();
const split = (owner: Person, shareClass: Row, body: Row) =>
  owner.post(`/api/share-classes/${String(shareClass.id)}/split`, {
    numerator: '3',
    denominator: '2',
    date: '2024-06-30',
    ...body,
  });
const table = async (owner: Person, date: string, basis = 'outstanding') =>
  (await owner.get(`/api/cap-table/?as_of=${date}&basis=${basis}`)).body;
const made = async (owner: Person, path: string, body: Row) => {
  const reply = await owner.post(path, body);
  expect([reply.status < 300, reply.text]).toEqual([true, reply.text]);
  return reply.body;
};
const differences = (owner: Person) => ledgerFaults(server, owner, '2024-12-31');

describe('a split', () => {
  it('of 225 shares three for two gives 337 and cash for half a share (CA-01), per holder and not per certificate', async () => {
    const owner = await signUpCompany(server);
    const common = await given.shareClass(owner, {
      authorized_shares: '1000',
      price_per_share: '12.00',
      prefix: 'CS-',
    });
    const ann = await given.shareholder(owner);
    for (const quantity of ['100', '125'])
      await given.certificate(owner, { share_class_id: common.id, shareholder_id: ann.id, quantity });
    const dry = await split(owner, common, { dry_run: true });
    expect(dry.body).toMatchObject({
      transaction_id: null,
      price_after: '8',
      holders: [{ shareholder_id: ann.id, before: '225', after: '337', cash_in_lieu: '4.00' }],
      authorized: { before: '1000', after: '1500' },
      total_cash_in_lieu: '4.00',
    });
    expect((await table(owner, '2024-12-31')).total).toBe('225');
    const done = await split(owner, common, {});
    expect([done.status, done.body.transaction_id === null]).toEqual([200, false]);
    expect({ ...done.body, transaction_id: null }).toEqual(dry.body);
    expect(await table(owner, '2024-06-29')).toMatchObject({ total: '225', classes: [{ authorized: '1000' }] });
    expect(await table(owner, '2024-06-30')).toMatchObject({ total: '337', classes: [{ authorized: '1500' }] });
    const list = (await owner.get('/api/certificates/?sort=["certificate_number","ASC"]')).rows;
    expect(list.map(({ certificate_number, quantity, status }) => [certificate_number, quantity, status])).toEqual([
      ['CS-1', '100', 'reissued'],
      ['CS-2', '125', 'reissued'],
      ['CS-3', '150', 'active'],
      ['CS-4', '187', 'active'],
    ]);
    // The settled fraction is in the ledger, on the page of the certificate that lost it, and in the stock ledger's
    // file.
    const said = 'Split 3 for 2; 1/2 of a share settled in cash, USD 4.00';
    const lost = list.find(({ certificate_number }) => certificate_number === 'CS-2')!;
    expect((await owner.get(`/api/certificates/${String(lost.id)}`)).text).toContain(said);
    expect((await owner.get('/api/reports/stock-ledger.csv')).text.split(said)).toHaveLength(2);
    expect(await differences(owner)).toEqual([]);
  });
  it('changes options, warrants, the pool and conversion ratios too', async () => {
    const owner = await signUpCompany(server);
    const common = await given.shareClass(owner, { authorized_shares: '100000', prefix: 'CS-' });
    const preferred = await given.shareClass(owner, {
      class_type: 'PREFERRED',
      conversion_ratio: '1',
      converts_to_share_class_id: common.id,
    });
    const [ann, bob] = [await given.shareholder(owner), await given.shareholder(owner)];
    await given.certificate(owner, { share_class_id: common.id, shareholder_id: ann.id, quantity: '1000' });
    await given.certificate(owner, { share_class_id: preferred.id, shareholder_id: bob.id, quantity: '100' });
    const plan = await made(owner, '/api/equity-plans/', {
      name: 'Plan',
      share_class_ids: [common.id],
      reserved: '1000',
      date: '2024-01-01',
    });
    const grant = await made(owner, '/api/grants/', {
      shareholder_id: bob.id,
      equity_plan_id: plan.id,
      share_class_id: common.id,
      compensation_type: 'OPTION_NSO',
      quantity: '481',
      exercise_price: '0.10',
      date: '2024-01-01',
      expiration_date: '2034-01-01',
      vesting: { vesting_start: '2024-01-01', months: 48, cliff_months: 12 },
    });
    await made(owner, '/api/warrants/', {
      shareholder_id: bob.id,
      share_class_id: common.id,
      quantity: '11',
      exercise_price: '1',
      date: '2024-01-01',
    });
    const before = await table(owner, '2024-06-29', 'fully_diluted');
    const done = await split(owner, common, {});
    expect(done.status).toBe(200);
    expect(done.body).toMatchObject({
      grants: [{ id: grant.id, before: '481', after: '721', price_before: '0.1', price_after: '0.0667' }],
      warrants: [{ before: '11', after: '16', price_after: '0.6667' }],
      conversions: [{ share_class_id: preferred.id, before: '1:1', after: '3:2' }],
    });
    const after = await table(owner, '2024-06-30', 'fully_diluted');
    expect([before.pool_available, after.pool_available]).toEqual(['519', '779']);
    expect(after.rows).toEqual(
      expect.arrayContaining([expect.objectContaining({ shareholder_id: bob.id, options: '721', warrants: '16' })]),
    );
    expect((await table(owner, '2024-06-30', 'as_converted')).total).toBe(String(1500 + 150));
    const fresh = (await owner.get('/api/grants/?as_of=2028-01-01')).rows.find(({ id }) => id !== grant.id)!;
    expect(fresh).toMatchObject({ quantity: '721', vested: '721', expiration_date: '2034-01-01' });
    const halfway = (await owner.get('/api/grants/?as_of=2026-01-01')).rows.find(({ id }) => id === fresh.id)!;
    // Half of 481 had vested, in shares of after the split half of 721.5.
    expect(halfway.vested).toBe('361');
    expect(await differences(owner)).toEqual([]);
  });
  it('keeps the available shares of a plan that retires cancelled ones', async () => {
    const owner = await signUpCompany(server);
    const common = await given.shareClass(owner, { authorized_shares: '100000' });
    const bob = await given.shareholder(owner);
    const plan = await made(owner, '/api/equity-plans/', {
      name: 'Plan',
      share_class_ids: [common.id],
      reserved: '1000',
      date: '2024-01-01',
      default_cancellation_behavior: 'RETIRE',
    });
    const grant = await made(owner, '/api/grants/', {
      shareholder_id: bob.id,
      equity_plan_id: plan.id,
      share_class_id: common.id,
      compensation_type: 'OPTION_NSO',
      quantity: '400',
      exercise_price: '1',
      date: '2024-01-01',
    });
    await made(owner, `/api/grants/${String(grant.id)}/exercise`, { quantity: '100', date: '2024-02-01' });
    expect((await table(owner, '2024-06-29', 'fully_diluted')).pool_available).toBe('600');
    expect((await split(owner, common, { numerator: '2', denominator: '1' })).status).toBe(200);
    expect(await table(owner, '2024-06-30', 'fully_diluted')).toMatchObject({ pool_available: '1200', total: '2000' });
    expect(await differences(owner)).toEqual([]);
  });
  it('divides par value and original issue price, previews both, and restores them when it is voided', async () => {
    const owner = await signUpCompany(server);
    const common = await given.shareClass(owner, { price_per_share: '1.00', par_value: '0.0001' });
    await given.certificate(owner, { share_class_id: common.id });
    const seven = { numerator: '7', denominator: '1' };
    const prices = {
      par_value: { before: '0.0001', after: '0.0000142857' },
      original_issue_price: { before: '1', after: '0.1428571429' },
    };
    expect((await split(owner, common, { ...seven, dry_run: true })).body).toMatchObject(prices);
    const shown = async () => {
      const { par_value, price_per_share } = (await owner.get(`/api/share-classes/${String(common.id)}`)).body;
      return [par_value, price_per_share];
    };
    expect(await shown()).toEqual(['0.0001', '1']);
    const done = await split(owner, common, seven);
    expect(done.body).toMatchObject(prices);
    expect(await shown()).toEqual(['0.0000142857', '0.1428571429']);
    const versions = () =>
      server.sql<{ par: string; price: string }>(
        `select ocf #>> '{par_value,amount}' as par, ocf #>> '{price_per_share,amount}' as price from ocf_object
         where object_type = 'STOCK_CLASS' and id = $1 order by version`,
        [common.id],
      );
    expect(await versions()).toEqual([
      { par: '0.0001', price: '1.00' },
      { par: '0.0000142857', price: '0.1428571429' },
    ]);
    const late = await given.certificate(owner, { share_class_id: common.id, issue_date: '2024-07-01' });
    expect(late.price_per_share).toBe('0.1428571429');
    const issue = (await owner.get('/api/transactions/')).rows.find(({ security_id }) => security_id === late.id)!;
    for (const id of [issue.id, done.body.transaction_id])
      expect((await owner.post(`/api/transactions/${String(id)}/void`, { reason: 'x' })).status).toBe(200);
    expect(await shown()).toEqual(['0.0001', '1']);
    expect(await differences(owner)).toEqual([]);
  });
  it('of a class that converts at its price leaves the tables of earlier days as they were', async () => {
    const owner = await signUpCompany(server);
    const money = (amount: string) => ({ amount, currency: 'USD' });
    const right = {
      type: 'STOCK_CLASS_CONVERSION_RIGHT',
      conversion_mechanism: {
        type: 'CUSTOM_CONVERSION',
        custom_conversion_description: 'x',
        conversion_price: money('3'),
      },
      converts_to_stock_class_id: 'common',
    };
    const objects = [
      vendorIssuer,
      vendorClass(),
      vendorClass('preferred', {
        name: 'Preferred',
        default_id_prefix: 'PS-',
        class_type: 'PREFERRED',
        price_per_share: money('6'),
        conversion_rights: [right],
      }),
    ];
    await importZip(owner, await zipOf(packageFiles(objects)));
    await given.certificate(owner, { share_class_id: 'preferred' });
    const total = async (day: string) => (await table(owner, day, 'as_converted')).total;
    expect(await total('2024-06-29')).toBe('2000');
    const done = await split(owner, { id: 'preferred' }, { numerator: '3', denominator: '1' });
    expect([done.status, done.body.conversions]).toMatchObject([200, [{ before: '6:3', after: '2:3' }]]);
    expect([await total('2024-06-29'), await total('2024-06-30')]).toEqual(['2000', '2000']);
    expect(await differences(owner)).toEqual([]);
  });
  it('keeps the day on which the vesting of a grant began, also when it was exercised or cancelled in part', async () => {
    const owner = await signUpCompany(server);
    const common = await given.shareClass(owner);
    const plan = await given.equityPlan(owner, { share_class_ids: [common.id] });
    const vesting = { vesting_start: '2022-03-01', months: 48 };
    const grants = [];
    for (const quantity of ['480', '960'])
      grants.push(await given.grant(owner, { equity_plan_id: plan.id, date: '2022-03-01', quantity, vesting }));
    await made(owner, `/api/grants/${String(grants[0]!.id)}/exercise`, { quantity: '100', date: '2024-02-01' });
    await made(owner, `/api/grants/${String(grants[1]!.id)}/cancel`, {
      quantity: '60',
      date: '2024-02-01',
      reason: 'x',
    });
    expect((await split(owner, common, {})).status).toBe(200);
    const fresh = (await owner.get('/api/grants/?as_of=2024-07-01&filter={"status":"active"}')).rows;
    expect(fresh.map(({ quantity, vesting_start }) => [quantity, vesting_start]).sort()).toEqual([
      ['1350', '2022-03-01'],
      ['570', '2022-03-01'],
    ]);
    expect(await differences(owner)).toEqual([]);
  });
  it.each([
    ['9999999999999999999999999999', '1'],
    ['1', '9999999999999999999999999999'],
  ])(
    'of %s for %s is refused with a message when a figure would be too large to store',
    async (numerator, denominator) => {
      const owner = await signUpCompany(server);
      const common = await given.shareClass(owner, { price_per_share: '1000' });
      await given.certificate(owner, { share_class_id: common.id });
      const reply = await split(owner, common, { numerator, denominator });
      expect([reply.status, reply.body.errors]).toEqual([422, [{ field: 'numerator', message: reply.detail }]]);
      expect(reply.detail).toContain('at most 28 digits');
    },
  );
  it('in reverse leaves no certificate of zero shares', async () => {
    const owner = await signUpCompany(server);
    const common = await given.shareClass(owner, { price_per_share: '1' });
    const ann = await given.shareholder(owner);
    for (const quantity of ['1', '1', '3'])
      await given.certificate(owner, { share_class_id: common.id, shareholder_id: ann.id, quantity });
    const done = await split(owner, common, { numerator: '1', denominator: '2' });
    expect(done.body.holders).toMatchObject([{ before: '5', after: '2', cash_in_lieu: '1.00' }]);
    const open = (await owner.get('/api/certificates/?filter={"status":"active"}')).rows;
    expect(open.reduce((sum, { quantity }) => sum + Number(quantity), 0)).toBe(2);
    expect(await differences(owner)).toEqual([]);
  });
  it('is refused on the day of another split, which the refusal names with what can be done', async () => {
    const owner = await signUpCompany(server);
    const common = await given.shareClass(owner, { name: 'Common' });
    await given.certificate(owner, { share_class_id: common.id, issue_date: '2024-01-15' });
    expect((await split(owner, common, { numerator: '3', denominator: '2' })).status).toBe(200);
    const { detail } = (await split(owner, common, { numerator: '2', denominator: '3' })).body;
    expect(detail).toMatch(
      /: Split of Common 3 for 2\. Date the split after that day, once it has come, or take that entry back\.$/,
    );
  });
  it('is refused before later entries, at one for one, for an unknown class, and to a viewer', async () => {
    const owner = await signUpCompany(server);
    const common = await given.shareClass(owner);
    await given.certificate(owner, { share_class_id: common.id, issue_date: '2024-07-15' });
    const refused = await split(owner, common, {});
    expect([refused.status, refused.body.code, refused.body.errors]).toEqual([
      409,
      'later_entries',
      [{ field: 'date', message: expect.stringMatching(/^A day after /) }],
    ]);
    expect(refused.body.detail).toContain('2024-07-15');
    expect((await split(owner, common, { numerator: '2', denominator: '2', date: '2024-08-01' })).status).toBe(422);
    for (const numerator of ['0', '-1', 'x', '1e3'])
      expect((await split(owner, common, { numerator })).status).toBe(422);
    expect((await split(owner, { id: 'nothing' }, {})).status).toBe(404);
    expect((await split(await givenMember(server, owner, 'viewer'), common, { date: '2024-08-01' })).status).toBe(403);
  });
});
