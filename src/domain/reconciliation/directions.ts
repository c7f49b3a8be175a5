// Which way the money of each line went. A word, a column or a sign says it; what cannot be told is asked, and what contradicts itself
// is no line that anybody may act on.
import { say } from '#src/words/say.ts';
import { speaksOfIncoming, speaksOfReturn, wordAgainst } from './bankWords.ts';
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
    oddDebits: oddSigns(counted.filter(({ said }) => said.has('out'))),
    oddInColumn: oddSigns(rows.filter(({ hasOwnColumn, said }) => hasOwnColumn && said.has('out'))),
  };
  return rows.map((row) => {
    const found = wayOf(row, file);
    const { line } = row;
    if (found === 'contrary')
      return {
        ...line,
        fault: line.fault ?? say`The sign of the amount and the words beside it contradict each other.`,
      };
    if (typeof found === 'object') return { ...line, questions: [...(line.questions ?? []), found] };
    const against = found === 'out' ? wordAgainst(line.reference) : null;
    if (against !== null)
      return {
        ...line,
        direction: found,
        questions: [...(line.questions ?? []), { kind: 'standing_text', word: against, column: '' }],
      };
    const { not_booked: _, ...booked } = line;
    return { ...(found === 'in' && row.cameBack ? booked : line), direction: found };
  });
}

interface FileSigns {
  hasMinus: boolean;
  saysWay: boolean;
  oddDebits: ReadonlySet<Sign | null>;
  oddInColumn: ReadonlySet<Sign | null>;
}

/** A bank writes its debits all with a minus, or all without: the few that are written otherwise are the contrary, and nobody knows which are where neither are more. */
function oddSigns(debits: readonly Undirected[]): ReadonlySet<Sign | null> {
  const counted = debits.filter(({ line }) => line.amount === null || !/^[0.]*$/.test(line.amount));
  const minus = counted.filter(({ sign }) => sign === 'minus').length;
  const bare = counted.length - minus;
  if (minus === 0 || bare === 0) return new Set();
  return new Set<Sign | null>([...(minus <= bare ? ['minus' as const] : []), ...(bare <= minus ? [null] : [])]);
}

function wayOf(row: Undirected, file: FileSigns): Direction | LineQuestion | 'contrary' {
  const { sign, said, asked, hasOwnColumn } = row;
  if (said.size > 1) return 'contrary';
  const [word] = said;
  if (word === 'in') return sign === 'minus' ? 'contrary' : 'in';
  if (word === 'out') {
    if (sign === 'plus' || (!hasOwnColumn && file.oddDebits.has(sign))) return 'contrary';
    if (hasOwnColumn && file.oddInColumn.has(sign))
      return { kind: 'direction_sign', word: sign === 'minus' ? '-' : '', column: '' };
    return sign === 'minus' && speaksOfReturn(row.line.reference) ? TEXT : 'out';
  }
  if (sign === 'plus') return 'in';
  // Many banks write what left the account with a minus, and nothing else.
  if (sign === null && file.hasMinus && (asked === null || asked.isOfKind)) return 'in';
  if (sign === null && asked) return { kind: asked.kind, word: asked.word, column: asked.column };
  if (sign === null && file.saysWay) return UNSIGNED;
  if (sign === null && speaksOfIncoming(row.line.reference)) return TEXT;
  // Neither a minus nor a file without any direction says which way it was that came back.
  return speaksOfReturn(row.line.reference) ? TEXT : 'out';
}
