// A grant that replaces another one after a split or the end of service keeps the name of its schedule.
import { beforeAll, expect, it } from 'vitest';
import type { Row } from '#server/db/database.ts';
import * as given from '#tests/support/given.ts';
import { signUpCompany } from '#tests/support/people.ts';
import { useTestServer } from '#tests/support/testServer.ts';

const server = useTestServer();
beforeAll(() => server.setClock('2026-06-15'));

it('a schedule keeps its name through a split and the end of service, with the words “after the split”', async () => {
  const owner = await signUpCompany(server);
  const common = await given.shareClass(owner);
  const plan = await given.equityPlan(owner, { share_class_ids: [common.id] });
  const grant = await given.grant(owner, { equity_plan_id: plan.id, quantity: '4800' });
  const schedule = async () => {
    const open = (await owner.get('/api/grants/')).rows.find(({ outstanding }) => outstanding !== '0')!;
    return (await owner.get(`/api/grants/${String(open.id)}`)).body.schedule as Row;
  };
  expect(await schedule()).toMatchObject({ name: '4 years, 1-year cliff' });
  const path = `/api/share-classes/${String(common.id)}/split`;
  await owner.post(path, { numerator: '3', denominator: '2', date: '2025-07-01' });
  const after = { name: '4 years, 1-year cliff, after the split', description: null };
  expect(await schedule()).toMatchObject(after);
  const ended = { date: '2025-08-15', reason: 'VOLUNTARY_OTHER' };
  expect((await owner.post(`/api/shareholders/${String(grant.shareholder_id)}/terminate`, ended)).status).toBe(200);
  expect(await schedule()).toMatchObject(after);
});

it('a schedule keeps its name unchanged when service ends without a split', async () => {
  const owner = await signUpCompany(server);
  const plan = await given.equityPlan(owner);
  const grant = await given.grant(owner, { equity_plan_id: plan.id, quantity: '4800' });
  const ended = { date: '2025-08-15', reason: 'VOLUNTARY_OTHER' };
  await owner.post(`/api/shareholders/${String(grant.shareholder_id)}/terminate`, ended);
  const open = (await owner.get('/api/grants/')).rows.find(({ outstanding }) => outstanding !== '0')!;
  expect((await owner.get(`/api/grants/${String(open.id)}`)).body.schedule).toMatchObject({
    name: '4 years, 1-year cliff',
  });
});
