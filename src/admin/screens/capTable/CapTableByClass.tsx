// The table by class: authorized, outstanding and counted shares; then options, warrants and the pool.
import { say } from '#src/words/say.ts';
import { sayAround } from '#src/words/sayAround.ts';
import { Fragment } from 'react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { wordOf } from '#src/resources/kit/defineResource.ts';
import { basisWords, instrumentWords } from '#src/domain/captable/capTableBasis.ts';
import { classColours } from '../shared/classColours.ts';
import { formatShares } from '#src/admin/kit/format.ts';
import { ScrollBox } from '#src/admin/kit/parts/ScrollBox.tsx';
import { useIsPhone } from '#src/admin/kit/parts/useMediaQuery.ts';
import { showPath } from '#src/admin/paths.ts';
import { shownPercents, wholePercent } from '#src/admin/kit/percents.ts';
import type { CapTableClass, WholeCapTable } from './capTableAnswer.ts';
import { FigureCell } from './CapTableFigure.tsx';
import { columnTotal, isZero } from './capTableRules.ts';
import type { Figure } from './capTableRules.ts';
import styles from './capTable.module.css';

type ColumnKey = 'authorized' | 'outstanding' | 'others' | 'conversion' | 'exercise' | 'free' | 'counted' | 'ownership';

export function ByClass({ table, open }: { table: WholeCapTable; open: ((figure: Figure) => void) | undefined }) {
  const { unit, label } = basisWords[table.basis];
  const colourOf = classColours(table.classes);
  const isOther = table.basis !== 'outstanding';
  const instruments = table.instruments.filter(({ quantity }) => !isZero(quantity));
  // Options, warrants and the pool have their own column: they are not stock, and each column adds up to its total.
  const hasOthers = instruments.length > 0;
  const percents = shownPercents([...table.classes, ...table.instruments].map(({ counted }) => counted));
  const percentOf = (kind: string) =>
    percents[table.classes.length + table.instruments.findIndex((each) => each.kind === kind)];
  const isPhone = useIsPhone();
  const shown: ColumnKey[] = [
    'authorized',
    'outstanding',
    ...(hasOthers ? (['others'] as const) : []),
    'conversion',
    'exercise',
    'free',
    ...(isOther ? (['counted'] as const) : []),
    'ownership',
  ];
  // On a phone only the first columns are visible: the number and the percentage.
  const leads: ColumnKey[] = isPhone ? [isOther ? 'counted' : 'outstanding', 'ownership'] : [];
  const inOrder = (cells: Partial<Record<ColumnKey, ReactNode>>) =>
    [...leads, ...shown.filter((key) => !leads.includes(key))].map((key) => (
      <Fragment key={key}>{cells[key] ?? <td aria-hidden="true" />}</Fragment>
    ));
  return (
    <ScrollBox label={say`Cap table, figures`}>
      <table className={`dense ${styles.captable} ${styles.pinned}`}>
        <thead>
          <tr>
            <th scope="col">{say`Share class`}</th>
            {inOrder({
              authorized: <Column name="Authorized" />,
              outstanding: <Column name="Outstanding" />,
              others: <Column name="Granted or reserved" />,
              conversion: <Column name="Kept for conversion" />,
              exercise: <Column name="Kept for exercise and pool" />,
              free: <Column name="Free to issue" />,
              counted: <Column name={label} unit={unit} />,
              ownership: <Column name="Ownership" unit="%" />,
            })}
          </tr>
        </thead>
        <tbody>
          {table.classes.map((row, index) => (
            <tr key={row.share_class_id}>
              <th scope="row">
                <span className="swatch mark" style={{ color: colourOf(row.share_class_id) }} />
                <Link className="link" title={row.name} to={showPath('share-classes', row.share_class_id)}>
                  {row.name}
                </Link>
              </th>
              {inOrder({
                authorized: <td className="r">{authorized(row.authorized)}</td>,
                outstanding: (
                  <FigureCell value={row.outstanding} figure={stock(row, 'quantity', 'shares')} open={open} />
                ),
                conversion: <td className="r">{formatShares(row.kept_for_conversion)}</td>,
                exercise: (
                  <td className="r">
                    {formatShares(columnTotal([row.kept_for_options, row.kept_for_warrants, row.kept_in_pool]))}
                  </td>
                ),
                free: <td className="r">{freeOf(row)}</td>,
                counted: <FigureCell value={row.counted} figure={stock(row, 'counted', unit)} open={open} />,
                ownership: <td className="r">{percents[index]}</td>,
              })}
            </tr>
          ))}
          {instruments.map(({ kind, quantity, counted }) => (
            <tr key={kind}>
              <th scope="row">{instrumentWords[kind]}</th>
              {inOrder({
                others: (
                  <FigureCell
                    value={quantity}
                    isQuiet={isZero(counted)}
                    figure={{ title: instrumentWords[kind], kind, of: 'quantity', unit: say`shares` }}
                    open={open}
                  />
                ),
                counted: (
                  <FigureCell
                    value={counted}
                    figure={{ title: instrumentWords[kind], kind, of: 'counted', unit }}
                    open={open}
                  />
                ),
                ownership: (
                  <td className="r">
                    {isZero(counted) ? <span className="dim">{say`not counted`}</span> : percentOf(kind)}
                  </td>
                ),
              })}
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr className="tot">
            <th scope="row">{say`Total`}</th>
            {inOrder({
              outstanding: (
                <FigureCell
                  value={columnTotal(table.classes.map(({ outstanding }) => outstanding))}
                  figure={{ title: say`Outstanding stock`, kind: 'stock', of: 'quantity', unit: say`shares` }}
                  open={open}
                />
              ),
              others: <td className="r">{formatShares(columnTotal(instruments.map(({ quantity }) => quantity)))}</td>,
              counted: (
                <FigureCell
                  value={table.total}
                  figure={{ title: say`${label}, total`, of: 'counted', unit }}
                  open={open}
                />
              ),
              ownership: <td className="r">{wholePercent(table.total)}</td>,
            })}
          </tr>
        </tfoot>
      </table>
    </ScrollBox>
  );
}

function Column({ name, unit = say`shares` }: { name: string; unit?: string }) {
  return (
    <th scope="col" className="r">
      {name}
      <small>{unit}</small>
    </th>
  );
}

const stock = ({ share_class_id, name }: CapTableClass, of: Figure['of'], unit: string): Figure => ({
  title: name,
  kind: 'stock',
  share_class_id,
  of,
  unit,
});

function authorized(value: string): string {
  return /^\d/.test(value) ? formatShares(value) : wordOf(null, value);
}

/** Empty if the charter sets no limit. Says by how much the charter falls short. */
function freeOf({ free, short }: CapTableClass) {
  if (short !== null) return <span className="err">{sayAround`short by ${formatShares(short)}`}</span>;
  return free === null ? '' : formatShares(free);
}
