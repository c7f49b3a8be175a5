// E13: at the end of every day from an entry on, what is outstanding is within what is authorised, per class and for the
// issuer. What was repurchased or cancelled frees its room; no figure means no cap.
import { formatDecimal, grouped, parseDecimal } from '../decimal.ts';
import type { Decimal } from '../decimal.ts';
import { reportError } from './context.ts';
import type { Addition, CapChanges, Context } from './context.ts';
import type { AuthorizedChange, CapState } from './state.ts';
import type { Authorized } from './types.ts';

/** Judges what this run changed, then counts it into the state. */
export function settleCaps(context: Context): void {
  const { state } = context;
  for (const [classId, changes] of context.class_changes) {
    const stockClass = state.classes.get(classId);
    if (!stockClass) continue;
    settleCap(context, stockClass.cap, changes, { what: `class ${classId}`, whose: 'for this class' });
  }
  const names = { what: `issuer ${state.issuer?.id ?? ''}`.trim(), whose: 'of the company' };
  settleCap(context, state.issuer_cap, context.issuer_changes, names);
}

type Names = { what: string; whose: string };
type Day = { date: string; total: Decimal; cap: Decimal; names: Names };

function settleCap(context: Context, cap: CapState, changes: CapChanges, names: Names): void {
  const hasCap = cap.initial.kind === 'FIXED' || cap.changes.some((change) => change.authorized.kind === 'FIXED');
  if (hasCap) judge(context, cap, changes, names);
  for (const [date, delta] of changes.deltas) {
    cap.outstanding.set(date, (cap.outstanding.get(date) ?? 0n) + delta);
  }
}

function judge(context: Context, cap: CapState, changes: CapChanges, names: Names): void {
  const capOn = capReader(cap.initial, cap.changes);
  const ours = new Set([...changes.adjustments.values()].flat().map((entry) => entry.id));
  const capBefore = capReader(
    cap.initial,
    cap.changes.filter((change) => !ours.has(change.transaction_id)),
  );
  const touched = [...changes.deltas.keys(), ...changes.adjustments.keys()].sort();
  const first = touched[0];
  if (first === undefined) return;
  const days = new Set([...touched, ...cap.outstanding.keys(), ...cap.changes.map((change) => change.effective_date)]);
  let [before, after, excess] = [0n, 0n, 0n];
  let pending: Addition[] = [];
  for (const date of [...days].sort()) {
    before += cap.outstanding.get(date) ?? 0n;
    after += (cap.outstanding.get(date) ?? 0n) + (changes.deltas.get(date) ?? 0n);
    const limit = capOn(date);
    const over = excessOf(after, limit);
    const known = max(excess, excessOf(before, capBefore(date)));
    const additions = changes.additions.get(date) ?? [];
    // Only an excess beyond yesterday's, and beyond what would be there without this run, is this run's fault.
    if (date >= first && over > known && limit !== null) {
      const day = { date, total: after, cap: limit, names };
      const adjustment = changes.adjustments.get(date)?.at(-1);
      const isLowered = adjustment !== undefined && additions.length === 0;
      if (isLowered) reportLowered(context, day, adjustment);
      else if (additions.length > 0) blame(context, day, additions, over - known);
      else if (after > before && pending.length > 0) blame(context, day, pending.slice(-1), over);
      pending = [];
    } else if (over === 0n) pending.push(...fresh(additions).slice(-1));
    excess = over;
  }
}

function excessOf(total: Decimal, limit: Decimal | null): Decimal {
  return limit === null || total <= limit ? 0n : total - limit;
}

function max(a: Decimal, b: Decimal): Decimal {
  return a > b ? a : b;
}

/** From the last addition backwards, until what remains is within the cap. Results of other entries are blamed last. */
function blame(context: Context, day: Day, additions: readonly Addition[], over: Decimal): void {
  const isFresh = new Set(fresh(additions));
  const inOrder = [...additions.filter((addition) => !isFresh.has(addition)), ...isFresh];
  const blamed: Addition[] = [];
  let left = over;
  while (left > 0n) {
    const addition = inOrder.pop();
    if (!addition) break;
    blamed.unshift(addition);
    left -= addition.quantity;
  }
  for (const { entry, quantity } of blamed) {
    const room = day.cap - (day.total - quantity);
    const [free, limit, asked] = [grouped(room > 0n ? room : 0n), grouped(day.cap), grouped(quantity)];
    const message = `${entry.object_type} ${entry.id}: ${formatDecimal(day.total)} outstanding of ${formatDecimal(day.cap)} authorized for ${day.names.what} on ${day.date}.`;
    reportError(context, entry, 'E13', message, {
      code: 'over_authorized',
      detail: `Issuing these shares would exceed the authorized shares ${day.names.whose}: ${free} of ${limit} are left, ${asked} were asked for.`,
    });
  }
}

function reportLowered(context: Context, day: Day, adjustment: Addition['entry']): void {
  const message = `${adjustment.object_type} ${adjustment.id}: ${formatDecimal(day.cap)} authorized for ${day.names.what} on ${day.date}, but ${formatDecimal(day.total)} are outstanding.`;
  const detail = `The authorized shares ${day.names.whose} cannot be lowered to ${grouped(day.cap)}: ${grouped(day.total)} are outstanding.`;
  reportError(context, adjustment, 'E13', message, { code: 'over_authorized', detail });
}

function fresh(additions: readonly Addition[]): Addition[] {
  return additions.filter(({ security }) => security.resulted_from === null);
}

/** The cap on ascending days, walked once. */
function capReader(initial: Authorized, all: readonly AuthorizedChange[]): (date: string) => Decimal | null {
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
