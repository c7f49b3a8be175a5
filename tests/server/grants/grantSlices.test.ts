// A grant, an exercise and a change of a pool load only the part of the ledger they need (a slice). The rules must
// decide as on the whole ledger.
import { beforeAll, describe, expect, it } from 'vitest';
import { interpret } from '#src/domain/ledger/core/interpret.ts';
import type { LedgerState } from '#src/domain/ledger/core/state.ts';
import type { OcfObject } from '#src/domain/ledger/core/types.ts';
import { standardTerms, START_CONDITION_ID, START_DAY } from '#src/domain/vesting/standardTerms.ts';
import { loadSlice } from '#server/data/ledgerState.ts';
import type { SliceWanted } from '#server/data/ledgerState.ts';
import { replay } from '#server/data/replay.ts';
import type { Tx } from '#server/db/database.ts';
import {
  company,
  granted,
  issued,
  noted,
  optionCancellation,
  optionExercise,
  transaction,
  warranted,
} from '#tests/domain/ledger/factories.ts';
import type { Extra } from '#tests/domain/ledger/factories.ts';
import { asMember } from '#tests/support/asMember.ts';
import { importZip, packageFiles, zipOf } from '#tests/support/packages.ts';
import { signUpCompany } from '#tests/support/people.ts';
import type { Person } from '#tests/support/people.ts';
import { useTestServer } from '#tests/support/testServer.ts';

const server = useTestServer();
const terms = standardTerms({
  id: 'terms',
  months: 48,
  cliff_months: 12,
  allocation_type: 'CUMULATIVE_ROUNDING',
  day_of_month: START_DAY,
});
const plan = (extra: Extra) => ({ object_type: 'STOCK_PLAN', stock_class_ids: ['common'], ...extra });
const objects = [
  ...company().filter(({ object_type }) => object_type !== 'STOCK_PLAN' && object_type !== 'VESTING_TERMS'),
  terms,
  plan({ id: 'plan', plan_name: 'Plan 2026', initial_shares_reserved: '5000' }),
  plan({
    id: 'strict',
    plan_name: 'Strict plan',
    initial_shares_reserved: '1000',
    default_cancellation_behavior: 'RETIRE',
  }),
];
const vesting = { vesting_terms_id: 'terms', compensation_type: 'OPTION', termination_exercise_windows: [] };
const at = (object_type: string, id: string, date: string, fields: Extra): OcfObject =>
  transaction(object_type, id, { date, ...fields });
const past: OcfObject[] = [
  granted('o1', 'ada', '960', { ...vesting, expiration_date: '2026-01-01' }),
  at('TX_VESTING_START', 'v1', '2022-01-01', { security_id: 'o1', vesting_condition_id: START_CONDITION_ID }),
  granted('o2', 'grace', '2000', { date: '2022-02-01' }),
  optionCancellation('c2', { date: '2022-06-01', security_id: 'o2', quantity: '500', reason_text: 'left' }),
  granted('o3', 'linus', '400', { stock_plan_id: 'strict' }),
  granted('o4', 'linus', '300', { stock_plan_id: 'strict', date: '2022-02-01' }),
  optionCancellation('c3', { date: '2022-06-01', security_id: 'o3', quantity: '400', reason_text: 'left' }),
  optionCancellation('c4', { date: '2022-06-01', security_id: 'o4', quantity: '300', reason_text: 'left' }),
  at('TX_STOCK_PLAN_RETURN_TO_POOL', 'r4', '2022-07-01', {
    security_id: 'o4',
    stock_plan_id: 'strict',
    quantity: '250',
    reason_text: 'agreed',
  }),
  issued('x_s1', 'ada', '200', { date: '2023-02-01', stock_plan_id: 'plan' }),
  optionExercise('x1', { date: '2023-02-01', security_id: 'o1', quantity: '200', resulting_security_ids: ['x_s1'] }),
  issued('rs1', 'grace', '100', { date: '2023-01-01', stock_plan_id: 'plan', issuance_type: 'RSA' }),
  issued('rs2', 'linus', '100', { date: '2023-03-01' }),
  at('TX_STOCK_TRANSFER', 't1', '2023-03-01', {
    security_id: 'rs1',
    quantity: '100',
    resulting_security_ids: ['rs2'],
  }),
  granted('o5', 'ada', '100', { date: '2023-04-01' }),
  at('TX_EQUITY_COMPENSATION_ACCEPTANCE', 'a5', '2023-04-02', { security_id: 'o5' }),
  warranted('w1', 'grace', '50', { warrant_expiration_date: '2025-01-01' }),
  noted('n1', 'grace', '1000'),
];

let owner: Person;
beforeAll(async () => {
  owner = await signUpCompany(server);
  await importZip(owner, await zipOf(packageFiles([...objects, ...past])));
});

async function asOwner<T>(work: (tx: Tx, org: string) => Promise<T>): Promise<T> {
  const [row] = await server.sql<{ id: string; account: string }>(
    'select id, (select actor_id from ledger_tx limit 1) as account from organization where client_name = $1',
    [owner.user.client_name],
  );
  const actor = {
    account_id: row!.account,
    org_id: row!.id,
    role: 'owner',
    membership_status: 'active',
    shareholder_id: null,
  } as const;
  return asMember(server, actor, (tx) => work(tx, row!.id));
}
type Wanted = Partial<SliceWanted>;
/** Returns the findings for our own command, on the slice it asks for and on the whole ledger. */
async function judge(
  entries: OcfObject[],
  wanted: Wanted,
): Promise<{ slice: string[]; whole: string[]; detail: string }> {
  const dates = entries.map((each) => String(each['date'])).sort();
  return asOwner(async (tx, org) => {
    const nothing = { classes: [], holders: [], securities: [], numbers: [], plans: [] };
    const slice = await loadSlice(tx, org, { ...nothing, date: dates[0]!, ...wanted });
    const whole = (await replay(tx, org)).interpretation.state;
    const findings = (state: LedgerState) => interpret(state, entries, { mode: 'native' }).findings;
    const bySlice = findings(slice);
    const named = (all: typeof bySlice) =>
      all.map((each) => `${each.rule} ${each.object_id} ${each.detail ?? ''}`).sort();
    return { slice: named(bySlice), whole: named(findings(whole)), detail: bySlice[0]?.detail ?? '' };
  });
}
const grant = (quantity: string, extra: Extra = {}) =>
  granted('new', 'linus', quantity, { date: '2024-01-01', ...extra });
const forGrant = { plans: ['plan', 'strict'], classes: ['common'], holders: ['linus'] };
const exercise = (quantity: string, date: string) => [
  issued('new', 'ada', quantity, { date }),
  optionExercise('x9', { date, security_id: 'o1', quantity, resulting_security_ids: ['new'] }),
];
const forExercise = { classes: ['common'], holders: ['ada'], securities: ['o1'] };

describe('an entry is judged as in the whole ledger:', () => {
  // Of 5,000 are taken: 960 with their 200 exercised, 1,500 left of 2,000, 100 of restricted stock, and 100. So 2,340
  // are available.
  it.each<[string, OcfObject[], Wanted, RegExp | null]>([
    ['a grant that fits', [grant('2340')], forGrant, null],
    ['a grant of one too many', [grant('2341')], forGrant, /2,340 of 5,000 are available, 2,341 were asked for/],
    // Of 1,000 are gone: 400 retired, and 50 of the 300 for which a return named 250.
    ['a grant from a plan that retires', [grant('550', { stock_plan_id: 'strict' })], forGrant, null],
    [
      'one too many from a plan that retires',
      [grant('551', { stock_plan_id: 'strict' })],
      forGrant,
      /pool of Strict plan: 550 of 1,000/,
    ],
    [
      'a return of what was retired',
      [
        grant('850', { stock_plan_id: 'strict' }),
        at('TX_STOCK_PLAN_RETURN_TO_POOL', 'r3', '2023-12-01', {
          security_id: 'o3',
          stock_plan_id: 'strict',
          quantity: '300',
          reason_text: 'agreed',
        }),
      ],
      { ...forGrant, securities: ['o3'] },
      null,
    ],
    [
      'a return of less than came back automatically',
      [
        grant('2241'),
        at('TX_STOCK_PLAN_RETURN_TO_POOL', 'r2', '2023-12-01', {
          security_id: 'o2',
          stock_plan_id: 'plan',
          quantity: '400',
          reason_text: 'agreed',
        }),
      ],
      { ...forGrant, securities: ['o2'] },
      /2,240 of 5,000/,
    ],
    [
      'a cancellation that makes room',
      [grant('2440'), optionCancellation('c5', { date: '2023-12-01', security_id: 'o5', quantity: '100' })],
      { ...forGrant, securities: ['o5'] },
      null,
    ],
    [
      'restricted stock bought back from its buyer',
      [grant('2440'), at('TX_STOCK_REPURCHASE', 'b1', '2023-12-01', { security_id: 'rs2', quantity: '100' })],
      { ...forGrant, securities: ['rs2'] },
      null,
    ],
    [
      'exercised shares bought back, which do not return',
      [grant('2341'), at('TX_STOCK_REPURCHASE', 'b1', '2023-12-01', { security_id: 'x_s1', quantity: '200' })],
      { ...forGrant, securities: ['x_s1'] },
      /2,340 of 5,000/,
    ],
    ['an exercise of what is vested', exercise('280', '2024-01-01'), forExercise, null],
    [
      'an exercise of more than is vested',
      exercise('281', '2024-01-01'),
      forExercise,
      /480 of these options are vested on 2024-01-01 and 200 taken already, 281 were asked for/,
    ],
    [
      'an exercise before another one',
      exercise('61', '2023-01-15'),
      forExercise,
      /260 of these options are vested on 2023-02-01/,
    ],
    ['an exercise after the expiry', exercise('1', '2026-01-02'), forExercise, /expired on 2026-01-01/],
    [
      'a start that names no condition',
      [at('TX_VESTING_START', 'v9', '2024-01-01', { security_id: 'o1', vesting_condition_id: 'none' })],
      forExercise,
      /none is not a condition of this grant's vesting terms/,
    ],
    [
      'a retraction of an accepted grant',
      [at('TX_EQUITY_COMPENSATION_RETRACTION', 'r9', '2024-01-01', { security_id: 'o5' })],
      { securities: ['o5'] },
      /accepted on 2023-04-02/,
    ],
    [
      'a warrant exercised after its expiry, with an unknown trigger',
      [
        at('TX_WARRANT_EXERCISE', 'x9', '2025-06-01', {
          security_id: 'w1',
          trigger_id: 'none',
          resulting_security_ids: [],
        }),
      ],
      { securities: ['w1'] },
      /Choose the trigger by which this warrant becomes stock: it has no “none”/,
    ],
    [
      'a conversion by a trigger of the note',
      [
        issued('new', 'grace', '10', { date: '2024-01-01' }),
        at('TX_CONVERTIBLE_CONVERSION', 'k9', '2024-01-01', {
          security_id: 'n1',
          trigger_id: 'T',
          reason_text: '',
          resulting_security_ids: ['new'],
        }),
      ],
      { securities: ['n1'], classes: ['common'], holders: ['grace'] },
      null,
    ],
  ])('%s', async (_, entries, wanted, detail) => {
    const { slice, whole, detail: said } = await judge(entries, wanted);
    expect(slice).toEqual(whole);
    expect(slice.length > 0).toBe(detail !== null);
    expect(said).toMatch(detail ?? /^$/);
  });

  it('an unknown plan is refused, and an unknown schedule is reported', async () => {
    await expect(judge([grant('1')], { ...forGrant, plans: ['none'] })).rejects.toMatchObject({
      code: 'unknown_reference',
    });
    const { slice } = await judge([grant('1', { vesting_terms_id: 'none' })], {
      ...forGrant,
      vesting_terms: ['none'],
    });
    expect(slice).toEqual(['E1 i_new What vesting_terms_id names does not exist.']);
  });
});

describe('lowering a reserve through the API', () => {
  it('is refused below what is taken, with the figures', async () => {
    const reply = await owner.post('/api/equity-plans/plan/adjust', {
      reserved: '2659',
      date: '2024-01-01',
      reason: 'x',
    });
    expect(reply).toMatchObject({ status: 409, body: { code: 'over_pool' } });
    expect(reply.body.detail).toBe(
      'The pool of Plan 2026 cannot be lowered to 2,659: 2,660 are granted, exercised or issued.',
    );
    const sound = await owner.post('/api/equity-plans/plan/adjust', {
      reserved: '2660',
      date: '2024-01-01',
      reason: 'x',
    });
    expect(sound.body).toMatchObject({ reserved: '2660', available: '0' });
  });
});
