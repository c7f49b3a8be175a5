// Which lists and pages a role has, and whether a record may still be edited or deleted: read off the declarations.
import { isHolder } from './access.ts';
import type { Role } from './access.ts';
import type { Resource } from './defineResource.ts';

type Facts = Readonly<Record<string, unknown>>;

/** The lists of the other resources are the company's own books. */
export function isListed(role: Role, { forHolders }: Resource): boolean {
  return !isHolder(role) || forHolders === 'list';
}

/** Whether a role opens the pages of a resource. */
export function isOpenTo(role: Role, { access, forHolders }: Resource): boolean {
  if (isHolder(role) && forHolders === 'nothing') return false;
  return access[role].actions.includes('read');
}

/** What is under way, such as a payment that was started, is no longer edited. */
export function isEditable(resource: Resource, record: Facts): boolean {
  return (resource.form.length > 0 || resource.hasOwnForm === true) && mayChange(resource, record);
}

/** Where the record says so itself, that decides: the server knows what depends on it. */
export function isDeletable(resource: Resource, record: Facts): boolean {
  return record.can_delete !== false && mayChange(resource, record);
}

function mayChange({ changesIn }: Resource, { status }: Facts): boolean {
  return !changesIn || changesIn.includes(String(status));
}
