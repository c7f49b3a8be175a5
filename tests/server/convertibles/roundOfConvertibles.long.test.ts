// Several convertibles and the new issue in one round: previewed, then recorded as previewed.
// tests/domain/round/pricedRound.test.ts calculates the same figures by hand; here they come from a ledger:
//
//   Before, fully diluted              After the round at $1.50
//   Ann              4,000,000         4,000,000
//   Bob              3,000,000         3,000,000
//   Pool             1,000,000         2,000,000
//   One                                1,000,000    $500,000 at $0.50, a $5M post-money cap
//   Two                                  310,000    $372,000 at $1.20, 20 % off
//   Three                                600,000    $300,000 at $0.50, a $4.5M pre-money cap
//   Note                                  90,000    $108,000 with interest at $1.20
//   Fund                               2,000,000    $3,000,000
//                    8,000,000        13,000,000
import { beforeEach, describe, expect, it } from 'vitest';
import type { Row } from '#server/db/database.ts';
import * as given from '#tests/support/given.ts';
import { givenMember, signUpCompany, signUpShareholder } from '#tests/support/people.ts';
import type { Person } from '#tests/support/people.ts';
import { useTestServer } from '#tests/support/testServer.ts';

const server = useTestServer();
const URL = '/api/convertibles/convert-in-round';
let owner: Person;
let common: Row;
let preferred: Row;
let plan: Row;
let one: Row;
let all: Row[];
let fund: Row;

const holder = (first_name: string) => given.shareholder(owner, { first_name, last_name: 'Holder' });

beforeEach(async () => {
  server.setClock('2026-03-02');
  owner = await signUpCompany(server);
  common = await given.shareClass(owner, { name: 'Common', authorized_shares: '20000000' });
  preferred = await given.shareClass(owner, {
    name: 'Series A',
    class_type: 'PREFERRED',
    prefix: 'SA-',
    authorized_shares: '4000000',
    conversion_ratio: '1',
    converts_to_share_class_id: common.id,
  });
  for (const [name, quantity] of [
    ['Ann', '4000000'],
    ['Bob', '3000000'],
  ] as const)
    await given.certificate(owner, { shareholder_id: (await holder(name)).id, share_class_id: common.id, quantity });
  plan = await given.equityPlan(owner, { share_class_ids: [common.id], reserved: '1000000' });
  const safe = async (name: string, amount: string, terms: Row) =>
    given.convertible(owner, { shareholder_id: (await holder(name)).id, amount, terms });
  one = await safe('One', '500000', { post_money_cap: '5000000' });
  all = [
    one,
    await safe('Two', '372000', { post_money_cap: '20000000', discount: '0.2' }),
    await safe('Three', '300000', { pre_money_cap: '4500000' }),
    await given.convertible(owner, {
      shareholder_id: (await holder('Note')).id,
      kind: 'NOTE',
      amount: '100000',
      date: '2025-03-01',
      terms: { discount: '0.2', interest: { rate: '0.08', day_count: 'ACTUAL_365', compounding: 'SIMPLE' } },
    }),
  ];
  fund = await holder('Fund');
});

const round = (extra: Row = {}): Row => ({
  date: '2026-03-01',
  share_class_id: preferred.id,
  pre_money: '16500000',
  pool_increase: { equity_plan_id: plan.id, quantity: '1000000' },
  convertibles: all.map(({ id }) => ({ id })),
  investors: [{ shareholder_id: fund.id, amount: '3000000' }],
  // Series of their own: roundSeries.long.test.ts.
  converts_into: 'round_class',
  ...extra,
});
const preview = async (extra: Row = {}) => owner.post(URL, round({ ...extra, dry_run: true }));
const record = (preview_hash: unknown, extra: Row = {}, by = owner) => by.post(URL, round({ ...extra, preview_hash }));
const table = async () => (await owner.get('/api/cap-table/?basis=fully_diluted&as_of=2026-03-01')).body;
const entries = async () => (await owner.get('/api/transactions/?range=[0,0]')).headers['content-range'];
const errorsOf = ({ body }: { body: Row }) =>
  Object.fromEntries((body.errors as Row[]).map(({ field, message }) => [field, message]));

describe('a round', () => {
  it('is previewed with every line, price and holder before and after, and nothing is recorded', async () => {
    const before = await entries();
    const shown = await preview();
    expect([shown.status, shown.text]).toEqual([200, shown.text]);
    expect(shown.body).toMatchObject({
      recorded: false,
      price_per_share: '1.5',
      pre_money: '16500000',
      post_money: '19500000',
      post_money_divisor: '10000000',
      pre_money_divisor: '9000000',
      conversions: [
        { kind: 'SAFE', shareholder: 'One Holder', binding: 'cap', price: '0.5', shares: '1000000', interest: '0' },
        { binding: 'discount', price: '1.2', price_by_cap: '2', price_by_discount: '1.2', shares: '310000' },
        { binding: 'cap', price: '0.5', shares: '600000' },
        { kind: 'NOTE', binding: 'discount', interest: '8000', shares: '90000', cash: '0' },
      ],
      issues: [{ shareholder: 'Fund Holder', shares: '2000000', paid: '3000000', left: '0' }],
      pool: { reserved_before: '1000000', reserved_after: '2000000' },
      charter: { needed: '4000000', free: '4000000', short: [], refusal: null },
      certificates: [],
    });
    expect((shown.body.ownership as Row[]).map((row) => [row.name, row.before, row.percent_before, row.after])).toEqual(
      [
        ['Ann Holder', '4000000', '50.0000', '4000000'],
        ['Bob Holder', '3000000', '37.5000', '3000000'],
        ['Fund Holder', '0', '0.0000', '2000000'],
        ['One Holder', '0', '0.0000', '1000000'],
        ['Three Holder', '0', '0.0000', '600000'],
        ['Two Holder', '0', '0.0000', '310000'],
        ['Note Holder', '0', '0.0000', '90000'],
        ['Unallocated pool', '1000000', '12.5000', '2000000'],
      ],
    );
    expect(await entries()).toBe(before);
  });

  it('is recorded as previewed, and the cap table then matches the preview', async () => {
    const { body: shown } = await preview();
    const { body: done, status } = await record(shown.preview_hash);
    expect([status, done]).toEqual([
      200,
      { ...shown, recorded: true, certificates: expect.arrayContaining([expect.anything()]) },
    ]);
    const after = await table();
    expect(after.total).toBe('13000000');
    const told = (shown.ownership as Row[]).map((row) => [row.shareholder_id, row.after, row.percent_after]);
    expect((after.rows as Row[]).map((row) => [row.shareholder_id, row.total, row.percent])).toEqual(told);
    const hundred = (shown.ownership as Row[]).reduce(
      (sum, row) => sum + Number(String(row.percent_after).replace('.', '')),
      0,
    );
    expect(hundred).toBe(1_000_000);
    expect(after.convertibles).toEqual([]);
    const certificates = (
      await owner.get(
        `/api/certificates/?filter={"share_class_id":"${String(preferred.id)}"}&sort=["certificate_number","ASC"]`,
      )
    ).rows;
    expect(certificates.map((row) => [row.certificate_number, row.quantity, row.price_per_share])).toEqual([
      ['SA-1', '1000000', '0.5'],
      ['SA-2', '310000', '1.2'],
      ['SA-3', '600000', '0.5'],
      ['SA-4', '90000', '1.2'],
      ['SA-5', '2000000', '1.5'],
    ]);
    expect((await owner.get(`/api/convertibles/${String(one.id)}`)).body.status).toBe('converted');
    expect((await owner.get(`/api/equity-plans/${String(plan.id)}`)).body.reserved).toBe('2000000');
  });

  it('has its entries in the ledger in the order of its lines', async () => {
    await record((await preview()).body.preview_hash);
    const { rows } = await owner.get('/api/transactions/?sort=["date","DESC"]&range=[0,24]');
    const issued = rows.map(({ summary }) => /^Issued (SA-\d)/.exec(String(summary))?.[1]).filter(Boolean);
    expect(issued).toEqual(['SA-1', 'SA-2', 'SA-3', 'SA-4', 'SA-5']);
  });
  it('sets the original issue price of a class issued for the first time, also after an earlier round was voided', async () => {
    const priceOf = async () => (await owner.get(`/api/share-classes/${String(preferred.id)}`)).body.price_per_share;
    expect(await priceOf()).toBeNull();
    const dear = { pre_money: '33000000' };
    expect((await record((await preview(dear)).body.preview_hash, dear)).status).toBe(200);
    expect(await priceOf()).not.toBeNull();
    const [last] = (await owner.get('/api/transactions/?sort=["seq","DESC"]&range=[0,0]')).rows;
    const undone = { reason: 'At another price.' };
    expect((await owner.post(`/api/transactions/${String(last!.id)}/void`, undone)).status).toBe(200);
    expect((await record((await preview()).body.preview_hash)).status).toBe(200);
    expect(await priceOf()).toBe('1.5');
  });
  it('keeps the price that somebody entered for the class', async () => {
    const url = `/api/share-classes/${String(preferred.id)}`;
    await owner.put(url, { ...(await owner.get(url)).body, price_per_share: '9' });
    expect((await record((await preview()).body.preview_hash)).status).toBe(200);
    expect((await owner.get(url)).body.price_per_share).toBe('9');
  });
  it('converts only the principal of a note whose interest is paid in cash', async () => {
    const terms = { interest: { rate: '0.08', payout: 'CASH' } };
    const note = await given.convertible(owner, { kind: 'NOTE', amount: '150000', date: '2025-03-01', terms });
    const { conversions } = (
      await preview({ price_per_share: '1.5', pre_money: null, convertibles: [{ id: note.id }] })
    ).body as { conversions: Row[] };
    expect(conversions).toMatchObject([{ interest: '0', binding: 'round', price: '1.5', shares: '100000' }]);
  });

  it('says which part of an amount gives no whole share', async () => {
    const note = await given.convertible(owner, {
      kind: 'NOTE',
      amount: '150000',
      date: '2025-03-01',
      terms: { interest: { rate: '0.08', payout: 'CASH' } },
    });
    const terms = { price_per_share: '1.7', pre_money: null, convertibles: [{ id: note.id }] };
    // 150,000 / 1.70 = 88,235 and 5/17 of a share: $0.50.
    expect((await record((await preview(terms)).body.preview_hash, terms)).status).toBe(200);
    const { recent_activity } = (await owner.get('/api/dashboard')).body as { recent_activity: Row[] };
    expect(recent_activity.map(({ text }) => text)).toContain(
      `converted ${String(note.convertible_number)} of ${String(note.shareholder)} into 88,235 Series A, SA-1; $0.50 of it gives no whole share`,
    );
  });

  it('is in the history of each line and of the class', async () => {
    await record((await preview()).body.preview_hash);
    const org = '(select org_id from share_class where id = $1)';
    const lines = await server.sql<{ text: string; resource: string }>(
      `select text, resource from activity where org_id = ${org} and text ~ '^(converted|recorded|issued SA-|changed)' order by text`,
      [preferred.id],
    );
    expect(lines.map(({ resource, text }) => [resource, text])).toEqual([
      ['share-classes', 'changed share class Series A: Original issue price set to $1.50'],
      ['equity-plans', expect.stringMatching(/^changed the reserve of Plan \d+ to 2,000,000$/)],
      ['convertibles', 'converted NOTE-1 of Note Holder into 90,000 Series A, SA-4'],
      ['convertibles', 'converted SAFE-1 of One Holder into 1,000,000 Series A, SA-1'],
      ['convertibles', 'converted SAFE-2 of Two Holder into 310,000 Series A, SA-2'],
      ['convertibles', 'converted SAFE-3 of Three Holder into 600,000 Series A, SA-3'],
      ['certificates', 'issued SA-5, 2,000,000 Series A, to Fund Holder'],
      [
        'share-classes',
        'recorded a round of Series A on 2026-03-01 at $1.50: 2,000,000 shares of 4 convertibles and 2,000,000 new ones',
      ],
    ]);
  });

  it('is voided as a whole, and can be recorded again', async () => {
    const { body: shown } = await preview();
    await record(shown.preview_hash);
    const [last] = (await owner.get('/api/transactions/?sort=["seq","DESC"]&range=[0,0]')).rows;
    const undone = await owner.post(`/api/transactions/${String(last!.id)}/void`, { reason: 'Signed a day later.' });
    expect([undone.status, (undone.body.voided as unknown[]).length]).toEqual([200, 10]);
    expect((await preview()).body.ownership).toEqual(shown.ownership);
  });

  it('removes its price from the class when it is voided, but not a price somebody entered since', async () => {
    const ofClass = `/api/share-classes/${String(preferred.id)}`;
    const priced = async () => (await owner.get(ofClass)).body.price_per_share;
    const roundAndBack = async (edit: () => Promise<void>) => {
      await record((await preview()).body.preview_hash);
      expect(await priced()).toBe('1.5');
      const [last] = (await owner.get('/api/transactions/?sort=["seq","DESC"]&range=[0,0]')).rows;
      await edit();
      expect((await owner.post(`/api/transactions/${String(last!.id)}/void`, { reason: 'Off.' })).status).toBe(200);
    };
    await roundAndBack(async () => {});
    expect(await priced()).toBeNull();
    const told = ((await owner.get(ofClass)).body.history as Row[]).map(({ text }) => text);
    expect(told).toContain('changed share class Series A: Original issue price removed (was $1.50)');
    await roundAndBack(async () => {
      const edited = { ...(await owner.get(ofClass)).body, price_per_share: '1.6' };
      expect((await owner.put(ofClass, edited)).status).toBe(200);
    });
    expect(await priced()).toBe('1.6');
  });

  it('keeps a price that somebody entered, also when an earlier round had given the same', async () => {
    const ofClass = `/api/share-classes/${String(preferred.id)}`;
    const roundAndBack = async () => {
      await record((await preview()).body.preview_hash);
      const [last] = (await owner.get('/api/transactions/?sort=["seq","DESC"]&range=[0,0]')).rows;
      expect((await owner.post(`/api/transactions/${String(last!.id)}/void`, { reason: 'Off.' })).status).toBe(200);
      return (await owner.get(ofClass)).body;
    };
    const open = await roundAndBack();
    expect(open.price_per_share).toBeNull();
    server.setClock('2026-03-03');
    expect((await owner.put(ofClass, { ...open, price_per_share: '1.5' })).status).toBe(200);
    server.setClock('2026-03-04');
    expect((await roundAndBack()).price_per_share).toBe('1.5');
  });

  it('keeps its price as long as another issue of the class remains', async () => {
    const more = { authorized_shares: '5000000', date: '2026-03-01', reason: 'More' };
    expect((await owner.post(`/api/share-classes/${String(preferred.id)}/authorize`, more)).status).toBe(200);
    await record((await preview()).body.preview_hash);
    const round = (await owner.get('/api/transactions/?sort=["seq","DESC"]&range=[0,0]')).rows[0]!;
    const later = await given.certificate(owner, {
      shareholder_id: fund.id,
      share_class_id: preferred.id,
      quantity: '1000',
      issue_date: '2026-03-02',
      price_per_share: '1.5',
    });
    const issue = (await owner.get(`/api/transactions/?filter={"security_id":"${String(later.id)}"}`)).rows[0]!;
    const back = ({ id }: Row) => owner.post(`/api/transactions/${String(id)}/void`, { reason: 'Not signed.' });
    const priced = async () => (await owner.get(`/api/share-classes/${String(preferred.id)}`)).body.price_per_share;
    expect([(await back(round)).status, await priced()]).toEqual([200, '1.5']);
    expect([(await back(issue)).status, await priced()]).toEqual([200, null]);
  });

  it('can be voided only after the split that multiplied its reserve was voided', async () => {
    await record((await preview()).body.preview_hash);
    const reserved = async () => (await owner.get(`/api/equity-plans/${String(plan.id)}`)).body.reserved;
    const last = async () => (await owner.get('/api/transactions/?sort=["seq","DESC"]&range=[0,0]')).rows[0]!;
    const back = ({ id }: Row) => owner.post(`/api/transactions/${String(id)}/void`, { reason: 'Not signed.' });
    const round = await last();
    const split = { numerator: '2', denominator: '1', date: '2026-03-02' };
    expect((await owner.post(`/api/share-classes/${String(common.id)}/split`, split)).status).toBe(200);
    const refused = await back(round);
    expect([refused.status, refused.code, await reserved()]).toEqual([409, 'entry_depended_on', '4000000']);
    expect((await back(await last())).status).toBe(200);
    expect((await back(round)).status).toBe(200);
    expect(await reserved()).toBe('1000000');
  });

  it('answers a repeat with its first answer', async () => {
    const { preview_hash } = (await preview()).body;
    const options = { headers: { 'idempotency-key': 'one-round' } };
    const first = await owner.post(URL, round({ preview_hash }), options);
    const second = await owner.post(URL, round({ preview_hash }), options);
    expect([first.status, second.text]).toEqual([200, first.text]);
    expect((await table()).total).toBe('13000000');
  });
});

describe('recording a previewed round', () => {
  it('is refused when the table changed since, and accepted after a new preview', async () => {
    const { preview_hash } = (await preview()).body;
    await given.certificate(owner, { share_class_id: common.id, quantity: '5', issue_date: '2026-02-01' });
    const before = await entries();
    const stale = await record(preview_hash);
    expect([stale.status, stale.code, stale.detail]).toEqual([
      409,
      'preview_changed',
      expect.stringContaining('changed since you saw them'),
    ]);
    expect(await entries()).toBe(before);
    expect((await record((await preview()).body.preview_hash)).status).toBe(200);
  });
  it('is refused with other figures than the previewed ones, and without a preview', async () => {
    const { preview_hash } = (await preview()).body;
    expect((await record(preview_hash, { pre_money: '16500001' })).code).toBe('preview_changed');
    expect((await record(undefined)).status).toBe(422);
  });
});

describe('a round with an error', () => {
  it('in its third line records nothing, and names that line', async () => {
    const { preview_hash } = (await preview()).body;
    const cancelled = await owner.post(`/api/convertibles/${String(all[2]!.id)}/cancel`, {
      date: '2026-02-01',
      reason: 'Repaid.',
    });
    expect(cancelled.status).toBe(200);
    const before = await entries();
    const refused = await record(preview_hash);
    expect([refused.status, errorsOf(refused)]).toEqual([
      409,
      { 'convertibles.2.id': `${String(all[2]!.convertible_number)} is no longer open.` },
    ]);
    expect(await entries()).toBe(before);
    expect((await owner.get(`/api/convertibles/${String(one.id)}`)).body.status).toBe('outstanding');
  });
  it('in several lines names each of them', async () => {
    const other = await given.convertible(owner, { currency: 'EUR' });
    const later = await given.convertible(owner, { date: '2026-03-02' });
    const refused = await preview({ convertibles: [one, other, later].map(({ id }) => ({ id })) });
    expect([refused.status, errorsOf(refused)]).toEqual([
      422,
      {
        'convertibles.1.id': expect.stringContaining('is in EUR'),
        'convertibles.2.id': expect.stringContaining('was issued on 2026-03-02'),
      },
    ]);
  });
  it('gives the same answer for a convertible of another company as for an unknown one', async () => {
    const theirs = await given.convertible(await signUpCompany(server));
    const nobodys = '01890000-0000-7000-8000-000000000000';
    const answers = await Promise.all(
      [theirs.id, nobodys].map(async (id) => preview({ convertibles: [{ id: one.id }, { id }] })),
    );
    for (const answer of answers)
      expect([answer.status, errorsOf(answer)]).toEqual([422, { 'convertibles.1.id': 'Unknown convertible.' }]);
  });
  it('is refused for a line given twice, an unknown investor, both a price and a valuation, or neither', async () => {
    const faults = [
      { convertibles: [{ id: one.id }, { id: one.id }] },
      { investors: [{ shareholder_id: 'x', amount: '5' }] },
      { price_per_share: '1.5' },
      { pre_money: undefined },
      { investors: [{ shareholder_id: fund.id, amount: '5', quantity: '5' }] },
      { pool_increase: { equity_plan_id: 'x', quantity: '5' } },
    ];
    const fields = [];
    for (const fault of faults) {
      const answer = await preview(fault);
      fields.push([answer.status, ...Object.keys(errorsOf(answer))]);
    }
    expect(fields).toEqual([
      [422, 'convertibles.1.id'],
      [422, 'investors.0.shareholder_id'],
      [422, 'price_per_share'],
      [422, 'price_per_share'],
      [422, 'investors.0.amount'],
      [422, 'pool_increase.equity_plan_id'],
    ]);
  });
  it('is refused when a later change of the reserve would undo its pool increase', async () => {
    const later = { reserved: '1200000', date: '2026-03-02', reason: 'Board.' };
    expect((await owner.post(`/api/equity-plans/${String(plan.id)}/adjust`, later)).status).toBe(200);
    const refused = await preview();
    expect([refused.status, refused.code, errorsOf(refused)]).toEqual([
      409,
      'later_entries',
      { 'pool_increase.equity_plan_id': expect.stringContaining('2026-03-02') },
    ]);
    expect((await preview({ pool_increase: null })).status).toBe(200);
  });
  it('is refused at the line that makes a figure too large to store', async () => {
    const most = '9999999999999999999999999999';
    const faults = [
      { pre_money: undefined, price_per_share: '0.0000000001', investors: [{ shareholder_id: fund.id, amount: most }] },
      { pool_increase: { equity_plan_id: plan.id, quantity: most } },
      { pre_money: most },
      { pre_money: '0.0000000001' },
    ];
    const answers = [];
    for (const fault of faults) {
      const answer = await preview(fault);
      answers.push([answer.status, ...Object.keys(errorsOf(answer))]);
    }
    expect(answers).toEqual([
      [422, 'convertibles.1.id', 'convertibles.3.id', 'investors.0.amount'],
      [422, 'pool_increase.quantity'],
      // At such a price $3,000,000 and the note give no whole share.
      [422, 'convertibles.3.id', 'investors.0.amount'],
      [422, 'convertibles'],
    ]);
  });
  it('is previewed with the authorized shares it lacks, and refused', async () => {
    const more = { investors: [{ shareholder_id: fund.id, amount: '3000150' }] };
    const sentence =
      'The round issues 4,000,100 of Series A, and 4,000,000 are left of the 4,000,000 authorized. Authorize more first.';
    const { body: shown } = await preview(more);
    expect(shown.charter).toMatchObject({
      needed: '4000100',
      free: '4000000',
      short: [{ share_class: 'Series A', short: '100' }],
      refusal: sentence,
    });
    const refused = await record(shown.preview_hash, more);
    expect([refused.status, refused.code, refused.detail]).toEqual([409, 'over_authorized', sentence]);
    expect((await table()).total).toBe('8000000');
  });
});

describe('permission to record a round', () => {
  it('is that to convert: no holder and no viewer has it', async () => {
    const { preview_hash } = (await preview()).body;
    const investor = await signUpShareholder(server, owner, fund);
    const viewer = await givenMember(server, owner, 'viewer');
    for (const person of [investor, viewer])
      for (const extra of [{ dry_run: true }, { preview_hash }]) {
        const answer = await person.post(URL, round(extra));
        expect([answer.status, answer.code]).toEqual([403, 'forbidden']);
      }
    expect((await table()).total).toBe('8000000');
    const staff = await givenMember(server, owner, 'staff');
    expect((await record(preview_hash, {}, staff)).status).toBe(200);
  });
});
