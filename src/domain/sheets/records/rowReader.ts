// The values of one row by field, and the faults found in it. A row with an error raises no warnings (Q15).
import type { Decimal } from '#src/domain/figures/decimal.ts';
import type { GridRow } from '../grid.ts';
import type { Column } from '../meanings/columns.ts';
import type { Field, SheetFinding } from '../reading.ts';
import { readValue } from '../values/readTable.ts';
import type { Fault, Forms, Value } from '../values/readTable.ts';
import type { Money } from './records.ts';

const VALUE_LENGTH_MAX = 80;

export interface OpenColumn {
  code: NonNullable<Value['open']>;
  column: Column;
  row: number;
}

/** Among the columns that were asked for: a row was read to its end. */
export const WHOLE_ROW = 0;

export class RowReader {
  readonly row: GridRow;
  readonly findings: SheetFinding[] = [];
  readonly open: OpenColumn[] = [];
  private readonly tab: string | null;
  private readonly columns: readonly Column[];
  private readonly values: Value[];
  private readonly used: Set<number>;

  /** `used`: notes each column that is asked for, for all rows of a table. What is never asked for is not imported. */
  constructor(
    tab: string | null,
    row: GridRow,
    columns: readonly Column[],
    formsOf: (column: number) => Forms,
    used: Set<number> = new Set(),
  ) {
    this.used = used;
    this.tab = tab;
    this.row = row;
    this.columns = columns;
    this.values = columns.map((column) => readValue(row, column, formsOf(column.column)));
    columns.forEach((column, index) => {
      const value = this.values[index]!;
      for (const fault of value.faults) this.add(fault, column);
      if (value.open !== null) this.open.push({ code: value.open, column, row: row.number });
    });
  }

  get hasError(): boolean {
    return this.findings.some(({ severity }) => severity === 'error');
  }

  /** Notes that the row was read to its end: without an error, each of its columns was asked for. */
  noteWhole(): void {
    if (!this.hasError && this.open.length === 0) this.used.add(WHOLE_ROW);
  }

  /** What can be reported of the row: its errors alone, if it has any or if a question about its columns is open. */
  reported(): SheetFinding[] {
    return this.hasError || this.open.length > 0
      ? this.findings.filter(({ severity }) => severity === 'error')
      : this.findings;
  }

  column(field: Field, part?: string): Column | undefined {
    const found = this.columns.find((each) => each.field === field && (part === undefined || each.part === part));
    if (found) this.used.add(found.column);
    return found;
  }

  columnsOf(field: Field): Column[] {
    return this.columns.filter((each) => each.field === field);
  }

  value(field: Field, part?: string): Value | undefined {
    const at = this.columns.findIndex((each) => each.field === field && (part === undefined || each.part === part));
    if (at < 0) return undefined;
    this.used.add(this.columns[at]!.column);
    return this.values[at];
  }

  valueOf(column: Column): Value {
    this.used.add(column.column);
    return this.values[this.columns.indexOf(column)]!;
  }

  text(field: Field, part?: string): string {
    return this.value(field, part)?.text ?? '';
  }

  number(field: Field, part?: string): Decimal | null {
    return this.value(field, part)?.number ?? null;
  }

  day(field: Field): string | null {
    return this.value(field)?.day ?? null;
  }

  money(field: Field, part?: string): Money | null {
    const value = this.value(field, part);
    if (!value || value.number === null) return null;
    return { amount: value.number, currency: value.currency ?? this.column(field, part)?.currency ?? null };
  }

  error(code: string, field: Field | Column | null, message: string): void {
    this.add({ code, severity: 'error', message }, this.columnFor(field));
  }

  warn(code: string, field: Field | Column | null, message: string): void {
    this.add({ code, severity: 'warning', message }, this.columnFor(field));
  }

  private columnFor(field: Field | Column | null): Column | undefined {
    return field === null || typeof field === 'object' ? (field ?? undefined) : this.column(field);
  }

  private add({ code, severity, message }: Fault, column: Column | undefined): void {
    const cell = column ? this.row.cells.find((each) => each.column === column.column) : undefined;
    this.findings.push({
      code,
      severity,
      tab: this.tab,
      row: this.row.number,
      column: column?.letters ?? null,
      heading: column?.heading ?? null,
      value: cell ? cell.text.slice(0, VALUE_LENGTH_MAX) : null,
      message,
    });
  }
}
