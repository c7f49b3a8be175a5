// What the rules need to know of grants for one entry: the pool of a plan by day, and a grant's vesting, expiry and exercises.
import { decimal, parseDecimal } from '../../src/domain/decimal.ts';
import type { Decimal } from '../../src/domain/decimal.ts';
import { emptyGrant, grantOf } from '../../src/domain/ledger/grant.ts';
import type { Grant } from '../../src/domain/ledger/grant.ts';
import { parseExactly } from '../../src/domain/ledger/exactJson.ts';
import { givenBack } from '../../src/domain/ledger/pools.ts';
import { addPlan } from '../../src/domain/ledger/state.ts';
import type { LedgerState } from '../../src/domain/ledger/state.ts';
import { planFactsOf } from '../../src/domain/ledger/staticObjects.ts';
import type {
  OcfObject,
  PlanFacts,
  PlanPoolRow,
  ReductionRow,
  SecurityRow,
  TerminationRow,
  VestingFactRow,
} from '../../src/domain/ledger/types.ts';
import { unknownReference } from './refusals.ts';
import type { Tx } from '../db/database.ts';

/** A plan with its reserve and what was taken out of its pool; days before `date` are summed into it. */
export async function addPlanSlice(tx: Tx, org: string, state: LedgerState, id: string, date: string): Promise<void> {
  const object = await objectInForce(tx, org, 'STOCK_PLAN', id);
  if (!object) throw unknownReference('equity_plan_id', 'equity plan');
  const facts = planFactsOf({ ...object, id });
  const rows = await tx.rows<PlanPoolRow>(
    `select p.stock_plan_id, p.effective_date, l.id as transaction_id, p.shares_reserved::text as shares_reserved
     from plan_pool p join ledger_tx l on l.org_id = p.org_id and l.seq = p.tx_seq where p.org_id = $1 and p.stock_plan_id = $2`,
    [org, id],
  );
  const changes = rows.map((row) => ({ ...row, authorized: { kind: 'FIXED', shares: row.shares_reserved } as const }));
  addPlan(state, facts, { changes, outstanding: await takenByDay(tx, org, facts, date) });
}

// Grants and restricted stock issued afresh from the plan, and what descends from them within its own family: shares that
// came of an exercise, or became another class, left the pool for good.
const MEMBERS = `with recursive member as (
    select s.security_id, s.kind, s.stock_class_id, s.quantity, s.issued_on, true as is_fresh from security s
    where s.org_id = $1 and s.stock_plan_id = $2 and s.kind in ('EQUITY_COMPENSATION', 'STOCK')
      and not exists (select 1 from resulting r where r.org_id = $1 and r.result_security_id = s.security_id)
    union
    select s.security_id, s.kind, s.stock_class_id, s.quantity, s.issued_on, false from member m
    join resulting r on r.org_id = $1 and r.from_security_id = m.security_id
    join security s on s.org_id = $1 and s.security_id = r.result_security_id and s.kind = m.kind
      and s.stock_class_id is not distinct from m.stock_class_id)`;

type LossRow = {
  security_id: string;
  issued: string;
  what: string;
  is_ending: boolean;
  on_date: string;
  quantity: string;
};

async function takenByDay(tx: Tx, org: string, plan: PlanFacts, date: string): Promise<Map<string, Decimal>> {
  const taken = new Map<string, Decimal>();
  const add = (day: string, delta: Decimal) => {
    const counted = day < date ? date : day;
    taken.set(counted, (taken.get(counted) ?? 0n) + delta);
  };
  const changes = await tx.rows<{ day: string; delta: string }>(
    `${MEMBERS}
     select greatest(day, $3::date) as day, sum(delta)::text as delta from (
       select issued_on as day, quantity::numeric as delta from member where is_fresh
       union all
       select t.on_date, (select sum(s.quantity) from resulting r join security s on s.org_id = r.org_id and s.security_id = r.result_security_id
                          where r.org_id = $1 and r.tx_seq = t.tx_seq) - t.quantity
       from member m join termination t on t.org_id = $1 and t.security_id = m.security_id and t.verb = 'reissued'
       where exists (select 1 from resulting r where r.org_id = $1 and r.tx_seq = t.tx_seq)) changes
     group by 1 having sum(delta) <> 0`,
    [org, plan.id, date],
  );
  for (const { day, delta } of changes) add(day, decimal(delta));
  for (const [day, quantity] of await givenBackByDay(tx, org, plan)) add(day, -quantity);
  return taken;
}

/** By the same rule as in the whole ledger; only what was cancelled or returned is read. */
async function givenBackByDay(tx: Tx, org: string, plan: PlanFacts): Promise<Map<string, Decimal>> {
  const losses = await tx.rows<LossRow>(
    `${MEMBERS}
     select m.security_id, m.quantity::text as issued, x.what, x.is_ending, x.on_date, x.quantity::text as quantity from member m
     join lateral (
       select t.verb as what, true as is_ending, t.on_date, t.quantity from termination t
       where t.org_id = $1 and t.security_id = m.security_id and t.verb in ('cancelled', 'repurchased', 'retracted')
       union all
       select d.why, false, d.on_date, d.quantity from reduction d
       where d.org_id = $1 and d.security_id = m.security_id and d.why in ('PARTIAL_CANCEL', 'PARTIAL_REPURCHASE')) x on true`,
    [org, plan.id],
  );
  const returns = Map.groupBy(
    await tx.rows<{ security_id: string; date: string; quantity: string }>(
      'select security_id, effective_date as date, quantity::text as quantity from pool_return where org_id = $1 and security_id = any ($2)',
      [org, [...new Set(losses.map((row) => row.security_id))]],
    ),
    (row) => row.security_id,
  );
  const all = new Map<string, Decimal>();
  for (const [id, rows] of Map.groupBy(losses, (row) => row.security_id)) {
    const named = (returns.get(id) ?? []).map((row) => ({ date: row.date, quantity: decimal(row.quantity) }));
    const back = givenBack(rows.map(lossOf), named, plan, decimal(rows[0]!.issued));
    for (const [day, quantity] of back) all.set(day, (all.get(day) ?? 0n) + quantity);
  }
  return all;
}

function lossOf({ what, is_ending, on_date, quantity }: LossRow) {
  return is_ending
    ? { verb: what as TerminationRow['verb'], on_date, quantity }
    : { why: what as ReductionRow['why'], on_date, quantity };
}

/** The schedule that exists under that id; one that exists nowhere is not added. */
export async function addTerms(tx: Tx, org: string, state: LedgerState, id: string): Promise<void> {
  state.vesting_terms ??= new Map();
  const terms = await objectInForce(tx, org, 'VESTING_TERMS', id);
  if (terms) state.vesting_terms.set(id, terms);
}

type Granted = { row: SecurityRow; issuance: OcfObject; reductions: readonly ReductionRow[] };

/** Vesting, expiry and exercises of a security, with the terms and the holder's status that they depend on. */
export async function loadGrant(
  tx: Tx,
  org: string,
  state: LedgerState,
  { row, issuance, reductions }: Granted,
): Promise<Grant | null> {
  const said = grantOf(issuance);
  if (said === null && row.kind !== 'EQUITY_COMPENSATION') return null;
  const grant = said ?? emptyGrant();
  grant.facts = await tx.rows<VestingFactRow>(
    `select v.security_id, v.effective_date, l.id as transaction_id, v.fact, v.vesting_condition_id, v.quantity::text as quantity
     from vesting_fact v join ledger_tx l on l.org_id = v.org_id and l.seq = v.tx_seq where v.org_id = $1 and v.security_id = $2 order by v.tx_seq`,
    [org, row.security_id],
  );
  grant.exercised = reductions
    .filter(({ why }) => why === 'EXERCISE' || why === 'RELEASE')
    .map(({ on_date, quantity, transaction_id }) => ({
      date: on_date,
      quantity: parseDecimal(quantity) ?? 0n,
      transaction_id,
    }));
  if (grant.vesting_terms_id !== null) await addTerms(tx, org, state, grant.vesting_terms_id);
  const changes = await tx.rows<{ effective_date: string; new_status: string }>(
    'select effective_date, new_status from stakeholder_change where org_id = $1 and stakeholder_id = $2 and new_status is not null order by tx_seq',
    [org, row.stakeholder_id],
  );
  state.service.set(row.stakeholder_id, changes);
  return grant;
}

/** The plan whose pool the security's shares came of, and what was returned to it; nothing where no pool is judged. */
export async function loadPoolPlan(
  tx: Tx,
  org: string,
  state: LedgerState,
  id: string,
): Promise<{ pool_plan_id?: string | null }> {
  if (state.plans === null) return {};
  const origin = await tx.row<{ pool_plan_id: string | null }>(
    `with recursive origin as (
       select s.security_id, s.kind, s.stock_class_id, s.stock_plan_id from security s where s.org_id = $1 and s.security_id = $2
       union
       select s.security_id, s.kind, s.stock_class_id, s.stock_plan_id from origin o
       join resulting r on r.org_id = $1 and r.result_security_id = o.security_id
       join security s on s.org_id = $1 and s.security_id = r.from_security_id)
     select case when count(distinct (kind, coalesce(stock_class_id, ''))) = 1 then
       (select min(o.stock_plan_id) from origin o where o.kind in ('EQUITY_COMPENSATION', 'STOCK') and not exists
         (select 1 from resulting r where r.org_id = $1 and r.result_security_id = o.security_id)) end as pool_plan_id
     from origin`,
    [org, id],
  );
  const returns = await tx.rows<{ date: string; quantity: string }>(
    'select effective_date as date, quantity::text as quantity from pool_return where org_id = $1 and security_id = $2',
    [org, id],
  );
  if (returns.length > 0) {
    const named = returns.map(({ date, quantity }) => ({ date, quantity: decimal(quantity) }));
    state.pool_returns.set(id, named);
  }
  return { pool_plan_id: origin?.pool_plan_id ?? null };
}

async function objectInForce(tx: Tx, org: string, objectType: string, id: string): Promise<OcfObject | null> {
  const row = await tx.row<{ ocf: string; is_deleted: boolean }>(
    'select ocf::text as ocf, is_deleted from ocf_object where org_id = $1 and object_type = $2 and id = $3 order by version desc limit 1',
    [org, objectType, id],
  );
  return row && !row.is_deleted ? (parseExactly(row.ocf) as OcfObject) : null;
}
