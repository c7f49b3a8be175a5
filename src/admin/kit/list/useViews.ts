// The views that the person has of a list. All of every list are few, and asked for once.
import type { SavedView } from '#src/contract/views.ts';
import type { Resource } from '#src/resources/kit/defineResource.ts';
import { useRead } from '#src/admin/session/useRead.ts';

export const VIEWS_PATH = '/api/views';
const FRESH_MS = 60_000;

export function useViews({ name }: Pick<Resource, 'name'>): SavedView[] {
  const { data = [] } = useRead<SavedView[]>(VIEWS_PATH, FRESH_MS);
  return data.filter((view) => view.resource === name);
}
