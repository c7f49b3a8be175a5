// A closed grant is shown in today's shares, like the grant that continues it.
import { expect, it } from 'vitest';
import type { Row } from '#server/db/database.ts';
import * as given from '#tests/support/given.ts';
import { signUpCompany } from '#tests/support/people.ts';
import { useTestServer } from '#tests/support/testServer.ts';

const server = useTestServer();

it('a closed grant is shown in today’s shares after a split, whether the split or an earlier entry closed it', async () => {
  server.setClock('2026-06-15');
  const owner = await signUpCompany(server);
  const shareClass = await given.shareClass(owner);
  const plan = await given.equityPlan(owner, { share_class_ids: [shareClass.id] });
  const granted = (quantity: string) =>
    given.grant(owner, { equity_plan_id: plan.id, quantity, early_exercisable: true });
  const [kept, cancelled, exercised] = [await granted('1000'), await granted('300'), await granted('201')];
  const done = async (path: string, body: Row) => {
    const reply = await owner.post(path, body);
    expect([path, reply.status, reply.text]).toEqual([path, 200, reply.text]);
  };
  await done(`/api/grants/${String(cancelled.id)}/cancel`, { date: '2026-01-01', reason: 'Left' });
  await done(`/api/grants/${String(exercised.id)}/exercise`, { date: '2026-02-01', quantity: '201' });
  await done(`/api/share-classes/${String(shareClass.id)}/split`, {
    numerator: '3',
    denominator: '2',
    date: '2026-03-01',
  });
  const figures = async (id: unknown, day = '') => {
    const row = (await owner.get(`/api/grants/${String(id)}${day}`)).body;
    return [row.granted, row.exercised_total, row.cancelled_total, row.outstanding, row.quantity];
  };
  // Replaced by the split: nothing of it lapsed.
  expect(await figures(kept.id)).toEqual(['1500', '0', '0', '0', '1000']);
  expect(await figures(cancelled.id)).toEqual(['450', '0', '450', '0', '300']);
  // Fractions of a share are dropped.
  expect(await figures(exercised.id)).toEqual(['301', '301', '0', '0', '201']);
  // As of a day before the split the figures are the original ones.
  expect(await figures(cancelled.id, '?as_of=2026-02-15')).toEqual(['300', '0', '300', '0', '300']);
  const page = (await owner.get(`/api/grants/${String(cancelled.id)}`)).body as { schedule: { tranches: Row[] } } & Row;
  expect(page.vested).toBe(page.schedule.tranches.findLast(({ date }) => String(date) <= '2026-01-01')?.vested);
});

it('a closed grant has the same figures as the one that continues it, to the share, with today’s exercise price', async () => {
  server.setClock('2026-11-15');
  const owner = await signUpCompany(server);
  const shareClass = await given.shareClass(owner);
  const plan = await given.equityPlan(owner, { share_class_ids: [shareClass.id] });
  const left = await given.grant(owner, { equity_plan_id: plan.id, quantity: '20000', exercise_price: '0.90' });
  const kept = await given.grant(owner, { equity_plan_id: plan.id, quantity: '1001', exercise_price: '1.00' });
  const post = async (path: string, body: Row) => {
    const reply = await owner.post(path, body);
    expect([path, reply.status, reply.text]).toEqual([path, 200, reply.text]);
  };
  const split = (numerator: string, denominator: string, date: string) =>
    post(`/api/share-classes/${String(shareClass.id)}/split`, { numerator, denominator, date });
  /** The present form first, then the earlier ones, newest first. */
  const pages = async (of: Row) => {
    const page = async ({ id }: Row) => (await owner.get(`/api/grants/${String(id)}`)).body;
    const { rows } = await owner.get('/api/grants/');
    const present = await page(rows.find((each) => each.shareholder_id === of.shareholder_id)!);
    return [present, ...(await Promise.all((present.before as Row[]).map(page))).reverse()];
  };

  const leaving = { date: '2026-03-05', reason: 'VOLUNTARY_OTHER' };
  await post(`/api/shareholders/${String(left.shareholder_id)}/terminate`, leaving);
  await split('3', '2', '2026-04-01');
  const figures = (await pages(left)).map(({ granted, vested, cancelled_total, outstanding }) => [
    granted,
    vested,
    outstanding === '0' ? null : cancelled_total,
  ]);
  // 10,833 of 20,000 had vested.
  expect(figures).toEqual([
    ['30000', '16249', '13751'],
    ['30000', '16249', null],
    ['30000', '16249', null],
  ]);
  for (const { vested, schedule } of await pages(left)) {
    const { tranches } = schedule as { tranches: Row[] };
    expect(tranches.at(-1)!.vested).toBe(vested);
  }
  const prices = (await pages(left)).map(({ exercise_price, exercise_price_today }) => [
    exercise_price,
    exercise_price_today,
  ]);
  expect(prices).toEqual([
    ['0.6', null],
    ['0.9', '0.6'],
    ['0.9', '0.6'],
  ]);

  await split('2', '3', '2026-05-01');
  expect((await pages(kept)).map(({ granted }) => granted)).toEqual(['1001', '1001', '1001']);
  expect((await pages(kept)).map((each) => each.exercise_price_today)).toEqual([null, '1', null]);
});
