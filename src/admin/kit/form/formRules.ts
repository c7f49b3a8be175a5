// What the generated forms leave out, and when: the few rules that compare one field with another.
import { isHolder } from '../../../resources/kit/access.ts';
import type { Role } from '../../../resources/kit/access.ts';
import type { Resource } from '../../../resources/kit/defineResource.ts';
import type { Fields } from '../../../resources/kit/fields.ts';
import { shareholderOwnFields } from '../../../resources/shareholders.ts';

interface FormSituation {
  values: Record<string, unknown>;
  isEdit: boolean;
  role: Role;
}

/** Changed by a verb of its own, with a date and a reason, and therefore refused in an edit. */
const changedByVerb = new Set(['share-classes.authorized_shares']);

export function isInForm(resource: Resource, name: string, { values, isEdit, role }: FormSituation): boolean {
  if (isEdit && changedByVerb.has(`${resource.name}.${name}`)) return false;
  if (resource.name === 'shareholders') {
    if (isHolder(role)) return (shareholderOwnFields as readonly string[]).includes(name);
    if (name === 'entity_name') return values.type === 'entity';
    if (name === 'first_name' || name === 'last_name') return values.type !== 'entity';
  }
  if (resource.name === 'share-classes' && values.class_type !== 'PREFERRED') return !preferredOnly.has(name);
  return true;
}

const preferredOnly = new Set([
  'liquidation_preference_multiple',
  'participation_cap_multiple',
  'conversion_ratio',
  'converts_to_share_class_id',
]);

/** The rows of the form as they stand now, without empty ones. */
export function formRows(resource: Resource, situation: FormSituation): string[][] {
  return resource.form
    .map((row) => row.filter((name) => isInForm(resource, name, situation)))
    .filter((row) => row.length > 0);
}

/** The fields that are asked now, with what the situation makes required. */
export function askedFields(resource: Resource, situation: FormSituation): Fields {
  const names = formRows(resource, situation).flat();
  const required = new Set(resource.name === 'shareholders' ? ['first_name', 'last_name', 'entity_name'] : []);
  return Object.fromEntries(
    names.map((name) => {
      const field = resource.fields[name];
      if (!field) throw new Error(`${resource.name} declares no field ${name}.`);
      return [name, required.has(name) ? { ...field, required: true } : field];
    }),
  );
}

/** What is sent: the record with the asked values, and nothing of what the form does not ask on create. */
export function sentValues(
  resource: Resource,
  values: Record<string, unknown>,
  situation: FormSituation,
): Record<string, unknown> {
  // What a page shows beside the row may have changed since, and is never written.
  if (situation.isEdit)
    return Object.fromEntries(Object.entries(values).filter(([name]) => Object.hasOwn(resource.fields, name)));
  const asked = askedFields(resource, { ...situation, values });
  return Object.fromEntries(
    Object.keys(asked)
      .map((name) => [name, values[name]] as const)
      .filter(([, value]) => value !== undefined && value !== null && value !== ''),
  );
}
