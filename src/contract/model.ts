// Modelling without a record: terms in, figures out. Nothing is read or stored.
import { z } from 'zod';
import { isIsoDate } from '../domain/dates.ts';
import { ACCRUAL_PERIODS, ALLOCATION_TYPES, DAY_COUNTS } from '../domain/keywords.ts';
import { parseFigure } from '../domain/model/figures.ts';
import { BINDINGS, INSTRUMENT_TYPES, ROUND_METHODS } from '../domain/model/round.ts';
import { DAYS_OF_MONTH } from '../domain/vesting/standardTerms.ts';
import { amount } from './figures.ts';

const LINES_MAX = 500;
const NUMBER = 'Enter a number such as 1000000, 0.2 or "1/3".';

/** A JSON number, a decimal, or a fraction "a/b". */
export const figureInput = z
  .union([z.number(NUMBER), z.string(NUMBER)], NUMBER)
  .refine((value) => parseFigure(String(value)) !== null, NUMBER)
  .describe('A number, a decimal string, or a fraction such as "1/3".');
const id = z.string('This must be text.').min(1, 'Give it an id.').max(200, 'At most 200 characters.');
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
  better_of: z.array(id).max(LINES_MAX).nullish().describe('Of mfn: the later instruments whose terms it may take.'),
});

export const roundBody = z.strictObject({
  outstanding_fully_diluted: figureInput.describe('Without the unallocated pool.'),
  unallocated_pool: figureInput,
  pre_money: figureInput,
  new_money: figureInput,
  pro_rata: z
    .array(z.strictObject({ id, percent: figureInput }))
    .max(LINES_MAX)
    .optional(),
  pool: z.union([z.strictObject({ target: figureInput }), z.strictObject({ increase: figureInput })]).nullish(),
  method: oneOf(ROUND_METHODS),
  instruments: z.array(instrument).max(LINES_MAX, `At most ${LINES_MAX} instruments.`),
});
export type RoundBody = z.infer<typeof roundBody>;

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
export type RoundAnswer = z.infer<typeof roundAnswer>;

export const waterfallBody = z.strictObject({
  proceeds: figureInput.describe('Net of costs and debt.'),
  classes: z
    .array(
      z.strictObject({
        id,
        as_converted_shares: figureInput,
        preference: figureInput,
        rank: z.int('A whole number.').min(0).max(1000).describe('0 is paid first; equal ranks share.'),
        participating: z.boolean('This must be true or false.'),
        total_cap: figureInput.nullish(),
      }),
    )
    .max(LINES_MAX),
  common: z.record(id, figureInput),
  options: z
    .array(z.tuple([id, figureInput, figureInput]))
    .max(LINES_MAX)
    .optional(),
});
export type WaterfallBody = z.infer<typeof waterfallBody>;

export const waterfallAnswer = z.object({
  payout: z.record(z.string(), figure),
  per_common_share: figure,
  convert: z.array(z.string()),
  breakpoints: z.array(figure),
});
export type WaterfallAnswer = z.infer<typeof waterfallAnswer>;

export const vestingBody = z.strictObject({
  quantity: figureInput,
  vesting_start: day,
  months: z.int('A whole number of months.').min(1).max(1200),
  cliff_months: z.int('A whole number of months.').min(0).max(1200),
  allocation_type: oneOf(ALLOCATION_TYPES),
  day_of_month: oneOf(DAYS_OF_MONTH),
  as_of: z.array(day).max(LINES_MAX),
});
export type VestingBody = z.infer<typeof vestingBody>;

export const vestingAnswer = z.object({
  vested: z.record(z.string(), amount),
  tranches: z.array(z.object({ date: z.string(), quantity: amount })),
});
export type VestingAnswer = z.infer<typeof vestingAnswer>;

export const irrBody = z.strictObject({
  flows: z
    .array(z.strictObject({ date: day, amount: figureInput }))
    .min(2, 'At least two flows.')
    .max(1000),
});
export type IrrBody = z.infer<typeof irrBody>;
export const irrAnswer = z.object({ rate: amount });
