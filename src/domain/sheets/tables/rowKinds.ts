// Q8, Q9, Q10, Q12: which rows of a table are its records, and why the others are not.
import type { GridRow } from '../grid.ts';
import type { SkipReason } from '../reading.ts';
import { headingWords } from '../meanings/headings.ts';
import { isKnownHeading } from '../meanings/synonyms.ts';
import type { Column } from '../meanings/columns.ts';
import { isNothing, isNumeric, textAt } from '../values/cells.ts';
import { isHint, isSecondTitle, reasonOfLabel } from './labels.ts';

export type RowKind = 'record' | SkipReason;

export interface KindOfRow {
  row: GridRow;
  kind: RowKind;
  label: string;
  /** The last group's label above it. */
  group: string | null;
}

export interface RowColumns {
  /** Holder, or the names of classes and plans: what a row is about. */
  label: number[];
  /** A vendor's id, an e-mail or a certificate: a row with one is a record whatever its label. */
  identity: number[];
  /** Numbers that a record has. */
  figures: number[];
}

const LABELS = new Set(['holder', 'first_name', 'last_name']);
const IDENTITY = new Set(['holder_id', 'email', 'security_id']);
const FIGURES = new Set(
  'holding quantity_issued quantity_outstanding granted exercised principal authorized consideration valuation_cap gross tax net'.split(
    ' ',
  ),
);

export function rowColumnsOf(columns: readonly Column[], subject: 'holder' | 'class' | 'plan'): RowColumns {
  const wanted = (fields: ReadonlySet<string>) =>
    columns.filter(({ field }) => field !== null && fields.has(field)).map(({ column }) => column);
  return {
    label: wanted(subject === 'holder' ? LABELS : new Set([subject])),
    identity: wanted(IDENTITY),
    figures: wanted(FIGURES),
  };
}

/** What people said about single rows: to import or to skip them. */
export type RowChoices = ReadonlyMap<number, 'import' | 'skip'>;

export function kindsOf(rows: readonly GridRow[], columns: RowColumns, choices: RowChoices): KindOfRow[] {
  const kinds: KindOfRow[] = [];
  let [isSecond, hasTotal, last]: [boolean, boolean, number] = [false, false, rows[0]?.number ?? 0];
  for (const row of rows) {
    const isAfterBlank = row.number > last + 1;
    last = row.number;
    const label = labelOf(row, columns);
    if (label === '' && row.cells.every(({ text }) => isNothing(text))) continue;
    const choice = choices.get(row.number);
    let kind: RowKind;
    if (choice !== undefined) kind = choice === 'import' ? 'record' : 'by_choice';
    else {
      if (!isSecond && startsSecondTable(row, { isAfterBlank, hasTotal }, columns)) isSecond = true;
      kind = kindOf(row, label, columns, { isSecond, hasTotal });
    }
    if (kind === 'total') hasTotal = true;
    kinds.push({ row, kind, label, group: null });
  }
  return withGroups(kinds);
}

const MEMBERS: ReadonlySet<RowKind> = new Set(['record', 'pool_granted', 'pool_available', 'placeholder', 'example']);

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

const isFilled = (row: GridRow, columns: readonly number[]): boolean =>
  columns.some((column) => !isNothing(textAt(row, column)));

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

function kindOf(
  row: GridRow,
  label: string,
  columns: RowColumns,
  { isSecond, hasTotal }: { isSecond: boolean; hasTotal: boolean },
): RowKind {
  const reason = reasonOfLabel(label);
  const filled = row.cells.filter(({ text }) => !isNothing(text));
  const isOnlyText = filled.every((cell) => cell.kind === 'text' && !isNumeric(cell));
  if (reason === 'footnote' && isOnlyText) return 'footnote';
  if (isSecond) return 'second_table';
  if (isOnlyText && filled.length >= 2 && filled.filter(({ text }) => isHint(text)).length * 2 > filled.length)
    return 'example';
  if (reason === 'example' && isFilled(row, columns.figures)) return 'example';
  if (hasIdentity(row, columns)) return 'record';
  if (reason === 'placeholder' || reason === 'example') return 'placeholder';
  // The name of a pool without a figure is a group's title.
  if (reason !== null && reason !== 'footnote' && (!isOnlyText || reason === 'total')) return reason;
  if (isFilled(row, columns.figures)) return isZero(row, columns) ? 'placeholder' : 'record';
  const isNamed = isFilled(row, columns.label);
  // A list of people or classes has no figures; a row with three texts or a day is a record whose figure is missing.
  if (isNamed && (columns.figures.length === 0 || filled.length > 2 || !isOnlyText)) return 'record';
  return hasTotal || !isOnlyText ? 'footnote' : 'group';
}
