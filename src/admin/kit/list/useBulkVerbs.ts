import { editors } from '#src/resources/kit/access.ts';
import type { Resource } from '#src/resources/kit/defineResource.ts';
import { useMay, useRole } from '#src/admin/session/useMe.ts';

/**
 * The actions for several rows, for those who add or change records here, also where they can only set fields. Their declarations
 * come with the bar, not with the list.
 */
export function useBulkVerbs(resource: Resource): Resource['bulkVerbs'] {
  const may = useMay();
  const role = useRole();
  if (resource.bulkVerbs && (may('create', resource) || may('update', resource))) return resource.bulkVerbs;
  return resource.bulkFields && editors.includes(role) ? { names: [] } : undefined;
}
