// Every point of every chart is what the cap table, or the list it sums, answers for its day: in the sample company, and in
// companies made up from a seed. CHARTS=40 CHARTS_SEED=7 tries others.
import { expect, it } from 'vitest';
import { seedDemo } from '#server/commands/demo/seedDemo.ts';
import { wrongPoints } from './chartPoints.ts';
import { soundCompany } from '#tests/support/companies.ts';
import { importZip, packageFiles, zipOf } from '#tests/support/packages.ts';
import { anyone, caller, signUpCompany } from '#tests/support/people.ts';
import { poolStory } from '#tests/support/poolStory.ts';
import { company } from '#tests/domain/ledger/factories.ts';
import { useTestServer } from '#tests/support/testServer.ts';
import type { OcfObject } from '#src/domain/ledger/core/types.ts';
import { often } from '#tests/support/time/often.ts';

const server = useTestServer({ DEMO: 'on' });
const COUNT = often('CHARTS', 1, 4);
const SEED = Number(process.env.CHARTS_SEED ?? 20_261_126);

async function wrongOf(objects: readonly OcfObject[], days: readonly string[]): Promise<string[]> {
  const owner = await signUpCompany(server);
  const reply = await importZip(owner, await zipOf(packageFiles([...objects])), 'accept_findings=true');
  expect([reply.status, reply.body.applied]).toEqual([200, true]);
  return wrongPoints(owner, { from: days[0]!, to: days.at(-1)!, points: 6 });
}

it('in the sample company', async () => {
  await seedDemo(server.deps, () => undefined);
  const { demo } = (await anyone(server).get('/api/config')).body as { demo: { email: string; password: string } };
  const { body } = await anyone(server).post('/api/auth/login', demo);
  const owner = caller(server, () => String(body.access_token));
  expect(await wrongPoints(owner, { from: '2020-01-01', to: '2026-12-31', points: often('CHARTS', 3, 9) })).toEqual([]);
}, 600_000);

it('in random companies', async () => {
  for (let seed = SEED; seed < SEED + COUNT; seed += 1) {
    const { statics, transactions, book } = soundCompany(seed);
    const days = [...new Set(book.map(({ date }) => date))].sort();
    expect([seed, await wrongOf([...statics, ...transactions], days)]).toEqual([seed, []]);
  }
}, 600_000);

it('whatever happened to the shares of a plan', async () => {
  for (let seed = SEED; seed < SEED + COUNT; seed += 1) {
    const { behaviour, entries, days } = poolStory(seed, 30);
    const objects = company().map((each) =>
      each['object_type'] === 'STOCK_PLAN'
        ? {
            ...each,
            stock_class_ids: ['common', 'preferred'],
            initial_shares_reserved: '3000',
            ...(behaviour && { default_cancellation_behavior: behaviour }),
          }
        : each,
    );
    expect([seed, await wrongOf([...objects, ...entries], days)]).toEqual([seed, []]);
  }
}, 600_000);
