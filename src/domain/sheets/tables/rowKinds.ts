// Q8, Q9, Q10, Q12: which rows of a table are its records, and why the others are not.
import { ZERO } from '../../figures/decimal.ts';
import type { Cell, GridRow } from '../grid.ts';
import type { Field, SkipReason } from '../reading.ts';
import { classKey, headingWords } from '../meanings/headings.ts';
import { isKnownHeading } from '../meanings/synonyms.ts';
import type { Column } from '../meanings/columns.ts';
import type { Decimal } from '../../figures/decimal.ts';
import { cellAt, isNothing, isNumeric, textAt } from '../values/cells.ts';
import {
  figureInLabel,
  isCompanyName,
  isHint,
  isSecondTitle,
  poolOfLabel,
  reasonOfLabel,
  reasonOfState,
  totalOfLabel,
  wordsOf,
} from './labels.ts';
import type { PoolLabel } from './labels.ts';
import { RunningSums } from './sums.ts';

export type RowKind = 'record' | SkipReason;

export interface KindOfRow {
  row: GridRow;
  kind: RowKind;
  label: string;
  /** The last group's label above it. */
  group: string | null;
}

/** A row that may be a holder or something else. What it may be, the likeliest last. */
export interface OpenRow {
  row: GridRow;
  label: string;
  choices: RowMeaning[];
}

export const ROW_MEANINGS = ['holder', 'total', 'pool_granted', 'pool_available', 'pool_reserved', 'treasury'] as const;
export type RowMeaning = (typeof ROW_MEANINGS)[number];

export interface RowColumns {
  /** Holder, or the names of classes and plans: what a row is about. */
  label: number[];
  /** A vendor's id, an e-mail or a certificate: a row with one is a record whatever its label. */
  identity: number[];
  /** Numbers that a record has. */
  figures: number[];
  /** Of these, numbers that add up. */
  summed: number[];
  share_class: number | null;
  class_type: number | null;
  /** Parts of the whole: a row with less than all of it is not the sum of all. */
  percent: number[];
}

const LABELS = new Set(['holder', 'first_name', 'last_name']);
const IDENTITY = new Set(['holder_id', 'email', 'security_id']);
const FIGURES = new Set(
  'holding quantity_issued quantity_outstanding granted exercised principal authorized consideration valuation_cap gross tax net'.split(
    ' ',
  ),
);
const SUMMED = new Set('holding quantity_issued quantity_outstanding granted principal gross net'.split(' '));

export function rowColumnsOf(columns: readonly Column[], subject: 'holder' | 'class' | 'plan'): RowColumns {
  const wanted = (fields: ReadonlySet<string>) =>
    columns.filter(({ field }) => field !== null && fields.has(field)).map(({ column }) => column);
  const one = (field: Field) => columns.find((each) => each.field === field)?.column ?? null;
  return {
    label: wanted(subject === 'holder' ? LABELS : new Set([subject])),
    identity: wanted(IDENTITY),
    figures: wanted(FIGURES),
    summed: wanted(SUMMED),
    share_class: subject === 'holder' ? one('class') : null,
    class_type: subject === 'holder' ? one('class_type') : null,
    percent: columns.filter(({ isPercent, field }) => isPercent && field === null).map(({ column }) => column),
  };
}

/** What people said about single rows: to import or to skip them. */
export type RowChoices = ReadonlyMap<number, 'import' | 'skip'>;

export interface RowContext {
  columns: RowColumns;
  choices: RowChoices;
  /** What was answered to the question about a row. */
  meaningOf: (row: number) => RowMeaning | null;
  /** The number in a cell, as its column writes numbers. */
  valueOf: (row: GridRow, column: number) => Decimal | null;
  /** Whether rows may be of a plan: those of a list of plans, of people or of payments are not. */
  hasPools: boolean;
  /** Whether holders of the file have grants: then the figure of a pool may be the whole plan, or what is left of it. */
  hasGrants: boolean;
  /** Words of the company's name, which its pools may have. */
  own: ReadonlySet<string>;
  /** Of a table of holdings: why a row with that status is none; null for one that counts. */
  statusKindOf: (row: GridRow) => 'ended' | 'not_issued' | null;
}

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
  let [isSecond, hasTotal, last]: [boolean, boolean, number] = [false, false, rows[0]?.number ?? 0];
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
        isLast: isBlockEnd(rows, index),
      });
      if (typeof found === 'string') kind = found;
      else {
        const answer = context.meaningOf(row.number);
        open.push({ row, label, choices: found.choices });
        kind = kindOfMeaning(answer ?? found.choices.at(-1)!);
      }
    }
    if (kind === 'total') hasTotal = true;
    if (kind === 'record' || kind === 'pool_granted' || kind === 'pool_available') {
      const part = kind === 'record' ? 'record' : kind === 'pool_granted' ? 'granted' : 'available';
      sums.count({ row, part, share_class: classAt(row, columns) });
    } else if (kind === 'total' || kind === 'subtotal' || kind === 'group') sums.endBlock();
    kinds.push({ row, kind, label, group: null });
  });
  settlePools(kinds, open, context);
  return { kinds: withGroups(kinds), open };
}

const kindOfMeaning = (meaning: RowMeaning): RowKind => (meaning === 'holder' ? 'record' : meaning);

const classAt = (row: GridRow, { share_class }: RowColumns): string =>
  share_class === null ? '' : classKey((cellAt(row, share_class)?.text ?? '').slice(0, 200));

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
function ownWords(rows: readonly GridRow[], { share_class, label }: RowColumns): ReadonlySet<string> {
  const words = new Set<string>();
  const add = (text: string) => {
    if (words.size < OWN_WORDS_MAX) for (const word of wordsOf(text)) words.add(word);
  };
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

interface KindContext extends RowContext {
  words: ReadonlySet<string>;
  sums: RunningSums;
  isSecond: boolean;
  hasTotal: boolean;
  /** Nothing stands directly under the row. */
  isLast: boolean;
}

interface Asked {
  choices: RowMeaning[];
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
  const total = reason === 'total' || reason === 'subtotal' ? reason : totalOf(row, label, context);
  if (total !== null)
    return typeof total !== 'string' || total === 'record' || !isOnlyText || total === 'total' ? total : 'group';
  const pool = context.hasPools ? poolAt(row, label, context) : null;
  if (pool !== null && (!isOnlyText || figureInLabel(label) !== null)) return poolKind(label, pool);
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

/** What a template says of its columns, with an example of a number or a day among it. */
function isHintRow(filled: readonly Cell[]): boolean {
  const texts = filled.filter((cell) => cell.kind === 'text' && !isNumeric(cell) && !/^\d/.test(cell.text));
  return filled.length >= 2 && texts.filter(({ text }) => isHint(text)).length * 2 > texts.length;
}

/** By its figures: a sum of the rows above; by its words, where those leave it open; null for a row that is none. */
function totalOf(row: GridRow, label: string, context: KindContext): RowKind | Asked | null {
  const { columns, sums, words, isLast } = context;
  if (!isFilled(row, columns.summed)) return null;
  const isNamed = isFilled(row, columns.label);
  const worded = totalOfLabel(label, words);
  const isOfFile = isNamed && worded === null && isGroupName(label, words);
  if (isNamed && worded === null && !isOfFile && (!isLast || isCompanyName(label))) return null;
  const own = classAt(row, columns);
  const scope = sums.scopeOf(row, own, worded === null ? 2 : 1);
  const isLess = isPartOfAll(row, columns);
  if (worded !== null) {
    if (scope !== null)
      return isCompanyName(label) ? { choices: ['total', 'holder'] } : scope === 'all' ? 'total' : 'subtotal';
    // In a table whose holders each have a class, a figure without one is no holding.
    return columns.share_class !== null && own === '' ? 'subtotal' : null;
  }
  if (scope === null || (scope === 'all' && isLess)) return null;
  if (!isNamed || isOfFile) return scope === 'all' ? 'total' : 'subtotal';
  if (scope === 'class') return null;
  return { choices: ['total', 'holder'] };
}

/** "Founders", "Series A": the words of a group or of a class of the file, and no others. */
function isGroupName(label: string, own: ReadonlySet<string>): boolean {
  const all = wordsOf(label);
  return all.length > 0 && (GROUP.test(all.join(' ')) || all.every((word) => own.has(word)));
}

const GROUP =
  /^(?:all )?(?:co-?founders?|founders?|investors?|employees?|staff|team|advis[oe]rs?|angels?|others?|common(?: stock)?|preferred(?: stock)?|ordinary(?: shares)?|series [a-z]+|seed|gründer|investoren|mitarbeiter|fondateurs|investisseurs|salariés|fundadores|inversores|empleados|(?:share|stock|stake)?holders?)$/;

/** A percentage of less than the whole beside the figures: evidence only, no figure. */
function isPartOfAll(row: GridRow, { percent }: RowColumns): boolean {
  return percent.some((column) => {
    const text = textAt(row, column);
    const number = Number(text.replace('%', '').replace(',', '.').trim() || Number.NaN);
    const part = number > 1.5 ? number / 100 : number;
    return Number.isFinite(part) && part > 0 && part < 0.995;
  });
}

function poolAt(row: GridRow, label: string, { columns, own }: KindContext): PoolLabel | null {
  const classed = [columns.share_class, columns.class_type].map((column) =>
    column === null ? '' : textAt(row, column),
  );
  const pool = poolOfLabel(label, classed.join(' '), own);
  if (pool === null || pool.isSure) return pool;
  return isCompanyName(label) ? null : pool;
}

const POOL_CHOICES: readonly RowMeaning[] = ['pool_granted', 'pool_available', 'pool_reserved', 'treasury', 'holder'];

const poolKind = (label: string, { state, isSure }: PoolLabel): RowKind | Asked =>
  isSure || label === '' ? reasonOfState(state) : { choices: [...POOL_CHOICES] };

/**
 * "Option pool" and "Reserved" are the whole plan or what is left of it. Beside rows of both parts, or of the granted part, it is clear;
 * without any grant both are the same. Else it is asked.
 */
function settlePools(
  kinds: KindOfRow[],
  open: OpenRow[],
  { hasPools, hasGrants, meaningOf, columns, valueOf, choices }: RowContext,
): void {
  if (!hasPools) return;
  const ofPool = kinds.filter(({ kind }) => kind === 'pool_available' || kind === 'pool_granted');
  const isWhole = ({ kind, label, row }: KindOfRow) => {
    if (kind !== 'pool_available' || choices.has(row.number) || open.some((each) => each.row === row)) return false;
    const state = poolOfLabel(label)?.state;
    return state === 'pool' || state === 'reserved';
  };
  const figure = ({ row }: KindOfRow): Decimal =>
    columns.summed.reduce((sum, column) => sum + (valueOf(row, column) ?? ZERO), ZERO);
  for (const each of ofPool.filter(isWhole)) {
    const others = ofPool.filter((other) => other !== each);
    const parts = others.reduce((sum, other) => sum + figure(other), ZERO);
    if (others.some(({ kind }) => kind === 'pool_granted')) {
      if (others.length >= 2 && figure(each) === parts && parts !== ZERO) each.kind = 'pool_reserved';
      continue;
    }
    if (!hasGrants) continue;
    open.push({ row: each.row, label: each.label, choices: ['pool_reserved', 'pool_available'] });
    const answer = meaningOf(each.row.number);
    if (answer === 'pool_reserved') each.kind = 'pool_reserved';
  }
}
