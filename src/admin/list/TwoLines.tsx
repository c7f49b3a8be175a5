// A list on a phone: name and figure on the first line, detail and chip on the second.
import { useListContext } from 'react-admin';
import type { Resource } from '../../resources/kit/defineResource.ts';
import { isFigure } from '../fieldKinds.tsx';
import type { AnyRecord } from '../fieldKinds.tsx';
import { Cell, fieldOf } from './Cell.tsx';
import { useRowOpener } from './useRowOpener.ts';

export function TwoLines({ resource }: { resource: Resource }) {
  const { data = [] } = useListContext<AnyRecord>();
  const lines = twoLinesOf(resource);
  const open = useRowOpener(resource, data);
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions -- by keyboard, the line's own link.
    <ul className="two-lines rows-open" onClick={open}>
      {data.map((record) => (
        <li key={record.id}>
          <span className="a">
            <Cell resource={resource} name={lines.name} record={record} />
          </span>
          {lines.figure && (
            <span className="b tn">
              <Cell resource={resource} name={lines.figure} record={record} />
            </span>
          )}
          {lines.detail && (
            <span className="c">
              <Cell resource={resource} name={lines.detail} record={record} />
            </span>
          )}
          {lines.chip && (
            <span className="d">
              <Cell resource={resource} name={lines.chip} record={record} />
            </span>
          )}
        </li>
      ))}
    </ul>
  );
}

/** Which of the list's columns the four places take: the title, the first figure, the chip, and one more. */
export function twoLinesOf(resource: Resource): { name: string; figure?: string; detail?: string; chip?: string } {
  const columns = resource.list.filter((name) => name !== 'id' || resource.title === 'id');
  const name = columns.find((column) => column === resource.title) ?? columns[0] ?? 'id';
  const rest = columns.filter((column) => column !== name);
  const kindOf = (column: string) => fieldOf(resource, column).kind;
  const chip =
    rest.find((column) => kindOf(column) === 'status' || column === 'status') ??
    rest.find((column) => kindOf(column) === 'boolean');
  const figure =
    rest.find((column) => isFigure(column, fieldOf(resource, column))) ??
    rest.find((column) => column !== chip && kindOf(column) === 'choice') ??
    rest.find((column) => kindOf(column) === 'date' || kindOf(column) === 'datetime');
  const detail =
    rest.find(
      (column) => column !== chip && column !== figure && ['shareholder', 'shareholder_id', 'email'].includes(column),
    ) ?? rest.find((column) => column !== chip && column !== figure);
  return { name, ...(figure && { figure }), ...(detail && { detail }), ...(chip && { chip }) };
}
