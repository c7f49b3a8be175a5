// What is left of each plan on a day, and the entries that made it so.
import { decimal, formatDecimal } from '../../src/domain/decimal.ts';
import { poolChanges, poolFigures, reservedOn } from '../../src/domain/capTablePool.ts';
import type { PlanFacts, PoolFigures, PoolLine } from '../../src/domain/capTablePool.ts';
import { ask, planFacts, poolAdjustments } from './capTableSource.ts';
import type { Source } from './capTableSource.ts';

/** One row a plan. Nothing for who may not see the whole. */
export async function poolsOn(source: Source, date: string): Promise<PoolFigures[]> {
  if (!source.seesAll) return [];
  const plans = await planFacts(source);
  if (plans.length === 0) return [];
  const adjustments = await poolAdjustments(source);
  return poolFigures(
    plans.map((plan) => ({ plan, reserved: reservedOn(plan, adjustments, date) })),
    await linesOn(source, date, 'sums'),
  );
}

export interface PoolEntry {
  seq: string | null;
  on_date: string | null;
  plan: string;
  /** What made the change, where no entry did. */
  note: string | null;
  change: string;
}

/** Their sum is what is available over all plans; one below zero is brought back to none by a line that says so. */
export async function poolEntriesOn(source: Source, date: string): Promise<PoolEntry[]> {
  const plans = await planFacts(source);
  const adjustments = (await poolAdjustments(source)).filter((row) => row.effective_date <= date);
  const lines = await linesOn(source, date, 'entries');
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
        note: 'more is granted than is reserved, counted as none',
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

type Line = PoolLine & { seq: string; on_date: string };

async function linesOn(source: Source, date: string, grain: 'sums' | 'entries'): Promise<Line[]> {
  const by = 'stock_plan_id, kind, what, is_first, returned_id';
  const text =
    grain === 'sums'
      ? `select ${by} as security_id, sum(left_it)::text as left, sum(moved)::text as moved, null as seq, null as on_date from (${LINES}) lines group by ${by}`
      : `select ${by} as security_id, left_it::text as left, moved::text, seq, on_date from (${LINES}) lines order by on_date, seq`;
  const rows = await ask<Omit<Line, 'left' | 'moved'> & { left: string; moved: string }>(source, text, [
    date,
    source.known,
  ]);
  return rows.map((row) => ({ ...row, left: decimal(row.left), moved: decimal(row.moved) }));
}

/** Securities of a plan by the day: issued, taken out, ended, returned to the pool by an entry of its own. */
const PLAN_SECURITIES = `select s.*, not exists (select 1 from resulting f where f.org_id = $1 and f.result_security_id = s.security_id and f.tx_seq <= $3) as is_first,
    case when exists (select 1 from pool_return p where p.org_id = $1 and p.security_id = s.security_id and p.effective_date <= $2 and p.tx_seq <= $3)
         then s.security_id end as returned_id
  from security s
  where s.org_id = $1 and s.stock_plan_id is not null and s.issued_on <= $2 and s.issue_seq <= $3
    and (s.kind = 'EQUITY_COMPENSATION' or (s.kind = 'STOCK' and not exists (
      select 1 from resulting f join security g on g.org_id = $1 and g.security_id = f.from_security_id and g.kind <> 'STOCK'
      where f.org_id = $1 and f.result_security_id = s.security_id and f.tx_seq <= $3)))`;
const LINES = `
  select s.stock_plan_id, s.kind, s.is_first, s.returned_id, 'ISSUED' as what, s.quantity as left_it, s.quantity as moved, s.issue_seq as seq, s.issued_on as on_date
  from (${PLAN_SECURITIES}) s
  union all
  select s.stock_plan_id, s.kind, s.is_first, s.returned_id, d.why, d.quantity, d.quantity, d.tx_seq, d.on_date
  from (${PLAN_SECURITIES}) s join reduction d on d.org_id = $1 and d.security_id = s.security_id and d.on_date <= $2 and d.tx_seq <= $3
  union all
  select s.stock_plan_id, s.kind, s.is_first, s.returned_id, t.verb, s.quantity - coalesce(r.gone, 0), coalesce(t.quantity, s.quantity - coalesce(r.gone, 0)), t.tx_seq, t.on_date
  from (${PLAN_SECURITIES}) s join termination t on t.org_id = $1 and t.security_id = s.security_id and t.on_date <= $2 and t.tx_seq <= $3
  left join lateral (select sum(d.quantity) as gone from reduction d where d.org_id = $1 and d.security_id = s.security_id) r on true
  union all
  select s.stock_plan_id, s.kind, s.is_first, s.returned_id, 'RETURNED', 0, p.quantity, p.tx_seq, p.effective_date
  from (${PLAN_SECURITIES}) s join pool_return p on p.org_id = $1 and p.security_id = s.security_id and p.effective_date <= $2 and p.tx_seq <= $3`;
