// A short table of related records inside a card, from their own declaration.
import { say } from '#src/words/say.ts';
import { sayAround } from '#src/words/sayAround.ts';
import { useState } from 'react';
import { useGetList } from 'react-admin';
import { Link } from 'react-router-dom';
import { labelOf, manyOf } from '#src/resources/kit/defineResource.ts';
import type { Resource } from '#src/resources/kit/defineResource.ts';
import { isNumeric } from '#src/resources/kit/fields.ts';
import type { AnyRecord } from '../fieldKinds.tsx';
import { Cell, fieldOf } from './Cell.tsx';
import { Cards } from './TwoLines.tsx';
import { Failed, Loading } from '../parts/states.tsx';
import { useIsPhone } from '../parts/useMediaQuery.ts';
import { listPath } from '#src/admin/paths.ts';
import { ScrollBox } from '../parts/ScrollBox.tsx';

interface RelatedTableProps {
  resource: Resource;
  filter: Record<string, unknown>;
  columns: string[];
  /** Defaults to the sort order of the resource's list. */
  sort?: readonly [string, 'ASC' | 'DESC'];
  /** Whether the table can expand to show all rows. */
  isWhole?: boolean;
}

const SHORT = 25;
/** Maximum rows here; longer tables are read in the list. */
const WHOLE_MAX = 1000;

function useRelated(
  resource: Resource,
  filter: Record<string, unknown>,
  perPage = SHORT,
  [field, order]: readonly [string, 'ASC' | 'DESC'] = resource.sort,
) {
  return useGetList<AnyRecord>(
    resource.name,
    { filter, pagination: { page: 1, perPage }, sort: { field, order } },
    { retry: false, onError: (error: Error) => console.error(`Loading ${resource.name} failed`, error) },
  );
}

export function useRelatedCount(resource: Resource, filter: Record<string, unknown>): number | undefined {
  return useRelated(resource, filter).total;
}

/** "2 of 5": open ones of all; "30 in all" if there are too many to count the open ones. */
export function useOpenOfAll(resource: Resource, filter: Record<string, unknown>): string | undefined {
  const { data, total } = useRelated(resource, filter);
  if (!data || total === undefined) return undefined;
  if (total > data.length) return say`${total} in all`;
  const open = data.filter(({ status }) => isOpen(resource, status)).length;
  return open === total ? String(total) : say`${open} of ${total}`;
}

/** Whether the record's status can still change. */
function isOpen({ fields }: Resource, status: unknown): boolean {
  const field = fields.status;
  return field?.kind === 'status' && (field.states[String(status)]?.next.length ?? 0) > 0;
}

export function RelatedTable({ resource, filter, columns, sort, isWhole = false }: RelatedTableProps) {
  const [perPage, setPerPage] = useState(SHORT);
  const { data, total = 0, error, isPending, refetch } = useRelated(resource, filter, perPage, sort);
  if (error) return <Failed what={say`The ${manyOf(resource)}`} error={error} retry={() => void refetch()} />;
  if (isPending || !data) return <Loading />;
  if (data.length === 0) return <p className="none">{sayAround`No ${manyOf(resource)} yet.`}</p>;
  return (
    <>
      <RecordRows resource={resource} columns={columns} data={data} same={namedBy(resource, filter)} />
      {total > perPage && (
        <p className="note">
          {sayAround`${perPage} of ${total}. ${
            isWhole &&
            perPage < WHOLE_MAX && (
              <button type="button" className="link" onClick={() => setPerPage(WHOLE_MAX)}>
                {sayAround`Show ${total > WHOLE_MAX ? say`the first ${WHOLE_MAX}` : say`all`} here`}
              </button>
            )
          } ${(
            <Link className="link" to={listPath(resource.name, filter)}>
              {sayAround`All ${manyOf(resource)}`}
            </Link>
          )}`}
        </p>
      )}
    </>
  );
}

interface RecordRowsProps extends Pick<RelatedTableProps, 'resource' | 'columns'> {
  data: AnyRecord[];
  /** Fields that every row has in common. */
  same: string[];
}

/** Records as a table, on a phone as cards. */
export function RecordRows({ resource, columns, data, same }: RecordRowsProps) {
  const isPhone = useIsPhone();
  if (isPhone) return <Cards resource={resource} data={data} same={same} />;
  return <Rows resource={resource} columns={columns} data={data} />;
}

/** Fields that the filter fixes: the page itself already names them. */
function namedBy(resource: Resource, filter: Record<string, unknown>): string[] {
  return Object.keys(filter).flatMap((name) => {
    const field = resource.fields[name];
    return field?.kind === 'reference' && field.shows ? [field.shows] : [];
  });
}

function Rows({ resource, columns, data }: Pick<RelatedTableProps, 'resource' | 'columns'> & { data: AnyRecord[] }) {
  return (
    <ScrollBox label={say`${resource.label}, table`}>
      <table>
        <thead>
          <tr>
            {columns.map((name) => (
              <th key={name} scope="col" className={isNumeric(fieldOf(resource, name)) ? 'r' : undefined}>
                {labelOf(resource, name)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {data.map((record) => (
            <tr key={record.id}>
              {columns.map((name) => (
                <td key={name} className={isNumeric(fieldOf(resource, name)) ? 'r' : undefined}>
                  <Cell resource={resource} name={name} record={record} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollBox>
  );
}
