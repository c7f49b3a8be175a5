// A cell as a person reads it on the screen.
import { formatDecimal } from '#src/domain/figures/decimal.ts';
import type { Cell } from '../grid.ts';
import { readDay } from './days.ts';
import { readNumber } from './numbers.ts';

/** A stored day as an ISO day, a share of one hundred as a percentage; every other text as the file has it. */
export function shownText(cell: Cell, epoch1904: boolean): string {
  if (cell.kind !== 'number') return cell.text;
  if (cell.format === 'date') {
    const day = readDay(cell, { order: null, epoch1904 });
    return typeof day === 'string' ? cell.text : day.date;
  }
  if (cell.format === 'percent') {
    const read = readNumber(cell, '.');
    return typeof read === 'string' ? cell.text : `${formatDecimal(read.value * 100n)}%`;
  }
  return cell.text;
}
