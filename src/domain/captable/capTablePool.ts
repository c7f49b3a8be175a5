// How much of each plan's reserve is available on a day: the reserve, less what was taken out of the pool and has not returned.
// Which pool a security's shares came from, and how much of it has returned, are rules of the ledger: poolChain.ts, poolLosses.ts.
import { compareDates } from '../dates.ts';
import { ZERO, formatDecimal, parseDecimal } from '../figures/decimal.ts';
import type { Decimal } from '../figures/decimal.ts';
import { latest } from './capTableBasis.ts';
import { planOfChain } from '../ledger/rules/poolChain.ts';
import { returnedByLine, lossesOf } from '../ledger/rules/poolLosses.ts';
import type { Lost, PoolRule } from '../ledger/rules/poolLosses.ts';
import type { Effects, PlanFacts, PlanPoolRow } from '../ledger/core/types.ts';

/** A line that takes shares out of a pool or may return them. Several lines of a kind may be summed into one. */
export type PoolLine = {
  stock_plan_id: string;
  kind: 'EQUITY_COMPENSATION' | 'STOCK';
  /** TAKEN: issued from the plan, or added by a split. Exercised shares count as stock. */
  what: 'TAKEN' | Lost['what'];
  /** Set for a security that was retracted or named by a return, where the plan's rule alone does not decide. */
  security_id: string | null;
  quantity: Decimal;
};

export type PoolFigures = {
  stock_plan_id: string;
  name: string;
  reserved: string;
  /** Below zero when more was granted than was reserved. */
  available: string;
  stock_class_ids: readonly string[];
};

/** The reserve in force at the end of the day. */
export function reservedOn(plan: PlanFacts, changes: readonly PlanPoolRow[], date: string): Decimal {
  const change = latest(
    changes.filter((row) => row.stock_plan_id === plan.id),
    date,
  );
  if (change) return parseDecimal(change.shares_reserved) ?? ZERO;
  return plan.adopted_on !== null && date < plan.adopted_on
    ? ZERO
    : (parseDecimal(plan.initial_reserved.shares) ?? ZERO);
}

/** In: each plan with its reserve of the day, and the lines up to it. Out: one row for each plan, in the given order. */
export function poolFigures(
  plans: readonly { plan: PlanFacts; reserved: Decimal }[],
  lines: readonly PoolLine[],
): PoolFigures[] {
  const changes = poolChanges(
    plans.map(({ plan }) => plan),
    lines,
  );
  const available = new Map(plans.map(({ plan, reserved }) => [plan.id, reserved]));
  lines.forEach(({ stock_plan_id }, index) => {
    const sum = available.get(stock_plan_id);
    if (sum !== undefined) available.set(stock_plan_id, sum + changes[index]!);
  });
  return plans.map(({ plan, reserved }) => figuresOf(plan, reserved, available.get(plan.id) ?? ZERO));
}

/** The same by day, from one list of lines in the order of their days. `reservedOf`: the reserve of a plan on a day. */
export function poolFiguresOn(
  days: readonly string[],
  plans: readonly PlanFacts[],
  reservedOf: (plan: PlanFacts, day: string) => Decimal,
  lines: readonly (PoolLine & { on_date: string })[],
): Map<string, PoolFigures[]> {
  const changes = poolChanges(plans, lines);
  const counted = new Map<string, Decimal>();
  let at = 0;
  return new Map(
    days.map((day) => {
      for (; at < lines.length && lines[at]!.on_date <= day; at += 1) {
        const { stock_plan_id } = lines[at]!;
        counted.set(stock_plan_id, (counted.get(stock_plan_id) ?? ZERO) + changes[at]!);
      }
      const figures = plans.map((plan) => {
        const reserved = reservedOf(plan, day);
        return figuresOf(plan, reserved, reserved + (counted.get(plan.id) ?? ZERO));
      });
      return [day, figures];
    }),
  );
}

const figuresOf = (plan: PlanFacts, reserved: Decimal, available: Decimal): PoolFigures => ({
  stock_plan_id: plan.id,
  name: plan.name,
  reserved: formatDecimal(reserved),
  available: formatDecimal(available),
  stock_class_ids: plan.stock_class_ids,
});

/** The shares available in all plans together. An overdrawn plan counts as zero. */
export function poolAvailable(figures: readonly PoolFigures[]): Decimal {
  return figures.reduce((sum, { available }) => {
    const left = parseDecimal(available) ?? ZERO;
    return left > 0n ? sum + left : sum;
  }, ZERO);
}

/** The shares available by class. A plan of several classes counts whole in each of them. */
export function poolByClass(figures: readonly PoolFigures[]): Map<string, Decimal> {
  const byClass = new Map<string, Decimal>();
  for (const figure of figures)
    for (const id of figure.stock_class_ids) byClass.set(id, (byClass.get(id) ?? ZERO) + poolAvailable([figure]));
  return byClass;
}

/** By how much each line changes what is available. Lines must be in the order of their days. */
export function poolChanges(plans: readonly (PoolRule & { id: string })[], lines: readonly PoolLine[]): Decimal[] {
  const planOf = new Map(plans.map((plan) => [plan.id, plan]));
  const changes = lines.map(({ stock_plan_id, what, security_id, quantity }) => {
    const plan = planOf.get(stock_plan_id);
    if (!plan) return ZERO;
    if (what === 'TAKEN') return -quantity;
    return security_id === null && plan.returns_by_default ? quantity : ZERO;
  });
  const byOrigin = Map.groupBy(
    lines.flatMap((line, index) => (isLost(line) && line.security_id !== null ? [{ line, index }] : [])),
    ({ line }) => line.security_id,
  );
  for (const ofOne of byOrigin.values()) {
    const plan = planOf.get(ofOne[0]!.line.stock_plan_id);
    if (!plan) continue;
    const lost = ofOne.map(({ line: { what, quantity } }) => ({ what: what as Lost['what'], quantity }));
    returnedByLine(lost, plan).forEach((change, at) => (changes[ofOne[at]!.index] = change));
  }
  return changes;
}

const isLost = ({ what }: PoolLine) => what !== 'TAKEN';

export type PoolRows = Pick<Effects, 'securities' | 'terminations' | 'reductions'> &
  Partial<Pick<Effects, 'resulting' | 'plan_pools' | 'pool_returns' | 'plan_splits'>>;

/** Finds the plan whose pool a security's shares came from and return to, from the ledger's rows. */
export function poolPlans({ securities, resulting = [] }: PoolRows): (id: string) => string | null {
  const rows = new Map(securities.map((row) => [row.security_id, row]));
  const sources = Map.groupBy(resulting, (row) => row.result_security_id);
  const found = new Map<string, string | null>();
  const chain = {
    rowOf: (id: string) => rows.get(id),
    sourcesOf: (id: string) => (sources.get(id) ?? []).map((row) => row.from_security_id),
    found: (id: string) => found.get(id),
    keep: (id: string, plan: string | null) => void found.set(id, plan),
  };
  return (id) => planOfChain(chain, id);
}

/** The lines up to the end of the day, from the ledger's rows. */
export function poolLines(rows: PoolRows, date: string): PoolLine[] {
  const planOf = poolPlans(rows);
  const until = <R extends { on_date: string }>(all: readonly R[]) =>
    Map.groupBy(
      all.filter((row) => row.on_date <= date),
      (row) => (row as R & { security_id: string }).security_id,
    );
  const reductions = until(rows.reductions);
  const endings = until(rows.terminations);
  const returns = until((rows.pool_returns ?? []).map((row) => ({ ...row, on_date: row.effective_date })));
  const results = resultsOf(rows);
  const splits = (rows.plan_splits ?? []).filter((row) => row.effective_date <= date);
  const bySplits = splits.flatMap(({ stock_plan_id, exercised, retired }): PoolLine[] => {
    const made = (kind: PoolLine['kind'], quantity: string): PoolLine => {
      return { stock_plan_id, kind, what: 'TAKEN', security_id: null, quantity: parseDecimal(quantity) ?? ZERO };
    };
    return [made('STOCK', exercised), made('EQUITY_COMPENSATION', retired)];
  });
  const ofSecurities = rows.securities.flatMap((row): PoolLine[] => {
    const { security_id, kind } = row;
    const stock_plan_id = planOf(security_id);
    if (stock_plan_id === null || (kind !== 'EQUITY_COMPENSATION' && kind !== 'STOCK')) return [];
    const issued = parseDecimal(row.quantity) ?? ZERO;
    const [ended = null] = endings.get(security_id) ?? [];
    const taken: Decimal[] = [];
    if (!results.isResult(security_id) && row.issued_on <= date) taken.push(issued);
    if (ended?.verb === 'reissued') taken.push(results.growthOf(ended));
    const named = returns.get(security_id) ?? [];
    const lost = [
      ...lossesOf(issued, ended, reductions.get(security_id) ?? []),
      ...named.map(({ on_date, quantity }): Lost => {
        return { what: 'RETURNED', date: on_date, quantity: parseDecimal(quantity) ?? ZERO };
      }),
    ];
    const isApart = named.length > 0 || ended?.verb === 'retracted';
    const base = { stock_plan_id, kind, security_id: isApart ? security_id : null };
    return [
      ...taken.map((quantity) => ({ ...base, what: 'TAKEN' as const, quantity })),
      ...lost.sort((a, b) => compareDates(a.date, b.date)).map(({ what, quantity }) => ({ ...base, what, quantity })),
    ];
  });
  return [...ofSecurities, ...bySplits];
}

function resultsOf({ securities, resulting = [] }: PoolRows) {
  const issued = new Map(securities.map((row) => [row.security_id, parseDecimal(row.quantity) ?? ZERO]));
  const all = new Set(resulting.map((row) => row.result_security_id));
  const byEntry = Map.groupBy(resulting, (row) => row.transaction_id);
  return {
    isResult: (id: string) => all.has(id),
    /** The shares that a split added to a security. */
    growthOf: ({ transaction_id, quantity }: Effects['terminations'][number]): Decimal => {
      const made = byEntry.get(transaction_id);
      if (!made) return ZERO;
      const sum = made.reduce((total, row) => total + (issued.get(row.result_security_id) ?? ZERO), ZERO);
      return sum - (parseDecimal(quantity) ?? ZERO);
    },
  };
}
