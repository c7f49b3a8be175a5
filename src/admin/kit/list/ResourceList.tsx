// The list of any declared resource: head, search and filters, the 600 px grid box, and its empty and failed states.
import { say } from '#src/words/say.ts';
import { sayAround } from '#src/words/sayAround.ts';
import { isHolder } from '#src/resources/kit/access.ts';
import { ListBase, useListContext } from 'react-admin';
import { lazy, useState } from 'react';
import type { ReactNode } from 'react';
import { Link, Navigate, useLocation } from 'react-router-dom';
import { isIsoDate } from '#src/domain/dates.ts';
import { headNamed } from '#src/resources/heads/headNamed.ts';
import { heads } from '#src/resources/heads/heads.ts';
import { manyOf } from '#src/resources/kit/defineResource.ts';
import type { Resource } from '#src/resources/kit/defineResource.ts';
import { listPageSize } from '#src/resources/kit/listPageSize.ts';
import type { AnyRecord } from '../fieldKinds.tsx';
import { isIconName } from '../icons.tsx';
import { PageHead } from '../parts/PageHead.tsx';
import { HttpError } from '#src/httpClient.ts';
import { Blank, Denied, Failed, sentenceOf } from '../parts/states.tsx';
import { listPath } from '#src/admin/paths.ts';
import { isListed } from '#src/resources/kit/recordState.ts';
import { useMay, useRole } from '#src/admin/session/useMe.ts';
import { arranged, useArrangement } from './arrangement.ts';
import { BringIn } from './BringIn.tsx';
import { CreateButton } from './CreateButton.tsx';
import { Grid } from './Grid.tsx';
import { pageSizes, Pager } from './Pager.tsx';
import { SkeletonGrid } from './SkeletonGrid.tsx';
import { Toolbar } from './Toolbar.tsx';
import { useBulkVerbs } from './useBulkVerbs.ts';
import { useViews } from './useViews.ts';
import { LazyPart } from '../parts/LazyPart.tsx';
import { ScrollBox } from '../parts/ScrollBox.tsx';
import styles from './list.module.css';

const ListTotals = lazy(() => import('./ListTotals.tsx'));
const BulkVerbs = lazy(() => import('./BulkVerbs.tsx'));
const ViewTabs = lazy(() => import('./ViewTabs.tsx'));

export interface ResourceListProps {
  resource: Resource;
  /** A custom screen may open something other than the create page. */
  createButton?: ReactNode;
  /** What an empty list offers instead of the create button. */
  emptyActions?: ReactNode;
  /** In place of the grid. */
  rows?: ReactNode;
  /** Filters before the declared ones. */
  chips?: ReactNode;
  children?: ReactNode;
}

export function ResourceList(props: ResourceListProps) {
  const { resource } = props;
  const may = useMay();
  const role = useRole();
  const offered = offeredSearch(useLocation().search, resource);
  if (!may('read', resource) || !isListed(role, resource)) return <Denied what={manyOf(resource)} />;
  if (offered !== null) return <Navigate to={{ search: offered }} replace />;
  return (
    <ListBase
      resource={resource.name}
      perPage={listPageSize}
      sort={{ field: resource.sort[0], order: resource.sort[1] }}
      queryOptions={{
        retry: false,
        // The screen itself says it and offers Retry; the console keeps the cause.
        onError: (error: Error) => console.error(`Loading ${resource.name} failed`, error),
      }}
    >
      <ListScreen {...props} />
    </ListBase>
  );
}

/**
 * Corrects the address for the list; null if it needs none. It may ask for a number of rows that the pager does not
 * offer, and name the day of a dated list as the API and the cap table do, which is one of the list's filters.
 */
function offeredSearch(search: string, { asOf }: Resource): string | null {
  const params = new URLSearchParams(search);
  const size = params.get('perPage');
  const isOdd = size !== null && !pageSizes.some((each) => String(each) === size);
  const day = params.get('as_of');
  if (!isOdd && day === null) return null;
  if (isOdd) params.delete('perPage');
  params.delete('as_of');
  if (asOf && isIsoDate(day)) params.set('filter', JSON.stringify({ ...filterOf(params), as_of: day }));
  return params.toString();
}

function filterOf(params: URLSearchParams): object {
  try {
    const filter: unknown = JSON.parse(params.get('filter') ?? '{}');
    return typeof filter === 'object' && filter !== null ? filter : {};
  } catch {
    return {};
  }
}

/** Replaces the declared line, which describes all of the company's records. */
const ownAbout = say`Your own records, as the company keeps them.`;

function ListScreen({ resource: declared, createButton, emptyActions, rows, chips, children }: ResourceListProps) {
  const arrangement = useArrangement(declared.name);
  const resource = arranged(declared, arrangement);
  const create = createButton === undefined ? <CreateButton resource={resource} /> : createButton;
  const [isFilterShown, setFilterShown] = useState(false);
  const { selectedIds = [], filterValues = {} } = useListContext();
  const bulkVerbs = useBulkVerbs(resource);
  const role = useRole();
  const may = useMay();
  const views = useViews(declared);
  const savedFilters = isHolder(role) ? [] : (declared.savedFilters ?? []);
  const used = heads.filter((each) => each.usedBy?.includes(resource.name) && may('read', each));
  const user = resource.usedBy?.[0] === undefined ? undefined : headNamed(resource.usedBy[0]);
  return (
    <>
      <PageHead
        title={resource.label}
        about={isHolder(role) ? ownAbout : resource.about}
        back={user && { to: listPath(user.name), label: user.label }}
      >
        {used.length === 0 ? (
          create
        ) : (
          <>
            {used.map((each) => (
              <Link key={each.name} className="btn" to={listPath(each.name)}>
                {each.label}
              </Link>
            ))}
            {create}
          </>
        )}
      </PageHead>
      {children}
      {/* The place of the tabs is kept until their code has loaded. */}
      {savedFilters.length + views.length > 0 && (
        <LazyPart what={say`The views`} fallback={<div className={styles.savedAhead} />}>
          <ViewTabs resource={declared} savedFilters={savedFilters} views={views} />
        </LazyPart>
      )}
      <Toolbar
        resource={resource}
        declared={rows === undefined ? declared : undefined}
        isOpen={isFilterShown}
        onToggle={() => setFilterShown(!isFilterShown)}
        chips={chips}
      />
      {resource.totals && !isHolder(role) && (
        <LazyPart what={say`The totals`} fallback={<div className={styles.totals} />}>
          <ListTotals resource={resource} totals={resource.totals} />
        </LazyPart>
      )}
      {bulkVerbs && (selectedIds.length > 0 || Object.keys(filterValues).length > 0) && (
        <LazyPart what={say`The actions for several records`}>
          <BulkVerbs resource={resource} names={bulkVerbs.names} />
        </LazyPart>
      )}
      <div className="card grid-box" data-density={arrangement.density}>
        {/* Scrolled by keyboard too, hence focusable; a region with a name, so that it is announced. */}
        <ScrollBox label={say`${resource.label}, table`}>
          <GridBody resource={resource} create={emptyActions === undefined ? create : emptyActions} rows={rows} />
        </ScrollBox>
        <Pager />
      </div>
    </>
  );
}

function GridBody({ resource, create, rows }: { resource: Resource; create: ReactNode; rows: ReactNode }) {
  const { isPending, error, data, total, refetch, filterValues, setFilters } = useListContext<AnyRecord>();
  const isFiltered = Object.keys(filterValues ?? {}).length > 0;
  const clear = (
    <button type="button" className="btn" onClick={() => setFilters({}, [])}>
      {say`Clear filters`}
    </button>
  );
  // To ask again would not help.
  if (isFiltered && error instanceof HttpError && (error.status === 400 || error.status === 422))
    return (
      <Blank icon="search" title={say`This filter cannot be used`} actions={clear}>
        {sentenceOf(error)}
      </Blank>
    );
  if (error) return <Failed what={say`The ${manyOf(resource)}`} error={error} retry={() => void refetch()} />;
  if (isPending) return <SkeletonGrid resource={resource} />;
  if (total === 0 || data?.length === 0) {
    return isFiltered ? (
      <Blank icon="search" title={say`No ${resource.singular} matches`} actions={clear}>
        {say`Nothing matches your search and filters.`}
      </Blank>
    ) : (
      <EmptyList resource={resource} create={create} />
    );
  }
  return rows ?? <Grid resource={resource} />;
}

function EmptyList({ resource, create }: { resource: Resource; create: ReactNode }) {
  const role = useRole();
  const icon = isIconName(resource.icon) ? resource.icon : 'info';
  const text = isHolder(role) ? say`What the company sends you appears here.` : resource.empty;
  return (
    <Blank
      icon={icon}
      title={say`No ${manyOf(resource)} yet`}
      actions={
        <>
          {resource.filledBy ? <SourceLink name={resource.filledBy} /> : create}
          {resource.broughtInBy && <BringIn by={resource.broughtInBy} />}
        </>
      }
    >
      {text}
    </Blank>
  );
}

/** Links to the list whose records fill this one. */
function SourceLink({ name }: { name: string }) {
  const source = headNamed(name);
  return (
    <Link className="btn" to={listPath(name)}>
      {sayAround`Go to ${source.label}`}
    </Link>
  );
}
