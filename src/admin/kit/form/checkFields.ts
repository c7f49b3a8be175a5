// The declaration's own validation, shown at the fields before anything is sent. The server repeats it.
import { ungrouped } from '#src/domain/figures/ungrouped.ts';
import { checkRecord } from '#src/resources/kit/validation.ts';
import { isNumeric } from '#src/resources/kit/fields.ts';
import { dayFault } from './DayBox.tsx';
import type { Fields } from '#src/resources/kit/fields.ts';

/** Messages by field; empty when all is well. Only the given fields are looked at. */
export function checkFields(fields: Fields, values: Record<string, unknown>): Record<string, string> {
  const body = Object.fromEntries(Object.keys(fields).map((name) => [name, plain(values[name])]));
  const checked = checkRecord({ fields }, body);
  if (checked.ok) return {};
  const errors = Object.entries(checked.errors).map(([name, error]) => {
    const typed = fields[name]?.kind === 'date' ? values[name] : null;
    // The rule names the format of the wire, which nobody types.
    return [name, (typeof typed === 'string' && typed !== '' && dayFault(typed)) || error];
  });
  return Object.fromEntries(errors) as Record<string, string>;
}

/** People write thousands separators; the rules are about the figure. */
export function plainFigure(text: string): string {
  const plain = ungrouped(text.trim());
  return plain === text.trim() ? text : plain;
}
const plain = (value: unknown): unknown => (typeof value === 'string' ? plainFigure(value) : value);

/** The values to send: figures without separators. A text whose pattern accepts figures counts as one. */
export function plainFigures(fields: Fields, values: Record<string, unknown>): Record<string, unknown> {
  const isFigure = (name: string) => {
    const field = fields[name];
    return field && (isNumeric(field) || (field.kind === 'text' && field.pattern?.test(String(plain(values[name])))));
  };
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, isFigure(name) ? plain(value) : value]),
  );
}
