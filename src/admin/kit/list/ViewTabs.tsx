// The views of a list, above it: all of it, the declared filters, and what people have saved. They keep the search of a view without one.
import { say } from '#src/words/say.ts';
import { useListContext } from 'react-admin';
import { useNavigate } from 'react-router-dom';
import type { SavedView } from '#src/contract/views.ts';
import type { Resource } from '#src/resources/kit/defineResource.ts';
import { arrange, STANDARD, useArrangement } from './arrangement.ts';
import styles from './list.module.css';

type Filter = Readonly<Record<string, unknown>>;

interface ViewTabsProps {
  resource: Resource;
  savedFilters: NonNullable<Resource['savedFilters']>;
  views: readonly SavedView[];
}

export default function ViewTabs({ resource, savedFilters, views }: ViewTabsProps) {
  const { filterValues, setFilters, sort, perPage } = useListContext();
  const navigate = useNavigate();
  const arrangement = useArrangement(resource.name);
  const { q, ...others } = filterValues ?? {};
  const withSearch = (filter: Filter): Filter => (q === undefined || 'q' in filter ? filter : { ...filter, q });
  const open = (view: SavedView) => {
    // Filter and order at once, in the address.
    const [field, order] = view.sort;
    const filter = JSON.stringify(withSearch(view.filter));
    const search = new URLSearchParams({ filter, sort: field, order, page: '1', perPage: String(perPage) });
    void navigate({ search: search.toString() });
    arrange(resource.name, { columns: view.columns, density: view.density });
  };
  const isOpen = (view: SavedView) =>
    isSame('q' in view.filter ? (filterValues ?? {}) : others, view.filter) &&
    sort.field === view.sort[0] &&
    sort.order === view.sort[1] &&
    isSame(arrangement.columns, view.columns) &&
    arrangement.density === view.density;
  const current = views.find(isOpen);
  const leaveTo = (filter: Filter) => {
    // The columns of a view go with it.
    if (current) arrange(resource.name, STANDARD);
    setFilters(withSearch(filter), []);
  };
  return (
    <fieldset className={styles.saved} aria-label={say`Views`}>
      {[{ label: say`All`, filter: {} }, ...savedFilters].map(({ label, filter: to }) => (
        <button key={label} type="button" aria-pressed={!current && isSame(others, to)} onClick={() => leaveTo(to)}>
          {label}
        </button>
      ))}
      {views.map((view) => (
        <button
          key={view.id}
          type="button"
          aria-pressed={view === current}
          title={view.shared === 'company' ? say`For everybody in the company` : say`For you alone`}
          onClick={() => open(view)}
        >
          {view.name}
        </button>
      ))}
    </fieldset>
  );
}

/** Whatever the order of their members. */
function isSame(one: unknown, other: unknown): boolean {
  const plain = (value: unknown) =>
    JSON.stringify(value, (_, each: unknown) =>
      each && typeof each === 'object' && !Array.isArray(each)
        ? Object.fromEntries(Object.entries(each).toSorted(([a], [b]) => (a < b ? -1 : 1)))
        : each,
    );
  return plain(one) === plain(other);
}
