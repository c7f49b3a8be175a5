import type { Resource } from '#src/resources/kit/defineResource.ts';
import { useMay } from '#src/admin/session/useMe.ts';

/** The actions for several rows, for those who add or change records here. Their declarations come with the bar, not with the list. */
export function useBulkVerbs(resource: Resource): Resource['bulkVerbs'] {
  const may = useMay();
  return may('create', resource) || may('update', resource) ? resource.bulkVerbs : undefined;
}
