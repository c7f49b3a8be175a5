// E17: a conversion or exercise names a trigger of its security and falls within the trigger's dates. E18: a written vesting
// schedule adds up to the quantity.
import { say } from '#src/words/say.ts';
import { numberOf } from '../core/names.ts';
import { grouped } from '#src/domain/figures/decimal.ts';
import type { Decimal } from '#src/domain/figures/decimal.ts';
import { reportError, reportWarning } from '../core/context.ts';
import type { Context } from '../core/context.ts';
import { isOrAre } from '#src/domain/inWords.ts';
import { nounOf } from '../core/movement.ts';
import { dateOf, decimalOf, isObject, listOf, textOf } from '../core/fields.ts';
import type { Entry } from '../core/entry.ts';
import type { SecurityState, Trigger } from '../core/state.ts';
import type { OcfObject } from '../core/types.ts';

/** The triggers that an issuance declares. Reports an id that is there twice. */
export function triggersOf(context: Context, entry: Entry): Trigger[] {
  return declaredTriggers(entry.transaction, (id) =>
    reportError(context, entry, 'E17', say`${entry.object_type} ${entry.id}: its trigger_id ${id} is there twice.`, {
      code: 'trigger_twice',
      detail: say`Two conversion triggers are both called “${id}”. Give each its own name.`,
    }),
  );
}

/** Of two triggers with one id the first counts. */
export function declaredTriggers(issuance: OcfObject, onTwice: (id: string) => void = () => {}): Trigger[] {
  const triggers = new Map<string, Trigger>();
  for (const each of [...listOf(issuance, 'conversion_triggers'), ...listOf(issuance, 'exercise_triggers')]) {
    const id = isObject(each) ? textOf(each, 'trigger_id') : null;
    if (!isObject(each) || id === null) continue;
    if (triggers.has(id)) {
      onTwice(id);
      continue;
    }
    triggers.set(id, {
      id,
      from: dateOf(each, 'start_date') ?? dateOf(each, 'trigger_date'),
      to: dateOf(each, 'end_date'),
    });
  }
  return [...triggers.values()];
}

/** The last day still counts. A security whose triggers were not loaded is not checked. */
export function checkTrigger(context: Context, entry: Entry, source: SecurityState): void {
  if (source.triggers === null) return;
  const id = textOf(entry.transaction, 'trigger_id');
  const trigger = source.triggers.find((each) => each.id === id);
  const name = `${entry.object_type} ${entry.id}`;
  const noun = nounOf(source.row.kind);
  if (!trigger) {
    const what =
      id === null ? say`is absent` : say`${id} is not a trigger of ${numberOf(context.state, source.row.security_id)}`;
    const names = source.triggers.map((each) => `“${each.id}”`).join(', ') || say`none`;
    const detail = say`Choose the trigger by which this ${noun} becomes stock${id === null ? '' : say`: it has no “${id}”`}. Its triggers: ${names}.`;
    reportError(context, entry, 'E17', say`${name}: its trigger_id ${what}.`, { code: 'unknown_trigger', detail });
    return;
  }
  const { from, to } = trigger;
  const isOutside = entry.date !== null && ((from !== null && entry.date < from) || (to !== null && entry.date > to));
  if (!isOutside) return;
  const window = [from ? say`from ${from}` : '', to ? say`until ${to}` : ''].filter(Boolean).join(' ');
  const detail = say`The trigger “${trigger.id}” of this ${noun} applies ${window}, not on ${entry.date}.`;
  reportError(context, entry, 'E17', say`${name} is dated ${entry.date}; its trigger ${trigger.id} runs ${window}.`, {
    code: 'outside_window',
    detail,
  });
}

/** E18: a schedule written on the issuance adds up to its quantity. Also reports a part below zero. */
export function checkVestings(context: Context, entry: Entry, quantity: Decimal | null): void {
  const vestings = listOf(entry.transaction, 'vestings').filter(isObject);
  const negative = vestings.findIndex((each) => (decimalOf(each, 'amount') ?? 0n) < 0n);
  if (negative >= 0) {
    const [amount, date] = [decimalOf(vestings[negative]!, 'amount') ?? 0n, dateOf(vestings[negative]!)];
    const message = say`${entry.object_type} ${entry.id}: its vestings have ${grouped(amount)} on ${date ?? say`no day`}. A part below zero vests nothing and takes nothing back.`;
    reportWarning(context, entry, 'vesting_below_zero', message);
  }
  if (vestings.length === 0 || quantity === null) return;
  const sum = vestings.reduce((running, each) => running + (decimalOf(each, 'amount') ?? 0n), 0n);
  if (sum === quantity) return;
  const message = say`${entry.object_type} ${entry.id}: its vestings sum to ${grouped(sum)}, its quantity is ${grouped(quantity)}.`;
  reportError(context, entry, 'E18', message, {
    code: 'vestings_off',
    detail: say`The parts of the vesting schedule add up to ${grouped(sum)}, but ${grouped(quantity)} ${isOrAre(quantity)} issued.`,
  });
}
