// The request body of a round. The answer: src/contract/round.ts.
import { z } from 'zod';
import { decimal, isoDate, oneOf, plainText } from '#src/resources/kit/validation.ts';
import { CONVERTS_INTO } from '#src/domain/round/ownSeries.ts';
import { PRICING_METHODS } from '#src/domain/model/roundTerms.ts';
import { counselShape } from '#src/resources/issuances/counsel.ts';

const figure = decimal({ positive: true, scale: 10 });

export const roundBody = z
  .strictObject({
    date: isoDate,
    share_class_id: plainText(200).min(1, 'Choose a share class.'),
    price_per_share: figure
      .nullish()
      .describe('The price per share that new investors pay. Alternatively, give the pre-money valuation.'),
    pre_money: figure.nullish(),
    pricing_method: oneOf(PRICING_METHODS)
      .nullish()
      .describe(
        'The shares that the valuation is divided by. percent_ownership (the default): the fully diluted cap table with the pool increase and all converting securities. pre_money: the same without the converting securities. pre_money_before_increase: the present cap table. dollars_invested: as percent_ownership, with the converted money added to the valuation.',
      ),
    pool_increase: z
      .strictObject({ equity_plan_id: plainText(200).min(1, 'Choose a plan.'), quantity: figure })
      .nullish(),
    convertibles: z
      .array(
        z.strictObject({ id: plainText(200).min(1, 'Choose a convertible.'), trigger_id: plainText(200).nullish() }),
      )
      .min(1, 'Choose a convertible.')
      .max(100, 'At most 100.'),
    investors: z
      .array(
        z
          .strictObject({
            shareholder_id: plainText(200).min(1, 'Choose a shareholder.'),
            amount: figure.nullish(),
            quantity: figure.nullish(),
          })
          .refine(({ amount, quantity }) => Boolean(amount) !== Boolean(quantity), {
            message: 'Enter either an amount or a number of shares.',
            path: ['amount'],
          })
          .refine(({ quantity }) => !quantity || !quantity.includes('.'), {
            message: 'A whole number of shares.',
            path: ['quantity'],
          }),
      )
      .min(1, 'Add an investor.')
      .max(100, 'At most 100.'),
    converts_into: oneOf(CONVERTS_INTO)
      .nullish()
      .describe(
        'own_series (the default): what converts at another price than the round’s has a new series of its own, with the rights of the class, and the preference and the original issue price of what was paid. round_class: all have the class of the round.',
      ),
    ...counselShape,
    dry_run: z.boolean('This must be true or false.').nullish().describe('Returns the preview and records nothing.'),
    preview_hash: z
      .string('This must be text.')
      .regex(/^[0-9a-f]{64}$/, 'The preview_hash that the preview returned: 64 characters of 0-9 and a-f.')
      .nullish()
      .describe('The preview_hash of the preview that you saw. Required to record the round.'),
  })
  .refine((body) => Boolean(body.price_per_share) !== Boolean(body.pre_money), {
    message: 'Enter either the price or the pre-money valuation.',
    path: ['price_per_share'],
  })
  .refine((body) => !body.pricing_method || Boolean(body.pre_money), {
    message: 'Choose a method only with a pre-money valuation.',
    path: ['pricing_method'],
  });
export type RoundBody = z.infer<typeof roundBody>;
