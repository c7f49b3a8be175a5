// The vested quantity of a grant refers to all that was granted, in shares of today, on every day before and after any
// split.
import { beforeAll, describe, expect, it } from 'vitest';
import type { Row } from '#server/db/database.ts';
import * as given from '#tests/support/given.ts';
import { signUpCompany } from '#tests/support/people.ts';
import type { Person } from '#tests/support/people.ts';
import { useTestServer } from '#tests/support/testServer.ts';
import { mustPost, openGrant, split } from '#tests/support/splits.ts';

const server = useTestServer();
beforeAll(() => server.setClock('2026-06-15'));

const exercise = async (owner: Person, day: string, quantity: string) =>
  mustPost(owner, `/api/grants/${String((await openGrant(owner, day)).id)}/exercise`, { quantity, date: day });
const FIGURES = ['granted', 'vested', 'exercised_total', 'cancelled_total', 'outstanding', 'vested_outstanding'];
const figures = async (owner: Person, day: string) => {
  const row = await openGrant(owner, day);
  return FIGURES.map((name) => row[name]);
};

async function companyWith(grant: Row) {
  const owner = await signUpCompany(server);
  const common = await given.shareClass(owner, { authorized_shares: '10000000' });
  const plan = await given.equityPlan(owner, { share_class_ids: [common.id], reserved: '1000000' });
  const holder = await given.shareholder(owner);
  const made = await given.grant(owner, {
    equity_plan_id: plan.id,
    shareholder_id: holder.id,
    quantity: '48000',
    date: '2022-01-01',
    vesting: { vesting_start: '2022-01-01', months: 48, cliff_months: 12 },
    ...grant,
  });
  return { owner, common, made, holder };
}

describe('the vested quantity of a grant', () => {
  it('includes exercised options, before and after splits and exercises', async () => {
    const { owner, common } = await companyWith({});
    await exercise(owner, '2023-06-01', '5001');
    expect(await figures(owner, '2025-08-01')).toEqual(['48000', '43000', '5001', '0', '42999', '37999']);
    await split(owner, common, '3:2', '2025-01-01');
    expect(await figures(owner, '2025-08-01')).toEqual(['72000', '64500', '7501', '1', '64498', '56999']);
    await split(owner, common, '2:3', '2025-02-01');
    // Fractions were settled at the splits.
    expect(await figures(owner, '2025-08-01')).toEqual(['48000', '43000', '5001', '1', '42998', '37999']);
    await exercise(owner, '2025-03-01', '500');
    expect(await figures(owner, '2025-08-01')).toEqual(['48000', '43000', '5501', '1', '42498', '37499']);
    const { body } = await owner.get(`/api/grants/${String((await openGrant(owner, '2025-08-01')).id)}`);
    const tranches = body.schedule as { tranches: { date: string; quantity: string; vested: string }[] };
    expect(tranches.tranches).toHaveLength(37);
    expect(tranches.tranches[0]).toEqual({ date: '2023-01-01', quantity: '12000', vested: '12000' });
    expect(tranches.tranches.at(-1)).toEqual({ date: '2026-01-01', quantity: '999', vested: '47999' });
    const [head, ...lines] = (await owner.get('/api/grants/export.csv?as_of=2025-08-01')).text.split('\r\n');
    const line = lines.find((each) => each.includes(',42498,'))!.split(',');
    const cell = (name: string) => line[head!.split(',').indexOf(name)];
    expect(['Granted', 'Vested', 'Exercised', 'Vested and held'].map(cell)).toEqual([
      '48000',
      '43000',
      '5501',
      '37499',
    ]);
  });
  it('never exceeds the schedule when options were bought before they vested', async () => {
    const { owner, common } = await companyWith({ early_exercisable: true });
    await exercise(owner, '2022-06-01', '24000');
    const days = ['2024-03-01', '2024-05-01', '2024-12-01', '2025-08-01'];
    const before = await Promise.all(days.map((day) => figures(owner, day)));
    expect(before.map(([, vested]) => vested)).toEqual(['26000', '28000', '35000', '43000']);
    await split(owner, common, '1:3', '2022-07-01');
    expect(await figures(owner, '2022-12-31')).toEqual(['16000', '0', '8000', '0', '8000', '0']);
    expect(await figures(owner, '2023-02-01')).toEqual(['16000', '4333', '8000', '0', '8000', '0']);
    await split(owner, common, '3:1', '2023-03-01');
    expect(await Promise.all(days.map((day) => figures(owner, day)))).toEqual(before);
    expect((await figures(owner, '2023-05-01'))[1]).toBe('16000');
  });
  it('stays as it was when service ended, and the holder’s exercisable part with it', async () => {
    const { owner, common, holder } = await companyWith({});
    await exercise(owner, '2023-06-01', '6000');
    await mustPost(owner, `/api/shareholders/${String(holder.id)}/terminate`, {
      date: '2024-01-01',
      reason: 'VOLUNTARY_OTHER',
    });
    const was = await figures(owner, '2024-01-01');
    expect(was).toEqual(['48000', '24000', '6000', '24000', '18000', '18000']);
    await split(owner, common, '1:3', '2024-02-01');
    expect(await figures(owner, '2024-02-01')).toEqual(['16000', '8000', '2000', '8000', '6000', '6000']);
    await split(owner, common, '3:1', '2024-03-01');
    expect(await figures(owner, '2024-03-15')).toEqual(was);
  });
});
