// Q8, Q9, Q10, Q12: which rows of a table are its records, and why the others are not.
import type { Cell, GridRow } from '../grid.ts';
import { headingWords } from '../meanings/headings.ts';
import { isKnownHeading } from '../meanings/synonyms.ts';
import { cellAt, isNothing, isNumeric, textAt } from '../values/cells.ts';
import {
  figureInLabel,
  isHint,
  isOfTheField,
  isSecondTitle,
  isStatistic,
  poolOfLabel,
  reasonOfLabel,
  totalOfLabel,
  wordsOf,
} from './labels.ts';
import { classAt, isFilled } from './rowColumns.ts';
import type { RowColumns } from './rowColumns.ts';
import { isGroupName, poolAt, poolKind, settleGroups, settlePools, totalOf } from './rowMeanings.ts';
import type { Asked, KindContext, KindOfRow, OpenRow, RowContext, RowKind, RowMeaning } from './rowTypes.ts';
import { RunningSums } from './sums.ts';

export interface Kinds {
  kinds: KindOfRow[];
  open: OpenRow[];
}

export function kindsOf(rows: readonly GridRow[], context: RowContext): Kinds {
  const { columns, choices, valueOf } = context;
  const kinds: KindOfRow[] = [];
  const open: OpenRow[] = [];
  const sums = new RunningSums(columns.summed, valueOf);
  const words = ownWords(rows, columns);
  let [isSecond, hasTotal, hasSum, last] = [false, false, false, rows[0]?.number ?? 0];
  rows.forEach((row, index) => {
    const isAfterBlank = row.number > last + 1;
    last = row.number;
    const label = labelOf(row, columns);
    if (label === '' && row.cells.every(({ text }) => isNothing(text))) return;
    if (isAfterBlank) sums.endBlock();
    const choice = choices.get(row.number);
    let kind: RowKind;
    if (choice !== undefined) kind = choice === 'import' ? 'record' : 'by_choice';
    else {
      if (!isSecond && startsSecondTable(row, { isAfterBlank, hasTotal }, columns)) isSecond = true;
      const found = kindOf(row, label, {
        ...context,
        words,
        sums,
        isSecond,
        hasTotal,
        hasSum,
        isLast: isBlockEnd(rows, index),
      });
      if (typeof found === 'string') kind = found;
      else {
        const answer = context.meaningOf(row.number);
        open.push({ row, label, choices: found.choices });
        kind = kindOfMeaning(answer ?? found.choices.at(-1)!);
      }
    }
    // Above its rows a total ends nothing.
    if (kind === 'total') hasTotal = kinds.some((each) => each.kind === 'record');
    if (kind === 'total' || kind === 'subtotal') hasSum = true;
    if (kind === 'record' || kind === 'pool_granted' || kind === 'pool_available') {
      const part = kind === 'record' ? 'record' : kind === 'pool_granted' ? 'granted' : 'available';
      sums.count({ row, part, share_class: classAt(row, columns) });
    } else if (kind === 'total' || kind === 'subtotal' || kind === 'group') sums.endBlock();
    kinds.push({ row, kind, label, group: null });
  });
  settlePools(kinds, open, context);
  settleGroups(kinds, open, context);
  return { kinds: withGroups(kinds), open };
}

const kindOfMeaning = (meaning: RowMeaning): RowKind => (meaning === 'holder' ? 'record' : meaning);

/** Nothing stands directly under the row, or words without a figure do. */
function isBlockEnd(rows: readonly GridRow[], index: number): boolean {
  const [row, next] = [rows[index]!, rows[index + 1]];
  return (
    next === undefined ||
    next.number > row.number + 1 ||
    next.cells.every((cell) => !isNumeric(cell) || isNothing(cell.text))
  );
}

/** The words of the classes that the rows name, of those that stand above columns, and of titles between the rows: totals are called by them. */
function ownWords(rows: readonly GridRow[], { share_class, label, classes }: RowColumns): ReadonlySet<string> {
  const words = new Set<string>();
  const add = (text: string) => {
    if (words.size < OWN_WORDS_MAX) for (const word of wordsOf(text)) words.add(word);
  };
  for (const name of classes) add(name);
  const seen = new Set<string>();
  for (const row of rows) {
    const text = share_class === null ? '' : (cellAt(row, share_class)?.text ?? '').slice(0, 200);
    if (text !== '' && !seen.has(text) && seen.size < OWN_WORDS_MAX) {
      seen.add(text);
      add(text);
    }
    const only = row.cells.length === 1 ? row.cells[0]! : null;
    if (only && label.includes(only.column) && only.text.length <= 80) add(only.text);
  }
  return words;
}

const OWN_WORDS_MAX = 400;

const MEMBERS: ReadonlySet<RowKind> = new Set([
  'record',
  'pool_granted',
  'pool_available',
  'pool_reserved',
  'treasury',
  'placeholder',
  'example',
  'ended',
  'not_issued',
]);

/** Above further records a line of words is the name of their group, and a total is one of the rows before it. */
function withGroups(kinds: KindOfRow[]): KindOfRow[] {
  const lastMember = kinds.findLastIndex(({ kind }) => MEMBERS.has(kind));
  let group: string | null = null;
  kinds.forEach((each, index) => {
    const isLine = each.kind === 'group' || (each.kind === 'footnote' && reasonOfLabel(each.label) !== 'footnote');
    if (isLine && index < lastMember) [each.kind, group] = ['group', each.label];
    else if (each.kind === 'group' && kinds.slice(0, index).some(({ kind }) => MEMBERS.has(kind)))
      each.kind = 'footnote';
    if (each.kind === 'total' && index < lastMember) each.kind = 'subtotal';
    each.group = group;
  });
  return kinds;
}

/** The holder's name; where the row has none, its first text. */
function labelOf(row: GridRow, { label }: RowColumns): string {
  const names = label.map((column) => textAt(row, column)).filter((text) => !isNothing(text));
  if (names.length > 0) return names.join(' ');
  const first = row.cells.find((cell) => cell.kind === 'text' && !isNumeric(cell) && !isNothing(cell.text));
  return first ? textAt(row, first.column) : '';
}

function hasIdentity(row: GridRow, { identity }: RowColumns): boolean {
  return identity.some((column) => {
    const text = textAt(row, column);
    return !isNothing(text) && reasonOfLabel(text) === null;
  });
}

function isZero(row: GridRow, { figures }: RowColumns): boolean {
  return figures.length > 0 && figures.every((column) => /^(?:0*(?:[.,]0+)?|[-–—]|n\/?a)$/i.test(textAt(row, column)));
}

function startsSecondTable(
  row: GridRow,
  { isAfterBlank, hasTotal }: { isAfterBlank: boolean; hasTotal: boolean },
  columns: RowColumns,
): boolean {
  if (row.cells.some((cell) => isNumeric(cell) && !isNothing(cell.text))) return false;
  const texts = row.cells.filter(({ text }) => !isNothing(text));
  if (texts.length === 1)
    return isAfterBlank && isSecondTitle(texts[0]!.text) && (hasTotal || !isFilled(row, columns.identity));
  const known = texts.filter(({ text }) => isKnownHeading(headingWords(text).key));
  return known.length >= 2 && known.length * 2 >= texts.length && !hasIdentity(row, columns);
}

function kindOf(row: GridRow, label: string, context: KindContext): RowKind | Asked {
  const { columns, isSecond, hasTotal } = context;
  const filled = row.cells.filter(({ text }) => !isNothing(text));
  const isOnlyText = filled.every((cell) => cell.kind === 'text' && !isNumeric(cell));
  const reason = reasonOfLabel(label, context.words);
  if (reason === 'footnote' && isOnlyText) return 'footnote';
  if (isSecond) return 'second_table';
  if (isHintRow(filled)) return 'example';
  if (reason === 'example' && isFilled(row, columns.figures)) return 'example';
  if (hasIdentity(row, columns)) return context.statusKindOf(row) ?? 'record';
  if (reason === 'placeholder' || reason === 'example') return 'placeholder';
  if (isAStatistic(row, label, context)) return 'statistic';
  if (isRecap(row, label, context)) return 'second_table';
  // "Ann Kell, Total, 140": the class says that it is a sum.
  const classed = columns.share_class === null ? '' : textAt(row, columns.share_class);
  if (!isOnlyText && classed !== '' && totalOfLabel(classed)?.isSure) return 'subtotal';
  const pool = context.hasPools ? poolAt(row, label, context) : null;
  const isSum = reason === 'total' || reason === 'subtotal';
  const total = isSum ? reason : pool?.isSure ? null : totalOf(row, label, context);
  if (total !== null) return isOnlyText && total === 'subtotal' ? 'group' : total;
  if (pool !== null && (!isOnlyText || figureInLabel(label) !== null)) return poolKind(row, label, pool, context);
  if (reason === 'price' && !isOnlyText) return reason;
  if (isFilled(row, columns.figures)) {
    if (isZero(row, columns)) return 'placeholder';
    return context.statusKindOf(row) ?? 'record';
  }
  const isNamed = isFilled(row, columns.label);
  // A list of people or classes has no figures; a row with three texts or a day is a record whose figure is missing.
  if (isNamed && (columns.figures.length === 0 || filled.length > 2 || !isOnlyText)) return 'record';
  return hasTotal || !isOnlyText ? 'footnote' : 'group';
}

/** "Authorized", "Votes", "As converted": figures under the classes. In a table that names a class in each row, one without a class too. */
const isAStatistic = (row: GridRow, label: string, { columns, hasPools }: KindContext): boolean =>
  hasPools &&
  isFilled(row, columns.figures) &&
  isStatistic(label) &&
  (columns.identity.length === 0 || !hasIdentity(row, columns));

/** Under the total a recap says again what groups have. */
const isRecap = (row: GridRow, label: string, { columns, hasPools, hasTotal, words }: KindContext): boolean =>
  hasPools &&
  hasTotal &&
  isFilled(row, columns.summed) &&
  totalOfLabel(label, words) === null &&
  poolOfLabel(label) === null &&
  (isGroupName(label) || isOfTheField(label, words));

/** What a template says of its columns, with an example of a number or a day among it. */
function isHintRow(filled: readonly Cell[]): boolean {
  const texts = filled.filter((cell) => cell.kind === 'text' && !isNumeric(cell) && !/^\d/.test(cell.text));
  return filled.length >= 2 && texts.filter(({ text }) => isHint(text)).length * 2 > texts.length;
}
