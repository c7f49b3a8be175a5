// Rows that may be a holder or something else: a sum, by its figures and its words, or a line of a pool. What neither says is asked.
import { ZERO } from '#src/domain/figures/decimal.ts';
import type { Decimal } from '#src/domain/figures/decimal.ts';
import type { GridRow } from '../grid.ts';
import { isCompanyName, isOfTheField, poolOfLabel, reasonOfState, totalOfLabel, wordsOf } from './labels.ts';
import type { PoolLabel } from './labels.ts';
import { classAt, isFilled } from './rowColumns.ts';
import type { RowColumns } from './rowColumns.ts';
import type { Asked, KindContext, KindOfRow, OpenRow, RowContext, RowKind, RowMeaning } from './rowTypes.ts';
import { textAt } from '../values/cells.ts';

/** By its figures: a sum of the rows above; by its words, where those leave it open; null for a row that is none. */
export function totalOf(row: GridRow, label: string, context: KindContext): RowKind | Asked | null {
  const { columns, sums, words, isLast, hasSum } = context;
  if (!isFilled(row, columns.summed)) return null;
  const isNamed = isFilled(row, columns.label);
  const worded = totalOfLabel(label, words);
  const isOfFile = isNamed && worded === null && (isGroupName(label) || isOfTheField(label, words));
  if (isNamed && worded === null && !isOfFile && (isCompanyName(label) || !(isLast || sums.isShort))) return null;
  if (isNamed && worded === null && isFilled(row, columns.own)) return null;
  const own = classAt(row, columns);
  // The sum of one row is that row: a holder may have as many. A word, or another sum without a name, says that it is one.
  const least = worded !== null || (!isNamed && hasSum) ? 1 : 2;
  const scope = sums.scopeOf(row, own, least);
  const isLess = isPartOfAll(row, columns);
  if (worded !== null) {
    if (scope !== null)
      return isCompanyName(label) ? { choices: ['total', 'holder'] } : scope === 'all' ? 'total' : 'subtotal';
    // In a table whose holders each have a class, a figure without one is no holding.
    if (columns.share_class !== null && own === '') return 'subtotal';
    // A name with a word for a sum, and figures that are none: "Total Kell family".
    return isCompanyName(label) || label.trim().split(/\s+/).length < 2 ? null : { choices: ['total', 'holder'] };
  }
  // "Common, 1,000" and "Founders, 1,000" without a class say again what rows with classes have.
  if (scope === null && isOfFile && columns.share_class !== null && own === '') return 'subtotal';
  if (scope === null || (scope === 'all' && isLess)) return null;
  if (!isNamed || isOfFile) return scope === 'all' ? 'total' : 'subtotal';
  if (scope === 'class') return null;
  return { choices: ['total', 'holder'] };
}

/** "Founders", "Investors". */
export const isGroupName = (label: string): boolean => GROUP.test(wordsOf(label).join(' '));

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

/** "Founders" above its members has the sum of the rows below it, to the next group. */
export function settleGroups(
  kinds: KindOfRow[],
  open: readonly OpenRow[],
  { columns, valueOf, choices }: RowContext,
): void {
  kinds.forEach((each, index) => {
    const { row, label, kind } = each;
    const isOpen = kind === 'record' && !choices.has(row.number) && !open.some((other) => other.row === row);
    if (!isOpen || !isGroupName(label) || isFilled(row, columns.identity)) return;
    const figures = columns.summed.flatMap((column) => {
      const value = valueOf(row, column);
      return value === null || value === ZERO ? [] : [{ column, left: value }];
    });
    if (figures.length === 0) return;
    for (let next = index + 1; next < kinds.length && figures.some(({ left }) => left > ZERO); next += 1) {
      const below = kinds[next]!;
      if (below.kind !== 'record' || isGroupName(below.label)) break;
      for (const figure of figures) figure.left -= valueOf(below.row, figure.column) ?? ZERO;
    }
    if (figures.every(({ left }) => left === ZERO)) each.kind = 'subtotal';
  });
}

export function poolAt(row: GridRow, label: string, { columns, own }: KindContext): PoolLabel | null {
  const classed = [columns.share_class, columns.class_type].map((column) =>
    column === null ? '' : textAt(row, column),
  );
  const pool = poolOfLabel(label, classed.join(' '), own);
  if (pool === null || pool.isSure) return pool;
  return isCompanyName(label) ? null : pool;
}

const POOL_CHOICES: readonly RowMeaning[] = ['pool_granted', 'pool_available', 'pool_reserved', 'treasury', 'holder'];

export function poolKind(
  row: GridRow,
  label: string,
  { state, isSure }: PoolLabel,
  { columns }: Pick<KindContext, 'columns'>,
): RowKind | Asked {
  const kind = reasonOfState(state);
  // A plan is of one class: figures under several may be what is authorized and not issued.
  if (kind === 'pool_available' && columns.held.filter((column) => isFilled(row, [column])).length > 1)
    return { choices: ['pool_available', 'pool_reserved', 'holder', 'treasury'] };
  return isSure || label === '' ? kind : { choices: [...POOL_CHOICES] };
}

/**
 * "Option pool" and "Reserved" are the whole plan or what is left of it. Beside rows of both parts, or of the granted part, it is clear;
 * without any grant both are the same. Else it is asked.
 */
export function settlePools(
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
    // "Reserved" beside a row of what is left is the whole of that plan, or of a second one.
    const isBesideRest = others.some((other) => other.kind === 'pool_available' && !isWhole(other));
    if (!hasGrants && !isBesideRest) continue;
    open.push({ row: each.row, label: each.label, choices: ['pool_reserved', 'pool_available'] });
    const answer = meaningOf(each.row.number);
    if (answer === 'pool_reserved') each.kind = 'pool_reserved';
  }
}
