// What people type that nobody expected, and what the ledger has that a scenario cannot count.
import { beforeAll, describe, expect, it } from 'vitest';
import type { RunAnswer } from '#src/contract/scenarios/scenarios.ts';
import type { Row } from '#server/db/database.ts';
import * as given from '#tests/support/given.ts';
import { signUpCompany } from '#tests/support/people.ts';
import type { Person, Reply } from '#tests/support/people.ts';
import { useTestServer } from '#tests/support/testServer.ts';

const server = useTestServer();
const AS_OF = '2025-01-31';
let owner: Person;
let common: Row;
beforeAll(async () => {
  owner = await signUpCompany(server);
  common = await given.shareClass(owner, { name: 'Common', authorized_shares: '100000000' });
  await given.certificate(owner, { share_class_id: common.id, quantity: '9000000', issue_date: '2024-01-02' });
});

const seed = {
  kind: 'round',
  name: 'Seed',
  class_name: 'Series Seed',
  pre_money: 10_000_000,
  method: 'percent_ownership',
  investors: [{ name: 'Fund', amount: 1_000_000 }],
  converts: 'all',
};
const create = (body: Row) => owner.post('/api/scenarios/', { name: 'Odd', as_of: AS_OF, steps: [], ...body });
const run = async ({ id }: Row) =>
  (await owner.post(`/api/scenarios/${String(id)}/run`, {})).body as unknown as RunAnswer;
const faultsOf = ({ body }: Reply) => (body.errors as { field: string; message: string }[]).map(({ field }) => field);

describe('a scenario is refused at its field', () => {
  const typed = { holders: [{ id: 'H', name: 'H' }], holdings: [{ holder: 'H', class: 'c', shares: 1000 }] };
  const common = { id: 'c', name: 'Common', kind: 'COMMON' };
  it.each<[string, Row, string]>([
    ['with a NUL in a name', { steps: [{ ...seed, name: 'a\u0000b' }] }, 'steps.0.name'],
    ['with half a character', { steps: [{ ...seed, class_name: 'a\ud800' }] }, 'steps.0.class_name'],
    [
      'with an investor on two lines',
      { steps: [{ ...seed, investors: [{ name: 'F\n2', amount: 1 }] }] },
      'steps.0.investors.0.name',
    ],
    ['with a name that no class may have', { steps: [{ ...seed, class_name: 'x'.repeat(121) }] }, 'steps.0.class_name'],
    ['with a number that JSON programs round', { steps: [{ ...seed, pre_money: 2 ** 53 }] }, 'steps.0.pre_money'],
    ['with two pools', { steps: [{ ...seed, pool: { target: 0.1, increase: 1 } }] }, 'steps.0.pool'],
    [
      'with more investors than tables can show',
      {
        steps: Array.from({ length: 6 }, () => ({
          ...seed,
          investors: Array.from({ length: 100 }, () => seed.investors[0]),
        })),
      },
      'steps',
    ],
    [
      'with a class named as the sum of options',
      { as_of: null, start: { ...typed, classes: [common, { ...common, id: 'options' }] } },
      'start.classes.1.id',
    ],
    [
      'with a class and a SAFE of one id',
      { as_of: null, start: { ...typed, classes: [common], convertibles: [{ id: 'c', type: 'round', amount: 1 }] } },
      'start.convertibles.0.id',
    ],
  ])('%s', async (_, body, field) => {
    const reply = await create(body);
    const answered = reply.status === 201 ? await owner.post(`/api/scenarios/${String(reply.body.id)}/run`, {}) : reply;
    expect([answered.status, faultsOf(answered)]).toEqual([422, [field]]);
    expect(answered.text).not.toContain('Invalid input');
  });

  it('with a rate of interest that is no decimal', async () => {
    const note = {
      id: 'N',
      type: 'round',
      amount: 26_107_350,
      interest: { rate: '1/13', day_count: '30_360', compounding: 'ANNUAL', from: '2020-02-29', to: '2024-12-07' },
    };
    const body = { outstanding_fully_diluted: 1, unallocated_pool: 0, pre_money: 1, new_money: 0, method: 'pre_money' };
    const reply = await owner.post('/api/model/round', { ...body, instruments: [note] });
    expect([reply.status, faultsOf(reply)]).toEqual([422, ['instruments.0.interest.rate']]);
  });

  it('where the body is a list', async () => {
    const reply = await owner.post('/api/model/round', [] as unknown as Row);
    expect([reply.status, reply.body.errors]).toEqual([
      422,
      [{ field: 'body', message: 'The body must be a JSON object.' }],
    ]);
  });
});

it('a class whose name begins with a picture gets drafts', async () => {
  const made = (await create({ steps: [{ ...seed, class_name: '🚀 Seed' }] })).body;
  const reply = await owner.post(`/api/scenarios/${String(made.id)}/drafts`, {});
  expect([reply.status, reply.text]).toEqual([201, reply.text]);
});

it('a large one is computed apart, and answers like a small one', async () => {
  const holders = Array.from({ length: 300 }, (_, index) => ({ id: `h${index}`, name: `Holder ${index}` }));
  const start = {
    holders,
    classes: [{ id: 'c', name: 'Common', kind: 'COMMON' }],
    holdings: holders.map(({ id }, index) => ({ holder: id, class: 'c', shares: 1000 + index })),
    options: Array.from({ length: 100 }, (_, index) => ({ id: `o${index}`, shares: 100, strike: `0.${1000 + index}` })),
  };
  const made = (await create({ as_of: null, start, steps: [{ kind: 'exit', proceeds: 1_000_000 }] })).body;
  const { waterfalls } = await run(made);
  const cents = (amounts: Record<string, string>) =>
    Object.values(amounts).reduce((sum, amount) => sum + Math.round(Number(amount) * 100), 0);
  expect([cents(waterfalls[0]!.paid), cents(waterfalls[0]!.by_holder)]).toEqual([100_000_000, 100_000_000]);
});

it('a large one at fault says so at its field', async () => {
  const holders = Array.from({ length: 300 }, (_, index) => ({ id: `h${index}`, name: `Holder ${index}` }));
  const start = {
    holders,
    classes: [{ id: 'c', name: 'Common', kind: 'COMMON' }],
    holdings: holders.map(({ id }) => ({ holder: id, class: 'c', shares: 1000 })),
  };
  const pools = Array.from({ length: 14 }, () => ({ kind: 'pool', quantity: 1 }));
  const made = (await create({ as_of: null, start, steps: [...pools, { kind: 'grant', quantity: 1000 }] })).body;
  const reply = await owner.post(`/api/scenarios/${String(made.id)}/run`, {});
  expect([reply.status, faultsOf(reply)]).toEqual([422, ['steps.14.quantity']]);
});

it('what cannot be counted is said: another currency, and a clause that was not used', async () => {
  await given.convertible(owner, { kind: 'SAFE', amount: '50000', currency: 'EUR', date: '2024-05-01' });
  await given.convertible(owner, { kind: 'SAFE', amount: '60000', date: '2024-05-01', terms: { mfn: true } });
  const { notes, tables } = await run((await create({})).body);
  expect(notes).toEqual([
    expect.stringMatching(/ is in EUR: nothing is converted between currencies, so it is not counted\.$/),
    expect.stringMatching(/ has a most favoured nation clause\./),
  ]);
  expect(tables[0]!.convertibles).toHaveLength(1);
});

it('says that the terms of a class were changed after it was started', async () => {
  const preferred = await given.shareClass(owner, {
    name: 'Series A',
    class_type: 'PREFERRED',
    prefix: 'PA-',
    price_per_share: '1',
  });
  const made = (await create({})).body;
  expect((await run(made)).overtaken).toBeNull();
  await given.shareClass(owner, { name: 'Series B', class_type: 'PREFERRED', prefix: 'PB-' });
  expect((await run(made)).overtaken).toBeNull();
  const path = `/api/share-classes/${String(preferred.id)}`;
  const { body } = await owner.get(path);
  expect((await owner.put(path, { ...body, liquidation_preference_multiple: '2' })).status).toBe(200);
  const message = expect.stringContaining('The terms of Series A were changed') as string;
  expect((await run(made)).overtaken).toMatchObject({ entries: 0, message });
  await owner.post(`/api/scenarios/${String(made.id)}/start-again`, {});
  expect((await run(made)).overtaken).toBeNull();
});

it('a split after a split rounds a strike once, as the ledger does', async () => {
  const holder = await given.shareholder(owner);
  const other = await given.shareClass(owner, { name: 'Split', authorized_shares: '100000000', prefix: 'SP-' });
  await given.certificate(owner, { share_class_id: other.id, quantity: '600000', issue_date: '2024-01-02' });
  const warrant = { shareholder_id: holder.id, share_class_id: other.id, quantity: '777', exercise_price: '0.55' };
  expect((await owner.post('/api/warrants/', { ...warrant, date: '2024-01-03' })).status).toBe(201);
  const split = (numerator: string, denominator: string, date: string) =>
    owner.post(`/api/share-classes/${String(other.id)}/split`, { numerator, denominator, date });
  expect((await split('3', '2', '2024-06-03')).status).toBe(200);
  const exit = { kind: 'exit', proceeds: 100_000_003 };
  const asked = { kind: 'split', share_class_id: other.id, numerator: 1, denominator: 3 };
  const model = await run((await create({ as_of: '2024-06-04', steps: [asked, exit] })).body);
  expect((await split('1', '3', '2024-06-05')).status).toBe(200);
  const ledger = await run((await create({ as_of: '2024-06-05', steps: [exit] })).body);
  expect(model.waterfalls[0]!.payout.warrants).toEqual(ledger.waterfalls[0]!.payout.warrants);
  expect(model.waterfalls[0]!.breakpoints.at(-1)).toEqual(ledger.waterfalls[0]!.breakpoints.at(-1));
});
