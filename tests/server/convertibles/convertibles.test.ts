import { beforeAll, describe, expect, it } from 'vitest';
import type { Row } from '#server/db/database.ts';
import * as given from '#tests/support/given.ts';
import { importZip, packageFiles, zipOf } from '#tests/support/packages.ts';
import { signUpCompany, signUpShareholder } from '#tests/support/people.ts';
import type { Person } from '#tests/support/people.ts';
import { useTestServer } from '#tests/support/testServer.ts';
import { ada, noteWithoutTriggers, vendorIssuer } from '#tests/support/vendorPackage.ts';

const server = useTestServer();
let owner: Person;
let investor: Row;
let preferred: Row;
beforeAll(async () => {
  server.setClock('2026-01-15');
  owner = await signUpCompany(server);
  investor = await given.shareholder(owner);
  preferred = await given.shareClass(owner, { class_type: 'PREFERRED', prefix: 'SS-', price_per_share: '1' });
});
const safe = (extra: Row = {}) => given.convertible(owner, { shareholder_id: investor.id, ...extra });
const post = (extra: Row = {}) =>
  owner.post('/api/convertibles/', {
    shareholder_id: investor.id,
    kind: 'SAFE',
    amount: '500000',
    date: '2024-01-01',
    terms: { post_money_cap: '10000000' },
    ...extra,
  });
const note = (extra: Row = {}, terms: Row = {}) =>
  post({
    kind: 'NOTE',
    amount: '100000',
    terms: {
      discount: '0.2',
      interest: { rate: '0.08', day_count: 'ACTUAL_365', compounding: 'SIMPLE' },
      maturity_date: '2026-01-01',
      ...terms,
    },
    ...extra,
  });
const read = async (of: Row, day = '') =>
  (await owner.get(`/api/convertibles/${String(of.id)}${day && `?as_of=${day}`}`)).body;
const verb = (of: Row, name: string, body: Row) => owner.post(`/api/convertibles/${String(of.id)}/${name}`, body);
const conversion = { date: '2025-06-01', quantity: '500000', price_per_share: '1' };

describe('an amount of money', () => {
  it.each([
    ['USD', '100.01', '100.001', 'USD has at most 2 decimals.'],
    ['JPY', '100', '100.5', 'JPY has no decimals.'],
    ['KWD', '100.001', '100.0001', 'KWD has at most 3 decimals.'],
  ])('has the decimals of its currency: %s', async (currency, good, bad, text) => {
    expect((await post({ currency, amount: `${good}00` })).status).toBe(201);
    const refused = await post({ currency, amount: bad });
    expect([refused.status, refused.body.errors]).toEqual([
      422,
      [expect.objectContaining({ field: 'amount', message: text })],
    ]);
  });
  it('can be cancelled in part only in the decimals of its currency', async () => {
    const one = await safe({ amount: '100' });
    const refused = await verb(one, 'cancel', { amount: '0.001', date: '2024-06-01', reason: 'x' });
    expect([refused.status, refused.body.errors]).toMatchObject([422, [{ field: 'amount' }]]);
    expect((await verb(one, 'cancel', { amount: '0.01', date: '2024-06-01', reason: 'x' })).body.balance).toMatchObject(
      {
        amount: '99.99',
      },
    );
  });
  it('that was imported with more decimals than its currency can be cancelled whole', async () => {
    const company = await signUpCompany(server);
    const imported = noteWithoutTriggers({ investment_amount: { amount: '100.0005', currency: 'USD' } });
    await importZip(company, await zipOf(packageFiles([vendorIssuer, ada, imported])), 'accept_findings=true');
    const [whole] = (await company.get('/api/convertibles/')).rows as [Row];
    expect(whole.amount).toBe('100.0005');
    const body = { date: '2024-06-01', reason: 'x' };
    const cancelled = await company.post(`/api/convertibles/${String(whole.id)}/cancel`, body);
    expect([cancelled.status, cancelled.body.balance]).toEqual([200, null]);
  });
});

describe('a SAFE', () => {
  it('keeps its cap, discount and number', async () => {
    const made = await post({ terms: { post_money_cap: '10000000', discount: '0.20', mfn: true } });
    expect([made.status, made.body]).toMatchObject([
      201,
      {
        kind: 'SAFE',
        amount: '500000',
        currency: 'USD',
        valuation_cap: '10000000',
        cap_basis: 'POST_MONEY',
        discount: '0.2',
        mfn: true,
        maturity_date: null,
        status: 'outstanding',
      },
    ]);
    expect(made.body.convertible_number).toMatch(/^SAFE-\d+$/);
  });
  it('may have a pre-money cap, or no cap', async () => {
    expect((await post({ terms: { pre_money_cap: '8000000' } })).body).toMatchObject({ cap_basis: 'PRE_MONEY' });
    expect((await post({ terms: undefined })).body).toMatchObject({ valuation_cap: null, cap_basis: null, mfn: false });
  });
  it.each([
    ['two caps', { terms: { post_money_cap: '10000000', pre_money_cap: '8000000' } }],
    ['a cap that is not above its amount', { terms: { post_money_cap: '500000' } }],
    ['a discount above one', { terms: { discount: '20' } }],
    ['interest', { terms: { interest: { rate: '0.05' } } }],
    ['a maturity', { terms: { maturity_date: '2026-01-01' } }],
    ['no amount', { amount: '0' }],
    ['an unknown holder', { shareholder_id: 'none' }],
    ['another kind', { kind: 'LOAN' }],
    ['an unknown term', { terms: { cap: '5' } }],
    ['an unknown field', { interest: '5' }],
  ])('is refused with %s', async (_what, extra) => {
    const reply = await post(extra);
    expect([reply.status, (reply.body.errors as Row[]).length > 0]).toEqual([422, true]);
  });
  it('is shown to its own holder and to no other', async () => {
    const made = await safe();
    const other = await signUpShareholder(server, owner, await given.shareholder(owner));
    const own = await signUpShareholder(server, owner, investor);
    expect((await own.get('/api/convertibles/')).rows.map(({ id }) => id)).toContain(made.id);
    expect((await other.get('/api/convertibles/')).rows).toEqual([]);
  });
});

describe('a note', () => {
  it('bears interest and has a maturity date', async () => {
    expect((await note()).body).toMatchObject({
      kind: 'NOTE',
      discount: '0.2',
      interest_rate: '0.08',
      compounding: 'SIMPLE',
      day_count: 'ACTUAL_365',
      maturity_date: '2026-01-01',
    });
    expect((await note({}, { pre_money_cap: '5000000' })).body).toMatchObject({ cap_basis: 'PRE_MONEY' });
    expect((await note({}, { post_money_cap: '5000000' })).body).toMatchObject({ cap_basis: 'POST_MONEY' });
  });
  it('must fall due after it is issued', async () => {
    expect((await note({}, { maturity_date: '2024-01-01' })).status).toBe(422);
  });
});

describe('the ledger entry of a convertible', () => {
  it('names its number and its resource, so that its page can be opened', async () => {
    const made = await safe();
    const entries = (await owner.get('/api/transactions/?sort=["seq","DESC"]&range=[0,0]')).rows;
    const entry = (await owner.get(`/api/transactions/${String(entries[0]!.id)}`)).body;
    expect(entry.security).toEqual({ id: made.id, number: made.convertible_number, resource: 'convertibles' });
  });
});

describe('converting', () => {
  it('ends the convertible and gives the shares entered', async () => {
    const made = await safe();
    const reply = await verb(made, 'convert', { ...conversion, share_class_id: preferred.id });
    expect([reply.status, reply.body.resulting, reply.body.balance]).toMatchObject([
      200,
      [{ quantity: '500000', price_per_share: '1', shareholder_id: investor.id, issue_date: '2025-06-01' }],
      null,
    ]);
    const [{ id }] = reply.body.resulting as [Row];
    expect((await owner.get(`/api/certificates/${String(id)}`)).body).toMatchObject({ cost: '500000' });
    expect((await read(made, '2025-05-31')).status).toBe('outstanding');
    expect(await read(made)).toMatchObject({ status: 'converted', ended: { verb: 'converted', date: '2025-06-01' } });
    expect((await verb(made, 'convert', { ...conversion, share_class_id: preferred.id })).code).toBe('not_active');
  });
  it('costs its holder what was paid for it, whatever its shares times the price give', async () => {
    const made = await safe();
    const own = await given.shareClass(owner);
    const odd = { ...conversion, share_class_id: own.id, quantity: '469483', price_per_share: '1.065' };
    const [{ id }] = (await verb(made, 'convert', odd)).body.resulting as [Row];
    const { body } = await owner.get(`/api/certificates/${String(id)}`);
    expect(body).toMatchObject({ cost: '500000', quantity: '469483', price_per_share: '1.065' });
  });
  it.each([
    ['an unknown class', { share_class_id: 'none' }, 422],
    ['no shares', { quantity: '0' }, 422],
    ['a fraction of one', { quantity: '0.5' }, 422],
    ['a day before it was issued', { date: '2023-12-31' }, 409],
    ['more than the class is authorized for', { quantity: '100000000' }, 409],
  ])('is refused for %s, and leaves the convertible outstanding', async (_what, extra, status) => {
    const made = await safe();
    expect((await verb(made, 'convert', { ...conversion, share_class_id: preferred.id, ...extra })).status).toBe(
      status,
    );
    expect((await read(made)).status).toBe('outstanding');
  });
});

describe('the trigger of a conversion', () => {
  it('must belong to the convertible, and be open on the day', async () => {
    const made = await safe();
    const body = { ...conversion, share_class_id: preferred.id };
    const unknown = await verb(made, 'convert', { ...body, trigger_id: 'ipo' });
    expect([unknown.status, unknown.body.errors]).toEqual([422, [{ field: 'trigger_id', message: unknown.detail }]]);
    expect(unknown.detail).toBe(`${String(made.convertible_number)} has no trigger “ipo”. It has “next-financing”.`);
    const late = (await note({}, { maturity_date: '2026-01-01' })).body;
    const early = await verb(late, 'convert', { ...body, trigger_id: 'maturity' });
    expect([early.status, early.code, early.body.errors]).toEqual([
      409,
      'outside_window',
      [{ field: 'date', message: early.detail }],
    ]);
    expect((await verb(late, 'convert', body)).status).toBe(200);
  });
});

describe('a currency', () => {
  it('must exist', async () => {
    const reply = await note({ currency: 'ZZZ' }, {});
    expect([reply.status, reply.body.errors]).toEqual([
      422,
      [{ field: 'currency', message: 'There is no currency ZZZ. Enter a code such as USD or EUR.' }],
    ]);
    const company = (await owner.get('/api/organization')).body;
    expect((await owner.put('/api/organization', { ...company, currency: 'ZZZ' })).status).toBe(422);
    expect((await note({ currency: 'EUR' }, {})).status).toBe(201);
  });
});

describe('cancelling or repaying', () => {
  it('ends the convertible when it is for the whole amount', async () => {
    const made = await safe();
    const reply = await verb(made, 'cancel', { date: '2025-01-01', reason: 'Repaid' });
    expect([reply.status, reply.body.balance]).toEqual([200, null]);
    expect(await read(made)).toMatchObject({ status: 'cancelled', ended: { quantity: '500000', reason: 'Repaid' } });
  });
  it('leaves a convertible on the same terms when it is for a part', async () => {
    const made = (await note({}, { post_money_cap: '5000000' })).body;
    const reply = await verb(made, 'cancel', { amount: '40000', date: '2025-01-01', reason: 'Repaid in part' });
    expect(reply.body.balance).toMatchObject({
      amount: '60000',
      valuation_cap: '5000000',
      interest_rate: '0.08',
      maturity_date: '2026-01-01',
      status: 'outstanding',
      convertible_number: made.convertible_number,
    });
    // One row, in its present form; the earlier one is on its page.
    const rows = (await owner.get('/api/convertibles/')).rows;
    expect(rows.filter(({ convertible_number }) => convertible_number === made.convertible_number)).toMatchObject([
      { amount: '60000' },
    ]);
    expect(
      (await verb(reply.body.balance as Row, 'cancel', { amount: '60001', date: '2025-01-01', reason: 'x' })).code,
    ).toBe('not_enough_shares');
  });
});

describe('the interest of a note', () => {
  it('is shown to date on its page and in the list, and no longer after the note has ended', async () => {
    const { body } = await note({ date: '2024-01-01' });
    const listed = async (day: string) =>
      (await owner.get(`/api/convertibles/?as_of=${day}`)).rows.find(({ id }) => id === body.id)!.accrued_interest;
    expect(await listed('2024-12-31')).toBe('8000');
    expect(await listed('2024-01-01')).toBe('0');
    expect((await owner.get(`/api/convertibles/${String(body.id)}`)).body.accrued_interest).toBe('16328.77');
    const plain = await safe();
    expect((await owner.get(`/api/convertibles/${String(plain.id)}`)).body.accrued_interest).toBeNull();
    const sorted = (await owner.get('/api/convertibles/?sort=["accrued_interest","DESC"]')).rows;
    expect(sorted[0]!.accrued_interest).not.toBeNull();
    await owner.post(`/api/convertibles/${String(body.id)}/cancel`, { date: '2026-01-10', reason: 'Repaid' });
    expect((await owner.get(`/api/convertibles/${String(body.id)}`)).body.accrued_interest).toBeNull();
  });
  it('is shown as paid in cash or on conversion, and not for a convertible without interest', async () => {
    const interest = { rate: '0.08', payout: 'CASH' };
    const [cash, deferred] = [(await note({}, { interest })).body, (await note()).body];
    expect(await read(cash)).toMatchObject({ interest_payout: 'CASH', accrued_interest: '16328.77' });
    expect(await read(deferred)).toMatchObject({ interest_payout: 'DEFERRED' });
    expect(await read(await safe())).toMatchObject({ interest_payout: null, converted_interest: null });
  });
  it('is shown on a converted note when its shares equal principal plus interest', async () => {
    const converted = async (quantity: string, terms: Row = {}) => {
      const { body } = await note({ date: '2024-01-01' }, { maturity_date: null, ...terms });
      const to = { share_class_id: preferred.id, price_per_share: '1.07', date: '2024-12-31', quantity };
      const reply = await verb(body, 'convert', to);
      expect([reply.status, reply.text]).toEqual([200, reply.text]);
      return body;
    };
    // 100,000 and 8,000 of interest at $1.07 are 100,934 shares.
    const whole = await converted('100934');
    expect(await read(whole)).toMatchObject({
      status: 'converted',
      converted_interest: '8000',
      accrued_interest: null,
    });
    expect(await read(whole, '2024-12-30')).toMatchObject({ status: 'outstanding', converted_interest: null });
    // Nobody recorded what another quantity was for.
    expect(await read(await converted('100000'))).toMatchObject({ converted_interest: null });
    // 93,457 shares are the principal only: the interest was paid in cash.
    const cash = await converted('93457', { interest: { rate: '0.08', payout: 'CASH' } });
    expect(await read(cash)).toMatchObject({ interest_payout: 'CASH', converted_interest: null });
  });
});

describe('a convertible without a conversion trigger', () => {
  it('says so, and refuses a conversion with a message, alone and in a round', async () => {
    const other = await signUpCompany(server);
    const package_ = await zipOf(packageFiles([vendorIssuer, ada, noteWithoutTriggers({ date: '2024-01-01' })]));
    await importZip(other, package_, 'accept_findings=true');
    const common = await given.shareClass(other);
    const [record] = (await other.get('/api/convertibles/')).rows as [Row];
    expect(record).toMatchObject({ id: 'loan', status: 'outstanding', converts_by: 'NONE' });
    const alone = await other.post('/api/convertibles/loan/convert', { ...conversion, share_class_id: common.id });
    const sentence = 'LOAN-1 has no conversion trigger. Cancel it and issue the shares instead.';
    expect([alone.status, alone.code, alone.detail]).toEqual([409, 'no_trigger', sentence]);
    const round = await other.post('/api/convertibles/convert-in-round', {
      date: '2025-06-01',
      share_class_id: common.id,
      price_per_share: '1',
      convertibles: [{ id: 'loan' }],
      investors: [{ shareholder_id: 'ada', amount: '1000' }],
      dry_run: true,
    });
    expect([round.status, round.code, round.detail]).toEqual([409, 'no_trigger', sentence]);
    expect((await read(await safe())).converts_by).toBe('SAFE');
  });
});
