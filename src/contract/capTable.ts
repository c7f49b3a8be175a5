// The answers of the cap table's routes as OpenAPI describes them. Null where a shareholder may not be told of the whole.
import { z } from 'zod';
import { amount } from './figures.ts';
import { bases } from '../domain/captable/capTableBasis.ts';

const percent = z.string().describe('Of 100, four places; the rows of one table sum to exactly 100.0000.');
const basis = z.enum(bases);
const day = z.iso.date();
const knownAt = z.string().nullable().describe('The number of the last entry that was known; null: all of them.');
const convertible = z.object({ kind: z.string(), count: z.int(), amount, currency: z.string().nullable() });
const counted = amount.describe('What it counts for in the basis, rounded down for each holder and class.');

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
          'Preferred with shares that does not say into which common class it converts: none keeps room for it.',
        ),
      kept_for_options: amount.nullable(),
      kept_for_warrants: amount.nullable(),
      kept_in_pool: amount.nullable().describe('What its plans may still grant.'),
      kept: amount.nullable().describe('For conversion, options, warrants and the pool together.'),
      free: amount
        .nullable()
        .describe('Authorized, less outstanding, less kept; null where the charter sets no number.'),
      short: amount.nullable().describe('By how much the charter falls short; null where it does not.'),
      counted: counted.nullable(),
      percent: percent.nullable(),
      votes_per_share: amount,
      conversion_ratio: z.string().describe('Common for one share on that day: "3/2".'),
    }),
  ),
  instruments: z
    .array(z.object({ kind: z.enum(['options', 'warrants', 'pool']), quantity: amount, counted, percent }))
    .describe('What is no issued stock; with the classes it makes the whole.'),
  rows: z.array(
    z.object({
      shareholder_id: z.string().nullable().describe('Null: the unallocated pool.'),
      name: z.string(),
      holdings: z.array(z.object({ share_class_id: z.string(), share_class: z.string(), quantity: amount, counted })),
      options: amount,
      warrants: amount,
      warrants_counted: counted,
      warrants_without_number: z.int().describe('Warrants that do not say how many shares.'),
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
  transactions_count: z.int().describe('How many there are; at most 1,000 are named.'),
});

export const entriesAnswer = z.object({
  as_of: day,
  basis,
  known_at: knownAt,
  quantity: amount.describe('The sum of all entries: shares held, or money of convertibles.'),
  counted: amount.describe('The sum of what they count for in the basis.'),
  count: z.int(),
  entries: z.array(
    z.object({
      transaction_id: z.string().nullable().describe('Null: the first reserve of a plan, which no entry made.'),
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
