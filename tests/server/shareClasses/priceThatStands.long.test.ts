// What is taken back leaves the class with the price that it would have had it never been posted: whatever was undone, and in which order.
import { beforeEach, expect, it } from 'vitest';
import type { Row } from '#server/db/database.ts';
import * as given from '#tests/support/given.ts';
import { signUpCompany } from '#tests/support/people.ts';
import type { Person } from '#tests/support/people.ts';
import { useTestServer } from '#tests/support/testServer.ts';
import { expected, FIRST, orders, SECOND } from '#tests/support/rounds/undoOrders.ts';

const server = useTestServer();
let owner: Person;
let common: Row;
let fund: Row;
let day: number;

beforeEach(async () => {
  server.setClock('2026-01-01');
  owner = await signUpCompany(server);
  common = await given.shareClass(owner, { name: 'Common', authorized_shares: '900000000', prefix: 'C-' });
  await given.certificate(owner, { share_class_id: common.id, issue_date: '2020-01-02', quantity: '8000000' });
  fund = await given.shareholder(owner);
  day = 0;
});

/** Each act has a day of its own. */
const nextDay = () => new Date(Date.UTC(2021, 0, (day += 1))).toISOString().slice(0, 10);
const preferred = (extra: Row = {}) =>
  given.shareClass(owner, {
    class_type: 'PREFERRED',
    authorized_shares: '90000000',
    converts_to_share_class_id: common.id,
    ...extra,
  });
const newest = async () => String((await owner.get('/api/transactions/?sort=["seq","DESC"]&range=[0,0]')).rows[0]!.id);
const priceOf = async (id: unknown) => (await owner.get(`/api/share-classes/${String(id)}`)).body.price_per_share;

/** A closing of a round. Out: an entry of it. */
async function close(share_class_id: unknown, price_per_share: string): Promise<string> {
  const terms = { post_money_cap: '5000000' };
  const { id } = await given.convertible(owner, { amount: '1000', date: '2020-02-01', terms });
  const body = {
    date: nextDay(),
    share_class_id,
    price_per_share,
    converts_into: 'round_class',
    convertibles: [{ id }],
    investors: [{ shareholder_id: fund.id, quantity: '100' }],
  };
  const url = '/api/convertibles/convert-in-round';
  const shown = await owner.post(url, { ...body, dry_run: true });
  expect([shown.status, shown.text]).toEqual([200, shown.text]);
  const made = await owner.post(url, { ...body, preview_hash: shown.body.preview_hash });
  expect([made.status, made.text]).toEqual([200, made.text]);
  return newest();
}
async function split(id: unknown, numerator: string): Promise<string> {
  const done = await owner.post(`/api/share-classes/${String(id)}/split`, {
    numerator,
    denominator: '1',
    date: nextDay(),
  });
  expect([done.status, done.text]).toEqual([200, done.text]);
  return newest();
}
/** False: later entries depend on it. */
async function undo(entry: string): Promise<boolean> {
  const done = await owner.post(`/api/transactions/${entry}/void`, { reason: 'It fell through.' });
  const isRefused = done.status === 409 && /depended_on|breaks_rule/.test(String(done.code));
  expect([done.status, done.text]).toEqual([isRefused ? 409 : 200, done.text]);
  return done.status === 200;
}
async function put(id: unknown, changes: Row): Promise<void> {
  const page = (await owner.get(`/api/share-classes/${String(id)}`)).body;
  const done = await owner.put(`/api/share-classes/${String(id)}`, { ...page, ...changes });
  expect([done.status, done.text]).toEqual([200, done.text]);
}

// Every ninth of the ninety orders; tests/domain/round/standingPrice.test.ts tries all.
const tried = [
  ['first', 'split', 'undo split', 'undo first', 'second', 'undo second'],
  ...orders().filter((_, index) => index % 9 === 3),
];
it('whatever the order of two closings at different prices, a split, and the undoing of each', async () => {
  for (const order of tried) {
    // Common stock, because a round counts each share as one, also after a split.
    const { id } = await given.shareClass(owner, { authorized_shares: '90000000' });
    const entries = new Map<string, string>();
    let standing: string[] = [];
    for (const act of order) {
      if (act.startsWith('undo ')) {
        const of = act.slice(5);
        if (await undo(entries.get(of)!)) standing = standing.filter((each) => each !== of);
      } else {
        const made = act === 'split' ? split(id, '2') : close(id, String(act === 'first' ? FIRST : SECOND));
        entries.set(act, await made);
        standing.push(act);
      }
      expect([order, act, await priceOf(id)]).toEqual([order, act, expected(standing)]);
    }
  }
});

it('a price that somebody entered stays: before the round, after it, and after a split', async () => {
  const before = await preferred({ price_per_share: '8' });
  const into = await close(before.id, '5');
  await undo(into);
  expect(await priceOf(before.id)).toBe('8');

  const { id } = await preferred();
  const first = await close(id, '8');
  const halved = await split(id, '2');
  await put(id, { price_per_share: '3' });
  await undo(halved);
  await undo(first);
  expect(await priceOf(id)).toBe('3');

  // Of a class whose price was removed, the closing that stands alone sets it.
  const none = await preferred();
  const one = await close(none.id, '8');
  await put(none.id, { price_per_share: null });
  await close(none.id, '5');
  expect(await priceOf(none.id)).toBeNull();
  await undo(one);
  expect(await priceOf(none.id)).toBe('5');
});

it('a dividend that is a percentage of the price keeps it, also through a split that is undone', async () => {
  const { id } = await preferred();
  const first = await close(id, '8');
  await put(id, { dividend_rate: '0.08', dividend_base: 'original_issue_price' });
  await undo(first);
  expect(await priceOf(id)).toBe('8');
  const halved = await split(id, '2');
  expect(await priceOf(id)).toBe('4');
  await undo(halved);
  expect(await priceOf(id)).toBe('8');
});
