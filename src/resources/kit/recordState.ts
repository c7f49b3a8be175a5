// Which lists and pages a role has, and whether a record may be edited or deleted, according to the declarations.
import { isHolder } from './access.ts';
import type { Role } from './access.ts';
import type { FormSituation, Resource } from './defineResource.ts';

type Facts = Readonly<Record<string, unknown>>;

/** Lists of other resources are the company's own books. */
export function isListed(role: Role, { forHolders }: Pick<Resource, 'forHolders'>): boolean {
  return !isHolder(role) || forHolders === 'list';
}

/** Whether its records have pages: a list without a menu entry, to which no other list leads, has none. */
export const hasPages = ({ menu, usedBy }: Pick<Resource, 'menu' | 'usedBy'>): boolean =>
  menu !== 'hidden' || usedBy !== undefined;

/** Whether a role may open the pages of a resource. */
export function isOpenTo(role: Role, { access, forHolders }: Pick<Resource, 'access' | 'forHolders'>): boolean {
  if (isHolder(role) && forHolders === 'nothing') return false;
  return access[role].actions.includes('read');
}

/** Whether the form has a field for this role now. */
export function isAsked({ asksFor }: Resource, name: string, situation: FormSituation): boolean | 'required' {
  return asksFor?.(name, situation) ?? true;
}

/** Whether the form has any field for this role. A holder completes a task, and has no form for it. */
export function hasForm(resource: Resource, record: Facts, role: Role): boolean {
  const situation = { values: record, isEdit: true, isHolder: isHolder(role) };
  return resource.form.flat().some((name) => isAsked(resource, name, situation));
}

/** Records in progress, such as a started payment, can no longer be edited. */
export function isEditable(resource: Resource, record: Facts, role: Role): boolean {
  return hasForm(resource, record, role) && mayChange(resource, record);
}

/** If the record has its own flag, that decides, because the server knows what depends on the record. */
export function isDeletable(resource: Resource, record: Facts): boolean {
  return record.can_delete !== false && mayChange(resource, record);
}

function mayChange({ changesIn }: Resource, { status }: Facts): boolean {
  return !changesIn || changesIn.includes(String(status));
}
