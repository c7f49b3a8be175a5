// Builds a plausible row of any declared resource from the kinds of its fields.
import { z } from 'zod';
import { pageSchema } from '#src/contract/recordPages.ts';
import { sumsOf } from '#src/domain/distribution/lineSums.ts';
import type { SummedLine } from '#src/domain/distribution/lineSums.ts';
import type { Resource } from '#src/resources/kit/defineResource.ts';
import type { Field } from '#src/resources/kit/fields.ts';

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
      // A held payment has fewer verbs, and its reasons beside it.
      return name !== 'is_held';
    case 'values':
      return field.isList ? [] : {};
    case 'choice':
      // A choice of one is a mark, which few records have.
      return field.values.length > 1 ? field.values[0] : null;
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

/** The other data of a record's page, for a record without history: empty lists, and null wherever null is allowed. */
export function samplePage(resource: Resource, { id }: { id: string }): Record<string, unknown> {
  const page = smallestValue(pageSchema(resource.name)) as Record<string, unknown>;
  if (resource.name !== 'certificates') return page;
  const node = { id, resource: 'certificates', number: 'CS-1', shareholder: null, quantity: '1', date: '2025-03-14' };
  const chain = { nodes: [{ ...node, status: 'active', ended_on: null }], links: [], is_cut: false };
  return { ...page, chain, is_price_entered: true };
}

/** The smallest value that fits a schema. */
function smallestValue(schema: z.core.$ZodType): unknown {
  if (schema instanceof z.ZodOptional) return undefined;
  if (schema instanceof z.ZodNullable) return null;
  if (schema instanceof z.ZodArray) return [];
  if (schema instanceof z.ZodRecord) return {};
  if (schema instanceof z.ZodBoolean) return false;
  if (schema instanceof z.ZodNumber) return 0;
  if (schema instanceof z.ZodObject)
    return Object.fromEntries(Object.entries(schema.shape).map(([name, each]) => [name, smallestValue(each)]));
  return '';
}

/** The preview of a distribution with the sums of its lines. */
export const summed = <P extends { rows: readonly object[] }>(preview: P) => ({
  ...sumsOf(preview.rows as readonly SummedLine[]),
  warnings: [] as { code: string; message: string }[],
  without_country: { count: 0, rows: [] },
  ...preview,
});
