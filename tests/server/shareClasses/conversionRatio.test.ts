// The conversion ratio and the votes of a class: a change counts from a day on, and tables of earlier days stay.
import { beforeAll, describe, expect, it } from 'vitest';
import type { Row } from '#server/db/database.ts';
import * as given from '#tests/support/given.ts';
import { ledgerFaults } from '#tests/support/ledgerFaults.ts';
import { importZip, packageFiles, zipOf } from '#tests/support/packages.ts';
import { signUpCompany } from '#tests/support/people.ts';
import type { Person } from '#tests/support/people.ts';
import { useTestServer } from '#tests/support/testServer.ts';
import { vendorClass, vendorIssuer } from '#tests/support/vendorPackage.ts';

const server = useTestServer();
let owner: Person;
let [common, preferred, holder]: Row[] = [];
beforeAll(() => server.setClock('2026-01-15'));

async function company() {
  owner = await signUpCompany(server);
  common = await given.shareClass(owner, { prefix: 'CS-' });
  preferred = await given.shareClass(owner, {
    class_type: 'PREFERRED',
    prefix: 'PS-',
    price_per_share: '2.00',
    conversion_ratio: '1',
    converts_to_share_class_id: common.id,
  });
  holder = await given.shareholder(owner);
}
const issued = () =>
  given.certificate(owner, { shareholder_id: holder!.id, share_class_id: preferred!.id, issue_date: '2024-01-01' });
const url = () => `/api/share-classes/${String(preferred!.id)}`;
const adjust = (body: Row) => owner.post(`${url()}/adjust-ratio`, { reason: 'Anti-dilution', ...body });
const edit = async (body: Row) => owner.put(url(), { ...(await owner.get(url())).body, ...body });
const total = async (basis: string, day: string) =>
  (await owner.get(`/api/cap-table/?basis=${basis}&as_of=${day}`)).body.total;

describe('a change of the ratio', () => {
  it('counts from its day on, in the table and for conversions; earlier days stay', async () => {
    await company();
    const certificate = await issued();
    const reply = await adjust({ numerator: '6', denominator: '5', date: '2025-01-01' });
    expect([reply.status, reply.body.conversion_ratio]).toEqual([200, '1.2']);
    for (const [day, count] of [
      ['2024-12-31', '1000'],
      ['2025-01-01', '1200'],
    ] as const)
      expect([await total('as_converted', day), await total('fully_diluted', day)]).toEqual([count, count]);
    const { history } = (await owner.get(url())).body as { history: Row[] };
    expect(history[0]!.text).toContain('to 6:5');
    const convert = `/api/certificates/${String(certificate.id)}/convert`;
    const converted = await owner.post(convert, { to_share_class_id: common!.id, quantity: '101', date: '2025-02-01' });
    // 101 × 1.2 is 121.2, rounded down.
    expect(converted.body.resulting).toMatchObject([{ quantity: '121' }]);
    expect(await ledgerFaults(server, owner)).toEqual([]);
    const early = await adjust({ numerator: '2', date: '2025-02-01' });
    expect([early.status, early.code]).toEqual([409, 'later_entries']);
    expect((await adjust({ numerator: '2', date: '2025-02-02' })).status).toBe(200);
    expect((await adjust({ numerator: '3', date: '2025-01-31' })).code).toBe('later_entries');
    expect((await adjust({ numerator: '2', date: '2025-03-01' })).status).toBe(422);
    expect((await adjust({ numerator: '0', date: '2025-03-01' })).status).toBe(422);
    expect(await ledgerFaults(server, owner)).toEqual([]);
  });
  it('rounds conversions down to whole shares, at the first ratio and at a later one', async () => {
    await company();
    preferred = (await edit({ conversion_ratio: '1.5' })).body;
    const certificate = await issued();
    const converted = (quantity: string, id: unknown, date: string) =>
      owner.post(`/api/certificates/${String(id)}/convert`, { to_share_class_id: common!.id, quantity, date });
    const first = (await converted('3', certificate.id, '2024-06-01')).body as { resulting: Row[]; balance: Row };
    expect(first.resulting).toMatchObject([{ quantity: '4' }]);
    await adjust({ numerator: '6', denominator: '5', date: '2025-01-01' });
    const second = (await converted('103', first.balance.id, '2025-06-01')).body;
    expect(second.resulting).toMatchObject([{ quantity: '123' }]);
    const [kept] = await server.sql<{ rounding: string }>(
      `select ocf #>> '{conversion_rights,0,conversion_mechanism,rounding_type}' as rounding from ocf_object where id = $1 order by version desc limit 1`,
      [preferred.id],
    );
    expect(kept!.rounding).toBe('FLOOR');
    expect(await ledgerFaults(server, owner)).toEqual([]);
  });
  it('is refused for a class that converts into nothing', async () => {
    await company();
    const reply = await owner.post(`/api/share-classes/${String(common!.id)}/adjust-ratio`, {
      numerator: '2',
      date: '2025-01-01',
      reason: 'x',
    });
    expect([reply.status, reply.code]).toEqual([409, 'no_conversion_right']);
  });
});

describe('an edit of a class', () => {
  it.each([
    ['conversion_ratio', { conversion_ratio: '2' }, 'Change the conversion ratio'],
    ['votes_per_share', { votes_per_share: 10 }, '1 vote each'],
  ])('changes its %s until shares are issued, and is refused afterwards', async (field, body, words) => {
    await company();
    expect((await edit(body)).status).toBe(200);
    expect((await edit({ conversion_ratio: '1', votes_per_share: 1 })).status).toBe(200);
    await issued();
    const refused = await edit(body);
    expect([refused.status, refused.code, refused.body.errors]).toEqual([
      409,
      'by_dated_entry',
      [{ field, message: refused.detail }],
    ]);
    expect(refused.detail).toContain(words);
    expect([await total('as_converted', '2024-06-30'), await total('voting', '2024-06-30')]).toEqual(['1000', '1000']);
    expect((await edit({ name: `Series A ${field}` })).status).toBe(200);
  });
  it('after a change of the ratio keeps the first ratio', async () => {
    await company();
    await issued();
    await adjust({ numerator: '6', denominator: '5', date: '2025-01-01' });
    expect((await edit({ seniority: 3 })).body).toMatchObject({ seniority: 3, conversion_ratio: '1.2' });
    expect(await total('as_converted', '2024-12-31')).toBe('1000');
    expect(await ledgerFaults(server, owner)).toEqual([]);
  });
  it('cannot change whether fractions count, in either of the two classes', async () => {
    await company();
    preferred = (await edit({ conversion_ratio: '1.5' })).body;
    await given.certificate(owner, {
      shareholder_id: holder!.id,
      share_class_id: preferred.id,
      quantity: '3',
      issue_date: '2024-01-01',
    });
    const target = `/api/share-classes/${String(common!.id)}`;
    for (const path of [url(), target]) {
      const reply = await owner.put(path, { ...(await owner.get(path)).body, allows_fractions: true });
      expect([reply.status, reply.code, reply.body.errors]).toEqual([
        409,
        'by_dated_entry',
        [{ field: 'allows_fractions', message: reply.detail }],
      ]);
      expect(reply.detail).toContain('as whole shares');
      expect(await total('as_converted', '2025-01-01')).toBe('4');
    }
    const whole = await given.shareClass(owner, { name: 'Plain' });
    await given.certificate(owner, { shareholder_id: holder!.id, share_class_id: whole.id });
    const plain = `/api/share-classes/${String(whole.id)}`;
    const edited = await owner.put(plain, { ...(await owner.get(plain)).body, allows_fractions: true });
    expect(edited.status).toBe(200);
  });
  it('gives the ratio one for one when none is entered; the class converts, and follows a split', async () => {
    await company();
    const seed = await given.shareClass(owner, {
      name: 'Seed',
      class_type: 'PREFERRED',
      prefix: 'SD-',
      conversion_ratio: null,
      converts_to_share_class_id: common!.id,
    });
    expect(seed.conversion_ratio).toBe('1');
    const later = await given.shareClass(owner, { name: 'Bridge', class_type: 'PREFERRED', prefix: 'BR-' });
    const path = `/api/share-classes/${String(later.id)}`;
    const edited = { ...(await owner.get(path)).body, converts_to_share_class_id: common!.id };
    expect((await owner.put(path, edited)).body).toMatchObject({ conversion_ratio: '1' });
    for (const each of [seed, later]) {
      const made = await given.certificate(owner, {
        shareholder_id: holder!.id,
        share_class_id: each.id,
        quantity: '100',
        issue_date: '2024-01-01',
      });
      const { converts_to } = (await owner.get(`/api/certificates/${String(made.id)}`)).body as { converts_to: Row[] };
      expect(converts_to).toMatchObject([{ share_class_id: common!.id }]);
    }
    const split = { numerator: '3', denominator: '2', date: '2025-01-01' };
    expect((await owner.post(`/api/share-classes/${String(common!.id)}/split`, split)).status).toBe(200);
    expect(await total('as_converted', '2025-01-01')).toBe('300');
    expect(await ledgerFaults(server, owner)).toEqual([]);
  });
  it('may change the votes of a class without shares, whatever converts into it', async () => {
    await company();
    await issued();
    const target = `/api/share-classes/${String(common!.id)}`;
    const reply = await owner.put(target, { ...(await owner.get(target)).body, votes_per_share: 5 });
    expect([reply.status, reply.text]).toEqual([200, reply.text]);
  });
  it('keeps imported rights that its form cannot show', async () => {
    owner = await signUpCompany(server);
    const right = {
      type: 'STOCK_CLASS_CONVERSION_RIGHT',
      conversion_mechanism: {
        type: 'RATIO_CONVERSION',
        ratio: { numerator: '3', denominator: '2' },
        rounding_type: 'CEILING',
        conversion_price: { amount: '1.00', currency: 'EUR' },
      },
      converts_to_stock_class_id: 'common',
    };
    const price_per_share = { amount: '1.50', currency: 'EUR' };
    const preferredClass = vendorClass('preferred', {
      name: 'Preferred',
      default_id_prefix: 'PS-',
      class_type: 'PREFERRED',
      price_per_share,
      conversion_rights: [right],
    });
    await importZip(owner, await zipOf(packageFiles([vendorIssuer, vendorClass(), preferredClass])));
    const address = '/api/share-classes/preferred';
    const reply = await owner.put(address, { ...(await owner.get(address)).body, name: 'Series A', par_value: '0.01' });
    expect(reply.status).toBe(200);
    const [kept] = await server.sql<{ ocf: Row }>(
      `select ocf from ocf_object where object_type = 'STOCK_CLASS' and id = 'preferred' order by version desc limit 1`,
    );
    expect(kept!.ocf).toMatchObject({
      name: 'Series A',
      conversion_rights: [right],
      price_per_share,
      par_value: { amount: '0.01', currency: 'EUR' },
    });
  });
});
