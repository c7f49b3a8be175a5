// What a generated form asks in a situation, by the declaration.
import type { FormSituation, Resource } from '../../../resources/kit/defineResource.ts';
import type { Fields } from '../../../resources/kit/fields.ts';

const asks = ({ asks: decide }: Resource, name: string, situation: FormSituation) => decide?.(name, situation) ?? true;

/** The rows of the form as they stand now, without empty ones. */
export function formRows(resource: Resource, situation: FormSituation): string[][] {
  return resource.form
    .map((row) => row.filter((name) => asks(resource, name, situation)))
    .filter((row) => row.length > 0);
}

/** The fields that are asked now, with what the situation makes required. */
export function askedFields(resource: Resource, situation: FormSituation): Fields {
  const names = formRows(resource, situation).flat();
  return Object.fromEntries(
    names.map((name) => {
      const field = resource.fields[name];
      if (!field) throw new Error(`${resource.name} declares no field ${name}.`);
      return [name, asks(resource, name, situation) === 'required' ? { ...field, required: true } : field];
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
