// The one door of the ledger: transactions in, rows and findings out. It serves an import, a rebuild and a single native
// entry alike. The order in which transactions are given never changes what comes out.
import { checkShareNumbers } from './shareNumbers.ts';
import { settleCaps } from './authorized.ts';
import { newContext, reportError } from './context.ts';
import type { Context, Mode } from './context.ts';
import { checkExercises, noteExpired } from './exercises.ts';
import { interpreters } from './interpreters.ts';
import { checkOrigins } from './origins.ts';
import { entryOf, compareEntries, isIssuance, settleOrder } from './order.ts';
import type { Entry } from './order.ts';
import { settlePools } from './pools.ts';
import { noteReserved } from './reserved.ts';
import { checkSplits } from './splits.ts';
import type { LedgerState } from './state.ts';
import type { Effects, Finding, OcfTransaction } from './types.ts';

export type LedgerEntry = {
  transaction: OcfTransaction;
  /** The day it counts from; null when its date is no day (it is kept without effect). */
  effective_date: string | null;
};

export type Interpretation = {
  effects: Effects;
  /** In ledger order. A transaction whose id is taken is not among them. */
  ordered: LedgerEntry[];
  findings: Finding[];
  state: LedgerState;
};

/**
 * Interprets transactions on top of `state`, which may be the whole ledger or the slice they need (their classes, holders
 * and securities). The given state is used up: it is carried forward in place and given back.
 * Never throws on what the transactions hold; every fault is a finding, and the entry takes effect as far as it can.
 * Quantities are exact; nothing is rounded but conversions and splits, by their declared rule.
 * In `import` mode a fraction turns fractions on for its class; in `native` mode it is an error.
 * Voided transactions are left out by the caller, on both sides.
 */
export function interpret(
  state: LedgerState,
  transactions: readonly OcfTransaction[],
  options: { mode?: Mode } = {},
): Interpretation {
  const context = newContext(state, options.mode ?? 'import');
  const all = transactions.map(entryOf).sort(compareEntries);
  const entries = withoutTakenIds(context, all);
  // Securities first: an entry may be dated before its security, and a result after what produced it. The splits too,
  // since a reissuance names its split whatever its own day.
  for (const entry of entries) if (isIssuance(entry)) run(context, entry);
  const ordered = settleOrder(entries, state.securities);
  for (const entry of ordered) if (entry.type === 'TX_STOCK_CLASS_SPLIT') run(context, entry);
  for (const entry of ordered) {
    if (!isIssuance(entry) && entry.type !== 'TX_STOCK_CLASS_SPLIT') run(context, entry);
  }
  checkSplits(context, ordered);
  checkOrigins(context, ordered);
  checkExercises(context);
  settleCaps(context);
  settlePools(context);
  checkShareNumbers(context);
  noteExpired(context, ordered);
  noteReserved(context);
  markAccepted(context);
  return {
    effects: context.effects,
    ordered: ordered.map(({ transaction, effective_date }) => ({ transaction, effective_date })),
    findings: context.findings,
    state,
  };
}

function run(context: Context, entry: Entry): void {
  if (entry.type === null) {
    const message = `${entry.object_type || 'An object without object_type'} ${entry.id} is of a type nobody knows. It is kept whole, without effect.`;
    reportError(context, entry, 'unknown_object_type', message);
    return;
  }
  if (entry.effective_date === null) {
    const written = JSON.stringify(entry.transaction['date']) ?? 'absent';
    const message = `${entry.object_type} ${entry.id}: its date ${written} is no day. It is kept without effect.`;
    reportError(context, entry, 'bad_date', message, { code: 'bad_date', detail: 'The date is not a calendar day.' });
    return;
  }
  if (entry.id === '') {
    const message = `${entry.object_type} of ${entry.effective_date} has no id. It is kept without effect.`;
    reportError(context, entry, 'missing_id', message);
    return;
  }
  interpreters[entry.type](context, entry);
}

/** E20: an id belongs to one transaction; the first in order keeps it. */
function withoutTakenIds(context: Context, entries: readonly Entry[]): Entry[] {
  const taken = context.state.transaction_ids;
  return entries.filter((entry) => {
    if (entry.id === '') return true;
    if (taken.has(entry.id)) {
      const message = `${entry.object_type} ${entry.id}: another transaction has this id already. It has no effect.`;
      reportError(context, entry, 'E20', message);
      return false;
    }
    taken.add(entry.id);
    return true;
  });
}

function markAccepted(context: Context): void {
  if (context.faulty.size === 0) return;
  for (const rows of Object.values(context.effects)) {
    for (const row of rows) {
      if (typeof row !== 'string' && context.faulty.has(row.transaction_id)) row.accepted = true;
    }
  }
}
