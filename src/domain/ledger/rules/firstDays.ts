// The first issue day of a security that replaces others of its holder, such as the rest after a part was cancelled or sold, or
// the new number after a split. The shares count as held since then, and vesting ends with a service that ended after it.
import type { Context } from '../core/context.ts';
import type { SecurityState } from '../core/state.ts';

/** Sets the day on securities that this run issued; earlier ones have theirs. */
export function settleFirstDays(context: Context): void {
  const settled = new Set<SecurityState>();
  for (const { security } of context.issued) {
    const chain = replacedBefore(context, security, settled);
    // The oldest first, so that each finds the day of the one before it.
    for (const each of chain.reverse()) {
      const days = predecessors(context, each).map(({ row }) => row.first_issued_on ?? row.issued_on);
      const first = days.sort()[0];
      if (first !== undefined && first < each.row.issued_on) each.row.first_issued_on = first;
      settled.add(each);
    }
  }
}

/** The security and those it replaced that have no day yet, the newest first. */
function replacedBefore(
  context: Context,
  security: SecurityState,
  settled: ReadonlySet<SecurityState>,
): SecurityState[] {
  const chain = new Set([security]);
  for (const each of chain) for (const one of predecessors(context, each)) if (!settled.has(one)) chain.add(one);
  return [...chain];
}

function predecessors({ state }: Context, { row, came_from }: SecurityState): SecurityState[] {
  return came_from.flatMap((id) => {
    const source = state.securities.get(id);
    if (source?.row.kind !== row.kind || source.row.stakeholder_id !== row.stakeholder_id) return [];
    // Stock of another class counts from the day of its conversion.
    return row.kind === 'STOCK' && source.row.stock_class_id !== row.stock_class_id ? [] : [source];
  });
}
