// Which separator a text's fields have: the one that gives most of the first lines the same number of fields.
import type { TextForm } from '#src/domain/sheets/grid.ts';

export type Separator = TextForm['separator'];

/** Whoever writes one of the first does so on purpose; a comma may be a decimal sign or part of a name. */
const SEPARATORS: readonly Separator[] = ['\t', ';', '|', ','];
const LINES = 50;
/** Enough for fifty lines; a longer first line is judged by its beginning. */
const SAMPLE_BYTES = 256 * 1024;

export interface FirstLine {
  separator: Separator;
  /** Bytes of a first line `sep=;`, which says the separator and is no row. */
  start: number;
}

export function separatorOf(utf8: Buffer): FirstLine {
  const stated = /^"?sep=([^\r\n]?)"?(\r\n|\n|\r|$)/i.exec(utf8.toString('latin1', 0, 16));
  const start = stated ? stated[0].length : 0;
  const named = SEPARATORS.find((separator) => separator === stated?.[1]);
  if (named) return { separator: named, start };
  const sample = utf8.toString('utf8', start, start + SAMPLE_BYTES);
  let best: { separator: Separator; records: number; fields: number } | null = null;
  for (const separator of SEPARATORS) {
    const { records, fields } = mostFrequent(fieldCounts(sample, separator));
    if (!best || records > best.records || (records === best.records && fields > best.fields))
      best = { separator, records, fields };
  }
  return { separator: best && best.records > 0 ? best.separator : ',', start };
}

/** How many records have the number of fields that is most frequent among those with more than one. */
function mostFrequent(counts: readonly number[]): { records: number; fields: number } {
  const frequency = new Map<number, number>();
  for (const count of counts) if (count > 1) frequency.set(count, (frequency.get(count) ?? 0) + 1);
  let best = { records: 0, fields: 0 };
  for (const [fields, records] of frequency)
    if (records > best.records || (records === best.records && fields > best.fields)) best = { records, fields };
  return best;
}

/** The numbers of fields of the first records that are not empty. */
function fieldCounts(text: string, separator: Separator): number[] {
  const counts: number[] = [];
  let [fields, isQuoted, isAtStart, isEmpty] = [1, false, true, true];
  const endRecord = () => {
    if (!isEmpty) counts.push(fields);
    [fields, isAtStart, isEmpty] = [1, true, true];
  };
  for (let index = 0; index < text.length && counts.length < LINES; index += 1) {
    const character = text[index]!;
    if (isQuoted) {
      if (character !== '"') continue;
      if (text[index + 1] === '"') index += 1;
      else isQuoted = false;
    } else if (character === '\n' || character === '\r') endRecord();
    else if (character === separator) {
      fields += 1;
      isAtStart = true;
    } else {
      if (isAtStart && character === '"') isQuoted = true;
      isAtStart = false;
      isEmpty = false;
    }
  }
  // The sample may end within a record, which then counts only if nothing else does.
  if (counts.length === 0) endRecord();
  return counts;
}
