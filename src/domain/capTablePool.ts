// What is left of each plan's reserve on a day: the reserve, less what is granted and not lapsed, less what became stock.
// Takes lines, one for each thing that happened to a security of the plan; several of a kind may come summed into one.
import { ZERO, formatDecimal, parseDecimal } from './decimal.ts';
import type { Decimal } from './decimal.ts';
import { latest } from './capTableBasis.ts';
import { authorizedOf, dateOf, idOf, textOf } from './ledger/fields.ts';
import type { Effects, OcfObject, PlanPoolRow, ReductionWhy, TerminationVerb } from './ledger/types.ts';

export type PlanFacts = {
  id: string;
  name: string;
  initial_reserved: string | null;
  /** From this day on the first reserve counts; null: on every day. */
  adopted_on: string | null;
  /** Cancelled shares are available again without an entry that says so. */
  returns_cancelled: boolean;
};

export type PoolLine = {
  stock_plan_id: string;
  kind: 'EQUITY_COMPENSATION' | 'STOCK';
  what: 'ISSUED' | 'RETURNED' | TerminationVerb | ReductionWhy;
  /** Not issued as the result of another entry. Stock that an exercise made has no line: the exercise counts it. */
  is_first: boolean;
  /** Named where an entry returns shares of this security to the pool; then that entry decides, not the plan. */
  security_id: string | null;
  /** What left the security (all of it when it ended), and what of that was not kept as a balance. */
  left: Decimal;
  moved: Decimal;
};

export type PoolFigures = {
  stock_plan_id: string;
  name: string;
  reserved: string;
  outstanding: string;
  /** Exercised and released, and restricted stock issued from the plan. */
  exercised: string;
  /** Below zero when more was granted than was reserved. */
  available: string;
};

export function planFactsOf(object: OcfObject): PlanFacts {
  const behaviour = textOf(object, 'default_cancellation_behavior');
  return {
    id: idOf(object),
    name: textOf(object, 'plan_name') ?? idOf(object),
    initial_reserved: authorizedOf(object, 'initial_shares_reserved').shares,
    adopted_on: dateOf(object, 'board_approval_date'),
    returns_cancelled: behaviour === null || behaviour === 'RETURN_TO_POOL',
  };
}

/** The reserve in force at the end of the day. */
export function reservedOn(plan: PlanFacts, changes: readonly PlanPoolRow[], date: string): Decimal {
  const change = latest(
    changes.filter((row) => row.stock_plan_id === plan.id),
    date,
  );
  if (change) return parseDecimal(change.shares_reserved) ?? ZERO;
  return plan.adopted_on !== null && date < plan.adopted_on ? ZERO : (parseDecimal(plan.initial_reserved) ?? ZERO);
}

type Use = { outstanding: Decimal; exercised: Decimal; retired: Decimal };

/** In: each plan with its reserve on the day, and the lines up to it. Out: one row a plan, in the given order. */
export function poolFigures(
  plans: readonly { plan: PlanFacts; reserved: Decimal }[],
  lines: readonly PoolLine[],
): PoolFigures[] {
  const uses = usesOf(
    plans.map(({ plan }) => plan),
    lines,
  );
  return plans.map(({ plan, reserved }) => {
    const sum = { outstanding: ZERO, exercised: ZERO, retired: ZERO };
    lines.forEach((line, index) => {
      const use = line.stock_plan_id === plan.id ? uses[index] : null;
      if (!use) return;
      sum.outstanding += use.outstanding;
      sum.exercised += use.exercised;
      sum.retired += use.retired;
    });
    return {
      stock_plan_id: plan.id,
      name: plan.name,
      reserved: formatDecimal(reserved),
      outstanding: formatDecimal(sum.outstanding),
      exercised: formatDecimal(sum.exercised),
      available: formatDecimal(reserved - sum.outstanding - sum.exercised - sum.retired),
    };
  });
}

/** What is free to be granted over all plans; an overdrawn plan takes nothing from another. */
export function poolAvailable(figures: readonly PoolFigures[]): Decimal {
  return figures.reduce((sum, { available }) => {
    const left = parseDecimal(available) ?? ZERO;
    return left > 0n ? sum + left : sum;
  }, ZERO);
}

/** By how much each line changes what is available: the entries behind the pool. In the order of the lines. */
export function poolChanges(plans: readonly PlanFacts[], lines: readonly PoolLine[]): Decimal[] {
  return usesOf(plans, lines).map((use) => (use ? -(use.outstanding + use.exercised + use.retired) : ZERO));
}

function usesOf(plans: readonly PlanFacts[], lines: readonly PoolLine[]): (Use | null)[] {
  const planOf = new Map(plans.map((plan) => [plan.id, plan]));
  const returnedBy = new Set(lines.filter(({ what }) => what === 'RETURNED').map(({ security_id }) => security_id));
  const cancelled = new Map<string, Decimal>();
  const uses = lines.map((line): Use | null => {
    const plan = planOf.get(line.stock_plan_id);
    if (!plan || line.what === 'RETURNED') return null;
    const isDecidedByEntry = line.security_id !== null && returnedBy.has(line.security_id);
    if (isDecidedByEntry && isCancelled(line.what))
      cancelled.set(line.security_id!, (cancelled.get(line.security_id!) ?? ZERO) + line.moved);
    return useOf(line, plan.returns_cancelled && !isDecidedByEntry);
  });
  // Never more than was cancelled: a return of what is still granted would count it twice.
  lines.forEach((line, index) => {
    if (line.what !== 'RETURNED' || !planOf.has(line.stock_plan_id) || line.security_id === null) return;
    const most = cancelled.get(line.security_id) ?? ZERO;
    const given = line.moved < most ? line.moved : most;
    cancelled.set(line.security_id, most - given);
    uses[index] =
      line.kind === 'STOCK'
        ? { outstanding: ZERO, exercised: -given, retired: ZERO }
        : { outstanding: ZERO, exercised: ZERO, retired: -given };
  });
  return uses;
}

function useOf({ kind, what, is_first, left, moved }: PoolLine, isReturned: boolean): Use {
  const use = { outstanding: ZERO, exercised: ZERO, retired: ZERO };
  if (kind === 'STOCK') {
    if (what === 'ISSUED' && is_first) use.exercised = left;
    else if (what === 'retracted' && is_first) use.exercised = -left;
    else if (isCancelled(what) && isReturned) use.exercised = -moved;
    return use;
  }
  use.outstanding = what === 'ISSUED' ? left : -left;
  if (what === 'EXERCISE' || what === 'RELEASE') use.exercised = left;
  if (isCancelled(what) && !isReturned) use.retired = moved;
  return use;
}

const isCancelled = (what: PoolLine['what']) =>
  what === 'cancelled' || what === 'repurchased' || what === 'PARTIAL_CANCEL' || what === 'PARTIAL_REPURCHASE';

export type PoolRows = Pick<Effects, 'securities' | 'terminations' | 'reductions'> &
  Partial<Pick<Effects, 'resulting' | 'plan_pools' | 'pool_returns'>>;
export type PoolEntry = PoolLine & { transaction_id: string; on_date: string };

/** The lines up to the end of the day, from the ledger's rows, each with its entry. */
export function poolLines(rows: PoolRows, date: string): PoolEntry[] {
  const isGrant = new Set(rows.securities.flatMap((row) => (row.kind === 'STOCK' ? [] : [row.security_id])));
  const results = new Set<string>();
  const ofGrants = new Set<string>();
  for (const { result_security_id, from_security_id } of rows.resulting ?? [])
    (isGrant.has(from_security_id) ? ofGrants : results).add(result_security_id);
  const returns = (rows.pool_returns ?? []).filter((row) => row.effective_date <= date);
  const returned = new Set(returns.map((row) => row.security_id));
  const held = new Map<
    string,
    { base: Pick<PoolLine, 'stock_plan_id' | 'kind' | 'is_first' | 'security_id'>; left: Decimal }
  >();
  const lines: PoolEntry[] = [];
  for (const row of rows.securities) {
    if (row.stock_plan_id === null || row.issued_on > date) continue;
    if (row.kind !== 'STOCK' && row.kind !== 'EQUITY_COMPENSATION') continue;
    if (row.kind === 'STOCK' && ofGrants.has(row.security_id)) continue;
    const base = {
      stock_plan_id: row.stock_plan_id,
      kind: row.kind,
      is_first: !results.has(row.security_id),
      security_id: returned.has(row.security_id) ? row.security_id : null,
    };
    const left = parseDecimal(row.quantity) ?? ZERO;
    held.set(row.security_id, { base, left });
    lines.push({
      ...base,
      what: 'ISSUED',
      left,
      moved: left,
      transaction_id: row.transaction_id,
      on_date: row.issued_on,
    });
  }
  for (const { security_id, quantity, why, on_date, transaction_id } of rows.reductions) {
    const security = held.get(security_id);
    if (!security) continue;
    const taken = parseDecimal(quantity) ?? ZERO;
    security.left -= taken;
    if (on_date <= date)
      lines.push({ ...security.base, what: why, left: taken, moved: taken, transaction_id, on_date });
  }
  for (const { security_id, quantity, verb, on_date, transaction_id } of rows.terminations) {
    const security = held.get(security_id);
    if (!security || on_date > date) continue;
    const moved = parseDecimal(quantity) ?? security.left;
    lines.push({ ...security.base, what: verb, left: security.left, moved, transaction_id, on_date });
  }
  for (const { security_id, quantity, effective_date, transaction_id } of returns) {
    const security = held.get(security_id);
    const moved = parseDecimal(quantity) ?? ZERO;
    if (security)
      lines.push({ ...security.base, what: 'RETURNED', left: ZERO, moved, transaction_id, on_date: effective_date });
  }
  return lines;
}
