// Which lists and records a role sees, and whether a record may still be edited, deleted or completed.
import { isHolder } from '../../resources/kit/access.ts';
import { resourceNamed } from '../../resources/index.ts';
import type { Role } from '../../resources/kit/access.ts';
import type { Resource } from '../../resources/kit/defineResource.ts';
import type { AnyRecord } from './fieldKinds.tsx';

/** What a shareholder works with; the lists of the other resources are the company's own books. */
const shareholderLists = new Set([
  'certificates',
  'grants',
  'convertibles',
  'warrants',
  'distributions',
  'payments',
  'documents',
  'tasks',
  'messages',
]);

export function isListed(role: Role, resource: Pick<Resource, 'name'>): boolean {
  return !isHolder(role) || shareholderLists.has(resource.name);
}

/** Whether a role opens the pages of a resource. A class's is about the whole of it, and a shareholder sees only their part. */
export function isOpenTo(role: Role, resource: string): boolean {
  if (isHolder(role) && resource === 'share-classes') return false;
  return resourceNamed(resource).access[role].actions.includes('read');
}

const onlyWhilePending = new Set(['distributions', 'payments']);

/** A distribution or payment that is under way is no longer edited. */
export function isEditable(resource: Resource, record: AnyRecord): boolean {
  return resource.form.length + Number(resource.name === 'distributions') > 0 && isOpen(resource, record);
}

/** Where the record says so itself, that decides: the server knows what depends on it. */
export function isDeletable(resource: Resource, record: AnyRecord): boolean {
  return record.can_delete !== false && isOpen(resource, record);
}

function isOpen(resource: Resource, record: AnyRecord): boolean {
  return !onlyWhilePending.has(resource.name) || record.status === 'pending';
}

/** A holder finishes own tasks; everything else about them stays the company's. */
export function isCompletable(resource: Resource, record: AnyRecord): boolean {
  return resource.name === 'tasks' && record.status !== 'completed' && record.status !== 'cancelled';
}
