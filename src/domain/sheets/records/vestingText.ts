// The schedule of a row: one text, or its length and its cliff in columns of their own.
import { wholeCount } from '../values/numbers.ts';
import type { RowReader } from './rowReader.ts';

/** Empty for a row without one. */
export function vestingText(reader: RowReader): string {
  const schedule = withUnit(reader, '');
  const cliff = withUnit(reader, 'cliff');
  if (cliff === '') return schedule;
  return [schedule, /cliff/i.test(cliff.slice(0, 200)) ? cliff : `${cliff} cliff`].filter(Boolean).join(', ');
}

/** "48" under "Vesting (months)" is 48 months. */
function withUnit(reader: RowReader, part: string): string {
  const typed = reader.text('vesting', part);
  const text = wholeCount(typed) ?? typed;
  if (!/^\d{1,3}(?:[.,]5)?$/.test(text)) return text;
  const heading = reader.column('vesting', part)?.heading ?? '';
  if (/\b(?:months?|monate?n?|mois|meses|mesi|maanden|måneder|månader)\b/i.test(heading)) return `${text} months`;
  if (/(?<!\p{L})(?:years?|jahre?n?|ans|années|años|anni|anos|jaar|år)(?!\p{L})/iu.test(heading))
    return `${text} years`;
  return text;
}
