// Checks the numbers of shares in an entry: above zero, and whole unless the class has fractions.
import { say } from '#src/words/say.ts';
import { grouped, isWhole } from '#src/domain/figures/decimal.ts';
import type { Decimal } from '#src/domain/figures/decimal.ts';
import { writtenMoney } from '#src/domain/figures/money.ts';
import { reportError, reportWarning } from './context.ts';
import type { Context } from './context.ts';
import { isAbsent, isObject, numeralOf, textOf } from './fields.ts';
import type { Entry } from './entry.ts';

/** The value, or null with a finding where it is not an exact number above zero: the entry then has no effect. */
export function positive(
  context: Context,
  entry: Entry,
  field: string,
  value: Decimal | null,
  rule = 'quantity_not_positive',
): Decimal | null {
  if (value !== null && value > 0n) return value;
  const written = entry.transaction[field];
  const shown = shownAs(written);
  const message = say`${entry.object_type} ${entry.id}: its ${field} is ${shown.slice(0, 80)}, which is not a number above zero of at most 28 digits before and ten after the point. It is kept without effect.`;
  reportError(context, entry, rule, message, {
    code: 'quantity_not_positive',
    detail: say`The number of shares must be more than zero.`,
  });
  return null;
}

function shownAs(written: unknown): string {
  if (isAbsent(written)) return 'absent';
  const amount = isObject(written) ? numeralOf(written['amount']) : null;
  if (isObject(written) && amount !== null) return writtenMoney(amount, textOf(written, 'currency') ?? '');
  return numeralOf(written) ?? JSON.stringify(written);
}

/** Like `positive`, for what an entry takes out of a security: a number of zero or less is reported as E7. */
export function positiveMove(context: Context, entry: Entry, field: string, value: Decimal | null): Decimal | null {
  return positive(context, entry, field, value, value === null ? 'quantity_not_positive' : 'E7');
}

/** An import that meets a fraction turns fractions on for the class (W7); a native entry is refused (E16). */
export function noteFraction(context: Context, entry: Entry, classId: string | null, quantity: Decimal | null): void {
  const facts = classId === null ? undefined : context.state.classes.get(classId)?.facts;
  if (!facts || facts.allows_fractions || quantity === null || isWhole(quantity)) return;
  const shown = grouped(quantity);
  if (context.mode === 'native') {
    const detail = say`The class ${facts.name} has no fractions of shares; ${shown} is not a whole number.`;
    const answer = { code: 'fraction_not_allowed', detail };
    reportError(context, entry, 'E16', `${entry.object_type} ${entry.id}: ${detail}`, answer);
    return;
  }
  facts.allows_fractions = true;
  context.effects.classes_with_fractions.push(facts.id);
  const message = say`${entry.object_type} ${entry.id} has a fraction of a share (${shown}), so ${facts.name} allows fractions from now on.`;
  reportWarning(context, entry, 'W7', message);
}
