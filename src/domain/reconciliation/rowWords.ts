// What the words of a row say: which way its money went, and whether the bank has booked it.
import type { GridRow } from '../sheets/grid.ts';
import { directionOf, isNeutralKind, standingOf, standingOfKind, standingUnder } from './bankWords.ts';
import type { Direction, Standing } from './bankWords.ts';
import { textIn } from './columns.ts';
import type { Columns } from './columns.ts';
import { flagOf } from './headings.ts';
import type { LineQuestion } from './statement.ts';

/** What the columns of directions, and of kinds, say of a row; the first word that is not understood. */
export function waysOf(row: GridRow, { directions, kinds, hints, headings }: Columns) {
  const said = new Set<Direction>();
  let asked: (LineQuestion & { isOfKind: boolean }) | null = null;
  for (const column of [...directions, ...kinds]) {
    const word = textIn(row, column).slice(0, 60);
    const way = word === '' ? null : directionOf(word);
    const isOfKind = !directions.includes(column);
    if (way === 'in' || way === 'out') said.add(way);
    else if (word !== '' && (way === 'doubtful' || !isOfKind))
      asked ??= { kind: 'direction_word', word, column: headings.get(column) ?? '', isOfKind };
    else if (word !== '' && way === null && !isNeutralKind(word) && standingOfKind(word) === null)
      asked ??= { kind: 'direction_kind', word, column: headings.get(column) ?? '', isOfKind };
  }
  for (const column of hints) {
    const way = directionOf(textIn(row, column));
    if (way === 'in' || way === 'out') said.add(way);
  }
  return { said, asked };
}

/** Whether the bank has booked a row: its standing, and a kind or a text that is nothing but a word for what is not booked. */
export function notBookedOf(row: GridRow, columns: Columns) {
  const { standings, kinds, references, hints, headings } = columns;
  const cells = [...standings, ...kinds, ...references, ...hints].map((column) => {
    const text = textIn(row, column).slice(0, 60);
    const flag = standings.includes(column) ? flagOf(headings.get(column) ?? '') : null;
    if (flag !== null) return { column, ...flagged(text, flag, columns, column) };
    const read = standings.includes(column) ? standingUnder : kinds.includes(column) ? standingOfKind : standingOf;
    return { column, text, standing: read(text) };
  });
  const against = cells.filter(({ standing }) => standing === 'not_booked' || standing === 'came_back');
  const unknown = cells.find(({ column, standing }) => standing === null && standings.includes(column));
  const asked: LineQuestion | null =
    unknown === undefined || against.length > 0
      ? null
      : { kind: 'standing_word', word: unknown.text, column: headings.get(unknown.column) ?? '' };
  return {
    word: against[0]?.text ?? null,
    asked,
    cameBack: against.length > 0 && against.every(({ standing }) => standing === 'came_back'),
  };
}

const YES = /^(y|yes|true|1|x|ja|j|wahr|oui|vrai|si|sí|sim|✓|✔|☑)$/i;
const NO = /^(n|no|false|0|nein|falsch|non|faux|não|nee|✗|✘|☐)$/i;

/** In: a cell of yes or no. A day below "Posted" says that it was; a word may be that of a standing. */
function flagged(
  text: string,
  flag: 'booked' | 'not_booked',
  { headings, flagsWithGaps }: Columns,
  column: number,
): { text: string; standing: Standing | null } {
  const word = `${headings.get(column) ?? ''}: ${text || '(empty)'}`.slice(0, 60);
  if (text === '') return { text: word, standing: flagsWithGaps.has(column) ? null : 'booked' };
  if (YES.test(text)) return { text: word, standing: flag };
  if (NO.test(text)) return { text: word, standing: flag === 'booked' ? 'not_booked' : 'booked' };
  if (flag === 'booked' && /\d\D*\d/.test(text)) return { text: word, standing: 'booked' };
  return { text: word, standing: standingUnder(text) };
}
