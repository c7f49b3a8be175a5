// The time to exercise after leaving, from the columns of a row: one for each reason that a heading names.
import { windowWarnings } from '#src/domain/exerciseWindows.ts';
import type { ExerciseWindow } from '#src/domain/exerciseWindows.ts';
import { isServiceEnd } from '#src/domain/serviceEnd.ts';
import type { ServiceEnd } from '#src/domain/serviceEnd.ts';
import { formatDecimal } from '#src/domain/figures/decimal.ts';
import type { Cell } from '../grid.ts';
import type { Column } from '../meanings/columns.ts';
import { readNumber, wholeCount } from '../values/numbers.ts';
import type { RowReader } from './rowReader.ts';

/** What a heading without a reason is about; for cause, death, disability and retirement another time is usual. */
const WITHOUT_REASON: readonly ServiceEnd[] = ['VOLUNTARY_OTHER', 'VOLUNTARY_GOOD_CAUSE', 'INVOLUNTARY_OTHER'];

export function windowsAt(reader: RowReader): ExerciseWindow[] {
  const named = new Map<ServiceEnd, ExerciseWindow>();
  const columns = reader.columnsOf('exercise_window').toSorted((one, other) => other.part.length - one.part.length);
  for (const column of columns) {
    const length = lengthAt(reader, column);
    if (length === null) continue;
    const reasons = column.part === '' ? WITHOUT_REASON : column.part.split(' ').filter(isServiceEnd);
    if (column.part === '')
      reader.warn(
        'window_without_reason',
        column,
        'The heading names no reason for leaving: the time is read for whoever resigns or is dismissed without cause. For cause, death, disability and retirement the plan’s or the usual time counts until you enter another.',
      );
    for (const reason of reasons) if (!named.has(reason)) named.set(reason, { reason, ...length });
  }
  const windows = [...named.values()];
  const cause = columns.find(({ part }) => part.includes('INVOLUNTARY_WITH_CAUSE')) ?? columns[0] ?? null;
  for (const message of windowWarnings(windows)) reader.warn('window_for_cause_longer', cause, message);
  return windows;
}

/** Of a row of a plan. The format has windows of grants alone. */
export function windowsOfPlanAt(reader: RowReader): ExerciseWindow[] {
  const windows = windowsAt(reader);
  if (windows.length > 0)
    reader.warn(
      'window_of_plan',
      reader.columnsOf('exercise_window')[0]!,
      'The time is written into the grants of this file that say none themselves. Enter it on the plan’s page, too, for grants that are imported or recorded later.',
    );
  return windows;
}

const NONE = { period: 0, period_type: 'DAYS' } as const;
const UNIT = String.raw`(d|days?|tage?n?|jours?|días?|m|mo|mos|months?|monate?n?|mois|meses|y|yrs?|years?|jahre?n?|ans?|años?|w|wks?|weeks?|wochen?)`;
const LENGTH = new RegExp(String.raw`^(?:[a-z-]+ \()?(\d[\d.,]*)\)?[\s-]*(?:calendar )?${UNIT}?\.?$`, 'i');

/** Null for an empty cell, and for one that is named as not read. */
function lengthAt(reader: RowReader, column: Column): Omit<ExerciseWindow, 'reason'> | null {
  const { cell } = reader.valueOf(column);
  const text = cell ? shownCount(cell).trim().slice(0, 200) : '';
  if (text === '' || /^(?:[-–—]|n\/?a)$/i.test(text)) return null;
  if (/^(?:none|no time|immediate(?:ly)?)$/i.test(text)) return NONE;
  const [, count, unit = unitIn(column.heading)] = LENGTH.exec(text) ?? [];
  const whole = count === undefined ? null : wholeCount(count);
  if (count === undefined || (whole !== null && whole.length > 4)) {
    reader.warn(
      'window_not_read',
      column,
      'This is not a length of time such as 3 months or 90 days. The plan’s or the usual time counts until you enter another with the grant.',
    );
    return null;
  }
  if (whole === null) {
    const units = unit === undefined ? 'days, months or years' : unitWords(unit);
    reader.error(
      'window_not_whole',
      column,
      `Enter a whole number of ${units}: ${count} is not one, and nothing is rounded.`,
    );
    return null;
  }
  const period = Number(whole);
  if (period === 0) return NONE;
  if (unit === undefined) {
    reader.error('window_unit_missing', column, `Enter whether ${whole} are days or months: 90 days, or 3 months.`);
    return null;
  }
  const words = unitWords(unit);
  if (words === 'weeks') return { period: period * 7, period_type: 'DAYS' };
  return { period, period_type: words === 'years' ? 'YEARS' : words === 'months' ? 'MONTHS' : 'DAYS' };
}

/** A workbook's number without what binary arithmetic left behind its fifteen digits. */
function shownCount(cell: Cell): string {
  const read = cell.kind === 'number' ? readNumber(cell, '.') : 'unreadable';
  return typeof read === 'string' || read.percent || read.value < 0n ? cell.text : formatDecimal(read.value);
}

function unitWords(unit: string): 'days' | 'weeks' | 'months' | 'years' {
  const letter = unit.toLowerCase();
  if (letter.startsWith('w')) return 'weeks';
  if (/^(?:y|j(?!our)|a)/.test(letter)) return 'years';
  return letter.startsWith('m') ? 'months' : 'days';
}

const unitIn = (heading: string): string | undefined =>
  /\b(days?|months?|years?|weeks?)\b/i.exec(heading.slice(0, 200))?.[1];
