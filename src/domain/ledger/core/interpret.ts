// The one door of the ledger: transactions in, rows and findings out. It serves an import, a rebuild and a single native
// entry alike. The order in which transactions are given never changes what comes out.
import { checkShareNumbers } from '../rules/shareNumbers.ts';
import { settleCaps } from '../rules/authorized.ts';
import type { FindingList } from '../rules/boundedFindings.ts';
import { newContext, reportError } from './context.ts';
import type { Context, Mode } from './context.ts';
import { checkExercises, noteExpired } from '../rules/exercises.ts';
import { settleFirstDays } from '../rules/firstDays.ts';
import { interpreters } from './interpreters.ts';
import { checkOrigins } from '../rules/origins.ts';
import { entryOf, compareEntries, isIssuance, settleOrder } from './order.ts';
import type { Entry } from './order.ts';
import { settlePools } from '../rules/pools.ts';
import { noteReserved } from '../rules/reserved.ts';
import { checkSplits } from '../rules/splits.ts';
import type { LedgerState } from './state.ts';
import type { Effects, Finding, OcfTransaction } from './types.ts';
import { SLICE, sortInSlices, toEnd } from '../../slices.ts';
import type { Slices } from '../../slices.ts';

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
  return toEnd(interpretInSlices(state, transactions, options));
}

/** The same, pausing between slices of the work. `findings`: where they are noted (default: the first of each rule). */
export function* interpretInSlices(
  state: LedgerState,
  transactions: readonly OcfTransaction[],
  options: { mode?: Mode; findings?: FindingList } = {},
): Slices<Interpretation> {
  const context = newContext(state, options.mode ?? 'import', options.findings);
  const all: Entry[] = [];
  for (const transaction of transactions) {
    all.push(entryOf(transaction));
    if (all.length % SLICE === 0) yield;
  }
  const entries = yield* withoutTakenIds(context, yield* sortInSlices(all, compareEntries));
  // Securities first: an entry may be dated before its security, and a result after what produced it. The splits too,
  // since a reissuance names its split whatever its own day.
  yield* runEach(context, entries, isIssuance);
  const ordered = yield* settleOrder(entries, state.securities);
  yield;
  yield* runEach(context, ordered, isSplit);
  yield* runEach(context, ordered, (entry) => !isIssuance(entry) && !isSplit(entry));
  yield* checkSplits(context, ordered);
  yield;
  checkOrigins(context, ordered);
  yield;
  settleFirstDays(context);
  yield;
  checkExercises(context);
  yield;
  settleCaps(context);
  yield;
  settlePools(context);
  yield;
  yield* checkShareNumbers(context);
  yield;
  noteExpired(context, ordered);
  noteReserved(context);
  yield;
  markAccepted(context);
  return {
    effects: context.effects,
    ordered: ordered.map(({ transaction, effective_date }) => ({ transaction, effective_date })),
    findings: context.findings.all(),
    state,
  };
}

const isSplit = (entry: Entry) => entry.type === 'TX_STOCK_CLASS_SPLIT';

function* runEach(context: Context, entries: readonly Entry[], isWanted: (entry: Entry) => boolean): Slices<void> {
  for (const [index, entry] of entries.entries()) {
    if (isWanted(entry)) run(context, entry);
    if (index % SLICE === SLICE - 1) yield;
  }
}

function run(context: Context, entry: Entry): void {
  if (entry.type === null) {
    const message = `${entry.object_type || 'An object without object_type'} ${entry.id} is of a kind that the format does not have. It is kept whole, without effect.`;
    reportError(context, entry, 'unknown_object_type', message);
    return;
  }
  if (entry.effective_date === null) {
    const written = JSON.stringify(entry.transaction['date']) ?? 'absent';
    const message = `${entry.object_type} ${entry.id}: its date ${written} is not a day of the calendar. It is kept without effect.`;
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
function* withoutTakenIds(context: Context, entries: readonly Entry[]): Slices<Entry[]> {
  const taken = context.state.transaction_ids;
  const kept: Entry[] = [];
  for (const [index, entry] of entries.entries()) {
    if (index % SLICE === SLICE - 1) yield;
    if (entry.id !== '' && taken.has(entry.id)) {
      const message = `${entry.object_type} ${entry.id}: another transaction has this id already. It has no effect.`;
      reportError(context, entry, 'E20', message);
      continue;
    }
    if (entry.id !== '') taken.add(entry.id);
    kept.push(entry);
  }
  return kept;
}

function markAccepted(context: Context): void {
  if (context.faulty.size === 0) return;
  for (const rows of Object.values(context.effects)) {
    for (const row of rows) {
      if (typeof row !== 'string' && context.faulty.has(row.transaction_id)) row.accepted = true;
    }
  }
}
