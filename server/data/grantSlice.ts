// Loads what the rules need about grants for one entry: a plan's pool by day, and a grant's vesting, expiry and exercises.
import { poolChanges } from '#src/domain/captable/capTablePool.ts';
import type { PoolLine } from '#src/domain/captable/capTablePool.ts';
import { decimal, parseDecimal } from '#src/domain/figures/decimal.ts';
import type { Decimal } from '#src/domain/figures/decimal.ts';
import { emptyGrant, grantOf } from '#src/domain/ledger/rules/grant.ts';
import type { Grant, LedgerState } from '#src/domain/ledger/core/state.ts';
import { parseExactly } from '#src/domain/ledger/core/exactJson.ts';
import { addPlan } from '#src/domain/ledger/core/state.ts';
import { planFactsOf } from '#src/domain/ledger/core/staticObjects.ts';
import type {
  OcfObject,
  PlanFacts,
  PlanPoolRow,
  ReductionRow,
  SecurityRow,
  VestingFactRow,
} from '#src/domain/ledger/core/types.ts';
import { wholeSchedules } from './grantVesting.ts';
import { poolLines } from './poolLines.ts';
import { unknownReference } from './refusals.ts';
import type { Tx } from '../db/database.ts';

/** A plan with its reserve and what was taken from its pool; days before `date` are summed up. */
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

const EVERY_DAY = 'infinity';
const EVERY_ENTRY = '9223372036854775807';

/** Uses the same rule as for the whole ledger. */
async function takenByDay(tx: Tx, org: string, plan: PlanFacts, date: string): Promise<Map<string, Decimal>> {
  const by = 'kind, what, security_id, on_date';
  const rows = await tx.rows<Omit<PoolLine, 'quantity'> & { quantity: string; on_date: string }>(
    `select stock_plan_id, ${by}, sum(quantity)::text as quantity from (${poolLines('$4')}) lines group by stock_plan_id, ${by} order by on_date`,
    [org, EVERY_DAY, EVERY_ENTRY, plan.id],
  );
  const lines = rows.map((row) => ({ ...row, quantity: decimal(row.quantity) }));
  const taken = new Map<string, Decimal>();
  poolChanges([plan], lines).forEach((change, index) => {
    const day = lines[index]!.on_date;
    const counted = day < date ? date : day;
    taken.set(counted, (taken.get(counted) ?? 0n) - change);
  });
  return taken;
}

/** Adds the schedule with that id, if it exists. */
export async function addTerms(tx: Tx, org: string, state: LedgerState, id: string): Promise<void> {
  state.vesting_terms ??= new Map();
  const terms = await objectInForce(tx, org, 'VESTING_TERMS', id);
  if (terms) state.vesting_terms.set(id, terms);
}

type Granted = { row: SecurityRow; issuance: OcfObject; reductions: readonly ReductionRow[] };

/** A security's vesting, expiry and exercises, with the terms and the holder's status that they depend on. */
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
  const { kind, quantity } = row;
  if (quantity !== null) {
    const named = { id: row.security_id, kind, quantity, terms_id: grant.vesting_terms_id };
    grant.whole = (await wholeSchedules(tx, org, [named])).get(row.security_id) ?? null;
  }
  if (grant.vesting_terms_id !== null) await addTerms(tx, org, state, grant.vesting_terms_id);
  const changes = await tx.rows<{ effective_date: string; new_status: string }>(
    'select effective_date, new_status from stakeholder_change where org_id = $1 and stakeholder_id = $2 and new_status is not null order by tx_seq',
    [org, row.stakeholder_id],
  );
  state.service.set(row.stakeholder_id, changes);
  return grant;
}

/** The plan whose pool the shares came from, and what was returned to it; nothing when no pool is checked. */
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
       (select case when count(*) = count(o.stock_plan_id) and count(distinct o.stock_plan_id) = 1 then min(o.stock_plan_id) end
        from origin o where o.kind in ('EQUITY_COMPENSATION', 'STOCK') and not exists
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
