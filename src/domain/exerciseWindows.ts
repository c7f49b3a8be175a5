// How long a holder who left may exercise what has vested, for each reason. What a grant does not say its plan says, and what neither
// says is the usual window: never until the grant expires only because nobody said anything
// (docs/decisions/0209-time-to-exercise-after-leaving.md).
// exercise_window_end of server/db/functions/exercise_windows.sql gives the same day.
import { say } from '../words/say.ts';
import { addDays, addMonths } from './dates.ts';
import type { WINDOW_UNITS } from './keywords.ts';
import { isObject, textOf } from './ledger/core/fields.ts';
import { SERVICE_END_CODES, SERVICE_ENDS, isServiceEnd } from './serviceEnd.ts';
import type { ServiceEnd } from './serviceEnd.ts';

export type ExerciseWindow = { reason: ServiceEnd; period: number; period_type: (typeof WINDOW_UNITS)[number] };
/** `source`: who says so; `usual` where nobody does. */
export type ShownWindow = ExerciseWindow & { source: 'grant' | 'plan' | 'usual' };

const months = (period: number) => ({ period, period_type: 'MONTHS' as const });
/** Absent: as when they resign. */
const USUAL: Partial<Record<ServiceEnd, Omit<ExerciseWindow, 'reason'>>> = {
  VOLUNTARY_OTHER: months(3),
  VOLUNTARY_GOOD_CAUSE: months(3),
  INVOLUNTARY_OTHER: months(3),
  INVOLUNTARY_DEATH: months(12),
  INVOLUNTARY_DISABILITY: months(12),
  INVOLUNTARY_WITH_CAUSE: { period: 0, period_type: 'DAYS' },
};

/** The windows of an entry or a plan; what is not understood says nothing. */
export function windowsOf(written: readonly unknown[]): ExerciseWindow[] {
  return written.filter(isObject).flatMap((each) => {
    const [reason, period, type] = [textOf(each, 'reason'), textOf(each, 'period'), textOf(each, 'period_type')];
    if (reason === null || !isServiceEnd(reason) || period === null || !/^\d{1,4}$/.test(period)) return [];
    if (type !== 'DAYS' && type !== 'MONTHS' && type !== 'YEARS') return [];
    return [{ reason, period: Number(period), period_type: type }];
  });
}

/** One for every reason. Of several for one reason the shortest counts. */
export function wholeWindows(own: readonly ExerciseWindow[], plan: readonly ExerciseWindow[]): ShownWindow[] {
  const told = (reason: ServiceEnd): ShownWindow | undefined => {
    for (const [source, windows] of [
      ['grant', own],
      ['plan', plan],
    ] as const) {
      const [shortest] = windows.filter((each) => each.reason === reason).toSorted(byLength);
      if (shortest) return { ...shortest, source };
    }
    return undefined;
  };
  return SERVICE_END_CODES.map((reason): ShownWindow => {
    const usual = USUAL[reason] ?? told('VOLUNTARY_OTHER') ?? USUAL.VOLUNTARY_OTHER!;
    return told(reason) ?? { reason, period: usual.period, period_type: usual.period_type, source: 'usual' };
  });
}

/** The last day on which a grant or a warrant is exercised: the end of its term, or of the window after its holder left. */
export const lastDayOf = ({ exercise_until, expiration_date }: Readonly<Record<string, unknown>>): string | null =>
  [exercise_until, expiration_date].filter((day) => typeof day === 'string').sort()[0] ?? null;

/** The last day of a window that opened on a day. */
export const windowDay = ({ period, period_type }: ExerciseWindow, left: string): string =>
  period_type === 'DAYS' ? addDays(left, period) : addMonths(left, period_type === 'YEARS' ? period * 12 : period);

const byLength = (one: ExerciseWindow, other: ExerciseWindow) => (lengthOf(one) < lengthOf(other) ? -1 : 1);
/** Windows are compared by where they end from one and the same day. */
const lengthOf = (window: ExerciseWindow) => windowDay(window, '2001-01-31');

/** A window for cause that is longer than the one of somebody who resigns is a slip, as a rule. */
export function windowWarnings(windows: readonly ExerciseWindow[]): string[] {
  const of = (reason: ServiceEnd) => windows.find((each) => each.reason === reason);
  const [cause, resigned] = [of('INVOLUNTARY_WITH_CAUSE'), of('VOLUNTARY_OTHER')];
  if (!cause || !resigned || lengthOf(cause) <= lengthOf(resigned)) return [];
  return [
    say`The time to exercise is longer for cause (${windowWords(cause)}) than for somebody who resigns (${windowWords(resigned)}). Check what was agreed.`,
  ];
}

/** "3 months", "None". */
export function windowWords({ period, period_type }: Pick<ExerciseWindow, 'period' | 'period_type'>): string {
  if (period === 0) return say`none`;
  const units = {
    DAYS: [say`day`, say`days`],
    MONTHS: [say`month`, say`months`],
    YEARS: [say`year`, say`years`],
  } as const;
  const [one, many] = units[period_type];
  return `${period} ${period === 1 ? one : many}`;
}

export const reasonWords = (reason: ServiceEnd): string => SERVICE_ENDS[reason];

/** The format has windows of grants alone, so those of a plan stand in a comment of ours, which an import reads. */
const REMARK = 'Time to exercise after leaving, where a grant says none: ';

/** The comments of a plan with its windows, in place of what they said before. */
export const withWindowsRemark = (comments: readonly string[], windows: readonly ExerciseWindow[]): string[] => {
  const written = windows.map(({ reason, period, period_type }) => `${reason} ${period} ${period_type}`);
  const others = comments.filter((comment) => !comment.startsWith(REMARK));
  return written.length === 0 ? others : [...others, `${REMARK}${written.join(', ')}.`];
};

/** Null where no comment says any. A comment that is not understood as a whole says nothing. */
export function remarkedWindows(comments: readonly string[]): ExerciseWindow[] | null {
  const remark = comments.find((comment) => comment.startsWith(REMARK) && comment.endsWith('.'));
  if (remark === undefined) return null;
  const parts = remark.slice(REMARK.length, -1).split(', ');
  const windows = windowsOf(
    parts.map((part) => {
      const [reason, period, period_type] = part.split(' ');
      return { reason, period, period_type };
    }),
  );
  return windows.length === parts.length ? windows : null;
}
