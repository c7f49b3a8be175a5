// The declared filters of a list, above it. They keep the search, and replace the other filters.
import { useListContext } from 'react-admin';
import type { SavedFilter } from '#src/resources/kit/defineResource.ts';
import styles from './list.module.css';

export function SavedFilters({ saved }: { saved: readonly SavedFilter[] }) {
  const { filterValues, setFilters } = useListContext();
  const { q, ...others } = filterValues ?? {};
  const choose = (filter: SavedFilter['filter']) => setFilters(q === undefined ? filter : { ...filter, q }, []);
  return (
    <fieldset className={styles.saved} aria-label="Saved filters">
      {[{ label: 'All', filter: {} }, ...saved].map(({ label, filter }) => (
        <button key={label} type="button" aria-pressed={isSame(others, filter)} onClick={() => choose(filter)}>
          {label}
        </button>
      ))}
    </fieldset>
  );
}

function isSame(chosen: Record<string, unknown>, filter: SavedFilter['filter']): boolean {
  const names = Object.keys(filter);
  return (
    names.length === Object.keys(chosen).length && names.every((name) => String(chosen[name]) === String(filter[name]))
  );
}
