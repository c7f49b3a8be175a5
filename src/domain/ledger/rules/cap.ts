// Checks that a figure stays within a limit at the end of every day: shares within the number authorised, grants within a pool.
import { parseDecimal } from '#src/domain/figures/decimal.ts';
import type { Decimal } from '#src/domain/figures/decimal.ts';
import type { Addition, CapChanges } from '../core/context.ts';
import type { Entry } from '../core/entry.ts';
import type { AuthorizedChange, CapState } from '../core/state.ts';
import type { Authorized } from '../core/types.ts';

/** A day on which `total` is more than `limit`. */
export type OverDay = { date: string; total: Decimal; limit: Decimal };
export type ExcessReporter = {
  /** Reports an entry that added more than the limit allows. */
  added: (addition: Addition, day: OverDay) => void;
  /** Reports an entry that set the limit below the total of that day or of a later one. */
  lowered: (entry: Entry, day: OverDay) => void;
};

/** Checks what a run changed about one limit, then adds it to the cap. */
export function settleCap(cap: CapState, changes: CapChanges, report: ExcessReporter): void {
  const hasLimit = cap.initial.kind === 'FIXED' || cap.changes.some((change) => change.authorized.kind === 'FIXED');
  if (hasLimit) checkDays(cap, changes, report);
  for (const [date, delta] of changes.deltas) {
    cap.outstanding.set(date, (cap.outstanding.get(date) ?? 0n) + delta);
  }
}

/** The limit on a day; null where there is none. */
export function limitOn(cap: CapState, date: string): Decimal | null {
  return limitReader(cap.initial, cap.changes)(date);
}

/** What counts towards the limit at the end of a day. */
export function totalOn(cap: CapState, date: string): Decimal {
  let total = 0n;
  for (const [day, delta] of cap.outstanding) if (day <= date) total += delta;
  return total;
}

function checkDays(cap: CapState, changes: CapChanges, report: ExcessReporter): void {
  const limitAt = limitReader(cap.initial, cap.changes);
  const ours = new Set([...changes.adjustments.values()].flat().map((entry) => entry.id));
  const theirs = cap.changes.filter((change) => !ours.has(change.transaction_id));
  const limitBefore = limitReader(cap.initial, theirs);
  const touched = [...changes.deltas.keys(), ...changes.adjustments.keys()].sort();
  const first = touched[0];
  if (first === undefined) return;
  const days = new Set([...touched, ...cap.outstanding.keys(), ...cap.changes.map((change) => change.effective_date)]);
  let [before, after, excess] = [0n, 0n, 0n];
  let pending: Addition | undefined;
  let adjusted: Entry | undefined;
  for (const date of [...days].sort()) {
    before += cap.outstanding.get(date) ?? 0n;
    after += (cap.outstanding.get(date) ?? 0n) + (changes.deltas.get(date) ?? 0n);
    adjusted = changes.adjustments.get(date)?.at(-1) ?? adjusted;
    const [limit, past] = [limitAt(date), limitBefore(date)];
    const over = excessOf(after, limit);
    const known = max(excess, excessOf(before, past));
    const additions = changes.additions.get(date) ?? [];
    // This run is at fault only for an excess above that of the day before, and above what would be there without it.
    if (date >= first && over > known && limit !== null) {
      const day = { date, total: after, limit };
      const isLowered = adjusted !== undefined && (past === null || limit < past);
      if (additions.length > 0) reportAdditions(day, additions, over - known, report);
      else if (adjusted && (isLowered || changes.adjustments.has(date))) report.lowered(adjusted, day);
      else if (after > before && pending) reportAdditions(day, [pending], over, report);
      pending = undefined;
    } else if (over === 0n) pending = newIssues(additions).at(-1) ?? pending;
    excess = over;
  }
}

/** Reports additions from the last one backwards until the rest is within the limit. Results of other entries come last. */
function reportAdditions(day: OverDay, additions: readonly Addition[], over: Decimal, report: ExcessReporter): void {
  const isNewIssue = new Set(newIssues(additions));
  const inOrder = [...additions.filter((addition) => !isNewIssue.has(addition)), ...isNewIssue];
  const excessive: Addition[] = [];
  let left = over;
  while (left > 0n) {
    const addition = inOrder.pop();
    if (!addition) break;
    excessive.unshift(addition);
    left -= addition.quantity;
  }
  for (const addition of excessive) report.added(addition, day);
}

function excessOf(total: Decimal, limit: Decimal | null): Decimal {
  return limit === null || total <= limit ? 0n : total - limit;
}

function max(a: Decimal, b: Decimal): Decimal {
  return a > b ? a : b;
}

function newIssues(additions: readonly Addition[]): Addition[] {
  return additions.filter(({ security }) => security.resulted_from === null);
}

/** Reads the limit of one day after another. Days must be asked for in ascending order. */
function limitReader(initial: Authorized, all: readonly AuthorizedChange[]): (date: string) => Decimal | null {
  const changes = [...all].sort((a, b) =>
    a.effective_date === b.effective_date
      ? a.transaction_id < b.transaction_id
        ? -1
        : 1
      : a.effective_date < b.effective_date
        ? -1
        : 1,
  );
  let next = 0;
  let current = initial;
  return (date) => {
    for (let change = changes[next]; change && change.effective_date <= date; change = changes[++next]) {
      current = change.authorized;
    }
    return current.kind === 'FIXED' ? parseDecimal(current.shares) : null;
  };
}
