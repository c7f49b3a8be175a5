// What is said of a grant or warrant of which a part was exercised and the rest lapsed: exercised, in all its forms.
import { beforeAll, expect, it } from 'vitest';
import type { Row } from '#server/db/database.ts';
import * as given from '#tests/support/given.ts';
import { signUpCompany } from '#tests/support/people.ts';
import type { Person } from '#tests/support/people.ts';
import { useTestServer } from '#tests/support/testServer.ts';

const server = useTestServer();
let owner: Person;
beforeAll(async () => {
  server.setClock('2026-06-15');
  owner = await signUpCompany(server);
});
const done = async (path: string, body: Row) => {
  const reply = await owner.post(path, body);
  expect([path, reply.status < 300, reply.text]).toEqual([path, true, reply.text]);
  return reply.body;
};
const rowOf = async (name: string, holder: unknown) =>
  (await owner.get(`/api/${name}/`)).rows.find(({ shareholder_id }) => shareholder_id === holder)!;

it.each([['grants'], ['warrants']])('%s: the rest is cancelled as a whole, before or after a split', async (name) => {
  for (const isSplit of [false, true]) {
    const common = await given.shareClass(owner);
    const plan = await given.equityPlan(owner, { share_class_ids: [common.id], reserved: '1000000' });
    const terms = { quantity: '144000', date: '2024-01-01' };
    const one =
      name === 'grants'
        ? await given.grant(owner, { ...terms, equity_plan_id: plan.id, vesting: undefined })
        : await given.warrant(owner, { ...terms, share_class_id: common.id });
    const exercise = { quantity: '120000', date: '2026-01-05' };
    await done(`/api/${name}/${String(one.id)}/exercise`, exercise);
    if (isSplit)
      await done(`/api/share-classes/${String(common.id)}/split`, {
        numerator: '3',
        denominator: '1',
        date: '2026-02-01',
      });
    const open = await rowOf(name, one.shareholder_id);
    expect(open.status).toBe('active');
    await done(`/api/${name}/${String(open.id)}/cancel`, { date: '2026-03-01', reason: 'Left' });
    const ended = await rowOf(name, one.shareholder_id);
    expect([isSplit, ended.status]).toEqual([isSplit, 'exercised']);
    const { granted = '0', exercised_total = '0', cancelled_total = '0' } = ended;
    expect(Number(granted)).toBe(Number(exercised_total) + Number(cancelled_total));
  }
});

it.each([['grants'], ['warrants']])('%s: what was cancelled whole is cancelled', async (name) => {
  const common = await given.shareClass(owner);
  const plan = await given.equityPlan(owner, { share_class_ids: [common.id] });
  const one =
    name === 'grants'
      ? await given.grant(owner, { equity_plan_id: plan.id })
      : await given.warrant(owner, { share_class_id: common.id });
  await done(`/api/${name}/${String(one.id)}/cancel`, { date: '2026-03-01', reason: 'Left' });
  expect((await rowOf(name, one.shareholder_id)).status).toBe('cancelled');
});

it('an earlier form is replaced, and nothing of it lapsed', async () => {
  const common = await given.shareClass(owner);
  const plan = await given.equityPlan(owner, { share_class_ids: [common.id], reserved: '1000000' });
  const one = await given.grant(owner, { equity_plan_id: plan.id, quantity: '48000', date: '2024-01-01' });
  await done(`/api/share-classes/${String(common.id)}/split`, { numerator: '3', denominator: '1', date: '2026-02-01' });
  const present = await rowOf('grants', one.shareholder_id);
  await done(`/api/grants/${String(present.id)}/cancel`, { quantity: '24000', date: '2026-03-01', reason: 'Agreed' });
  const first = (await owner.get(`/api/grants/${String(one.id)}`)).body;
  expect(first).toMatchObject({ status: 'reissued', outstanding: '0', cancelled_total: '0' });
  expect((await owner.get(`/api/grants/${String(present.id)}`)).body).toMatchObject({ cancelled_total: '24000' });
  expect(await rowOf('grants', one.shareholder_id)).toMatchObject({ cancelled_total: '24000' });
});
