// Above the grid: search, filter chips, Export. The filters live in the address, so a view can be shared.
import { say } from '#src/words/say.ts';
import { useListContext } from 'react-admin';
import { lazy, useState } from 'react';
import type { ReactNode } from 'react';
import { manyOf } from '#src/resources/kit/defineResource.ts';
import type { Resource } from '#src/resources/kit/defineResource.ts';
import { formatDay } from '../format.ts';
import { Icon } from '../icons.tsx';
import { LazyPart } from '../parts/LazyPart.tsx';
import { FilterChip } from './FilterChip.tsx';
import { OtherFilters } from './OtherFilters.tsx';
import { AsOfChip, useFilters } from './UnfoldingChip.tsx';
import { useTypedFilter } from './useTypedFilter.ts';
import styles from './list.module.css';

const ExportMenu = lazy(() => import('./ExportMenu.tsx'));
const ViewDialog = lazy(() => import('./ViewDialog.tsx'));

interface ToolbarProps {
  resource: Resource;
  /** With its own columns, where the list has columns that can be chosen. */
  declared?: Resource | undefined;
  isOpen: boolean;
  onToggle: () => void;
  /** Filters before the declared ones. */
  chips?: ReactNode;
}

export function Toolbar({ resource, declared, isOpen, onToggle, chips }: ToolbarProps) {
  return (
    <div className={styles.toolbar} data-filters={isOpen ? 'open' : 'closed'}>
      <Search resource={resource} />
      {resource.filters.length > 0 && (
        <button type="button" className={`btn ${styles.phoneFilter}`} aria-expanded={isOpen} onClick={onToggle}>
          <FilterWord />
        </button>
      )}
      <fieldset className={styles.filters} aria-label={say`Filters`}>
        {chips}
        {resource.filters.map((name) => (
          <FilterChip key={name} resource={resource} name={name} />
        ))}
        {resource.asOf && <AsOfChip />}
        <OtherFilters resource={resource} />
      </fieldset>
      <div className={styles.end}>
        {declared && <ViewButton resource={declared} />}
        <ExportButton resource={resource} />
      </div>
    </div>
  );
}

/** On a phone the chips are folded away, but their values are still shown. */
function FilterWord() {
  const { filterValues } = useListContext();
  const { q: _, as_of, ...others } = filterValues ?? {};
  const count = Object.keys(others).length;
  const words = [...(as_of ? [say`As of ${formatDay(String(as_of))}`] : []), ...(count > 0 ? [say`${count} on`] : [])];
  return words.length > 0 ? say`Filter: ${words.join(', ')}` : say`Filter`;
}

function Search({ resource }: { resource: Resource }) {
  const [{ q }, change] = useFilters();
  const [text, setText] = useTypedFilter(typeof q === 'string' ? q : '', (typed) =>
    change({ q: typed.trim() === '' ? undefined : typed }),
  );
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- the element is younger than the browsers we serve.
    <div className={styles.search} role="search">
      <Icon name="search" />
      <input
        type="search"
        aria-label={say`Search ${manyOf(resource)}`}
        placeholder={say`Search`}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => event.key === 'Escape' && setText('')}
      />
      <kbd aria-hidden="true">/</kbd>
    </div>
  );
}

function ViewButton({ resource }: { resource: Resource }) {
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <>
      <button
        type="button"
        className="btn text"
        aria-label={say`Columns`}
        title={say`Columns and views`}
        onClick={() => setOpen(true)}
      >
        <Icon name="columns" />
        <span className={styles.word}>{say`Columns`}</span>
      </button>
      {isOpen && (
        <LazyPart what={say`The dialog`} onClose={close}>
          <ViewDialog resource={resource} onClose={close} />
        </LazyPart>
      )}
    </>
  );
}

function ExportButton({ resource }: { resource: Resource }) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  return (
    <>
      <button
        type="button"
        className="btn text"
        aria-label={say`Export`}
        title={say`Export`}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onClick={({ currentTarget }) => setAnchor(currentTarget)}
      >
        <Icon name="download" />
        {/* On a phone only the icon is shown. */}
        <span className={styles.word}>{say`Export`}</span>
      </button>
      {anchor && (
        <LazyPart what={say`The menu`} onClose={() => setAnchor(null)}>
          <ExportMenu resource={resource} anchor={anchor} onClose={() => setAnchor(null)} />
        </LazyPart>
      )}
    </>
  );
}
