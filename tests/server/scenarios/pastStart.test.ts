// A scenario that starts on a past day counts prices as of that day, too.
import { expect, it } from 'vitest';
import type { RunAnswer } from '#src/contract/scenarios/scenarios.ts';
import * as given from '#tests/support/given.ts';
import { signUpCompany } from '#tests/support/people.ts';
import { useTestServer } from '#tests/support/testServer.ts';

const server = useTestServer();

it('the preference of a class is that of the day’s shares, before a split that came later', async () => {
  const owner = await signUpCompany(server);
  const common = await given.shareClass(owner, { name: 'Common' });
  const series = await given.shareClass(owner, {
    name: 'Series A',
    class_type: 'PREFERRED',
    price_per_share: '0.80',
    liquidation_preference_multiple: '1',
  });
  await given.certificate(owner, { share_class_id: common.id, quantity: '9000', issue_date: '2023-01-02' });
  const sold = { share_class_id: series.id, price_per_share: '0.80', issue_date: '2023-01-02' };
  await given.certificate(owner, { ...sold, quantity: '1000' });
  const split = await owner.post(`/api/share-classes/${String(series.id)}/split`, {
    numerator: '3',
    denominator: '2',
    date: '2024-01-01',
  });
  expect([split.status, split.text]).toEqual([200, split.text]);
  const preferenceOn = async (as_of: string) => {
    const { id } = await given.scenario(owner, { as_of, steps: [{ kind: 'exit', proceeds: '900' }] });
    const reply = await owner.post(`/api/scenarios/${String(id)}/run`, {});
    expect([reply.status, reply.text]).toEqual([200, reply.text]);
    const { payout } = (reply.body as unknown as RunAnswer).waterfalls[0]!;
    return payout[String(series.id)];
  };
  // 1,000 at 0.80 before the split, 1,500 at 0.5333333333 after it.
  expect(await preferenceOn('2023-12-31')).toMatchObject({ exact: '800' });
  expect(Number((await preferenceOn('2024-01-01'))!.decimal)).toBeCloseTo(800, 5);
});
