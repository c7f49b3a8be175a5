// Which fields a generated form shows in a situation, by the declaration.
import type { FormSituation, Resource } from '#src/resources/kit/defineResource.ts';
import type { Fields } from '#src/resources/kit/fields.ts';
import { isAsked } from '#src/resources/kit/recordState.ts';

/** The form's current rows, without empty ones. */
export function formRows(resource: Resource, situation: FormSituation): string[][] {
  return resource.form
    .map((row) => row.filter((name) => isAsked(resource, name, situation)))
    .filter((row) => row.length > 0);
}

/** The fields that are shown now, with those that the situation makes required. */
export function askedFields(resource: Resource, situation: FormSituation): Fields {
  const names = formRows(resource, situation).flat();
  return Object.fromEntries(
    names.map((name) => {
      const field = resource.fields[name];
      if (!field) throw new Error(`${resource.name} declares no field ${name}.`);
      return [name, isAsked(resource, name, situation) === 'required' ? { ...field, required: true } : field];
    }),
  );
}

/** The values to send: the record with the form's values; on create, only the fields that the form shows. */
export function sentValues(
  resource: Resource,
  values: Record<string, unknown>,
  situation: FormSituation,
): Record<string, unknown> {
  // Computed values shown with the row may have changed since, and are never written.
  if (situation.isEdit)
    return Object.fromEntries(Object.entries(values).filter(([name]) => Object.hasOwn(resource.fields, name)));
  const asked = askedFields(resource, { ...situation, values });
  return Object.fromEntries(
    Object.keys(asked)
      .map((name) => [name, values[name]] as const)
      .filter(([, value]) => value !== undefined && value !== null && value !== ''),
  );
}

/** What the declaration starts a new record with. */
export function defaultsOf(resource: Resource): Record<string, unknown> {
  const entries = Object.entries(resource.fields).filter(([, field]) => !field.readOnly && 'default' in field);
  return Object.fromEntries(entries.map(([name, field]) => [name, 'default' in field ? field.default : undefined]));
}
