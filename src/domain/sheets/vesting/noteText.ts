// What a note says of vesting, among other things: a schedule, and the day from which it counts.
import type { VestingStep } from '#src/domain/vesting/stepTerms.ts';
import type { Cell } from '../grid.ts';
import { readDay } from '../values/days.ts';
import type { DateOrder } from '../values/days.ts';
import { likelySchedules, readVesting } from './schedule.ts';
import { TEXT_MAX } from './tokens.ts';

export interface NoteVesting {
  /** The schedule as the note writes it; null where it is not understood. */
  steps: VestingStep[] | null;
  likely: VestingStep[][];
  /** The days that the note may name as the start; none where it names none, or several. */
  starts: string[];
}

const SPEAKS =
  /(?<!\p{L})(?:vest(?:s|ed|et|ing)?|unvested|gevestet|cliff|unverfallbar|opptjening|optjening|intjäning|maturazione|acquisition progressive)(?!\p{L})/iu;

/** No note is read further. */
const NOTE_MAX = 1000;

export const speaksOfVesting = (text: string): boolean => SPEAKS.test(text.slice(0, NOTE_MAX));

const DAY = String.raw`\d{4}-\d{1,2}-\d{1,2}|\d{1,2}(?<sign>[./-])\d{1,2}\k<sign>\d{2,4}|\d{1,2}(?:st|nd|rd|th|\.)? (?:de )?\p{L}{3,9}\.?,? (?:de )?\d{4}|\p{L}{3,9}\.? \d{1,2}(?:st|nd|rd|th)?,? \d{4}`;
const FROM = String.raw`(?:(?:vesting )?(?:from|since|start date|starting on|starting from|starting|starts on|starts|start|beginning on|beginning|begins|commencing on|commencing|commences|effective|as of|vcd|ab dem|ab|seit dem|seit|beginnend am|beginnt am|beginn|depuis le|depuis|à partir du|à compter du|début le|début|desde el|desde|a partir del|a partir de|inicio|dal|a partire dal|vanaf|fra|från)[ :]*)?`;
const STARTS = new RegExp(`${FROM}(?<![\\p{L}\\d])(${DAY})(?![\\d\\p{L}])`, 'giu');

export function readNote(note: string, order: DateOrder | null): NoteVesting {
  const text = note.slice(0, NOTE_MAX);
  const days = [...text.matchAll(STARTS)];
  const starts = days.length === 1 ? daysOf(days[0]![1]!, order) : [];
  const isDayRead = days.length === 0 || starts.length > 0;
  const without = isDayRead ? text.replace(STARTS, ' ') : text;
  const clauses = without.split(/[;\n]|\.(?=\s|$)/u);
  const first = clauses.findIndex((each) => SPEAKS.test(each));
  const speaking = clauses.filter((each) => SPEAKS.test(each));
  const texts = [without, clauses.slice(first).join(','), speaking.join(','), ...speaking].map((each) =>
    each.replace(/^[\s,:–-]+|[\s,:–-]+$/g, ''),
  );
  const read = texts.map(readVesting).find((each) => each !== null && each !== 'vested') as VestingStep[] | undefined;
  return { steps: isDayRead ? (read ?? null) : null, likely: likelySchedules(texts[2]!.slice(0, TEXT_MAX)), starts };
}

/** One day; both readings of one whose order nothing says. */
function daysOf(text: string, order: DateOrder | null): string[] {
  const cell: Cell = { column: 1, kind: 'text', text, format: 'general', places: null, formula: null };
  const read = (asked: DateOrder | null) => readDay(cell, { order: asked, epoch1904: false });
  const own = read(order);
  const found = own === 'open' ? [read('DMY'), read('MDY')] : [own];
  return [...new Set(found.flatMap((each) => (typeof each === 'string' ? [] : [each.date])))];
}
