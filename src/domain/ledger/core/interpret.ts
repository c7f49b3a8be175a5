// Interprets transactions: rows and findings come out. Imports, rebuilds and single native entries all come through here. The
// order in which transactions are given never changes the result.
import { say } from '#src/words/say.ts';
import { checkShareNumbers } from '../rules/shareNumbers.ts';
import { settleCaps } from '../rules/authorized.ts';
import type { FindingList } from './findingList.ts';
import { newContext, reportError } from './context.ts';
import type { Context, Mode } from './context.ts';
import { checkExercises, noteExpired } from '../rules/exercises.ts';
import { settleFirstDays } from '../rules/firstDays.ts';
import { checkNumbers } from '../rules/numbers.ts';
import { checkOrigins } from '../rules/origins.ts';
import { compareEntries, settleOrder } from './order.ts';
import { transactionTypeOf } from '../transactions/index.ts';
import { entryOf, isIssuance } from './entry.ts';
import type { Entry } from './entry.ts';
import { settlePools } from '../rules/pools.ts';
import { noteReserved } from '../rules/reserved.ts';
import { checkSplits } from '../rules/splits.ts';
import { typeOf } from './fields.ts';
import type { LedgerState } from './state.ts';
import type { Effects, Finding, OcfTransaction } from './types.ts';
import { SLICE, sortInSlices, drain } from '#src/domain/slices.ts';
import type { Slices } from '#src/domain/slices.ts';

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
 * and securities). The given state is changed in place and returned.
 * Never throws for what a transaction holds: every fault is a finding, and the entry takes effect as far as it can.
 * Quantities are exact. Only conversions and splits round, by their declared rule.
 * In `import` mode a fraction turns fractions on for its class; in `native` mode it is an error.
 * The caller leaves out voided transactions, from the state as from the list.
 */
export function interpret(
  state: LedgerState,
  transactions: readonly OcfTransaction[],
  options: { mode?: Mode } = {},
): Interpretation {
  return drain(interpretInSlices(state, transactions, options));
}

/** The same, with pauses between slices of the work. `findings`: the list to add to (default: a new one). */
export function* interpretInSlices(
  state: LedgerState,
  transactions: readonly OcfTransaction[],
  options: { mode?: Mode; findings?: FindingList } = {},
): Slices<Interpretation> {
  const context = newContext(state, options.mode ?? 'import', options.findings);
  const all: Entry[] = [];
  for (const transaction of transactions) {
    all.push(entryOf(transaction, transactionTypeOf(typeOf(transaction))));
    if (all.length % SLICE === 0) yield;
  }
  const entries = yield* withoutTakenIds(context, yield* sortInSlices(all, compareEntries));
  // Issuances first: an entry may be dated before its security, and a result after the entry that names it. Then splits,
  // since a reissuance may name a split of any day.
  yield* runEach(context, entries, isIssuance);
  const ordered = yield* settleOrder(entries, state.securities);
  yield;
  yield* runEach(context, ordered, isSplit);
  yield* runEach(context, ordered, (entry) => !isIssuance(entry) && !isSplit(entry));
  yield* checkSplits(context, ordered);
  yield;
  checkOrigins(context, ordered);
  checkNumbers(context);
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

const isSplit = ({ type }: Entry) => type?.rank === 'split';

function* runEach(context: Context, entries: readonly Entry[], isWanted: (entry: Entry) => boolean): Slices<void> {
  for (const [index, entry] of entries.entries()) {
    if (isWanted(entry)) run(context, entry);
    if (index % SLICE === SLICE - 1) yield;
  }
}

function run(context: Context, entry: Entry): void {
  const type = transactionTypeOf(entry.object_type);
  if (type === null) {
    const message = say`${entry.object_type || say`An object without object_type`} ${entry.id} is of a kind that the format does not have. It is kept whole, without effect.`;
    reportError(context, entry, 'unknown_object_type', message);
    return;
  }
  if (entry.effective_date === null) {
    const written = JSON.stringify(entry.transaction['date']) ?? 'absent';
    const message = say`${entry.object_type} ${entry.id}: its date ${written} is not a day of the calendar. It is kept without effect.`;
    reportError(context, entry, 'bad_date', message, {
      code: 'bad_date',
      detail: say`The date is not a calendar day.`,
    });
    return;
  }
  if (entry.id === '') {
    const message = say`${entry.object_type} of ${entry.effective_date} has no id. It is kept without effect.`;
    reportError(context, entry, 'missing_id', message);
    return;
  }
  type.interpret(context, entry);
}

/** E20: an id belongs to one transaction; the first in order keeps it. */
function* withoutTakenIds(context: Context, entries: readonly Entry[]): Slices<Entry[]> {
  const taken = context.state.transaction_ids;
  const kept: Entry[] = [];
  for (const [index, entry] of entries.entries()) {
    if (index % SLICE === SLICE - 1) yield;
    if (entry.id !== '' && taken.has(entry.id)) {
      const message = say`${entry.object_type} ${entry.id}: another transaction has the same id. This one has no effect.`;
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
