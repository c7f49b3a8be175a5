// The table by holder. Of thousands of rows only those in view are drawn; on paper all of them are. A blank cell means
// none held; what the basis does not count is shown in a quieter ink.
import { inSentence } from '#src/words/inSentence.ts';
import { say } from '#src/words/say.ts';
import { sayAround } from '#src/words/sayAround.ts';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useRef } from 'react';
import { Link } from 'react-router-dom';
import { basisWords } from '#src/domain/captable/capTableBasis.ts';
import { classColours } from '../shared/classColours.ts';
import { formatShares } from '#src/admin/kit/format.ts';
import { ScrollBox } from '#src/admin/kit/parts/ScrollBox.tsx';
import { textScale } from '#src/admin/kit/parts/textScale.ts';
import { useIsPhone } from '#src/admin/kit/parts/useMediaQuery.ts';
import { showPath } from '#src/admin/paths.ts';
import { shownPercents, wholePercent } from '#src/admin/kit/percents.ts';
import type { CapTableRow, WholeCapTable } from './capTableAnswer.ts';
import { FigureCell } from './CapTableFigure.tsx';
import { columnTotal, convertibleWord, countedOf, isZero, moneyText } from './capTableRules.ts';
import type { Figure } from './capTableRules.ts';
import { useIsPrinting } from '../shared/useIsPrinting.ts';
import styles from './capTable.module.css';
import { ClassHead } from './ClassHead.tsx';

/** From this many rows on, only visible rows are drawn. */
const MANY_ROWS = 150;
/** At the usual text size. */
const ROW_HEIGHT = 37;
/** On a phone a name may take two lines, so every row of a long table is that high. */
const ROW_HEIGHT_PHONE = 53;

interface GridProps {
  table: WholeCapTable;
  open: ((figure: Figure) => void) | undefined;
}

export function ByHolder({ table, open }: GridProps) {
  const box = useRef<HTMLDivElement>(null);
  const isPrinting = useIsPrinting();
  // On a phone only the first columns are visible: the number and the percentage.
  const isPhone = useIsPhone();
  const isLong = table.rows.length > MANY_ROWS && !isPrinting;
  // oxlint-disable-next-line react/incompatible-library -- what it returns is used here alone, never memoized.
  const virtual = useVirtualizer({
    count: table.rows.length,
    getScrollElement: () => box.current,
    estimateSize: () => (isPhone ? ROW_HEIGHT_PHONE : ROW_HEIGHT) * textScale(),
    overscan: 12,
    enabled: isLong,
    initialRect: { width: 1200, height: 720 },
  });
  const columns = columnsOf(table);
  const percents = shownPercents(table.rows.map(({ total }) => total));
  const items = virtual.getVirtualItems();
  const shown = isLong ? items.map(({ index }) => index) : table.rows.map((_, index) => index);
  const above = isLong ? (items[0]?.start ?? 0) : 0;
  const below = isLong ? virtual.getTotalSize() - (items.at(-1)?.end ?? 0) : 0;
  const span = columns.length + 3;
  return (
    <ScrollBox ref={box} className={isLong ? `scroll ${styles.many}` : 'scroll'} label={say`Cap table, figures`}>
      <table
        className={`dense ${styles.captable} ${styles.byHolder} ${styles.pinned}`}
        aria-rowcount={table.rows.length + 2}
      >
        <Head table={table} columns={columns} isPhone={isPhone} />
        <tbody>
          {above > 0 && <Gap height={above} span={span} />}
          {shown.map((index) => {
            const row = table.rows[index]!;
            const sums = (
              <>
                <FigureCell value={row.total} figure={totalFigure(table, row)} open={open} />
                <td className="r">{percents[index]}</td>
              </>
            );
            return (
              <tr key={row.shareholder_id ?? 'pool'} aria-rowindex={index + 2}>
                <Name row={row} open={open} />
                {isPhone && sums}
                {columns.map((column) => (
                  <FigureCell
                    key={column.key}
                    value={column.value(row)}
                    text={column.text?.(row)}
                    isQuiet={column.isQuiet}
                    figure={column.figure(row)}
                    open={open}
                  />
                ))}
                {!isPhone && sums}
              </tr>
            );
          })}
          {below > 0 && <Gap height={below} span={span} />}
        </tbody>
        <Foot table={table} columns={columns} isPhone={isPhone} open={open} />
      </table>
    </ScrollBox>
  );
}

/** A spacer for the rows that are out of view. */
function Gap({ height, span }: { height: number; span: number }) {
  return (
    <tr aria-hidden="true" className={styles.gap}>
      <td aria-hidden="true" colSpan={span} style={{ height }} />
    </tr>
  );
}

function Name({ row, open }: { row: CapTableRow; open: ((figure: Figure) => void) | undefined }) {
  // Shareholders who are shown the full table cannot open the pages of others.
  if (!open) return <th scope="row">{row.name}</th>;
  if (row.shareholder_id === null)
    return (
      <th scope="row">
        <button type="button" className={styles.fig} title={row.name} onClick={() => open(poolFigure)}>
          {row.name}
        </button>
      </th>
    );
  return (
    <th scope="row">
      <Link className="link" title={row.name} to={showPath('shareholders', row.shareholder_id)}>
        {row.name}
      </Link>
    </th>
  );
}

const poolFigure: Figure = { title: say`Unallocated pool`, kind: 'pool', of: 'quantity', unit: say`shares` };

interface Column {
  key: string;
  name: string;
  unit: string;
  colour?: string;
  isQuiet?: boolean;
  value: (row: CapTableRow) => string | null;
  /** Set where the figure is not a number of shares. */
  text?: (row: CapTableRow) => string;
  /** `row` null: all rows together. */
  figure: (row: CapTableRow | null) => Figure | null;
}

function columnsOf(table: WholeCapTable): Column[] {
  const { unit } = basisWords[table.basis];
  const isDiluted = table.basis === 'fully_diluted';
  const colourOf = classColours(table.classes);
  const titled = (row: CapTableRow | null, what: string) => (row ? `${row.name}, ${what}` : what);
  const columns: Column[] = table.classes
    .filter(({ outstanding }) => !isZero(outstanding))
    .map(({ share_class_id, name }) => ({
      key: share_class_id,
      name,
      unit,
      colour: colourOf(share_class_id),
      value: (row) => countedOf(row, share_class_id),
      figure: (row) => ({
        title: titled(row, name),
        kind: 'stock',
        shareholder_id: row?.shareholder_id,
        share_class_id,
        of: 'counted',
        unit,
      }),
    }));
  for (const kind of ['options', 'warrants'] as const) {
    const counted = kind === 'warrants' && isDiluted ? 'warrants_counted' : kind;
    if (table.rows.every((row) => isZero(row[kind]) && !(kind === 'warrants' && row.warrants_without_number))) continue;
    columns.push({
      key: kind,
      name: kind === 'options' ? say`Options` : say`Warrants`,
      unit: isDiluted ? say`shares` : say`not counted`,
      isQuiet: !isDiluted,
      value: (row) => row[counted],
      text: kind === 'warrants' ? unnumbered : undefined,
      figure: (row) => ({
        title: titled(row, kind),
        kind,
        shareholder_id: row?.shareholder_id,
        of: isDiluted ? 'counted' : 'quantity',
        unit: say`shares`,
      }),
    });
  }
  if (table.convertibles.length > 0)
    columns.push({
      key: 'convertibles',
      name: say`Convertibles`,
      unit: say`not counted`,
      isQuiet: true,
      value: () => null,
      text: ({ convertibles }) =>
        convertibles
          .map(({ kind, amount, currency }) => `${convertibleWord(kind)} ${moneyText(amount, currency)}`)
          .join(' + '),
      figure: (row) => convertibleFigure(row),
    });
  return columns;
}

/** A warrant without a number of shares is still shown. */
const unnumbered = ({ warrants, warrants_without_number }: CapTableRow) =>
  warrants_without_number === 0
    ? ''
    : isZero(warrants)
      ? say`number not set`
      : say`${formatShares(warrants)} + number not set`;

function convertibleFigure(row: CapTableRow | null): Figure | null {
  const [first, ...others] = row?.convertibles ?? [];
  if (!row || !first) return null;
  // Amounts in several currencies have no sum: all are listed and the sum is left out.
  const isOne = others.every(({ currency }) => currency === first.currency);
  return {
    title: say`${row.name}, convertibles`,
    kind: 'convertibles',
    shareholder_id: row.shareholder_id,
    of: 'quantity',
    unit: isOne ? (first.currency ?? 'money') : '',
  };
}

function totalFigure({ basis }: WholeCapTable, row: CapTableRow): Figure {
  if (row.shareholder_id === null) return poolFigure;
  return { title: row.name, shareholder_id: row.shareholder_id, of: 'counted', unit: basisWords[basis].unit };
}

function Head({ table, columns, isPhone }: { table: WholeCapTable; columns: Column[]; isPhone: boolean }) {
  const sums = (
    <>
      <th scope="col" className="r">
        {sayAround`Total${(<small>{basisWords[table.basis].unit}</small>)}`}
      </th>
      <th scope="col" className="r">
        {sayAround`Ownership${(<small>%</small>)}`}
      </th>
    </>
  );
  return (
    <thead>
      <tr aria-rowindex={1}>
        <th scope="col">{say`Holder`}</th>
        {isPhone && sums}
        {columns.map(({ key, name, unit, colour }) => (
          <th key={key} scope="col" className="r">
            {colour ? <ClassHead name={name} colour={colour} /> : name}
            <small>{unit}</small>
          </th>
        ))}
        {!isPhone && sums}
      </tr>
    </thead>
  );
}

interface FootProps extends GridProps {
  columns: Column[];
  isPhone: boolean;
}

function Foot({ table, columns, isPhone, open }: FootProps) {
  const { label, unit } = basisWords[table.basis];
  const whole: Figure = { title: say`${label}, all holders`, of: 'counted', unit };
  const sum = wholePercent(table.total);
  const parts = new Map<string, string>([
    ...table.classes.map(({ share_class_id, counted }) => [share_class_id, counted] as const),
    ...table.instruments.map(({ kind, counted }) => [kind, counted] as const),
  ]);
  const pool = table.instruments.find(({ kind, counted }) => kind === 'pool' && !isZero(counted));
  const keys = [...parts.keys()];
  const spread = new Map(shownPercents([...parts.values()]).map((percent, index) => [keys[index], percent]));
  const sums = (
    <>
      <FigureCell value={table.total} figure={whole} open={open} />
      <td className="r">{sum}</td>
    </>
  );
  const subSums = (
    <>
      <td className="r">{sum}</td>
      <td aria-hidden="true" />
    </>
  );
  return (
    <tfoot>
      <tr className="tot" aria-rowindex={table.rows.length + 2}>
        <th scope="row">{say`Total`}</th>
        {isPhone && sums}
        {columns.map((column) => (
          <FigureCell
            key={column.key}
            value={columnTotal(table.rows.map(column.value))}
            isQuiet={column.isQuiet}
            figure={column.figure(null)}
            open={open}
          />
        ))}
        {!isPhone && sums}
      </tr>
      <tr className={styles.sub}>
        <th scope="row">
          {sayAround`Of ${inSentence(label)}, %`}
          {pool && say`; pool ${spread.get('pool')}`}
        </th>
        {isPhone && subSums}
        {columns.map(({ key, isQuiet }) => (
          <td key={key} className="r">
            {isQuiet ? '' : spread.get(key)}
          </td>
        ))}
        {!isPhone && subSums}
      </tr>
    </tfoot>
  );
}
