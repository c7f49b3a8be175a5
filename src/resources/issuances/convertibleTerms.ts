// The terms of a SAFE or a note as a body says them: cap, discount, interest, maturity.
import { say } from '#src/words/say.ts';
import { z } from 'zod';
import { parseDecimal } from '#src/domain/figures/decimal.ts';
import { ACCRUAL_PERIODS, COMPOUNDINGS, DAY_COUNTS, INTEREST_PAYOUTS } from '#src/domain/keywords.ts';
import { decimal, isoDate, oneOf } from '../kit/validation.ts';

/** A fraction of one, as OCF writes it. */
const fractionOfOne = (what: string) =>
  decimal({ scale: 10 }).refine(
    (value) => (parseDecimal(value) ?? 0n) < 10n ** 10n,
    say`${what} must be below 1: enter 0.2 for 20 %.`,
  );
const money = decimal({ positive: true, scale: 10 });
/** OCF's keywords, in any case. */
const word = <const V extends string>(values: readonly [V, ...V[]]) =>
  z.preprocess((value) => (typeof value === 'string' ? value.toUpperCase() : value), oneOf(values));

export const convertibleTerms = z
  .strictObject({
    post_money_cap: money.nullish(),
    pre_money_cap: money.nullish(),
    discount: fractionOfOne(say`A discount`).nullish(),
    mfn: z.boolean(say`This must be true or false.`).nullish(),
    interest: z
      .strictObject({
        rate: fractionOfOne(say`A rate`),
        day_count: word(DAY_COUNTS).default('ACTUAL_365'),
        compounding: word(COMPOUNDINGS).default('SIMPLE'),
        accrual_period: word(ACCRUAL_PERIODS).default('ANNUAL'),
        payout: word(INTEREST_PAYOUTS).default('DEFERRED'),
      })
      .nullish(),
    maturity_date: isoDate.nullish(),
  })
  .refine((terms) => !(terms.post_money_cap && terms.pre_money_cap), {
    message: say`A cap is either pre-money or post-money, not both.`,
    path: ['pre_money_cap'],
  });
export type ConvertibleTerms = z.infer<typeof convertibleTerms>;
