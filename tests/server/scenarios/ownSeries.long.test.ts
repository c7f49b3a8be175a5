// A posted round of a scenario: what converts is in series of its own, in the ledger, at an exit and in what is exported.
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

// 8,000,000 shares; the SAFEs own 10 % and 10 % before the money: 10,000,000 shares at 2.00 are the valuation.
beforeEach(async () => {
  owner = await signUpCompany(server);
  common = await given.shareClass(owner, { name: 'Common', authorized_shares: '50000000' });
  await given.certificate(owner, { share_class_id: common.id, issue_date: '2024-01-02', quantity: '8000000' });
  for (const [amount, post_money_cap] of [
    ['500000', '5000000'],
    ['800000', '8000000'],
  ])
    await given.convertible(owner, { amount, date: '2024-02-01', terms: { post_money_cap } });
});

const seriesA = {
  kind: 'round',
  name: 'Series A',
  class_name: 'Series A',
  pre_money: 20_000_000,
  method: 'percent_ownership',
  investors: [{ name: 'Harbor Fund', amount: 5_000_000 }],
  converts: 'all',
};

async function posted(step: Row): Promise<Row[]> {
  const made = await given.scenario(owner, { name: 'A', as_of: AS_OF, steps: [step] });
  const reply = await owner.post(`/api/scenarios/${String(made.id)}/drafts`, {});
  expect([reply.status, reply.text]).toEqual([201, reply.text]);
  const drafts = reply.body.drafts as Row[];
  const done = await owner.post('/api/drafts/post', { ids: drafts.map(({ id }) => id) });
  expect([done.status, done.text]).toEqual([200, done.text]);
  return drafts;
}
const classes = async () => (await owner.get('/api/share-classes/?sort=["name","ASC"]')).rows;

describe('a round that is posted from a scenario', () => {
  it('adds a series for each price, with the rights of its class and as many shares authorized as it issues', async () => {
    const drafts = await posted({ ...seriesA, preference_multiple: 1 });
    expect(drafts.map(({ summary }) => summary)).toEqual([
      'Add Harbor Fund as a shareholder',
      'Add Series A, preferred, with 2,500,000 shares authorized, 1 × preference',
      'Add Series A-1, preferred, with 1,000,000 shares authorized, the rights of Series A at 0.5 a share',
      'Add Series A-2, preferred, with 1,000,000 shares authorized, the rights of Series A at 0.8 a share',
      expect.stringMatching(/^Convert SAFE-1 of .* into 1,000,000 Series A-1 at 0\.5$/),
      expect.stringMatching(/^Convert SAFE-2 of .* into 1,000,000 Series A-2 at 0\.8$/),
      'Issue 2,500,000 Series A to Harbor Fund at 2',
    ]);
    expect(
      (await classes()).map(({ name, prefix, authorized_shares, outstanding, price_per_share }) => [
        name,
        prefix,
        authorized_shares,
        outstanding,
        price_per_share,
      ]),
    ).toEqual([
      ['Common', expect.anything(), '50000000', '8000000', null],
      ['Series A', 'SA-', '2500000', '2500000', '2'],
      ['Series A-1', 'SA1-', '1000000', '1000000', '0.5'],
      ['Series A-2', 'SA2-', '1000000', '1000000', '0.8'],
    ]);
  });

  it('pays first at an exit what was paid in, in the scenario and in the ledger', async () => {
    const exit = { kind: 'exit', proceeds: 6_300_000 };
    const planned = await given.scenario(owner, { name: 'Plan', as_of: AS_OF, steps: [seriesA, exit] });
    const runOf = async ({ id }: Row) =>
      ((await owner.post(`/api/scenarios/${String(id)}/run`, {})).body as unknown as RunAnswer).waterfalls[0]!;
    const before = await runOf(planned);
    // 5,000,000 + 500,000 + 800,000: nothing is left for common stock.
    expect(Object.values(before.paid).sort()).toEqual(['0', '500000', '5000000', '800000']);
    await posted(seriesA);
    const after = await runOf(await given.scenario(owner, { name: 'Later', as_of: AS_OF, steps: [exit] }));
    expect(Object.values(after.paid).sort()).toEqual(Object.values(before.paid).sort());
  });

  it('beside a class that exists copies its rights', async () => {
    const rights = {
      votes_per_share: 3,
      seniority: 4,
      liquidation_preference_multiple: '2',
      participation_cap_multiple: '3',
      converts_to_share_class_id: common.id,
      dividend_rate: '0.08',
      dividend_is_cumulative: true,
      dividend_accrues_from: '2025-01-01',
      dividend_participation: 'as_converted',
      par_value: '0.0001',
    };
    const a = { name: 'Series A', class_type: 'PREFERRED', prefix: 'PA-', authorized_shares: '2500000' };
    await given.shareClass(owner, { ...a, price_per_share: '1.75', ...rights });
    await posted(seriesA);
    const [, , first, second] = await classes();
    const own = { ...rights, votes_per_share: expect.anything(), conversion_ratio: '1' };
    expect(first).toMatchObject({ ...own, name: 'Series A-1', prefix: 'PA1-', price_per_share: '0.5' });
    expect(second).toMatchObject({ ...own, name: 'Series A-2', prefix: 'PA2-', price_per_share: '0.8' });
    expect(String(first!.votes_per_share)).toBe('3');
  });

  it('gives a class without a price the price of the round', async () => {
    const a = { name: 'Series A', class_type: 'PREFERRED', prefix: 'PA-', authorized_shares: '2500000' };
    await given.shareClass(owner, { ...a, liquidation_preference_multiple: '1' });
    await posted(seriesA);
    expect((await classes())[1]).toMatchObject({ name: 'Series A', price_per_share: '2' });
  });

  it('has one class where that is chosen', async () => {
    await posted({ ...seriesA, converts_into: 'round_class' });
    expect((await classes()).map(({ name, outstanding }) => [name, outstanding])).toEqual([
      ['Common', '8000000'],
      ['Series A', '4500000'],
    ]);
  });
});
