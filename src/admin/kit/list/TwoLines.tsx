// A list on a phone: name and figure on the first line, detail and chip on the second.
import { isHolder } from '#src/resources/kit/access.ts';
import { Fragment } from 'react';
import { useListContext } from 'react-admin';
import type { Card, Resource } from '#src/resources/kit/defineResource.ts';
import { isNumeric } from '#src/resources/kit/fields.ts';
import type { AnyRecord } from '../fieldKinds.tsx';
import { useRole } from '#src/admin/session/useMe.ts';
import { Cell, fieldOf, isProse } from './Cell.tsx';
import { useRowOpener } from './useRowOpener.ts';
import styles from './list.module.css';

export function TwoLines({ resource }: { resource: Resource }) {
  const { data = [] } = useListContext<AnyRecord>();
  return <Cards resource={resource} data={data} />;
}

/** The same for records outside a list page. */
export function Cards({
  resource,
  data,
  same = [],
}: {
  resource: Resource;
  data: AnyRecord[];
  /** Fields that are the same in all of them, and are not repeated. */
  same?: readonly string[];
}) {
  const role = useRole();
  const own = isHolder(role) ? ownNameOf(resource) : undefined;
  const lines = withoutSame(twoLinesOf(resource), own ? [...same, own] : same);
  const open = useRowOpener(resource, data);
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions -- by keyboard, the line's own link.
    <ul aria-label={resource.label} className={`${styles.twoLines} ${styles.rowsOpen}`} onClick={open}>
      {data.map((record) => (
        <li key={record.id}>
          <span className={styles.a}>
            <Cell resource={resource} name={lines.name} record={record} opens />
          </span>
          {lines.figure && (
            <span className={`${styles.b} tn`}>
              <Cell resource={resource} name={lines.figure} record={record} />
            </span>
          )}
          <span
            className={lines.details.some((name) => isProse(resource, name)) ? `${styles.c} ${styles.whole}` : styles.c}
          >
            <span>
              {lines.details
                .filter((name) => record[name] !== null && record[name] !== '')
                .map((name, at) => (
                  <Fragment key={name}>
                    {at > 0 && ' · '}
                    <Cell resource={resource} name={name} record={record} />
                  </Fragment>
                ))}
            </span>
          </span>
          {lines.chip && (
            <span className={styles.d}>
              <Cell resource={resource} name={lines.chip} record={record} />
            </span>
          )}
        </li>
      ))}
    </ul>
  );
}

/** All of a shareholder's rows are their own, so the holder's name does not tell them apart. */
function ownNameOf({ access, fields }: Resource): string | undefined {
  const holder = access.shareholder.scope && fields[access.shareholder.scope.column];
  return holder?.kind === 'reference' ? holder.shows : undefined;
}

/** Named by the first distinguishing detail, if the name does not distinguish it. */
function withoutSame(lines: Card & { name: string }, same: readonly string[]): Card & { name: string } {
  const details = lines.details.filter((name) => !same.includes(name));
  const [first, ...others] = details;
  return same.includes(lines.name) && first ? { ...lines, name: first, details: others } : { ...lines, details };
}

/** The declared fields of a card; by default the list's title, its first figure, a detail and a chip. */
export function twoLinesOf(resource: Resource): Card & { name: string } {
  const columns = resource.list.filter((name) => name !== 'id' || resource.title === 'id');
  const name = resource.card?.name ?? columns.find((column) => column === resource.title) ?? columns[0] ?? 'id';
  const rest = columns.filter((column) => column !== name && !resource.card?.details.includes(column));
  const kindOf = (column: string) => fieldOf(resource, column).kind;
  const chip =
    resource.card?.chip ??
    rest.find((column) => kindOf(column) === 'status' || column === 'status') ??
    rest.find((column) => kindOf(column) === 'boolean');
  const figure =
    resource.card?.figure ??
    rest.find((column) => isNumeric(fieldOf(resource, column))) ??
    rest.find((column) => column !== chip && kindOf(column) === 'choice') ??
    rest.find((column) => kindOf(column) === 'date' || kindOf(column) === 'datetime');
  const other = rest.find((column) => column !== chip && column !== figure);
  const details = resource.card?.details ?? (other ? [other] : []);
  return { name, details, ...(figure && { figure }), ...(chip && { chip }) };
}
