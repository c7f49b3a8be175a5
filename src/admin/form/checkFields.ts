// The declaration's own validation, shown at the fields before anything is sent. The server repeats it.
import { checkRecord } from '../../resources/kit/validation.ts';
import type { Fields } from '../../resources/kit/fields.ts';

/** Messages by field; empty when all is well. Only the given fields are looked at. */
export function checkFields(fields: Fields, values: Record<string, unknown>): Record<string, string> {
  const body = Object.fromEntries(Object.keys(fields).map((name) => [name, plain(values[name])]));
  const checked = checkRecord({ fields }, body);
  return checked.ok ? {} : checked.errors;
}

/** People write thousands separators; the rules are about the figure. */
function plain(value: unknown): unknown {
  return typeof value === 'string' && /^\d{1,3}(,\d{3})+(\.\d+)?$/.test(value) ? value.replaceAll(',', '') : value;
}
