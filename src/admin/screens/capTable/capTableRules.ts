// Reads a cap table: rows, columns and totals, and the addresses of its requests. Figures stay exact.
import { say } from '#src/words/say.ts';
import { percentage } from '#src/domain/figures/largestRemainder.ts';
import { isIsoDate } from '#src/domain/dates.ts';
import { decimal, formatDecimal, parseDecimal } from '#src/domain/figures/decimal.ts';
import { bases, basisWords } from '#src/domain/captable/capTableBasis.ts';
import { countOf } from '#src/admin/kit/counts.ts';
import { formatAmount, formatMoney, formatShares } from '#src/admin/kit/format.ts';
import type { Basis, CapTable, CapTableConvertibles, CapTableInstrument, WholeCapTable } from './capTableAnswer.ts';

export function rowOf(table: CapTable, shareholderId: string): CapTable['rows'][number] | undefined {
  return table.rows.find((row) => row.shareholder_id === shareholderId);
}

/** Percentage of the class's outstanding shares, with two places. */
export function classPercents(table: WholeCapTable, holding: { share_class_id: string; quantity: string }): string {
  const whole = table.classes.find(({ share_class_id }) => share_class_id === holding.share_class_id);
  if (!whole) return '–';
  return percentage(decimal(holding.quantity), decimal(whole.outstanding), 2);
}

/** The sum of a column; blank cells count as nothing. */
export function columnTotal(values: ReadonlyArray<string | null | undefined>): string {
  return formatDecimal(values.reduce((sum, value) => sum + (parseDecimal(value) ?? 0n), 0n));
}

export function isZero(value: string | null | undefined): boolean {
  return (parseDecimal(value) ?? 0n) === 0n;
}

/** A row's shares of one class, as the basis counts them. */
export function countedOf(row: Pick<CapTable['rows'][number], 'holdings'>, shareClassId: string): string | null {
  return row.holdings.find(({ share_class_id }) => share_class_id === shareClassId)?.counted ?? null;
}

/** The view that the screen's address describes. */
export interface View {
  asOf: string;
  basis: Basis;
  rows: 'holder' | 'class';
  compare: string;
  knownAt: string;
  knownOn: string;
}

export function viewOf(search: URLSearchParams): View {
  const basis = bases.find((each) => each === search.get('basis')) ?? 'outstanding';
  return {
    asOf: dayIn(search, 'as_of'),
    basis,
    rows: search.get('rows') === 'class' ? 'class' : 'holder',
    compare: dayIn(search, 'compare'),
    knownAt: numberIn(search, 'known_at'),
    knownOn: dayIn(search, 'known_on'),
  };
}

/** A day that does not exist is ignored: no table is shown under another day than the one in the address. */
function dayIn(search: URLSearchParams, name: string): string {
  const day = search.get(name);
  return isIsoDate(day) ? day : '';
}

/** Only numbers small enough to be exact. */
export const isEntryNumber = (text: string) => /^\d{1,15}$/.test(text);

function numberIn(search: URLSearchParams, name: string): string {
  const seq = search.get(name) ?? '';
  return isEntryNumber(seq) ? seq : '';
}

export interface Asked {
  as_of: string;
  basis: Basis;
  known_at: string | null;
}

/** `rows`: the table in a file that holds only one. */
export function capTablePath(
  asked: Partial<Asked>,
  path = '/api/cap-table/',
  rows: 'holder' | 'class' = 'holder',
): string {
  return withQuery(path, { ...asked, rows: rows === 'class' ? rows : null });
}

/** One figure of the table: what the panel behind it shows. */
export interface Figure {
  /** "Ada Lovelace, Common". */
  title: string;
  shareholder_id?: string | null;
  share_class_id?: string;
  kind?: 'stock' | CapTableInstrument['kind'] | 'convertibles';
  convertible_type?: string;
  currency?: string | null;
  /** Shares or money as held, or as counted. */
  of: 'quantity' | 'counted';
  /** "shares", "votes", "USD". */
  unit: string;
}

export function entriesPath(figure: Figure, asked: Asked, from: number, count: number): string {
  const { title: _title, of: _of, unit: _unit, ...narrowing } = figure;
  return withQuery('/api/cap-table/entries', { ...asked, ...narrowing, range: `[${from},${from + count - 1}]` });
}

/** From the earlier of the two days to the later. */
export function diffPath(compare: string, { as_of, basis, known_at }: Asked): string {
  const [from, to] = compare <= as_of ? [compare, as_of] : [as_of, compare];
  return withQuery('/api/cap-table/diff', { from, to, basis, known_at });
}

function withQuery(path: string, query: Record<string, string | null | undefined>): string {
  const given = Object.entries(query).filter((pair): pair is [string, string] => Boolean(pair[1]));
  return given.length > 0 ? `${path}?${new URLSearchParams(given).toString()}` : path;
}

/** "1 share", "3 votes". */
export const countOfUnit = (value: string, unit: string): string =>
  countOf(value, unit, unit === say`votes` ? say`vote` : say`share`);

export function unitOf(basis: Basis): string {
  return basisWords[basis].unit;
}

/** "+62,500", "−40,000"; nothing for no change. */
export function signed(value: string): string {
  if (isZero(value)) return '0';
  return value.startsWith('-') ? `−${formatShares(value.slice(1))}` : `+${formatShares(value)}`;
}

export function changeOf({ before, after }: { before: string; after: string }): string {
  return formatDecimal(decimal(after) - decimal(before));
}

/** "$25,000.00", "€25,000.00". */
export function moneyText(amount: string, currency: string | null): string {
  return currency === null ? formatAmount(amount) : formatMoney(amount, currency);
}

/** "SAFE", "Note". */
export function convertibleWord(kind: CapTableConvertibles['kind']): string {
  if (kind === 'NOTE') return say`Note`;
  if (kind === 'CONVERTIBLE_SECURITY') return say`Convertible security`;
  return kind === 'SAFE' ? 'SAFE' : kind.charAt(0) + kind.slice(1).toLowerCase().replaceAll('_', ' ');
}

/** "7 : 4", or nothing where a share counts as one. */
export function ratioText(ratio: string): string | null {
  const [numerator = '1', denominator = '1'] = ratio.split('/');
  return numerator === denominator ? null : `${formatShares(numerator)} : ${formatShares(denominator)}`;
}

/** A file that the server makes of the table or a register. */
export interface PaperFile {
  path: string;
  name: string;
}
