// The numbers of shares as registers write them: "1-5, 7-8", "12", "1 – 5 og 7 – 8".
import { ONE } from '#src/domain/figures/decimal.ts';
import type { Decimal } from '#src/domain/figures/decimal.ts';
import { isNothing } from '../values/cells.ts';
import type { NumberRange } from './records.ts';
import type { RowReader } from './rowReader.ts';

const SEPARATORS = /[;,\n]|\s(?:and|und|og|och|et|y)\s/i;
const RANGE = /^(?:nos?\.?|nr\.?|n°)?\s*(\d{1,18})(?:\s*(?:[-–—]|to|bis|til|till|à)\s*(\d{1,18}))?$/i;
const RANGES_MAX = 1000;

/**
 * In: the row, how many shares it has (null where that is not known), and the column of the numbers. Reports share_numbers_unclear and
 * share_numbers_mismatch at the cell.
 */
export function shareNumbersOf(
  reader: RowReader,
  quantity: Decimal | null,
  column = reader.column('share_numbers'),
): NumberRange[] {
  const text = column ? (reader.valueOf(column).cell?.text.trim() ?? '') : '';
  if (column === undefined || isNothing(text)) return [];
  const parts = text.split(SEPARATORS, RANGES_MAX + 1).map((part) => part.trim());
  const ranges = parts.flatMap((part): NumberRange[] => {
    const match = RANGE.exec(part);
    if (!match) return [];
    const [from, to] = [BigInt(match[1]!), BigInt(match[2] ?? match[1]!)];
    return from > 0n && from <= to ? [{ from, to }] : [];
  });
  if (ranges.length < parts.length || parts.length > RANGES_MAX) {
    reader.error(
      'share_numbers_unclear',
      column,
      'These are not share numbers. Write ranges such as 1-500, 701-800, without thousands separators.',
    );
    return [];
  }
  const count = ranges.reduce((sum, { from, to }) => sum + to - from + 1n, 0n);
  if (quantity !== null && count * ONE !== quantity)
    reader.error(
      'share_numbers_mismatch',
      column,
      `These share numbers cover ${count} shares, and the row has another quantity. Correct one of them.`,
    );
  return ranges;
}
