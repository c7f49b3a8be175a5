// What a search for a record forgives: where its list finds nothing, the search over everything is asked, which forgives a slip of typing
// and knows an amount however it is written.
import { useGetMany } from 'react-admin';
import type { FoundRecord } from '#src/contract/search.ts';
import { searchLimits } from '#src/domain/search/limits.ts';
import { useRead } from '#src/admin/session/useRead.ts';
import { useSettled } from './useSettled.ts';

const FRESH_MS = 60_000;
const NOTHING: FoundRecord[] = [];
const NOBODY: never[] = [];

/** `typed`: what the list has not found; '' asks nothing. */
export function useNearRecords<R extends { id: string }>(to: string, typed: string): R[] {
  const asked = useSettled(typed);
  const isAsked = asked === typed && typed.length >= searchLimits.least;
  const path = `/api/search?q=${encodeURIComponent(typed)}&limit=${searchLimits.most}`;
  const { data: found = NOTHING } = useRead<FoundRecord[]>(isAsked ? path : null, FRESH_MS);
  const ids = isAsked ? found.filter(({ resource }) => resource === to).map(({ id }) => id) : [];
  const { data: records = NOBODY } = useGetMany<R>(to, { ids }, { enabled: ids.length > 0 });
  // The same list each time: a box takes another for other choices.
  return ids.length > 0 ? records : NOBODY;
}
