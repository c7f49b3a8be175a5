// Which way the money of each line went. A word, a column or a sign says it; what cannot be told is asked, and what contradicts itself
// is no line that anybody may act on.
import { speaksOfReturn } from './bankWords.ts';
import type { Direction } from './bankWords.ts';
import type { Sign } from './signedFigure.ts';
import type { LineQuestion, StatementLine } from './statement.ts';

/** A line, and everything that its row says of the direction. */
export interface Undirected {
  line: StatementLine;
  sign: Sign | null;
  /** Money out and money in have columns of their own, and the amount stands in one of them. */
  hasOwnColumn: boolean;
  said: ReadonlySet<Direction>;
  /** A word that may be a direction and is not understood. A kind of booking says less than a sign. */
  asked: (LineQuestion & { isOfKind: boolean }) | null;
  /** The bank says that the line came back: of money that came in that is no fault. */
  cameBack: boolean;
}

const UNSIGNED: LineQuestion = { kind: 'direction_unsigned', word: '', column: '' };
const TEXT: LineQuestion = { kind: 'direction_text', word: '', column: '' };

export function directed(rows: readonly Undirected[]): StatementLine[] {
  const counted = rows.filter(({ hasOwnColumn }) => !hasOwnColumn);
  const file: FileSigns = {
    hasMinus: counted.some(({ sign }) => sign === 'minus'),
    saysWay: rows.some(({ sign, said }) => said.size > 0 || sign === 'plus'),
    // Where a debit goes without a minus, one with it is the contrary.
    hasBareDebit: counted.some(({ sign, said }) => said.has('out') && sign === null),
  };
  return rows.map((row) => {
    const found = wayOf(row, file);
    const { line } = row;
    if (found === 'contrary')
      return {
        ...line,
        fault: line.fault ?? 'The sign of the amount and what stands beside it say two directions.',
      };
    if (typeof found === 'object') return { ...line, asks: [...(line.asks ?? []), found] };
    const { not_booked: _, ...booked } = line;
    return { ...(found === 'in' && row.cameBack ? booked : line), direction: found };
  });
}

interface FileSigns {
  hasMinus: boolean;
  saysWay: boolean;
  hasBareDebit: boolean;
}

function wayOf(row: Undirected, file: FileSigns): Direction | LineQuestion | 'contrary' {
  const { sign, said, asked, hasOwnColumn } = row;
  if (said.size > 1) return 'contrary';
  const [word] = said;
  if (word === 'in') return sign === 'minus' ? 'contrary' : 'in';
  if (word === 'out')
    return sign === 'plus' || (sign === 'minus' && !hasOwnColumn && file.hasBareDebit) ? 'contrary' : 'out';
  if (sign === 'plus') return 'in';
  // Many banks write what left the account with a minus, and nothing else.
  if (sign === null && file.hasMinus && (asked === null || asked.isOfKind)) return 'in';
  if (sign === null && asked) return { kind: asked.kind, word: asked.word, column: asked.column };
  if (sign === null && file.saysWay) return UNSIGNED;
  // Neither a minus nor a file without any direction says which way it was that came back.
  return speaksOfReturn(row.line.reference) ? TEXT : 'out';
}
