// The actions of one row: open it, edit it, and the verbs that are lawful now. The menu itself loads when first opened.
import { say } from '#src/words/say.ts';
import { lazy, useState } from 'react';
import type { Resource } from '#src/resources/kit/defineResource.ts';
import type { AnyRecord } from '../fieldKinds.tsx';
import { formatMoney, shortId } from '../format.ts';
import { Icon } from '../icons.tsx';
import { LazyPart } from '../parts/LazyPart.tsx';

const RowMenuItems = lazy(() => import('./RowMenuItems.tsx'));

export function RowMenu({ resource, record }: { resource: Resource; record: AnyRecord }) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const name = nameInList(resource, record);
  return (
    <>
      <button
        type="button"
        className="icon-btn sm"
        aria-label={say`Actions for ${name}`}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        <Icon name="more" />
      </button>
      {anchor && (
        <LazyPart what={say`The actions menu`} onClose={() => setAnchor(null)}>
          <RowMenuItems resource={resource} record={record} anchor={anchor} onClose={() => setAnchor(null)} />
        </LazyPart>
      )}
    </>
  );
}

/** A record without a name is named by the last of its heading and its amount: nobody recognises an id that is read out. */
export function nameInList(resource: Resource, record: AnyRecord): string {
  if (resource.title !== 'id') return String(record[resource.title] ?? shortId(record.id));
  const parts = [
    ...(resource.heading ?? []).slice(-1).map((name) => record[name]),
    typeof record.amount === 'string' ? formatMoney(record.amount, record.currency) : null,
  ];
  const told = parts.filter((part) => typeof part === 'string' && part !== '');
  return told.length > 0 ? told.join(', ') : `${resource.singular} ${shortId(record.id)}`;
}
