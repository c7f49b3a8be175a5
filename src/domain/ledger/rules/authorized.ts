// E13: at the end of every day from an entry on, the shares outstanding are within the number authorised, per class and for
// the issuer. Repurchased and cancelled shares may be issued again. Without an authorised number there is no limit.
import { say } from '#src/words/say.ts';
import { grouped } from '#src/domain/figures/decimal.ts';
import { askedFor, isOrAre } from '#src/domain/inWords.ts';
import { settleCap } from './cap.ts';
import type { ExcessReporter, OverDay } from './cap.ts';
import { reportError } from '../core/context.ts';
import type { Addition, Context } from '../core/context.ts';
import type { Entry } from '../core/entry.ts';

/** Checks what this run changed, then adds it to the state. */
export function settleCaps(context: Context): void {
  const { state } = context;
  for (const [classId, changes] of context.class_changes) {
    const stockClass = state.classes.get(classId);
    if (!stockClass) continue;
    settleCap(
      stockClass.cap,
      changes,
      reporterOf(context, { what: stockClass.facts.name, whose: say`for this class` }),
    );
  }
  const names = { what: say`the company`, whose: say`of the company` };
  settleCap(state.issuer_cap, context.issuer_changes, reporterOf(context, names));
}

type Names = { what: string; whose: string };

function reporterOf(context: Context, names: Names): ExcessReporter {
  return {
    added: (addition, day) => reportAdded(context, addition, day, names),
    lowered: (entry, day) => reportLowered(context, entry, day, names),
  };
}

function reportAdded(context: Context, { entry, quantity }: Addition, day: OverDay, names: Names): void {
  const over = day.limit - (day.total - quantity);
  const room = over > 0n ? over : 0n;
  const [free, limit] = [grouped(room), grouped(day.limit)];
  const message = say`${entry.object_type} ${entry.id}: ${grouped(day.total)} outstanding of ${grouped(day.limit)} authorized for ${names.what} on ${day.date}.`;
  reportError(context, entry, 'E13', message, {
    code: 'over_authorized',
    detail: say`Issuing these shares would exceed the authorized shares ${names.whose}.`,
    at_field: say`${free} of ${limit} ${isOrAre(room)} left, ${askedFor(quantity)}.`,
  });
}

function reportLowered(context: Context, entry: Entry, day: OverDay, names: Names): void {
  const [limit, total] = [grouped(day.limit), grouped(day.total)];
  const message = say`${entry.object_type} ${entry.id}: ${grouped(day.limit)} authorized for ${names.what} on ${day.date}, but ${grouped(day.total)} are outstanding.`;
  const detail =
    day.date === entry.effective_date
      ? say`The authorized shares ${names.whose} cannot be lowered to ${limit}: ${total} ${isOrAre(day.total)} outstanding.`
      : say`The authorized shares ${names.whose} cannot be lowered to ${limit}: ${total} ${isOrAre(day.total)} outstanding from ${day.date} on.`;
  reportError(context, entry, 'E13', message, { code: 'over_authorized', detail });
}
