// How this browser's reader has arranged a list: its columns with their widths, and how close its rows stand.
import { useSyncExternalStore } from 'react';
import type { SavedView } from '#src/contract/views.ts';
import type { Resource } from '#src/resources/kit/defineResource.ts';

export type Arrangement = Pick<SavedView, 'columns' | 'density'>;

export const STANDARD: Arrangement = { columns: [], density: 'standard' };
const keyOf = (name: string) => `list ${name}`;
const kept = new Map<string, Arrangement>();
const listeners = new Set<() => void>();

/** A list that nobody arranged has its declared columns. */
function arrangementOf(name: string): Arrangement {
  const known = kept.get(name);
  if (known) return known;
  const stored = localStorage.getItem(keyOf(name));
  const read = stored === null ? STANDARD : arrangementIn(stored);
  kept.set(name, read);
  return read;
}

/** Of a text that anybody may have written: what is no arrangement is the standard one. */
export function arrangementIn(text: string): Arrangement {
  let read: Partial<Record<keyof Arrangement, unknown>> | null;
  try {
    read = JSON.parse(text) as typeof read;
  } catch {
    return STANDARD;
  }
  const given: unknown[] = Array.isArray(read?.columns) ? read.columns : [];
  const columns = given.flatMap((each) => {
    const { field, width } = (each ?? {}) as { field?: unknown; width?: unknown };
    return typeof field === 'string' ? [{ field, ...(typeof width === 'number' && width > 0 && { width }) }] : [];
  });
  return {
    columns: columns.filter(({ field }, at) => columns.findIndex((each) => each.field === field) === at),
    density: read?.density === 'compact' ? 'compact' : 'standard',
  };
}

export function arrange(name: string, arrangement: Arrangement): void {
  kept.set(name, arrangement);
  try {
    localStorage.setItem(keyOf(name), JSON.stringify(arrangement));
  } catch (error) {
    console.error('The columns are not kept beyond this page', error);
  }
  for (const listener of listeners) listener();
}

const listen = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

export const useArrangement = (name: string): Arrangement => useSyncExternalStore(listen, () => arrangementOf(name));

/** The declaration with the columns that are shown; a column that it no longer has is left out. */
export function arranged<R extends Resource>(resource: R, { columns }: Arrangement): R {
  const list = columns.map(({ field }) => field).filter((field) => Object.hasOwn(resource.fields, field));
  return list.length > 0 ? { ...resource, list } : resource;
}
