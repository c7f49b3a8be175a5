// The first day on which entries change how much stock is held, by class. Distributions with a later record date may be affected.
import type { LedgerState } from '../core/state.ts';
import type { Effects } from '../core/types.ts';

/** Keeps the earliest day noted for each name. */
export function keepFirstDay(days: Map<string, string>, name: string, day: string): void {
  const known = days.get(name);
  if (known === undefined || day < known) days.set(name, day);
}

/** The classes of which these effects issue, end or reduce stock, each with the first day. */
export function stockDays(effects: Effects, state: LedgerState): Map<string, string> {
  const days = new Map<string, string>();
  const note = (id: string, day: string) => {
    const row = state.securities.get(id)?.row;
    if (row?.kind === 'STOCK' && row.stock_class_id !== null) keepFirstDay(days, row.stock_class_id, day);
  };
  for (const row of effects.securities) note(row.security_id, row.issued_on);
  for (const row of effects.terminations) note(row.security_id, row.on_date);
  for (const row of effects.reductions) note(row.security_id, row.on_date);
  return days;
}
