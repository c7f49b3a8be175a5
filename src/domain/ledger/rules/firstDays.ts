// The day on which a holder first had what a security replaces: the rest of one that was cancelled or sold in part, and the new
// number of one after a split, were promised or bought on the day of the first of them. Whoever left since then earns no more.
import type { Context } from '../core/context.ts';
import type { SecurityState } from '../core/state.ts';

/** For what this run issued; what came before it knows its day. */
export function settleFirstDays(context: Context): void {
  const settled = new Set<SecurityState>();
  for (const { security } of context.issued) {
    const chain = behind(context, security, settled);
    // From the oldest on, so that each finds the day of the one before it.
    for (const each of chain.reverse()) {
      const days = predecessors(context, each).map(({ row }) => row.first_issued_on ?? row.issued_on);
      const first = days.sort()[0];
      if (first !== undefined && first < each.row.issued_on) each.row.first_issued_on = first;
      settled.add(each);
    }
  }
}

/** The security and those before it that were not looked at, the newest first. */
function behind(context: Context, security: SecurityState, settled: ReadonlySet<SecurityState>): SecurityState[] {
  const chain = new Set([security]);
  for (const each of chain) for (const one of predecessors(context, each)) if (!settled.has(one)) chain.add(one);
  return [...chain];
}

function predecessors({ state }: Context, { row, came_from }: SecurityState): SecurityState[] {
  return came_from.flatMap((id) => {
    const source = state.securities.get(id);
    if (source?.row.kind !== row.kind || source.row.stakeholder_id !== row.stakeholder_id) return [];
    // Stock of another class was received when it became that.
    return row.kind === 'STOCK' && source.row.stock_class_id !== row.stock_class_id ? [] : [source];
  });
}
