// What a plan has available is the same on its page, in the list, in the cap table, for a grant, in the check of an
// import and in the books outside the database, on every day of made-up companies. STORIES=200 STORIES_SEED=7 tries
// others.
import { expect, it } from 'vitest';
import { poolsAsOf } from '#src/domain/captable/capTable.ts';
import { planFactsOf } from '#src/domain/ledger/core/staticObjects.ts';
import { formatDecimal, parseDecimal } from '#src/domain/figures/decimal.ts';
import { limitOn, totalOn } from '#src/domain/ledger/rules/cap.ts';
import { loadSlice } from '#server/data/ledgerState.ts';
import { company, ledgerOf } from '#tests/domain/ledger/factories.ts';
import { asMember } from '#tests/support/asMember.ts';
import { importZip, packageFiles, zipOf } from '#tests/support/packages.ts';
import { signUpCompany } from '#tests/support/people.ts';
import type { Person } from '#tests/support/people.ts';
import { poolStory } from '#tests/support/poolStory.ts';
import { useTestServer } from '#tests/support/testServer.ts';
import type { OcfObject } from '#src/domain/ledger/core/types.ts';
import type { LedgerState } from '#src/domain/ledger/core/state.ts';
import { ledgerFaults } from '#tests/support/ledgerFaults.ts';
import { often } from '#tests/support/time/often.ts';

const server = useTestServer();
const STORIES = often('STORIES', 2, 25);
const SEED = Number(process.env.STORIES_SEED ?? 1);
const STEPS = 40;

const leftOf = (state: LedgerState, day: string): string => {
  const { cap } = state.plans!.get('plan')!;
  return formatDecimal(limitOn(cap, day)! - totalOn(cap, day));
};
const zeroIfNegative = (figure: string) => ((parseDecimal(figure) ?? 0n) > 0n ? figure : '0');

async function slice(owner: Person): Promise<LedgerState> {
  const [row] = await server.sql<{ id: string }>('select id from organization where client_name = $1', [
    owner.user.client_name,
  ]);
  const actor = {
    account_id: String(owner.user.id),
    org_id: row!.id,
    role: 'owner',
    membership_status: 'active',
    shareholder_id: null,
  } as const;
  const wanted = { date: '1900-01-01', classes: [], holders: [], securities: [], numbers: [], plans: ['plan'] };
  return asMember(server, actor, (tx) => loadSlice(tx, row!.id, wanted));
}

/** Returns a sentence for each difference on a day. */
async function faultsOf(objects: OcfObject[], entries: OcfObject[], days: readonly string[]): Promise<string[]> {
  const owner = await signUpCompany(server);
  const reply = await importZip(owner, await zipOf(packageFiles([...objects, ...entries])), 'accept_findings=true');
  if (reply.status !== 200 || !reply.body.applied) return [`The import answered ${reply.text.slice(0, 400)}`];
  const { effects, state } = ledgerOf(entries, objects);
  const rule = await slice(owner);
  const plans = objects.filter(({ object_type }) => object_type === 'STOCK_PLAN').map(planFactsOf);
  const faults: string[] = [];
  for (const day of days) {
    const [book] = poolsAsOf(effects, plans, day);
    const page = (await owner.get(`/api/equity-plans/plan?as_of=${day}`)).body;
    const listed = (await owner.get(`/api/equity-plans/?as_of=${day}`)).rows[0]!;
    const table = (await owner.get(`/api/cap-table/?as_of=${day}`)).body;
    const { reserved, outstanding, exercised, available } = book!;
    const expected = { reserved, outstanding, exercised, available };
    for (const [name, figures] of Object.entries({ page, listed }))
      for (const [field, figure] of Object.entries(expected))
        if (figures[field] !== figure)
          faults.push(`${day}: ${field} of the ${name} is ${figures[field]}, not ${figure}`);
    const others = { 'the import check': leftOf(state, day), 'the grant rule': leftOf(rule, day) };
    for (const [name, figure] of Object.entries(others))
      if (figure !== available) faults.push(`${day}: ${name} has ${figure} available, not ${available}`);
    if (table.pool_available !== zeroIfNegative(available))
      faults.push(`${day}: the cap table has ${String(table.pool_available)} available, not ${available}`);
  }
  return [...faults, ...(await ledgerFaults(server, owner, days.at(-1)))];
}

const planned = (behaviour: string | undefined): OcfObject[] =>
  company()
    .map((each) =>
      each['object_type'] === 'STOCK_PLAN'
        ? {
            ...each,
            stock_class_ids: ['common', 'preferred'],
            initial_shares_reserved: '3000',
            ...(behaviour && { default_cancellation_behavior: behaviour }),
          }
        : each,
    )
    .filter((each) => each['object_type'] !== 'VESTING_TERMS');

it('what a plan has available is the same everywhere, whatever happened to its shares', async () => {
  const told: Record<string, number> = {};
  for (let seed = SEED; seed < SEED + STORIES; seed += 1) {
    const { behaviour, entries, days } = poolStory(seed, STEPS);
    for (const { object_type } of entries) told[String(object_type)] = (told[String(object_type)] ?? 0) + 1;
    const faults = await faultsOf(planned(behaviour), entries, days);
    expect({ seed, behaviour, faults: faults.slice(0, 5) }).toEqual({ seed, behaviour, faults: [] });
  }
  // The stories contain the kinds of entries they are written for.
  expect(Object.keys(told).length).toBeGreaterThanOrEqual(STORIES < 25 ? 1 : 16);
}, 600_000);
