// Whose pool shares came of: that of the issuances at the beginning of their chain. What came of an exercise, or became another
// class, left its pool for good; so did what was consolidated with shares of another origin.
import type { LedgerState, SecurityState } from '../core/state.ts';
import type { SecurityRow } from '../core/types.ts';

type Link = Pick<SecurityRow, 'security_id' | 'kind' | 'stock_class_id' | 'stock_plan_id'>;
export type Chain = {
  rowOf: (id: string) => Link | undefined;
  /** What it came of; none for one issued afresh. */
  sourcesOf: (id: string) => readonly string[];
  /** What was found before; undefined where nothing was looked up. */
  found: (id: string) => string | null | undefined;
  keep: (id: string, plan: string | null) => void;
};

/** The plan, or null where its shares go back to no pool. */
export function planOfChain(chain: Chain, id: string): string | null {
  const open = new Set<string>();
  const waiting = [id];
  for (let at = waiting.at(-1); at !== undefined; at = waiting.at(-1)) {
    open.add(at);
    const sources = chain.found(at) === undefined ? chain.sourcesOf(at) : [];
    // One that is open already is its own origin: a circle has none.
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

/** The plan whose pool a security's shares came of and go back to. Of a slice the caller gives it. */
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
