// The two tables of the cap table. A blank cell means none held; percentages are spread so that they sum to 100.00.
import { Link } from 'react-router-dom';
import { wordOf } from '../../resources/kit/defineResource.ts';
import { formatShares } from '../format.ts';
import { classColours } from '../classColours.ts';
import { showPath } from '../paths.ts';
import { shownPercents } from '../percents.ts';
import { columnTotal, heldOf, isZero } from './capTableRules.ts';
import type { CapTable, WholeCapTable } from './capTableAnswer.ts';

export function ByHolder({ table }: { table: WholeCapTable }) {
  const percents = shownPercents(table.rows.map(({ percent }) => percent));
  const hasOptions = table.rows.some(({ options }) => !isZero(options));
  const hasWarrants = table.rows.some(({ warrants }) => !isZero(warrants));
  const held = table.classes.filter(({ share_class_id }) => table.rows.some((row) => heldOf(row, share_class_id)));
  const colourOf = classColours(table.classes);
  return (
    <table className="dense captable pinned">
      <thead>
        <tr>
          <th scope="col">Holder</th>
          {held.map(({ share_class_id, name }) => (
            <th key={share_class_id} scope="col" className="r">
              <span className="swatch" style={{ color: colourOf(share_class_id) }} />
              {name}
              <small>shares</small>
            </th>
          ))}
          {hasOptions && <Underlying>Options</Underlying>}
          {hasWarrants && <Underlying>Warrants</Underlying>}
          <th scope="col" className="r">
            Total<small>{table.basis === 'voting' ? 'votes' : 'shares'}</small>
          </th>
          <th scope="col" className="r">
            Ownership<small>%</small>
          </th>
        </tr>
      </thead>
      <tbody>
        {table.rows.map((row, index) => (
          <tr key={row.shareholder_id ?? 'pool'}>
            <th scope="row">
              {row.shareholder_id ? (
                <Link className="link-quiet" to={showPath('shareholders', row.shareholder_id)}>
                  {row.name}
                </Link>
              ) : (
                row.name
              )}
            </th>
            {held.map(({ share_class_id }) => (
              <Figure key={share_class_id} value={heldOf(row, share_class_id)} />
            ))}
            {hasOptions && <Figure value={row.options} />}
            {hasWarrants && <Figure value={row.warrants} />}
            <Figure value={row.total} />
            <td className="r">{percents[index]}</td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr className="tot">
          <th scope="row">Total</th>
          {held.map(({ share_class_id }) => (
            <Figure key={share_class_id} value={columnTotal(table.rows.map((row) => heldOf(row, share_class_id)))} />
          ))}
          {hasOptions && <Figure value={columnTotal(table.rows.map(({ options }) => options))} />}
          {hasWarrants && <Figure value={columnTotal(table.rows.map(({ warrants }) => warrants))} />}
          <Figure value={table.total} />
          <td className="r">{columnTotal(percents) === '100' ? '100.00' : columnTotal(percents)}</td>
        </tr>
      </tfoot>
    </table>
  );
}

/** A shareholder's own rows, one for each class and kind. */
export function OwnHoldings({ table }: { table: CapTable }) {
  const lines = table.rows.flatMap(({ holdings, options, warrants }) => [
    ...holdings.map(({ share_class, quantity }) => [share_class, quantity] as const),
    ['Options, underlying shares', options] as const,
    ['Warrants, underlying shares', warrants] as const,
  ]);
  return (
    <table className="dense captable">
      <thead>
        <tr>
          <th scope="col">Share class</th>
          <th scope="col" className="r">
            Shares
          </th>
        </tr>
      </thead>
      <tbody>
        {lines
          .filter(([, quantity]) => !isZero(quantity))
          .map(([name, quantity], index) => (
            <tr key={`${index} ${name}`}>
              <th scope="row">{name}</th>
              <Figure value={quantity} />
            </tr>
          ))}
      </tbody>
      <tfoot>
        <tr className="tot">
          <th scope="row">Shares in total</th>
          <Figure value={columnTotal(table.rows.map(({ total }) => total))} />
        </tr>
      </tfoot>
    </table>
  );
}

function Underlying({ children }: { children: string }) {
  return (
    <th scope="col" className="r">
      {children}
      <small>underlying shares</small>
    </th>
  );
}

/** Blank where there are none, so that the eye finds what is held. */
function Figure({ value }: { value: string | null | undefined }) {
  return <td className="r">{value && !isZero(value) ? formatShares(value) : ''}</td>;
}

export function ByClass({ table }: { table: WholeCapTable }) {
  const colourOf = classColours(table.classes);
  const percents = shownPercents(table.classes.map(({ percent }) => percent));
  return (
    <table className="dense captable pinned">
      <thead>
        <tr>
          <th scope="col">Share class</th>
          <th scope="col" className="r">
            Authorized<small>shares</small>
          </th>
          <th scope="col" className="r">
            Outstanding<small>shares</small>
          </th>
          <th scope="col" className="r">
            Ownership<small>%</small>
          </th>
        </tr>
      </thead>
      <tbody>
        {table.classes.map((row, index) => (
          <tr key={row.share_class_id}>
            <th scope="row">
              <span className="swatch" style={{ color: colourOf(row.share_class_id) }} />
              <Link className="link-quiet" to={showPath('share-classes', row.share_class_id)}>
                {row.name}
              </Link>
            </th>
            <td className="r">{authorized(row.authorized)}</td>
            <Figure value={row.outstanding} />
            <td className="r">{percents[index]}</td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr className="tot">
          <th scope="row">Total</th>
          <td aria-hidden="true" />
          <Figure value={columnTotal(table.classes.map(({ outstanding }) => outstanding))} />
          <td className="r">{columnTotal(percents) === '100' ? '100.00' : columnTotal(percents)}</td>
        </tr>
      </tfoot>
    </table>
  );
}

function authorized(value: string | null): string {
  if (value === null) return '';
  return /^\d/.test(value) ? formatShares(value) : wordOf(null, value);
}
