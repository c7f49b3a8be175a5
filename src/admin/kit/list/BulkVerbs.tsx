// The actions for the chosen rows of a list, or for all that its filter names.
import { say } from '#src/words/say.ts';
import { useListContext, useUnselectAll } from 'react-admin';
import { lazy, useState } from 'react';
import type { Resource } from '#src/resources/kit/defineResource.ts';
import { lawfulVerbs } from '#src/resources/kit/verb.ts';
import type { Shown, Verb } from '#src/resources/kit/verb.ts';
import { verbsOf } from '#src/resources/verbs/index.ts';
import { manyOf, countedIn } from '#src/resources/kit/defineResource.ts';
import { editors } from '#src/resources/kit/access.ts';
import { useRole } from '#src/admin/session/useMe.ts';
import { focusHeading } from '../parts/focusHeading.ts';
import { LazyPart } from '../parts/LazyPart.tsx';
import { BulkDialog } from './BulkDialog.tsx';
import styles from './list.module.css';

const BulkChangeDialog = lazy(() => import('./BulkChangeDialog.tsx'));
const VerbDialog = lazy(() => import('../verbs/VerbDialog.tsx').then((module) => ({ default: module.VerbDialog })));

export default function BulkVerbs({ resource, names }: { resource: Resource; names: readonly string[] }) {
  const {
    selectedIds = [],
    data = [],
    filterValues = {},
    total = 0,
    refetch,
  } = useListContext<Shown & { id: string }>();
  const unselect = useUnselectAll(resource.name);
  const role = useRole();
  const [open, setOpen] = useState<Verb | null>(null);
  const [isChanging, setChanging] = useState(false);
  const isFiltered = Object.keys(filterValues).length > 0;
  const isChosen = selectedIds.length > 0;
  if (!isChosen && !(isFiltered && total > 0)) return null;
  const count = isChosen ? selectedIds.length : total;
  const chosen = data.filter(({ id }) => selectedIds.includes(id));
  const verbs = verbsOf(resource.name).filter((verb) => names.includes(verb.name) && verb.roles.includes(role));
  const offered = verbs.filter((verb) =>
    isChosen
      ? chosen.length < count || chosen.some((record) => lawfulVerbs([verb], record, role).length > 0)
      : !verb.joins && mayMatch(verb, filterValues),
  );
  /** Why the chosen ones cannot become one; what is on another page is not known here. */
  const whyNot = ({ joins }: Verb): string | null =>
    !joins ? null : chosen.length < count ? say`Choose ${manyOf(resource)} from one page only.` : joins(chosen);
  const [reason = null] = offered.map(whyNot).filter((why) => why !== null);
  const mayChange = resource.bulkFields !== undefined && editors.includes(role);
  if (!isChosen && offered.length === 0 && !mayChange) return null;
  const finish = () => {
    setOpen(null);
    setChanging(false);
    unselect();
    void refetch();
    focusHeading();
  };
  const what = countedIn(resource, count);
  return (
    <section className={`card ${styles.bulkBar}`} aria-label={say`Several at once`}>
      <b>{isChosen ? say`${what} chosen` : say`All ${what} that match`}</b>
      {reason && <span className="small mut">{reason}</span>}
      {isChosen && (
        <button type="button" className="btn text" onClick={() => unselect()}>
          {say`Clear selection`}
        </button>
      )}
      {offered.map((verb) => (
        <button
          key={verb.name}
          type="button"
          className={verb.joins ? 'btn primary' : 'btn sm'}
          disabled={whyNot(verb) !== null}
          onClick={() => setOpen(verb)}
        >
          {String(verb.label)}
        </button>
      ))}
      {mayChange && (
        <button type="button" className="btn sm" onClick={() => setChanging(true)}>
          {say`Change`}
        </button>
      )}
      {offered.length === 0 && !mayChange && <span className="small mut">{say`None of them can be changed.`}</span>}
      {open?.joins && (
        <LazyPart what={say`The dialog`} onClose={() => setOpen(null)}>
          <VerbDialog
            resource={resource}
            record={{ ...chosen[0]!, chosen: chosen.slice(1).map(({ id }) => id) }}
            verb={open}
            onClose={() => setOpen(null)}
            onDone={finish}
          />
        </LazyPart>
      )}
      {isChanging && (
        <LazyPart what={say`The dialog`} onClose={() => setChanging(false)}>
          <BulkChangeDialog
            resource={resource}
            names={resource.bulkFields!}
            what={what}
            chosen={isChosen ? { ids: selectedIds } : { filter: filterValues }}
            onClose={() => setChanging(false)}
            onDone={finish}
          />
        </LazyPart>
      )}
      {open && !open.joins && (
        <BulkDialog
          resource={resource}
          verb={open}
          what={what}
          chosen={isChosen ? { ids: selectedIds } : { filter: filterValues }}
          onClose={() => setOpen(null)}
          onDone={finish}
        />
      )}
    </section>
  );
}

/** A filter of one status leaves out the verbs of others, and one of held payments those that a hold stops. */
function mayMatch({ from, when }: Verb, filter: Readonly<Record<string, unknown>>): boolean {
  if (typeof filter.status === 'string' && from && !from.includes(filter.status)) return false;
  return !when || !when({}) || when(filter);
}
