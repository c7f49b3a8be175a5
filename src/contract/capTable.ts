// The answers of the cap table routes, for OpenAPI. Null where a shareholder may not see the whole.
import { z } from 'zod';
import { amount } from './figures.ts';
import { bases } from '../domain/captable/capTableBasis.ts';

const percent = z
  .string()
  .describe('A percentage with four decimal places; the rows of one table sum to exactly 100.0000.');
const basis = z.enum(bases);
const day = z.iso.date();
const knownAt = z.string().nullable().describe('The number of the last entry included; null means all entries.');
const convertible = z.object({ kind: z.string(), count: z.int(), amount, currency: z.string().nullable() });
const counted = amount.describe('Its count in the basis, rounded down for each holder and class.');

export const capTableAnswer = z.object({
  as_of: day,
  basis,
  known_at: knownAt,
  classes: z.array(
    z.object({
      share_class_id: z.string(),
      name: z.string(),
      authorized: z.string().nullable(),
      outstanding: amount.nullable(),
      kept_for_conversion: amount.nullable(),
      unnamed_conversions: z
        .array(z.string())
        .nullable()
        .describe(
          'Preferred classes with shares that do not name the common class they convert into: no class reserves shares for them.',
        ),
      kept_for_options: amount.nullable(),
      kept_for_warrants: amount.nullable(),
      kept_in_pool: amount.nullable().describe('Shares that its plans can still grant.'),
      kept: amount.nullable().describe('For conversion, options, warrants and the pool together.'),
      free: amount
        .nullable()
        .describe('Authorized minus outstanding minus kept; null when the charter sets no number.'),
      short: amount
        .nullable()
        .describe('The number of shares by which the authorized shares fall short; null if they suffice.'),
      counted: counted.nullable(),
      percent: percent.nullable(),
      votes_per_share: amount,
      conversion_ratio: z
        .string()
        .describe('How many common shares one share converts into on that day, such as "3/2".'),
    }),
  ),
  instruments: z
    .array(z.object({ kind: z.enum(['options', 'warrants', 'pool']), quantity: amount, counted, percent }))
    .describe('Everything except issued stock; together with the classes it sums to the total.'),
  rows: z.array(
    z.object({
      shareholder_id: z.string().nullable().describe('Null for the unallocated pool.'),
      name: z.string(),
      holdings: z.array(z.object({ share_class_id: z.string(), share_class: z.string(), quantity: amount, counted })),
      options: amount,
      warrants: amount,
      warrants_counted: counted,
      warrants_without_number: z.int().describe('Warrants without a stated number of shares.'),
      convertibles: z.array(convertible),
      total: amount,
      percent: percent.nullable(),
    }),
  ),
  convertibles: z.array(convertible),
  pool_available: amount.nullable(),
  total: amount.nullable(),
});

const change = { before: amount, after: amount };
const entry = {
  seq: z.int().nullable(),
  object_type: z.string().nullable(),
  date: day.nullable(),
  summary: z.string(),
};
export const diffAnswer = z.object({
  from: day,
  to: day,
  basis,
  known_at: knownAt,
  classes: z.array(z.object({ share_class_id: z.string(), name: z.string(), ...change })),
  instruments: z.array(z.object({ kind: z.enum(['options', 'warrants', 'pool']), ...change })),
  total: z.object(change).nullable(),
  rows: z.array(z.object({ shareholder_id: z.string().nullable(), name: z.string(), ...change })),
  transactions: z.array(z.object({ id: z.string(), ...entry })),
  transactions_count: z.int().describe('Their number; at most 1,000 are listed.'),
});

export const entriesAnswer = z.object({
  as_of: day,
  basis,
  known_at: knownAt,
  quantity: amount.describe('The sum of all entries: shares held, or the amount of convertibles.'),
  counted: amount.describe('The sum of their counts in the basis.'),
  count: z.int(),
  entries: z.array(
    z.object({
      transaction_id: z.string().nullable().describe('Null for the first reserve of a plan, which has no entry.'),
      ...entry,
      security_id: z.string().optional(),
      certificate_number: z.string().optional(),
      shareholder_id: z.string().optional(),
      shareholder: z.string().nullable().optional(),
      share_class_id: z.string().nullable().optional(),
      kind: z.string(),
      quantity: amount,
      counted: amount,
    }),
  ),
});

export type CapTableDiff = z.infer<typeof diffAnswer>;
/** The entries behind a figure. */
export type FigureEntries = z.infer<typeof entriesAnswer>;
export type FigureEntry = FigureEntries['entries'][number];
