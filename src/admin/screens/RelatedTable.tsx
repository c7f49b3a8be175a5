// A short table of related records inside a card, from their own declaration.
import useMediaQuery from '@mui/material/useMediaQuery';
import { useState } from 'react';
import { useGetList } from 'react-admin';
import { Link } from 'react-router-dom';
import { labelOf } from '../../resources/kit/defineResource.ts';
import type { Resource } from '../../resources/kit/defineResource.ts';
import { isFigure } from '../fieldKinds.tsx';
import type { AnyRecord } from '../fieldKinds.tsx';
import { Cell, fieldOf } from '../list/Cell.tsx';
import { Cards } from '../list/TwoLines.tsx';
import { Failed, Loading } from '../parts/states.tsx';
import { listPath } from '../paths.ts';

interface RelatedTableProps {
  resource: Resource;
  filter: Record<string, unknown>;
  columns: string[];
  /** Newest first where it is not said. */
  sort?: readonly [string, 'ASC' | 'DESC'];
  /** Can be shown whole in its place. */
  isWhole?: boolean;
}

const SHORT = 25;
/** More than a page draws at once is the list's. */
const WHOLE_MAX = 1000;

function useRelated(
  resource: string,
  filter: Record<string, unknown>,
  perPage = SHORT,
  [field, order]: readonly [string, 'ASC' | 'DESC'] = ['id', 'DESC'],
) {
  return useGetList<AnyRecord>(
    resource,
    { filter, pagination: { page: 1, perPage }, sort: { field, order } },
    { retry: false, onError: (error: Error) => console.error(`Loading ${resource} failed`, error) },
  );
}

export function useRelatedCount(resource: string, filter: Record<string, unknown>): number | undefined {
  return useRelated(resource, filter).total;
}

export function RelatedTable({ resource, filter, columns, sort, isWhole = false }: RelatedTableProps) {
  const [perPage, setPerPage] = useState(SHORT);
  const isPhone = useMediaQuery('(max-width: 599px)', { noSsr: true });
  const { data, total = 0, error, isPending, refetch } = useRelated(resource.name, filter, perPage, sort);
  if (error) return <Failed what={`The ${resource.label.toLowerCase()}`} error={error} retry={() => void refetch()} />;
  if (isPending || !data) return <Loading />;
  if (data.length === 0)
    return (
      <p className="none">
        {resource.empty.startsWith('No ') ? resource.empty : `No ${resource.label.toLowerCase()} yet`}.
      </p>
    );
  return (
    <>
      {isPhone ? <Cards resource={resource} data={data} /> : <Rows resource={resource} columns={columns} data={data} />}
      {total > perPage && (
        <p className="note">
          {perPage} of {total}.{' '}
          {isWhole && perPage < WHOLE_MAX && (
            <button type="button" className="link" onClick={() => setPerPage(WHOLE_MAX)}>
              Show {total > WHOLE_MAX ? `the first ${WHOLE_MAX}` : 'all'} here
            </button>
          )}{' '}
          <Link className="link" to={listPath(resource.name, filter)}>
            All {resource.label.toLowerCase()}
          </Link>
        </p>
      )}
    </>
  );
}

function Rows({ resource, columns, data }: Pick<RelatedTableProps, 'resource' | 'columns'> & { data: AnyRecord[] }) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex, jsx-a11y/prefer-tag-over-role -- scrolls by keyboard.
    <div className="scroll" tabIndex={0} role="region" aria-label={`${resource.label}, table`}>
      <table>
        <thead>
          <tr>
            {columns.map((name) => (
              <th key={name} scope="col" className={isFigure(name, fieldOf(resource, name)) ? 'r' : undefined}>
                {labelOf(resource, name)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {data.map((record) => (
            <tr key={record.id}>
              {columns.map((name) => (
                <td key={name} className={isFigure(name, fieldOf(resource, name)) ? 'r' : undefined}>
                  <Cell resource={resource} name={name} record={record} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
