// Modelling without a record: terms in, figures out. Nothing is read or stored.
import { z } from 'zod';
import { isIsoDate } from '../domain/dates.ts';
import { ACCRUAL_PERIODS, ALLOCATION_TYPES, DAY_COUNTS } from '../domain/keywords.ts';
import { ANTI_DILUTION_METHODS } from '../domain/model/antiDilution.ts';
import { NOT_A_FIGURE, parseFigure } from '../domain/model/figures.ts';
import { BINDINGS } from '../domain/model/round.ts';
import { INSTRUMENT_TYPES, ROUND_METHODS } from '../domain/model/roundTerms.ts';
import { DAYS_OF_MONTH } from '../domain/vesting/standardTerms.ts';
import { amount } from './figures.ts';
import { line } from './text.ts';

const LINES_MAX = 300;
/** JSON numbers of programs are exact up to 2^53 only. */
const TOO_LARGE = 'As a number this is not exact: give it as text.';
const TOO_MANY = `At most ${LINES_MAX} lines.`;

/** A JSON number, a decimal, or a fraction "a/b". */
export const figureInput = z
  .union([z.number(NOT_A_FIGURE), z.string(NOT_A_FIGURE)], NOT_A_FIGURE)
  .refine((value) => parseFigure(String(value)) !== null, NOT_A_FIGURE)
  .refine((value) => typeof value !== 'number' || !Number.isInteger(value) || Number.isSafeInteger(value), TOO_LARGE)
  .describe('A number, a decimal string, or a fraction such as "1/3".');
/** By id. */
const figuresById = z
  .record(z.string().min(1).max(200), figureInput)
  .refine((all) => Object.keys(all).length <= LINES_MAX, TOO_MANY);
const id = line(200).min(1, 'Give it an id.');
const day = z.string().refine(isIsoDate, 'Enter a date such as 2026-01-31.');
const oneOf = <T extends string>(words: readonly [T, ...T[]] | readonly T[]) =>
  z.enum(words as [T, ...T[]], `One of ${words.join(', ')}.`);

export const figure = z.object({
  exact: z.string().describe('A fraction in lowest terms; an integer alone where it is one.'),
  decimal: z.string().describe('A half rounded up, at most ten places.'),
});

export const INTEREST_COMPOUNDINGS = ['SIMPLE', ...ACCRUAL_PERIODS] as const;
export const INTEREST_DAY_COUNTS = [...DAY_COUNTS, 'ACTUAL_360'] as const;

export const instrument = z.strictObject({
  id,
  type: oneOf(INSTRUMENT_TYPES),
  amount: figureInput,
  cap: figureInput.nullish(),
  discount: figureInput.nullish(),
  pct: figureInput.nullish(),
  interest: z
    .strictObject({
      rate: figureInput,
      day_count: oneOf(INTEREST_DAY_COUNTS),
      compounding: oneOf(INTEREST_COMPOUNDINGS),
      from: day,
      to: day,
    })
    .nullish()
    .describe('Makes a note of it: what is accrued converts with the amount.'),
  better_of: z
    .array(id)
    .max(LINES_MAX, TOO_MANY)
    .nullish()
    .describe('Of mfn: the later instruments whose terms it may take.'),
});

export const poolInput = z.union(
  [z.strictObject({ target: figureInput }), z.strictObject({ increase: figureInput })],
  'Either a target, such as {"target": "0.1"}, or an increase, such as {"increase": 100000}.',
);

export const roundBody = z.strictObject({
  outstanding_fully_diluted: figureInput.describe('Without the unallocated pool.'),
  unallocated_pool: figureInput,
  pre_money: figureInput,
  new_money: figureInput,
  pro_rata: z
    .array(z.strictObject({ id, percent: figureInput }))
    .max(LINES_MAX, TOO_MANY)
    .optional(),
  pool: poolInput.nullish(),
  method: oneOf(ROUND_METHODS),
  instruments: z.array(instrument).max(LINES_MAX, TOO_MANY),
});

export const roundAnswer = z.object({
  price: figure,
  total: figure,
  pool_after: figure,
  new_shares: figure,
  conversions: z.record(z.string(), z.object({ shares: figure, binding: z.enum(BINDINGS) })),
  rounded: z
    .object({
      price: amount,
      new_shares: amount,
      residue: amount.describe('What of the new money buys no whole share.'),
      pool_increase: amount,
      pool_after: amount,
      total: amount,
      conversions: z.record(z.string(), z.object({ price: amount.nullable(), shares: amount, residue: amount })),
      pro_rata: z.record(z.string(), z.object({ shares: amount, cost: amount })),
    })
    .describe('Legal integers: each price is rounded once to four places, shares are rounded down, the pool up.'),
});

export const waterfallBody = z.strictObject({
  proceeds: figureInput.describe('Net of costs and debt.'),
  classes: z
    .array(
      z.strictObject({
        id,
        as_converted_shares: figureInput,
        preference: figureInput,
        rank: z
          .int('A whole number.')
          .min(0, 'At least 0.')
          .max(1000, 'At most 1000.')
          .describe('0 is paid first; equal ranks share.'),
        participating: z.boolean('This must be true or false.'),
        total_cap: figureInput.nullish(),
      }),
    )
    .max(LINES_MAX, TOO_MANY),
  common: figuresById,
  options: z
    .array(z.tuple([id, figureInput, figureInput]))
    .max(LINES_MAX, TOO_MANY)
    .optional(),
});

export const waterfallAnswer = z.object({
  payout: z.record(z.string(), figure),
  per_common_share: figure,
  convert: z.array(z.string()),
  breakpoints: z.array(figure),
});

const months = z.int('A whole number of months.').max(1200, 'At most 1200 months.');
export const vestingBody = z.strictObject({
  quantity: figureInput,
  vesting_start: day,
  months: months.min(1, 'At least 1 month.'),
  cliff_months: months.min(0, 'At least 0 months.'),
  allocation_type: oneOf(ALLOCATION_TYPES),
  day_of_month: oneOf(DAYS_OF_MONTH),
  as_of: z.array(day).max(LINES_MAX, TOO_MANY),
});

export const vestingAnswer = z.object({
  vested: z.record(z.string(), amount),
  tranches: z.array(z.object({ date: z.string(), quantity: amount })),
});

export const distributionBody = z.strictObject({
  per_share: figureInput.optional().describe('This or total.'),
  total: figureInput.optional(),
  holdings: z
    .array(z.strictObject({ id, shares: figureInput }))
    .min(1, 'At least one holding.')
    .max(LINES_MAX, TOO_MANY),
  withholding: figuresById.optional().describe('By id: the part that is withheld, such as 0.3.'),
});

export const distributionAnswer = z.object({
  payments: z.array(z.object({ id: z.string(), gross: amount, tax: amount, net: amount })),
  total: amount,
  total_tax: amount,
  total_net: amount,
  rounding_difference: amount.describe(
    'What is paid less the amount for each share times all shares, or less the total.',
  ),
});

export const antiDilutionBody = z.strictObject({
  method: oneOf(ANTI_DILUTION_METHODS),
  base_shares: figureInput.describe('What the charter counts before the issue: broad-based all, fully diluted.'),
  shares: figureInput.describe('Of the preferred class.'),
  original_price: figureInput,
  conversion_price: figureInput.describe('Before the issue.'),
  new_shares: figureInput,
  new_price: figureInput,
});
export const antiDilutionAnswer = z.object({
  conversion_price: figure,
  ratio: figure.describe('Shares of common stock for one of the class.'),
  as_converted: figure,
  added: figure,
  rounded: z.object({ as_converted: amount, added: amount }).describe('Whole shares, rounded down.'),
});

export const irrBody = z.strictObject({
  flows: z
    .array(z.strictObject({ date: day, amount: figureInput }))
    .min(2, 'At least two flows.')
    .max(500, 'At most 500 flows.'),
});
export const irrAnswer = z.object({ rate: amount.describe('0.1 is 10 per cent a year.') });
