// A figure of a bank with what stands beside it: a sign before or behind it, brackets, or a word such as "DR" or "Haben".
import type { Cell } from '../sheets/grid.ts';
import { FIGURE_LENGTH_MAX } from '../sheets/values/cells.ts';
import { directionBeside } from './bankWords.ts';
import type { Direction } from './bankWords.ts';

export type Sign = 'plus' | 'minus';

export interface SignedCell {
  /** The cell without its sign and its word. */
  cell: Cell;
  sign: Sign | null;
  said: Direction | null;
}

const CURRENCY = /(?:[$€£¥₹]|(?<![\p{L}])[A-Z]{3}(?![\p{L}]))/u;
const BEHIND = /^(.*[\d).,+-])\s*(\p{L}[\p{L}.]{0,11})$/u;
const BEFORE = /^(\p{L}[\p{L}.]{0,11}):?\s*([(+\-\d.,].*)$/u;

/** Null for an empty cell. */
export function signedCell(cell: Cell | null): SignedCell | null {
  if (cell === null || cell.text.trim() === '') return null;
  if (cell.kind === 'number' && cell.marks !== undefined) return shown(cell, cell.marks);
  if (cell.kind === 'number')
    return cell.text.startsWith('-')
      ? { cell: { ...cell, text: cell.text.slice(1) }, sign: 'minus', said: null }
      : { cell, sign: null, said: null };
  if (cell.text.length > FIGURE_LENGTH_MAX) return { cell, sign: null, said: null };
  let rest = cell.text.normalize('NFKC').replace(/[−–—]/g, '-').trim();
  let said: Direction | null = null;
  let currency = '';
  // A currency and a word may stand on either side, in either order.
  for (let turn = 0; turn < 3; turn += 1) {
    const [behind, before] = [BEHIND.exec(rest), BEFORE.exec(rest)];
    const word = directionBeside(behind?.[2] ?? '') ?? directionBeside(before?.[1] ?? '');
    if (said === null && word !== null) {
      said = word;
      rest = (directionBeside(behind?.[2] ?? '') === null ? before![2]! : behind![1]!).trim();
      continue;
    }
    const found = CURRENCY.exec(rest);
    if (currency !== '' || !found) break;
    currency = found[0];
    rest = `${rest.slice(0, found.index)} ${rest.slice(found.index + currency.length)}`.trim();
  }
  const { text, sign } = withoutSign(rest);
  return { cell: { ...cell, text: `${currency} ${text}`.trim() }, sign, said };
}

/** A number as its format shows it: "500.00 Cr". What the format may mean otherwise is no number. */
function shown(cell: Cell, [above, below]: readonly [string, string]): SignedCell {
  const isBelow = cell.text.startsWith('-');
  const figure = { ...cell, text: cell.text.replace(/^-/, '') };
  const mark = isBelow ? below : above;
  const said = directionBeside(mark.replace(/[-+()]/g, ''));
  if (mark === '?' || (isBelow && mark.includes('+')))
    return { cell: { ...cell, kind: 'text', text: `${cell.text} ?` }, sign: null, said: null };
  const isMinus = said === null ? isBelow : /[-(]/.test(mark);
  return { cell: figure, sign: isMinus ? 'minus' : mark.includes('+') ? 'plus' : null, said };
}

/** One sign alone: "+5-" stays as it is, and is no number. */
function withoutSign(text: string): { text: string; sign: Sign | null } {
  const brackets = /^\(\s*([^()+-]+?)\s*\)$/.exec(text);
  if (brackets) return { text: brackets[1]!, sign: 'minus' };
  const signed = /^([+-])\s*([^+-]+)$/.exec(text);
  const trailing = /^([^+-]+?)\s*([+-])$/.exec(text);
  const mark = signed?.[1] ?? trailing?.[2];
  if (!mark) return { text, sign: null };
  return { text: signed?.[2] ?? trailing![1]!, sign: mark === '+' ? 'plus' : 'minus' };
}
