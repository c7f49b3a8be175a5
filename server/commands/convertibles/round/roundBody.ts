// What a round is asked with. Its answer: src/contract/round.ts.
import { z } from 'zod';
import { decimal, isoDate, plainText } from '../../../../src/resources/kit/validation.ts';
import { pricingMethods } from '../../../../src/domain/round/pricedRound.ts';
import { counselFields } from '../../securities/issuance.ts';

const figure = decimal({ positive: true, scale: 10 });

export const roundBody = z
  .strictObject({
    date: isoDate,
    share_class_id: plainText(200).min(1, 'Choose a share class.'),
    price_per_share: figure.nullish().describe('What the new money pays; or say the pre-money valuation.'),
    pre_money: figure.nullish(),
    pricing_method: z
      .enum(pricingMethods, `This must be one of: ${pricingMethods.join(', ')}.`)
      .nullish()
      .describe(
        'What the valuation is divided by: percent_ownership, which counts unless it is said, is the fully diluted table with the pool increase and all that converts; pre_money is without what converts; pre_money_before_increase is the table as it stands; dollars_invested is as the first, the converted money added to the valuation.',
      ),
    pool_increase: z
      .strictObject({ equity_plan_id: plainText(200).min(1, 'Choose a plan.'), quantity: figure })
      .nullish(),
    convertibles: z
      .array(
        z.strictObject({ id: plainText(200).min(1, 'Choose a convertible.'), trigger_id: plainText(200).nullish() }),
      )
      .min(1, 'Choose what converts.')
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
            message: 'Say an amount or a number of shares, one of the two.',
            path: ['amount'],
          })
          .refine(({ quantity }) => !quantity || !quantity.includes('.'), {
            message: 'A whole number of shares.',
            path: ['quantity'],
          }),
      )
      .min(1, 'Add who invests.')
      .max(100, 'At most 100.'),
    ...counselFields,
    dry_run: z.boolean('This must be true or false.').nullish().describe('Answers the preview and records nothing.'),
    preview_hash: z
      .string('This must be text.')
      .regex(/^[0-9a-f]{64}$/, 'The preview_hash that the preview answered: 64 characters of 0-9 and a-f.')
      .nullish()
      .describe('Of the preview that was seen; nothing is recorded without it.'),
  })
  .refine((body) => Boolean(body.price_per_share) !== Boolean(body.pre_money), {
    message: 'Say the price or the pre-money valuation, one of the two.',
    path: ['price_per_share'],
  })
  .refine((body) => !body.pricing_method || Boolean(body.pre_money), {
    message: 'A method belongs to a pre-money valuation.',
    path: ['pricing_method'],
  });
export type RoundBody = z.infer<typeof roundBody>;
