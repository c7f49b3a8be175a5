// The price that a posted round gives its class goes with the posting, and a round into a class that has another price says so at
// every door.
//
//   8,000,000 common. 20,000,000 before the money is 2.50 a share; at 40,000,000 it is 5.00.
import { beforeEach, describe, expect, it } from 'vitest';
import type { RunAnswer } from '#src/contract/scenarios/scenarios.ts';
import type { Row } from '#server/db/database.ts';
import * as given from '#tests/support/given.ts';
import { signUpCompany } from '#tests/support/people.ts';
import type { Person } from '#tests/support/people.ts';
import { useTestServer } from '#tests/support/testServer.ts';

const server = useTestServer();
const AS_OF = '2025-01-31';
let owner: Person;
let common: Row;

beforeEach(async () => {
  server.setClock('2025-02-01');
  owner = await signUpCompany(server);
  common = await given.shareClass(owner, { name: 'Common', authorized_shares: '90000000' });
  await given.certificate(owner, { share_class_id: common.id, issue_date: '2024-01-02', quantity: '8000000' });
});

const seriesA = (pre_money: number, amount: number, converts: unknown = []): Row => ({
  kind: 'round',
  name: 'Series A',
  class_name: 'Series A',
  pre_money,
  method: 'percent_ownership',
  investors: [{ name: 'Harbor Fund', amount }],
  converts,
});
const existing = (extra: Row = {}) =>
  given.shareClass(owner, {
    name: 'Series A',
    class_type: 'PREFERRED',
    prefix: 'PA-',
    authorized_shares: '20000000',
    liquidation_preference_multiple: '1',
    converts_to_share_class_id: common.id,
    ...extra,
  });

async function drafted(steps: Row[], as_of = AS_OF): Promise<{ scenario: Row; answer: Row; ids: unknown[] }> {
  const scenario = await given.scenario(owner, { name: `A ${Math.random()}`, as_of, steps });
  const reply = await owner.post(`/api/scenarios/${String(scenario.id)}/drafts`, {});
  expect([reply.status, reply.text]).toEqual([201, reply.text]);
  return { scenario, answer: reply.body, ids: (reply.body.drafts as Row[]).map(({ id }) => id) };
}
async function post(ids: unknown[]): Promise<Row> {
  const reply = await owner.post('/api/drafts/post', { ids });
  expect([reply.status, reply.text]).toEqual([200, reply.text]);
  return reply.body;
}
const classNamed = async (wanted: string) =>
  (await owner.get('/api/share-classes/')).rows.find(({ name }) => name === wanted);
const priceOf = async (wanted: string) => (await classNamed(wanted))?.price_per_share;
async function takeBackLast(): Promise<void> {
  const [last] = (await owner.get('/api/transactions/?sort=["seq","DESC"]&range=[0,0]')).rows;
  const reply = await owner.post(`/api/transactions/${String(last!.id)}/void`, { reason: 'It fell through.' });
  expect([reply.status, reply.text]).toEqual([200, reply.text]);
}
async function paidFirst(proceeds: number): Promise<string[]> {
  const scenario = await given.scenario(owner, { name: 'Exit', as_of: AS_OF, steps: [{ kind: 'exit', proceeds }] });
  const run = (await owner.post(`/api/scenarios/${String(scenario.id)}/run`, {})).body as unknown as RunAnswer;
  return Object.values(run.waterfalls[0]!.paid).sort();
}

describe('undoing a posting takes back the price that it gave its class', () => {
  it('of a class that existed without one: the next round pays first what was paid in', async () => {
    await existing();
    await post((await drafted([seriesA(40_000_000, 5_000_000)])).ids);
    expect(await priceOf('Series A')).toBe('5');
    await takeBackLast();
    expect(await priceOf('Series A')).toBeNull();
    await post((await drafted([seriesA(20_000_000, 5_000_000)])).ids);
    expect(await priceOf('Series A')).toBe('2.5');
    expect(await paidFirst(5_000_000)).toEqual(['0', '5000000']);
  });

  it('also where the closing that set it is taken back before a later one', async () => {
    await existing();
    const newest = async () => (await owner.get('/api/transactions/?sort=["seq","DESC"]&range=[0,0]')).rows[0]!;
    await post((await drafted([seriesA(40_000_000, 5_000_000)])).ids);
    const first = await newest();
    server.setClock('2025-03-02');
    await post((await drafted([seriesA(45_000_000, 5_000_000)], '2025-03-01')).ids);
    const second = await newest();
    expect(await priceOf('Series A')).toBe('5');
    for (const { id } of [first, second]) {
      const reply = await owner.post(`/api/transactions/${String(id)}/void`, { reason: 'It fell through.' });
      expect([reply.status, reply.text]).toEqual([200, reply.text]);
    }
    expect(await priceOf('Series A')).toBeNull();
  });

  it('of the class that it added, which has it again once its drafts are posted again', async () => {
    const { scenario, ids } = await drafted([seriesA(40_000_000, 5_000_000)]);
    await post(ids);
    await takeBackLast();
    expect(await priceOf('Series A')).toBeNull();
    const own = `/api/drafts/?filter=${encodeURIComponent(JSON.stringify({ scenario_id: scenario.id }))}`;
    const open = (await owner.get(own)).rows.filter(({ posted_at }) => posted_at === null);
    await post(open.map(({ id }) => id));
    expect(await priceOf('Series A')).toBe('5');
    await takeBackLast();
    await post((await drafted([seriesA(20_000_000, 5_000_000)])).ids);
    expect(await priceOf('Series A')).toBe('2.5');
  });

  it('also where what converts has the class of the round, at its own price', async () => {
    await given.convertible(owner, { amount: '500000', date: '2024-02-01', terms: { post_money_cap: '5000000' } });
    const { scenario, ids } = await drafted([
      { ...seriesA(20_000_000, 5_000_000, 'all'), converts_into: 'round_class' },
    ]);
    await post(ids);
    const price = await priceOf('Series A');
    await takeBackLast();
    expect(await priceOf('Series A')).toBeNull();
    const own = `/api/drafts/?filter=${encodeURIComponent(JSON.stringify({ scenario_id: scenario.id }))}`;
    await post((await owner.get(own)).rows.filter(({ posted_at }) => posted_at === null).map(({ id }) => id));
    expect(await priceOf('Series A')).toBe(price);
  });

  it('and not one that somebody entered before or since', async () => {
    const typed = await existing({ price_per_share: '5' });
    await post((await drafted([seriesA(40_000_000, 5_000_000)])).ids);
    await takeBackLast();
    expect(await priceOf('Series A')).toBe('5');
    const page = async () => (await owner.get(`/api/share-classes/${String(typed.id)}`)).body;
    const put = async (price_per_share: string | null) =>
      expect(
        (await owner.put(`/api/share-classes/${String(typed.id)}`, { ...(await page()), price_per_share })).status,
      ).toBe(200);
    await put(null);
    await post((await drafted([seriesA(20_000_000, 5_000_000)])).ids);
    expect(await priceOf('Series A')).toBe('2.5');
    await put('3');
    await takeBackLast();
    expect(await priceOf('Series A')).toBe('3');
  });

  it('but keeps the one that a dividend is a percentage of', async () => {
    await existing();
    await post((await drafted([seriesA(40_000_000, 5_000_000)])).ids);
    const page = (await classNamed('Series A'))!;
    const whole = (await owner.get(`/api/share-classes/${String(page.id)}`)).body;
    const terms = { dividend_rate: '0.08', dividend_base: 'original_issue_price' };
    const changed = await owner.put(`/api/share-classes/${String(page.id)}`, { ...whole, ...terms });
    expect([changed.status, changed.text]).toEqual([200, changed.text]);
    await takeBackLast();
    expect(await priceOf('Series A')).toBe('5');
  });
});

describe('a round into a class that has another price on record', () => {
  const differs =
    'Series A has $5.00 as its original issue price on record, and $2.50 is paid for a share. Its liquidation preference follows the recorded price: $10,000,000.00 for 2,000,000 shares that pay $5,000,000.00. Correct the price of the class, or choose another class.';
  const missing =
    'Series A has no original issue price on record, and $2.50 is paid for a share. At an exit its shares are paid no preference until the class has a price. Enter the price of the class, or choose another class.';

  it('says so with its drafts, in their check and when they are posted, and in the scenario', async () => {
    await existing({ price_per_share: '5' });
    const { scenario, answer, ids } = await drafted([seriesA(20_000_000, 5_000_000)]);
    expect(answer.price_warnings).toEqual([differs]);
    expect((await owner.post('/api/drafts/check', { ids })).body.price_warnings).toEqual([differs]);
    const run = (await owner.post(`/api/scenarios/${String(scenario.id)}/run`, {})).body as unknown as RunAnswer;
    expect(run.tables[1]!.round!.price_warnings).toEqual([
      'Series A has 5 as its original issue price on record, and 2.5 is paid for a share. Its liquidation preference follows the recorded price: 10,000,000.00 for 2,000,000 shares that pay 5,000,000.00. Correct the price of the class, or choose another class.',
    ]);
    expect((await post(ids)).price_warnings).toEqual([differs]);
  });

  it('says nothing where the price is the same, or where the round sets it', async () => {
    const typed = await existing({ price_per_share: '2.5' });
    const same = await drafted([seriesA(20_000_000, 5_000_000)]);
    expect(same.answer.price_warnings).toEqual([]);
    const page = (await owner.get(`/api/share-classes/${String(typed.id)}`)).body;
    await owner.put(`/api/share-classes/${String(typed.id)}`, { ...page, price_per_share: null });
    expect((await owner.post('/api/drafts/check', { ids: same.ids })).body.price_warnings).toEqual([]);
    const fresh = await drafted([{ ...seriesA(20_000_000, 5_000_000), class_name: 'Series B' }]);
    expect(fresh.answer.price_warnings).toEqual([]);
  });

  it('says that a class with stock has no price', async () => {
    const typed = await existing();
    await given.certificate(owner, { share_class_id: typed.id, quantity: '1', issue_date: '2024-01-03' });
    const { answer } = await drafted([{ ...seriesA(20_000_002.5, 5_000_000) }]);
    expect(answer.price_warnings).toEqual([missing]);
  });

  it('says it of a second round of the scenario in the class of the first', async () => {
    const { answer } = await drafted([seriesA(40_000_000, 5_000_000), seriesA(90_000_000, 5_000_000)]);
    expect(answer.price_warnings).toEqual([
      expect.stringMatching(/^Series A has \$5\.00 as its original issue price on record, and \$10\.00 is paid/),
    ]);
  });

  it('says so of a certificate that is issued by itself', async () => {
    const typed = await existing({ price_per_share: '5' });
    const fund = await given.shareholder(owner);
    const issue = async (extra: Row, share_class_id = typed.id) =>
      (
        await given.certificate(owner, {
          shareholder_id: fund.id,
          share_class_id,
          issue_date: AS_OF,
          quantity: '2000000',
          ...extra,
        })
      ).price_warnings;
    expect(await issue({ price_per_share: '2.5' })).toEqual([differs]);
    expect(await issue({ price_per_share: '5' })).toEqual([]);
    expect(await issue({})).toEqual([]);
    expect(await issue({ price_per_share: '2.5' }, common.id)).toEqual([]);
    const page = (await owner.get(`/api/share-classes/${String(typed.id)}`)).body;
    await owner.put(`/api/share-classes/${String(typed.id)}`, {
      ...page,
      price_per_share: null,
      par_value: '0.01',
    });
    expect(await issue({ price_per_share: '2.5' })).toEqual([missing]);
    expect(await issue({})).toEqual([]);
  });

  it('says so in the preview of the ledger’s round and in what it recorded', async () => {
    const typed = await existing({ price_per_share: '5' });
    const safe = await given.convertible(owner, {
      amount: '500000',
      date: '2024-02-01',
      terms: { post_money_cap: '5000000' },
    });
    const fund = await given.shareholder(owner, { first_name: 'Fund' });
    const url = '/api/convertibles/convert-in-round';
    const body = {
      date: AS_OF,
      share_class_id: typed.id,
      price_per_share: '2.5',
      convertibles: [{ id: safe.id }],
      investors: [{ shareholder_id: fund.id, amount: '5000000' }],
    };
    const shown = await owner.post(url, { ...body, dry_run: true });
    expect([shown.status, shown.body.price_warnings]).toEqual([200, [differs]]);
    const made = await owner.post(url, { ...body, preview_hash: shown.body.preview_hash });
    expect([made.status, made.body.price_warnings]).toEqual([200, [differs]]);
    const after = await owner.post(url, { ...body, share_class_id: common.id, dry_run: true });
    expect(after.status === 200 ? after.body.price_warnings : []).toEqual([]);
  });
});
