// Reading a cap table: who has what, columns and totals. Exact figures in, exact figures out.
import { percentage } from '../../domain/largestRemainder.ts';
import { decimal, formatDecimal, parseDecimal } from '../../domain/decimal.ts';
import { csvCell } from '../../resources/kit/csv.ts';
import type { CapTable, WholeCapTable } from './capTableAnswer.ts';

export function rowOf(table: CapTable, shareholderId: string): CapTable['rows'][number] | undefined {
  return table.rows.find((row) => row.shareholder_id === shareholderId);
}

/** Of the class's outstanding shares, with two places. */
export function classPercents(table: WholeCapTable, holding: { share_class_id: string; quantity: string }): string {
  const whole = table.classes.find(({ share_class_id }) => share_class_id === holding.share_class_id);
  if (!whole) return '–';
  return Number(percentage(decimal(holding.quantity), decimal(whole.outstanding))).toFixed(2);
}

/** The sum of a column; blank cells count as nothing. */
export function columnTotal(values: ReadonlyArray<string | null | undefined>): string {
  return formatDecimal(values.reduce((sum, value) => sum + (parseDecimal(value) ?? 0n), 0n));
}

export function isZero(value: string | null | undefined): boolean {
  return (parseDecimal(value) ?? 0n) === 0n;
}

export function heldOf(row: Pick<CapTable['rows'][number], 'holdings'>, shareClassId: string): string | null {
  return row.holdings.find(({ share_class_id }) => share_class_id === shareClassId)?.quantity ?? null;
}

export const outstandingDefinition =
  'counts stock that has been issued and not cancelled, repurchased or converted. Options, warrants, convertibles and the pool are not counted.';

export function capTablePath(asOf: string): string {
  return asOf ? `/api/cap-table/?${new URLSearchParams({ as_of: asOf }).toString()}` : '/api/cap-table/';
}

/** The table by holder, as figures without separators; a cell that a spreadsheet could run is defused. */
export function capTableCsv(table: WholeCapTable): string {
  const header = ['Holder', ...table.classes.map(({ name }) => name), 'Options', 'Warrants', 'Total', 'Ownership %'];
  const lines = table.rows.map((row) => [
    row.name,
    ...table.classes.map(({ share_class_id }) => heldOf(row, share_class_id)),
    row.options,
    row.warrants,
    row.total,
    row.percent,
  ]);
  return [header, ...lines].map((line) => line.map(quoted).join(',')).join('\r\n');
}

function quoted(value: unknown): string {
  const text = csvCell(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
