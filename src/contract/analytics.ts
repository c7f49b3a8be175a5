// The answers behind the charts, for OpenAPI. Each point is what the cap table, or the list it sums, says for that day.
import { z } from 'zod';
import { CLASS_PRICE_SOURCES } from '../domain/priceSource.ts';
import { bases } from '../domain/captable/capTableBasis.ts';
import { PRICE_SOURCES, amount } from './figures.ts';

const day = z.iso.date();
const basis = z.enum(bases);
const percent = z.string().describe('A percentage with four decimal places, as in the cap table of the day.');

export const ownershipBy = ['class', 'holder', 'group'] as const;
export const ownershipAnswer = z.object({
  basis,
  by: z.enum(ownershipBy),
  points: z.array(
    z.object({
      date: day,
      total: amount,
      rows: z.array(
        z.object({
          id: z
            .string()
            .nullable()
            .describe('A class, a holder, a group, or options, warrants and pool. By holder, null for the pool.'),
          name: z.string(),
          quantity: amount.describe('Its count in the basis.'),
          percent,
        }),
      ),
      others: z
        .object({ holders: z.int(), quantity: amount, percent })
        .nullable()
        .describe('By holder: those who are not named, together. Null where all are named.'),
    }),
  ),
});
export type OwnershipAnswer = z.infer<typeof ownershipAnswer>;

export const dilutionAnswer = z.object({
  shareholder_id: z.string(),
  name: z.string(),
  basis,
  points: z.array(
    z.object({
      date: day,
      quantity: amount,
      total: amount.describe('What the basis counts of the whole company.'),
      percent,
      transactions: z
        .array(z.string())
        .describe('The entries since the point before, the newest day’s first; a shareholder sees their own alone.'),
      transactions_count: z.int().describe('Their number; at most 100 are listed.'),
      plan_id: z.string().nullable().describe('The first plan that was adopted on this day, which is no entry.'),
      summary: z
        .string()
        .nullable()
        .describe(
          'What made the step: the first entry of the day, every other one that changed the reserve of a plan, and every plan that was adopted on it.',
        ),
      summary_entries: z.int().describe('How many of the entries the summary names.'),
    }),
  ),
});
export type DilutionAnswer = z.infer<typeof dilutionAnswer>;

export const poolAnswer = z.object({
  as_of: day,
  points: z.array(
    z.object({
      date: day,
      reserved: amount,
      granted: amount.describe('Grants outstanding.'),
      exercised: amount,
      available: amount,
      retired: amount.describe('Cancelled shares that a plan does not grant again.'),
      forfeited: amount.describe('Shares of grants cancelled until then, whether they returned to the pool or not.'),
    }),
  ),
  granted_in_12_months: amount.describe(
    'What plans granted in the twelve months up to `as_of`, in shares of that day.',
  ),
  runway_months: z
    .number()
    .nullable()
    .describe('How long what is available lasts at that pace, to one place; null without grants in twelve months.'),
});
export type PoolAnswer = z.infer<typeof poolAnswer>;

export const concentrationAnswer = z.object({
  as_of: day,
  basis,
  holders: z.int().describe('Those who own anything that the basis counts.'),
  top: z.array(z.object({ shareholder_id: z.string(), name: z.string(), quantity: amount, percent })),
  pool: z
    .object({ quantity: amount, percent })
    .nullable()
    .describe(
      'The unallocated pool, where the basis counts it. It counts as one line of the table in the figures below.',
    ),
  hhi: amount.describe('The sum of the squared shares of the whole, times 10,000.'),
  effective_holders: amount.describe('10,000 / hhi.'),
  gini: amount,
});
export type ConcentrationAnswer = z.infer<typeof concentrationAnswer>;

const moneys = z.array(z.object({ currency: z.string(), value: amount }));
export const valueAnswer = z.object({
  as_of: day,
  currency: z.string().describe('The company’s.'),
  rows: z.array(
    z.object({
      share_class_id: z.string(),
      name: z.string(),
      quantity: amount.describe('Outstanding shares.'),
      price: amount.nullable().describe('In shares of the day; null where the class has none.'),
      price_source: z.enum(CLASS_PRICE_SOURCES).nullable().describe(PRICE_SOURCES),
      price_date: day.nullable(),
      value: amount.nullable(),
      currency: z.string().nullable(),
    }),
  ),
  total: amount.nullable().describe('In the company’s currency; null when no class has a value in it.'),
  total_is_whole: z.boolean().describe('True when every class with shares has a value in the company’s currency.'),
  totals: moneys.describe('The sum in each currency, the company’s first. Nothing is converted.'),
});
export type ValueAnswer = z.infer<typeof valueAnswer>;

const paid = {
  gross: amount,
  tax: amount,
  net: amount,
  completed: amount.describe('Net paid.'),
  open: amount.describe('Net not paid yet.'),
  failed: amount.describe('The part of `open` whose payment failed: money that nobody has received.'),
};
export const payoutsBy = ['distribution', 'class', 'holder'] as const;
export const payoutsAnswer = z.object({
  year: z.int(),
  by: z.enum(payoutsBy),
  currency: z.string().describe('The company’s.'),
  rows: z.array(
    z.object({
      distribution_id: z.string().optional(),
      share_class_id: z.string().optional(),
      shareholder_id: z.string().optional(),
      name: z.string(),
      currency: z.string(),
      ...paid,
    }),
  ),
  rows_count: z.int().describe('Their number; at most 200 are listed, by holder the largest.'),
  totals: z.object(paid).describe('In the company’s currency.'),
  totals_by_currency: z.array(z.object({ currency: z.string(), ...paid })),
  years: z.array(z.object({ year: z.int(), currency: z.string(), ...paid })).describe('Every year with payments.'),
});
export type PayoutsAnswer = z.infer<typeof payoutsAnswer>;

const tranche = z.object({
  date: day,
  quantity: amount,
  shareholder_id: z.string(),
  shareholder: z.string(),
  resource: z.enum(['grants', 'certificates']),
  id: z.string(),
  label: z.string(),
  is_first: z.boolean().describe('Nothing of the holding has vested before.'),
});
export const vestingAnswer = z.object({
  as_of: day,
  until: day,
  months: z.array(z.object({ month: z.string().describe('"2027-01".'), quantity: amount, holders: z.int() })),
  total: amount,
  rows: z.array(tranche),
  rows_count: z.int().describe('Their number; at most 500 are listed, the nearest first.'),
  cliffs: z.array(tranche).describe('The first vesting of a holding within the next three months.'),
  unknown: z.int().describe('Grants whose vesting terms are not on record.'),
});
export type VestingAnswer = z.infer<typeof vestingAnswer>;

export const dateKinds = ['grant_ends', 'exercise_window', 'warrant_ends', 'maturity', 'valuation_old'] as const;
export const datesAnswer = z.object({
  as_of: day,
  until: day,
  rows: z.array(
    z.object({
      date: day,
      kind: z.enum(dateKinds),
      is_past: z.boolean(),
      resource: z.enum(['grants', 'warrants', 'convertibles', 'valuations']),
      id: z.string(),
      label: z.string(),
      shareholder_id: z.string().nullable(),
      shareholder: z.string().nullable(),
      quantity: amount.nullable(),
      amount: amount.nullable(),
      currency: z.string().nullable(),
    }),
  ),
  rows_count: z.int().describe('Their number; of each kind at most 200 are listed.'),
});
export type DatesAnswer = z.infer<typeof datesAnswer>;
