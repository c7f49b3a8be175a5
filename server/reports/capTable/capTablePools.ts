// What is available in each plan on a day, and the entries behind it.
import { decimal, formatDecimal } from '#src/domain/figures/decimal.ts';
import { poolChanges, poolFiguresOn, reservedOn } from '#src/domain/captable/capTablePool.ts';
import type { PoolFigures } from '#src/domain/captable/capTablePool.ts';
import type { PlanFacts } from '#src/domain/ledger/core/types.ts';
import { poolLinesAt, poolsAt } from '#server/data/capTable/facts.ts';
import { asking, planFacts, poolAdjustments } from './capTableSource.ts';
import type { Source } from './capTableSource.ts';

/** One row per plan. Nothing for readers who may not see the whole. */
export async function poolsOn(source: Source, date: string): Promise<PoolFigures[]> {
  return source.seesAll ? poolsAt(asking(source), await planFacts(source), date, source.known) : [];
}

/** The same at the end of each of these days, which are in order, from one reading of the ledger. */
export async function poolsOnDays(source: Source, days: readonly string[]): Promise<Map<string, PoolFigures[]>> {
  const plans = source.seesAll ? await planFacts(source) : [];
  if (plans.length === 0) return new Map();
  const adjustments = await poolAdjustments(source);
  const lines = await poolLinesAt(asking(source), days.at(-1)!, source.known, 'entries');
  return poolFiguresOn(days, plans, (plan, day) => reservedOn(plan, adjustments, day), lines);
}

export interface PoolEntry {
  seq: string | null;
  on_date: string | null;
  plan: string;
  /** The cause of the change, if it was not an entry. */
  note: string | null;
  change: string;
}

/** Their sum is the total available; a negative plan gets a correcting line that sets it to zero. */
export async function poolEntriesOn(source: Source, date: string): Promise<PoolEntry[]> {
  const plans = await planFacts(source);
  const adjustments = (await poolAdjustments(source)).filter((row) => row.effective_date <= date);
  const lines = await poolLinesAt(asking(source), date, source.known, 'entries');
  const changes = poolChanges(plans, lines);
  return plans.flatMap((plan) => {
    const entries = [...reserveEntries(plan, adjustments, date)];
    lines.forEach((line, index) => {
      if (line.stock_plan_id === plan.id && changes[index] !== 0n)
        entries.push({ seq: line.seq, on_date: line.on_date, note: null, change: changes[index]! });
    });
    const available = entries.reduce((sum, { change }) => sum + change, 0n);
    if (available < 0n)
      entries.push({
        seq: null,
        on_date: null,
        note: 'more is granted than reserved; counted as zero',
        change: -available,
      });
    return entries.map((entry) => ({ ...entry, plan: plan.name, change: formatDecimal(entry.change) }));
  });
}

type Change = Pick<PoolEntry, 'seq' | 'on_date' | 'note'> & { change: bigint };

function reserveEntries(
  plan: PlanFacts,
  adjustments: Awaited<ReturnType<typeof poolAdjustments>>,
  date: string,
): Change[] {
  const first = reservedOn(plan, [], date);
  let reserved = first;
  const entries: Change[] =
    first === 0n ? [] : [{ seq: null, on_date: plan.adopted_on, note: 'first reserve', change: first }];
  for (const { stock_plan_id, effective_date, shares_reserved, seq } of adjustments) {
    if (stock_plan_id !== plan.id) continue;
    entries.push({ seq, on_date: effective_date, note: null, change: decimal(shares_reserved) - reserved });
    reserved = decimal(shares_reserved);
  }
  return entries;
}
