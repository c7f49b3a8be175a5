// Builds a plausible row of any declared resource from the kinds of its fields.
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
      return field.values.length > 1 || field.required ? field.values[0] : null;
    case 'status':
      return Object.keys(field.states)[0];
    case 'reference':
      return `${field.to}-1`;
    case 'email':
      return 'grace@example.com';
    default:
      if (name === 'currency') return 'USD';
      if (name === 'country') return 'US';
      return `Some ${name}`;
  }
}

/** What a record's page shows and cannot be empty. The rest of a page is added by fakeAnswer.ts. */
export function shownBeside({ name }: Resource, { id }: Record<string, unknown>): Record<string, unknown> {
  if (name !== 'certificates') return {};
  const node = { id, resource: 'certificates', number: 'CS-1', shareholder: null, quantity: '1', date: '2025-03-14' };
  const chain = { nodes: [{ ...node, status: 'active', ended_on: null }], links: [], is_cut: false };
  return { chain, is_price_entered: true };
}

/** The preview of a distribution with the sums of its lines. */
export const summed = <P extends { rows: readonly object[] }>(preview: P) => ({
  ...sumsOf(preview.rows as readonly SummedLine[]),
  warnings: [] as { code: string; message: string }[],
  without_country: { count: 0, rows: [] },
  ...preview,
});

/** The preview of a pending distribution, as its page reads it. */
export const seenPreview = (hash: string, total: string, extra: Record<string, unknown> = {}) =>
  summed({
    rows: [
      {
        shareholder_id: 'h1',
        shareholder: 'Grace',
        share_class_id: 'c1',
        shares: '10',
        gross: total,
        tax: '0.00',
        net: total,
        excluded_reason: null,
        hold_reasons: [],
        option_shares: '0',
        withholding_rate: '0',
        withholding_reason: null,
      },
    ],
    total_gross: total,
    total_tax: '0.00',
    total_net: total,
    steps: [],
    excluded: [],
    rounding_difference: '0',
    amount_per_share: '0.0275',
    record_date: '2024-06-30',
    payment_date: '2024-07-15',
    version: 3,
    preview_hash: hash,
    approval_refusal: null,
    ...extra,
  });
