// Q4: days as people write them. A column has one order of day and month; a day never passes through a time zone.
import { addDays, isIsoDate } from '#src/domain/dates.ts';
import type { Cell } from '../grid.ts';
import { FIGURE_LENGTH_MAX, isNothing } from './cells.ts';

export type DateOrder = 'DMY' | 'MDY';

const MONTHS: Record<string, number> = {};
const NAMES = [
  'jan januar january janvier enero gennaio janv januari',
  'feb februar february fevrier febrero febbraio fevr februari',
  'mar marz mrz march mars marzo maart mart',
  'apr april avril abril aprile avr',
  'may mai mayo maggio mei maj',
  'jun juni june juin junio giugno',
  'jul juli july juillet julio luglio juil',
  'aug august aout agosto augustus augusti ago',
  'sep sept september septembre septiembre settembre set',
  'oct okt oktober october octobre octubre ottobre ott',
  'nov november novembre noviembre',
  'dec dez dezember december decembre diciembre des desember dicembre dic',
];
NAMES.forEach((names, index) => names.split(' ').forEach((name) => (MONTHS[name] = index + 1)));

type Shape =
  | { kind: 'fixed'; date: string; twoDigits: boolean }
  | { kind: 'open'; first: number; second: number; year: number; twoDigits: boolean; dots: boolean }
  | { kind: 'serial'; serial: number };

/** A year of two digits: 00-49 is 20xx, 50-99 is 19xx. */
const fullYear = (text: string): number =>
  text.length > 2 ? Number(text) : Number(text) + (Number(text) < 50 ? 2000 : 1900);

function shapeOf(text: string): Shape | null {
  if (text.length > FIGURE_LENGTH_MAX) return null;
  const day = text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .trim()
    .replace(/[T ]\d{1,2}:\d{2}(?::\d{2}(?:\.\d+)?)?\s*(?:[ap]m|Z)?$/i, '');
  const iso = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$/.exec(day);
  if (iso) return { kind: 'fixed', date: isoOf(Number(iso[1]), Number(iso[2]), Number(iso[3])), twoDigits: false };
  const figures = /^(\d{1,2})([-/.])\s?(\d{1,2})\2\s?(\d{4}|\d{2})$/.exec(day);
  if (figures) {
    const [first, second, year] = [Number(figures[1]), Number(figures[3]), fullYear(figures[4]!)];
    return { kind: 'open', first, second, year, twoDigits: figures[4]!.length === 2, dots: figures[2] === '.' };
  }
  const dayFirst = /^(\d{1,2})(?:st|nd|rd|th)?[.\s-]*(?:de\s+)?([a-z]+)\.?[,\s-]*(?:de\s+)?(\d{4}|\d{2})$/i.exec(day);
  const monthFirst = /^([a-z]+)\.?[\s-]*(\d{1,2})(?:st|nd|rd|th)?[,\s-]+(\d{4}|\d{2})$/i.exec(day);
  const month = MONTHS[(dayFirst?.[2] ?? monthFirst?.[1] ?? '').toLowerCase()];
  const match = dayFirst ?? monthFirst;
  if (match && month !== undefined) {
    const date = isoOf(fullYear(match[3]!), month, Number(dayFirst ? match[1] : match[2]));
    return { kind: 'fixed', date, twoDigits: match[3]!.length === 2 };
  }
  return /^\d{5}(?:\.\d+)?$/.test(day) ? { kind: 'serial', serial: Number.parseInt(day, 10) } : null;
}

const isoOf = (year: number, month: number, day: number): string =>
  `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;

const FIRST_SERIAL = 20_000;
const LAST_SERIAL = 60_000;

/** Day 60 of 1900 never was. */
function dayOfSerial(serial: number, epoch1904: boolean): string | null {
  if (!Number.isSafeInteger(serial) || serial < 1 || serial > 109_574) return null;
  if (epoch1904) return addDays('1904-01-01', serial);
  if (serial === 60) return null;
  return addDays(serial > 60 ? '1899-12-30' : '1899-12-31', serial);
}

export interface ReadDay {
  date: string;
  /** A number where the column's form does not say that it is a day. */
  fromNumber: boolean;
  twoDigits: boolean;
}

/** "nothing" for a blank, "open" where the order of day and month is not known, "invalid" for what is no day. */
export function readDay(
  cell: Cell,
  { order, epoch1904 }: { order: DateOrder | null; epoch1904: boolean },
): ReadDay | 'nothing' | 'open' | 'invalid' {
  if (isNothing(cell.text)) return 'nothing';
  if (cell.kind === 'number') {
    const serial = Number.parseInt(cell.text, 10);
    const isDay = cell.format === 'date';
    if (!isDay && (serial < FIRST_SERIAL || serial > LAST_SERIAL)) return 'invalid';
    const date = dayOfSerial(serial, epoch1904);
    return date === null || date < '1900' ? 'invalid' : { date, fromNumber: !isDay, twoDigits: false };
  }
  if (cell.kind !== 'text') return 'invalid';
  const shape = shapeOf(cell.text);
  if (shape === null) return 'invalid';
  if (shape.kind === 'serial') {
    const isNear = shape.serial >= FIRST_SERIAL && shape.serial <= LAST_SERIAL;
    const date = isNear ? dayOfSerial(shape.serial, epoch1904) : null;
    return date === null ? 'invalid' : { date, fromNumber: true, twoDigits: false };
  }
  if (shape.kind === 'fixed') return checked(shape.date, shape.twoDigits);
  const used = shape.dots ? 'DMY' : (order ?? (shape.first === shape.second ? 'DMY' : null));
  if (used === null) return 'open';
  const [day, month] = used === 'DMY' ? [shape.first, shape.second] : [shape.second, shape.first];
  return checked(isoOf(shape.year, month, day), shape.twoDigits);
}

function checked(date: string, twoDigits: boolean): ReadDay | 'invalid' {
  return isIsoDate(date) && date >= '1900' ? { date, fromNumber: false, twoDigits } : 'invalid';
}

/** Which order of day and month a text proves; null for one that proves none. */
export function orderProvenBy(text: string): DateOrder | null {
  const shape = shapeOf(text);
  if (shape?.kind !== 'open' || shape.dots) return null;
  if (shape.first > 12 && shape.second <= 12) return 'DMY';
  return shape.second > 12 && shape.first <= 12 ? 'MDY' : null;
}

const AS_OF = /(?:\bas (?:of|at)|\bper|\bstand|\bau|\bpr\.?|\bal)\s*:?\s+(.{6,30}?)\s*(?:$|[•|(;–]|\bgenerated\b)/i;

/** The day that a title names: "As of 01/31/2026 • Generated by …", "Aktienregister … per 31.12.2025". */
export function dayInTitle(text: string, order: DateOrder | null): string | null {
  const found = AS_OF.exec(text)?.[1];
  if (found === undefined) return null;
  const cell: Cell = { column: 1, kind: 'text', text: found.trim(), format: 'general', places: null, formula: null };
  const read = readDay(cell, { order, epoch1904: false });
  return typeof read === 'string' ? null : read.date;
}

/** A title without the day that it names. */
export const withoutDay = (text: string): string => {
  const at = text.search(AS_OF);
  return at < 0 ? text : text.slice(0, at);
};
