// The rows: a table on wide screens, two-line items on phones. The table is ours and not react-admin's DataTable: its menus
// for columns and bulk actions, which no list here has, are a quarter of what a list would load.
import { say } from '#src/words/say.ts';
import { useListContext } from 'react-admin';
import type { CSSProperties } from 'react';
import { labelOf } from '#src/resources/kit/defineResource.ts';
import type { Resource } from '#src/resources/kit/defineResource.ts';
import { isNumeric } from '#src/resources/kit/fields.ts';
import type { AnyRecord } from '../fieldKinds.tsx';
import { Icon } from '../icons.tsx';
import { rem } from '../parts/textScale.ts';
import { useIsPhone } from '../parts/useMediaQuery.ts';
import { useArrangement } from './arrangement.ts';
import { Cell, fieldOf, isProse } from './Cell.tsx';
import { useBulkVerbs } from './useBulkVerbs.ts';
import { nameInList, RowMenu } from './RowMenu.tsx';
import { TwoLines } from './TwoLines.tsx';
import { useRowOpener } from './useRowOpener.ts';
import styles from './list.module.css';

export function Grid({ resource }: { resource: Resource }) {
  const isPhone = useIsPhone();
  return isPhone ? <TwoLines resource={resource} /> : <Table resource={resource} />;
}

function Table({ resource }: { resource: Resource }) {
  const { data = [], selectedIds = [], onToggleItem } = useListContext<AnyRecord>();
  const bulkVerbs = useBulkVerbs(resource);
  const open = useRowOpener(resource, data);
  const { columns } = useArrangement(resource.name);
  /** A column with a width of its own cuts what is longer. */
  const styleOf = (name: string): CSSProperties | undefined => {
    const chosen = columns.find(({ field }) => field === name)?.width;
    const width = chosen && rem(chosen);
    return width ? { minWidth: width, maxWidth: width, overflow: 'hidden', textOverflow: 'ellipsis' } : undefined;
  };
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- by keyboard, the row's own link.
    <div className={styles.rowsOpen} onClick={open}>
      <table>
        <thead>
          <tr>
            {bulkVerbs && (
              <th scope="col">
                <span className="vh">{say`Choose`}</span>
              </th>
            )}
            {resource.list.map((name) => (
              <SortHeader key={name} resource={resource} name={name} style={styleOf(name)} />
            ))}
            <th scope="col">
              <span className="vh">{say`Actions`}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {data.map((record) => (
            <tr key={record.id}>
              {bulkVerbs && (
                <td>
                  <input
                    type="checkbox"
                    className={styles.choose}
                    aria-label={say`Choose ${nameInList(resource, record)}`}
                    checked={selectedIds.includes(record.id)}
                    disabled={bulkVerbs.statuses?.includes(String(record.status)) === false}
                    onChange={() => onToggleItem(record.id)}
                  />
                </td>
              )}
              {resource.list.map((name) => (
                <td key={name} className={classOf(resource, name)} style={styleOf(name)}>
                  <Cell resource={resource} name={name} record={record} />
                </td>
              ))}
              <td className={styles.rowMenu}>
                <RowMenu resource={resource} record={record} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

const classOf = (resource: Resource, name: string) => {
  if (isProse(resource, name)) return `${styles.wrapped} ${styles.prose}`;
  const wraps = resource.wraps?.[name];
  if (wraps) return wraps === 'wide' ? `${styles.wrapped} ${styles.wide}` : styles.wrapped;
  return figureClass(resource, name);
};

const figureClass = (resource: Resource, name: string) => (isNumeric(fieldOf(resource, name)) ? 'r' : undefined);

/** Its button sorts by the column, or reverses the order if the list is already sorted by it. */
function SortHeader({ resource, name, style }: { resource: Resource; name: string; style: CSSProperties | undefined }) {
  const { sort, setSort } = useListContext<AnyRecord>();
  const isSorted = sort.field === name;
  const isAscending = sort.order === 'ASC';
  const label = labelOf(resource, name);
  return (
    <th
      scope="col"
      style={style}
      className={figureClass(resource, name)}
      aria-sort={isSorted ? (isAscending ? 'ascending' : 'descending') : undefined}
    >
      <button
        type="button"
        className={styles.sort}
        title={say`Sort by ${label}`}
        onClick={() => setSort({ field: name, order: isSorted && isAscending ? 'DESC' : 'ASC' })}
      >
        {label}
        {isSorted && <Icon name={isAscending ? 'up' : 'down'} />}
      </button>
    </th>
  );
}
