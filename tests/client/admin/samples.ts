// One plausible row of any declared resource, by the kind of each field.
import type { Resource } from '../../../src/resources/kit/defineResource.ts';
import type { Field } from '../../../src/resources/kit/fields.ts';

export function sampleRow(
  resource: Resource,
  given: Record<string, unknown> = {},
): Record<string, unknown> & { id: string } {
  const values = Object.entries(resource.fields).map(([name, field]) => [name, sampleOf(name, field)]);
  return { ...Object.fromEntries(values), id: `${resource.name}-1`, ...given };
}

function sampleOf(name: string, field: Field): unknown {
  switch (field.kind) {
    case 'number':
      return 1200;
    case 'shares':
      return '1200';
    case 'money':
      return '12.50';
    case 'percent':
      return '12.5000';
    case 'date':
      return '2025-03-14';
    case 'datetime':
      return '2025-03-14T12:00:00Z';
    case 'boolean':
      return true;
    case 'choice':
      return field.values[0];
    case 'status':
      return Object.keys(field.states)[0];
    case 'reference':
      return `${field.to}-1`;
    case 'email':
      return 'grace@example.com';
    default:
      if (name === 'currency') return 'USD';
      return `Some ${name}`;
  }
}
