// E15: no more is exercised or released than has vested, unless the grant allows early exercise, and nothing after it expired.
// An expired grant stays in the table until an entry cancels it, with a warning.
import { say } from '#src/words/say.ts';
import { compareDates } from '#src/domain/dates.ts';
import { grouped } from '#src/domain/figures/decimal.ts';
import type { Decimal } from '#src/domain/figures/decimal.ts';
import { askedFor, isOrAre } from '#src/domain/inWords.ts';
import { scheduleOf } from '#src/domain/vesting/schedule.ts';
import { pushTo, reportError, reportWarning } from '../core/context.ts';
import type { Context, Exercise } from '../core/context.ts';
import { emptyGrant, unitsOf, vestingInputOf } from './grant.ts';
import type { Entry } from '../core/entry.ts';
import { isOpen } from '../core/state.ts';
import type { SecurityState } from '../core/state.ts';
import { decimalOf } from '../core/fields.ts';
import { canReduce, checkEnough, findSecurity, reduceSecurity } from '../core/movement.ts';
import { positiveMove } from '../core/quantity.ts';
import { checkKeeps, findResults } from '../core/results.ts';

/**
 * Takes shares out of a grant by an exercise or a release. Out: the grant, the securities that resulted, and how many
 * shares it took; null when the entry has no effect.
 */
export function takeFromGrant(context: Context, entry: Entry, why: 'EXERCISE' | 'RELEASE') {
  const source = findSecurity(context, entry, 'EQUITY_COMPENSATION');
  const became = findResults(context, entry);
  const moved = positiveMove(context, entry, 'quantity', decimalOf(entry.transaction, 'quantity'));
  if (!source || moved === null || !canReduce(context, entry, source)) return null;
  checkEnough(context, entry, source, moved, 'quantity');
  noteExercise(context, entry, source, moved);
  reduceSecurity(context, entry, source, moved, why);
  checkKeeps(context, entry, source, became.found, { holder: true, kind: 'STOCK' });
  return { source, became, moved };
}

/** Checks the expiry at once, and keeps the exercise or release to check it against vesting when all facts of the run are known. */
function noteExercise(context: Context, entry: Entry, source: SecurityState, moved: Decimal): void {
  checkExpiry(context, entry, source);
  const date = entry.effective_date;
  // Taking more than is left is reported as E7.
  const quantity = source.remaining !== null && moved > source.remaining ? source.remaining : moved;
  if (date !== null) pushTo(context.exercises, source, { entry, date, quantity });
}

/** The day of expiry still counts. */
export function checkExpiry(context: Context, entry: Entry, source: SecurityState): void {
  const expires_on = source.grant?.expires_on ?? null;
  if (expires_on === null || entry.date === null || entry.date <= expires_on) return;
  const message = say`${entry.object_type} ${entry.id} is dated ${entry.date}, but it expired on ${expires_on}.`;
  const what = source.row.kind === 'WARRANT' ? say`This warrant` : say`This grant`;
  const detail = say`${what} expired on ${expires_on}; it cannot be exercised on ${entry.date}.`;
  reportError(context, entry, 'E15', message, { code: 'expired', detail });
}

export function checkExercises(context: Context): void {
  for (const [source, exercises] of context.exercises) {
    const grant = (source.grant ??= emptyGrant());
    if (!grant.early_exercisable) checkVested(context, source, exercises);
    for (const { entry, date, quantity } of exercises) {
      grant.exercised.push({ date, quantity, transaction_id: entry.id });
    }
  }
}

/** Compares the sum exercised with what had vested, on the day of each exercise: an earlier one may make a later one too much. */
function checkVested(context: Context, source: SecurityState, exercises: readonly Exercise[]): void {
  const input = vestingInputOf(context.state, source);
  if (input === null) return;
  const schedule = scheduleOf(input);
  const known = (source.grant?.exercised ?? []).map(({ date, quantity }) => ({ entry: null, date, quantity }));
  const all = [...known, ...exercises].sort((a, b) => compareDates(a.date, b.date));
  let [sum, excess] = [0n, 0n];
  let last: Exercise | null = null;
  for (const { entry, date, quantity } of all) {
    if (entry) last = { entry, date, quantity };
    const vested = schedule.vestedAt(date);
    if (vested === null) return;
    sum += quantity;
    const over = sum > vested ? sum - vested : 0n;
    if (over > excess && last) reportNotVested(context, source, last, { date, vested, sum });
    // A later entry is reported only for what it adds to an excess that was there before.
    excess = over;
  }
}

type NotVested = { date: string; vested: Decimal; sum: Decimal };

function reportNotVested(context: Context, source: SecurityState, exercise: Exercise, day: NotVested): void {
  const { entry, quantity } = exercise;
  const others = day.sum - quantity;
  const message = say`${entry.object_type} ${entry.id}: ${grouped(day.sum)} exercised or released by ${day.date}, but ${grouped(day.vested)} vested.`;
  const taken = others > 0n ? say` and ${grouped(others)} taken already` : '';
  const detail = say`${grouped(day.vested)} of these ${unitsOf(source)} ${isOrAre(day.vested)} vested on ${day.date}${taken}, ${askedFor(quantity)}.`;
  reportError(context, entry, 'E15', message, { code: 'not_vested', detail });
}

/** Warns about grants of this run that had expired by its last day and are still open. */
export function noteExpired(context: Context, ordered: readonly Entry[]): void {
  const today = ordered.findLast(({ effective_date }) => effective_date !== null)?.effective_date ?? null;
  for (const { entry, security } of context.issued) {
    const expires_on = security.grant?.expires_on ?? null;
    if (today === null || expires_on === null || expires_on >= today || !isOpen(security)) continue;
    const left = security.remaining === null ? '' : say` with ${grouped(security.remaining)} left`;
    const message = say`${entry.object_type} ${entry.id} expired on ${expires_on} and is still open${left}. A cancellation takes it out of the table.`;
    reportWarning(context, entry, 'expired_grant', message);
  }
}
