// Preferred dividends through HTTP: who is paid first, what is kept for the next time, and what a snapshot is.
import { createHash } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { canonicalJson } from '#server/data/canonicalJson.ts';
import type { Row } from '#server/db/database.ts';
import * as given from '#tests/support/given.ts';
import { approveSeen } from '#tests/support/given.ts';
import { signUpCompany } from '#tests/support/people.ts';
import type { Person } from '#tests/support/people.ts';
import { useTestServer } from '#tests/support/testServer.ts';

const server = useTestServer();
let owner: Person;
beforeAll(async () => void (owner = await signUpCompany(server)));

const cumulative = {
  class_type: 'PREFERRED',
  price_per_share: '20',
  dividend_rate: '0.03',
  dividend_is_cumulative: true,
  dividend_accrues_from: '2020-01-01',
};
const issue = async (share_class: Row, quantity: string, extra: Row = {}) => {
  const holder = await given.shareholder(owner);
  const terms = { shareholder_id: holder.id, share_class_id: share_class.id, quantity, issue_date: '2019-12-31' };
  return { holder, certificate: await given.certificate(owner, { ...terms, ...extra }) };
};
const declare = (classes: Row[], extra: Row) =>
  given.distribution(owner, { share_class_ids: classes.map(({ id }) => id), amount_per_share: undefined, ...extra });
const at = (record: Row, what: string) => `/api/distributions/${String(record.id)}/${what}`;
const preview = async (record: Row) =>
  (await owner.get(at(record, 'preview'))).body as Row & { rows: Row[]; steps: Row[] };
const grossByClass = ({ rows }: { rows: Row[] }, classes: Row[]) =>
  classes.map(({ id }) => rows.find(({ share_class_id }) => share_class_id === id)!.gross);

describe('a cumulative preferred dividend', () => {
  it('is paid before the common stock in each of four years, and what was cancelled does not count (DV-03)', async () => {
    const pref = await given.shareClass(owner, cumulative);
    const common = await given.shareClass(owner);
    await issue(pref, '20000');
    await issue(common, '25000');
    const paid: unknown[] = [];
    const texts: unknown[] = [];
    for (const [index, total_amount] of ['4600', '7600', '46550', '89250'].entries()) {
      const days = { record_date: `${2020 + index}-12-31`, payment_date: `${2021 + index}-01-15` };
      const dropped = await declare([pref, common], { total_amount, ...days });
      expect((await approveSeen(owner, dropped)).status).toBe(200);
      expect((await owner.post(at(dropped, 'cancel'), {})).status).toBe(200);
      const distribution = await declare([pref, common], { total_amount, ...days });
      const seen = await preview(distribution);
      expect((await approveSeen(owner, distribution)).status).toBe(200);
      const frozen = await preview(distribution);
      expect([frozen.rows, frozen.steps]).toEqual([seen.rows, seen.steps]);
      paid.push(grossByClass(frozen, [pref, common]));
      texts.push(frozen.steps.map(({ kind, paid: amount }) => `${String(kind)} ${String(amount)}`));
    }
    expect(paid).toEqual([
      ['4600.00', '0.00'],
      ['7600.00', '0.00'],
      ['23800.00', '22750.00'],
      ['12000.00', '77250.00'],
    ]);
    expect(texts).toEqual([
      ['preference 4600.00'],
      ['arrears 7400.00', 'preference 200.00'],
      ['arrears 11800.00', 'preference 12000.00', 'rest 22750.00'],
      ['preference 12000.00', 'rest 77250.00'],
    ]);
  });
  it('is owed on the shares and the price of the record date, whatever was split afterwards', async () => {
    const pref = await given.shareClass(owner, cumulative);
    const common = await given.shareClass(owner);
    await issue(pref, '20000');
    await issue(common, '10');
    const distribution = await declare([pref, common], {
      total_amount: '20000',
      record_date: '2020-12-31',
      payment_date: '2021-01-15',
    });
    const before = await preview(distribution);
    const split = { numerator: '2', denominator: '1', date: '2021-06-01' };
    expect((await owner.post(`/api/share-classes/${String(pref.id)}/split`, split)).status).toBe(200);
    const after = await preview(distribution);
    expect(grossByClass(after, [pref, common])).toEqual(['12000.00', '8000.00']);
    expect(after.rows).toEqual(before.rows);
    expect((await approveSeen(owner, distribution)).status).toBe(200);
    // A year later each share owes half as much, and there are twice as many.
    const next = await declare([pref, common], {
      total_amount: '20000',
      record_date: '2021-12-31',
      payment_date: '2022-01-15',
    });
    expect(grossByClass(await preview(next), [pref, common])).toEqual(['12000.00', '8000.00']);
  });
  it('comes first in dividends alone', async () => {
    const pref = await given.shareClass(owner, cumulative);
    await issue(pref, '10');
    const amounts = { total_amount: '100', record_date: '2020-12-31', payment_date: '2021-01-15' };
    const refused = await owner.get(at(await declare([pref], amounts), 'preview'));
    expect(refused).toMatchObject({ status: 422, code: 'left_after_preferences' });
    const other = await declare([pref], { ...amounts, type: 'return_of_capital' });
    expect(grossByClass(await preview(other), [pref])).toEqual(['100.00']);
  });
});

describe('dividend terms of a class', () => {
  it.each([
    ['dividend_accrues_from', { dividend_accrues_from: null }],
    ['price_per_share', { price_per_share: null }],
    ['par_value', { dividend_base: 'par', par_value: null }],
    ['dividend_rate', { class_type: 'COMMON' }],
  ])('are whole, or are refused at %s', async (field, extra) => {
    const body = { name: `Half ${field}`, prefix: 'H-', authorized_shares: '100', votes_per_share: 1, seniority: 1 };
    const reply = await owner.post('/api/share-classes/', { ...body, ...cumulative, ...extra });
    expect(reply).toMatchObject({ status: 422, body: { errors: [{ field }] } });
  });
  it('are read back as they were given', async () => {
    const { id } = await given.shareClass(owner, { ...cumulative, dividend_participation: 'as_converted' });
    const { body } = await owner.get(`/api/share-classes/${String(id)}`);
    expect(body).toMatchObject({
      dividend_rate: '0.03',
      dividend_is_cumulative: true,
      dividend_accrues_from: '2020-01-01',
      dividend_base: null,
      dividend_participation: 'as_converted',
    });
  });
});

describe('options', () => {
  it('take part only where the company says so, vested and unvested ones apart', async () => {
    const common = await given.shareClass(owner);
    const { holder } = await issue(common, '100');
    const plan = await given.equityPlan(owner, { share_class_ids: [common.id] });
    await given.grant(owner, {
      shareholder_id: holder.id,
      equity_plan_id: plan.id,
      share_class_id: common.id,
      quantity: '48',
      date: '2022-01-01',
      vesting: { vesting_start: '2022-01-01', months: 48, cliff_months: 0 },
    });
    const days = { amount_per_share: '1', record_date: '2023-01-01', payment_date: '2023-02-01' };
    const sharesWith = async (extra: Row) => {
      const { rows } = await preview(await declare([common], { ...days, ...extra }));
      return rows.map(({ shares, option_shares, gross }) => [shares, option_shares, gross]);
    };
    expect(await sharesWith({})).toEqual([['100', '0', '100.00']]);
    expect(await sharesWith({ includes_vested_options: true })).toEqual([['112', '12', '112.00']]);
    expect(await sharesWith({ includes_unvested_options: true })).toEqual([['136', '36', '136.00']]);
    const both = { includes_vested_options: true, includes_unvested_options: true };
    expect(await sharesWith(both)).toEqual([['148', '48', '148.00']]);
  });
});

describe('the preview', () => {
  it('names who holds today and held nothing on the record date, with the reason (DV-05)', async () => {
    const common = await given.shareClass(owner);
    await issue(common, '1000');
    const late = await issue(common, '500', { issue_date: '2024-04-02' });
    const distribution = await declare([common], {
      amount_per_share: '0.50',
      record_date: '2024-03-31',
      payment_date: '2024-04-15',
    });
    expect((await preview(distribution)).excluded).toEqual([
      expect.objectContaining({ shareholder_id: late.holder.id, shares: '500', reason: 'not_held_on_record_date' }),
    ]);
  });
});

describe('terms that are not saved', () => {
  it('come to what the saved ones would, or say what is wrong with them', async () => {
    const common = await given.shareClass(owner);
    await issue(common, '1001');
    const terms = {
      type: 'dividend',
      share_class_ids: [common.id],
      amount_per_share: '0.123',
      record_date: '2024-03-31',
      payment_date: '2024-04-15',
    };
    const { body } = await owner.post('/api/distributions/preview', terms);
    expect(body).toMatchObject({ rows: [{ gross: '123.12' }], total_net: '123.12', rounding_difference: '-0.003' });
    const saved = await preview(await declare([common], terms));
    expect(saved).toMatchObject(body);
    const early = { ...terms, payment_date: '2024-03-30', ex_date: '2024-04-01' };
    expect((await owner.post('/api/distributions/preview', early)).body).toMatchObject({
      errors: [{ field: 'record_date' }, { field: 'payment_date' }],
    });
  });
});

describe('a snapshot', () => {
  it('has the frozen rows, the position of the ledger, and the hash that anybody can compute', async () => {
    const common = await given.shareClass(owner);
    await issue(common, '333');
    await issue(common, '5');
    const distribution = await declare([common], {
      total_amount: '10.00',
      record_date: '2024-03-31',
      payment_date: '2024-04-15',
    });
    expect(await owner.get(at(distribution, 'snapshot'))).toMatchObject({ status: 409, code: 'not_approved' });
    await approveSeen(owner, distribution);
    const { body } = await owner.get(at(distribution, 'snapshot'));
    const { rows, hash, ledger_seq } = body as { rows: Row[]; hash: string; ledger_seq: number };
    expect(createHash('sha256').update(canonicalJson(rows)).digest('hex')).toBe(hash);
    expect(Number(ledger_seq)).toBeGreaterThan(0);
    expect(rows.map(({ gross }) => gross).sort()).toEqual(['0.15', '9.85']);
  });
});
