// The cap table as sheets: by holder and by class, with the screen's figures.
import { writtenMoney } from '#src/domain/figures/money.ts';
import { basisWords, instrumentWords } from '#src/domain/captable/capTableBasis.ts';
import type { CapTable, CapTableConvertibles, CapTableRow } from '#src/domain/captable/capTableShown.ts';
import { formatDecimal, parseDecimal } from '#src/domain/figures/decimal.ts';
import type { Sheet, SheetColumn } from '#server/paper/sheet.ts';

/** `emails`, by holder: distinguish holders with one name; only for staff. */
export function capTableSheets(
  table: CapTable,
  emails: ReadonlyMap<string, string>,
): [byHolder: Sheet, byClass: Sheet] {
  return [byHolder(table, emails), byClass(table)];
}

/** A column of the table by holder: a holder's cell, and the last line's; by default the sum of the column. */
type Column = [column: SheetColumn, cell: (row: CapTableRow) => string, total?: string];

/** What the basis counts of each class; options, warrants and convertibles as held, whether counted or not. */
function byHolder(table: CapTable, emails: ReadonlyMap<string, string>): Sheet {
  const { label, unit } = basisWords[table.basis];
  const isAnythingCounted = table.rows.some(({ percent }) => percent !== '0.0000');
  const hasSeveralFigures = table.basis === 'as_converted' || table.basis === 'fully_diluted';
  // A column that shows holdings which its line's total leaves out says so.
  const heldBy = (what: string, isCounted: boolean) => number(`${what}, shares${isCounted ? '' : ' (not counted)'}`);
  const columns: Column[] = [
    [{ name: 'Holder', kind: 'text', width: 34 }, (row) => row.name, 'Total'],
    [{ name: 'Email', kind: 'text', width: 28 }, ({ shareholder_id: id }) => emails.get(id ?? '') ?? '', ''],
    ...table.classes.map(({ share_class_id, name }): Column => [
      number(`${name}, ${unit}`),
      (row) => row.holdings.find((each) => each.share_class_id === share_class_id)?.counted ?? '0',
    ]),
    [heldBy('Options', table.basis === 'fully_diluted'), (row) => row.options],
    [heldBy('Warrants', table.basis === 'fully_diluted'), (row) => row.warrants],
    ...(hasSeveralFigures ? [[number('Warrants, counted'), (row) => row.warrants_counted] satisfies Column] : []),
    [
      { name: 'Convertibles', kind: 'text', width: 24 },
      (row) => moneyOf(row.convertibles),
      moneyOf(table.convertibles),
    ],
    [number(`Total, ${unit}`), (row) => row.total],
    [number('Ownership, %'), (row) => row.percent, isAnythingCounted ? '100.0000' : '0.0000'],
  ];
  return {
    title: `Cap table by holder, ${label.toLowerCase()}`,
    tab: 'By holder',
    columns: uniquelyNamed(columns.map(([column]) => column)),
    rows: [
      ...table.rows.map((row) => ({ cells: columns.map(([, cell]) => cell(row)) })),
      { cells: columns.map(([, cell, total]) => total ?? sumOf(table.rows.map(cell))), isStrong: true },
    ],
  };
}

function byClass(table: CapTable): Sheet {
  const { label, unit } = basisWords[table.basis];
  return {
    title: `Cap table by class, ${label.toLowerCase()}`,
    tab: 'By class',
    columns: [
      { name: 'Share class', kind: 'text', width: 34 },
      number('Authorized, shares'),
      number('Outstanding, shares'),
      number('Granted or reserved, shares'),
      number('Kept for conversion, shares'),
      number('Kept for options, warrants and the pool, shares'),
      number('Free to issue, shares'),
      number('Short of the charter, shares'),
      { name: 'Converts at', kind: 'text', width: 14 },
      number('Votes a share'),
      number(`Counted, ${unit}`),
      number('Ownership, %'),
    ],
    rows: [
      ...table.classes.map((row) => ({
        cells: [
          row.name,
          row.authorized,
          row.outstanding,
          '',
          row.kept_for_conversion,
          sumOf([row.kept_for_options, row.kept_for_warrants, row.kept_in_pool]),
          row.free ?? '',
          row.short ?? '',
          row.conversion_ratio.replace('/', ' : '),
          row.votes_per_share,
          row.counted,
          row.percent,
        ],
      })),
      ...table.instruments.map(({ kind, quantity, counted, percent }) => ({
        cells: [instrumentWords[kind], '', '', quantity, '', '', '', '', '', '', counted, percent],
      })),
      {
        cells: [
          'Total',
          '',
          sumOf(table.classes.map((row) => row.outstanding)),
          sumOf(table.instruments.map((each) => each.quantity)),
          '',
          '',
          '',
          '',
          '',
          '',
          table.total,
          '',
        ],
        isStrong: true,
      },
    ],
  };
}

const number = (name: string): SheetColumn => ({ name, kind: 'number', width: 18 });

/** A class may have the name of one of our columns, such as "Options". */
function uniquelyNamed(columns: readonly SheetColumn[]): SheetColumn[] {
  const used = new Set<string>();
  return columns.map((column) => {
    const name = used.has(column.name) ? `${column.name} (2)` : column.name;
    used.add(name);
    return { ...column, name };
  });
}

function sumOf(values: readonly string[]): string {
  return formatDecimal(values.reduce((sum, value) => sum + (parseDecimal(value) ?? 0n), 0n));
}

/** "SAFE $100,000.00; NOTE €25,000.00" */
function moneyOf(convertibles: readonly CapTableConvertibles[]): string {
  return convertibles
    .map(({ kind, amount, currency }) => [kind, writtenMoney(amount, currency ?? '')].filter(Boolean).join(' '))
    .join('; ');
}
