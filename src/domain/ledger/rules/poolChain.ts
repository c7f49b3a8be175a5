// The plan whose pool shares came from: that of the issuances at the beginning of their chain. Shares leave their pool for good
// by an exercise, a conversion into another class, or a consolidation with shares of another pool.
import type { LedgerState, SecurityState } from '../core/state.ts';
import type { SecurityRow } from '../core/types.ts';

type Link = Pick<SecurityRow, 'security_id' | 'kind' | 'stock_class_id' | 'stock_plan_id'>;
export type Chain = {
  rowOf: (id: string) => Link | undefined;
  /** The securities it resulted from; none for a new issue. */
  sourcesOf: (id: string) => readonly string[];
  /** The plan found earlier; undefined where it was not looked up yet. */
  found: (id: string) => string | null | undefined;
  keep: (id: string, plan: string | null) => void;
};

/** The plan, or null where the shares return to no pool. */
export function planOfChain(chain: Chain, id: string): string | null {
  const open = new Set<string>();
  const waiting = [id];
  for (let at = waiting.at(-1); at !== undefined; at = waiting.at(-1)) {
    open.add(at);
    const sources = chain.found(at) === undefined ? chain.sourcesOf(at) : [];
    // A source that is being looked up already closes a circle, which has no plan.
    const unknown = sources.filter((source) => chain.found(source) === undefined && !open.has(source));
    if (unknown.length > 0) waiting.push(...unknown);
    else {
      waiting.pop();
      if (chain.found(at) === undefined) chain.keep(at, planOf(chain, at, sources));
    }
  }
  return chain.found(id) ?? null;
}

function planOf(chain: Chain, id: string, sources: readonly string[]): string | null {
  const row = chain.rowOf(id);
  if (!row) return null;
  if (sources.length === 0)
    return row.kind === 'EQUITY_COMPENSATION' || row.kind === 'STOCK' ? row.stock_plan_id : null;
  const plans = new Set(
    sources.map((source) => {
      const from = chain.rowOf(source);
      const isOfOneKind = from?.kind === row.kind && from.stock_class_id === row.stock_class_id;
      return isOfOneKind ? (chain.found(source) ?? null) : null;
    }),
  );
  const [plan = null] = plans;
  return plans.size === 1 ? plan : null;
}

/** The plan whose pool a security's shares came from and return to. In a slice, the caller sets it. */
export function poolPlanOf(state: LedgerState, security: SecurityState): string | null {
  if (security.pool_plan_id !== undefined) return security.pool_plan_id;
  const { securities } = state;
  return planOfChain(
    {
      rowOf: (id) => securities.get(id)?.row,
      sourcesOf: (id) => securities.get(id)?.came_from ?? [],
      found: (id) => securities.get(id)?.pool_plan_id,
      keep: (id, plan) => {
        const found = securities.get(id);
        if (found) found.pool_plan_id = plan;
      },
    },
    security.row.security_id,
  );
}
