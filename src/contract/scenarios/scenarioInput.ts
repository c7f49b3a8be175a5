// Scenarios as they are saved: a start and steps.
import { z } from 'zod';
import { ROUND_METHODS } from '#src/domain/model/roundTerms.ts';
import { CONVERTS_INTO } from '#src/domain/round/ownSeries.ts';
import { figureInput, instrument, poolInput } from '../model.ts';
import { line } from '../text.ts';

export const LINES_MAX = 500;
/** Of options, warrants or convertibles that are typed in: each is a claim of its own in an exit. */
const CLAIMS_MAX = 100;
const TOO_MANY_CLAIMS = `At most ${CLAIMS_MAX} lines.`;
const STEPS_MAX = 50;

export const id = line(200).min(1, 'Give it an id.');
/** As long as the name of a class or of a holder may be. */
const name = line(120);
const known = id.nullish().describe('Of the company; without it, a new one by the name.');
const plan = id.nullish().describe('The plan concerned; the first one unless named.');
export const kindOfClass = z.enum(['COMMON', 'PREFERRED'], 'One of COMMON, PREFERRED.');

const investor = z.strictObject({
  shareholder_id: known,
  name,
  amount: figureInput.nullish().describe('Either this or pro_rata.'),
  pro_rata: z
    .union([z.literal('held'), figureInput], 'Either "held" or a part such as 0.1.')
    .nullish()
    .describe('A part of all the new money; "held": the part of the table that they have before the round.'),
});

const roundStep = z.strictObject({
  kind: z.literal('round'),
  name,
  class_name: name.describe('A class that exists, or the name of a new preferred one.'),
  pre_money: figureInput,
  method: z.enum(ROUND_METHODS, `One of ${ROUND_METHODS.join(', ')}.`),
  investors: z.array(investor).max(100, 'At most 100.'),
  pool: poolInput.nullish(),
  equity_plan_id: plan,
  converts: z.union([z.literal('all'), z.array(id).max(LINES_MAX)], 'Either "all" or a list of ids.'),
  converts_into: z
    .enum(CONVERTS_INTO, `One of ${CONVERTS_INTO.join(', ')}.`)
    .nullish()
    .describe(
      'own_series (the default): what converts at another price than the round’s has a series of its own, with the rights of the class and the preference of what was paid. round_class: all have the class of the round.',
    ),
  preference_multiple: figureInput.nullish().describe('Of a new class, times its price; 1 unless given.'),
  participating: z.boolean('This must be true or false.').nullish(),
  total_cap: figureInput.nullish().describe('Preference and participation together, times the price.'),
});

export const exitTerms = z.strictObject({
  proceeds: figureInput,
  costs: figureInput.nullish(),
  debt: figureInput.nullish(),
});

const step = z.discriminatedUnion(
  'kind',
  [
    roundStep,
    z.strictObject({
      kind: z.literal('grant'),
      quantity: figureInput,
      shareholder_id: known,
      name: name.nullish(),
      strike: figureInput.nullish(),
      equity_plan_id: plan,
    }),
    z.strictObject({ kind: z.literal('pool'), quantity: figureInput, equity_plan_id: plan }),
    z.strictObject({ kind: z.literal('convertible'), shareholder_id: known, name, instrument }),
    z.strictObject({
      kind: z.literal('warrant'),
      shareholder_id: known,
      name,
      share_class_id: id,
      quantity: figureInput,
      strike: figureInput,
    }),
    z.strictObject({
      kind: z.literal('split'),
      share_class_id: id,
      numerator: figureInput,
      denominator: figureInput,
    }),
    z.strictObject({ kind: z.literal('exit'), ...exitTerms.shape }),
  ],
  'One of round, grant, pool, convertible, warrant, split, exit.',
);

/** Of all rounds together: each has a row in every table after its own. */
const INVESTORS_MAX = 500;
const investorsOf = (steps: readonly z.infer<typeof step>[]): number =>
  steps.reduce((sum, each) => sum + (each.kind === 'round' ? each.investors.length : 0), 0);

export const stepsInput = z
  .array(step, 'A list of steps.')
  .max(STEPS_MAX, `At most ${STEPS_MAX} steps.`)
  .refine((steps) => investorsOf(steps) <= INVESTORS_MAX, `At most ${INVESTORS_MAX} investors in all rounds together.`);

export const startInput = z.strictObject({
  holders: z.array(z.strictObject({ id, name })).max(LINES_MAX),
  classes: z
    .array(
      z.strictObject({
        id,
        name,
        kind: kindOfClass,
        preference: figureInput.nullish().describe('Of all its shares together.'),
        rank: z.int('A whole number.').min(0).max(1000).nullish().describe('0 is paid first; equal ranks share.'),
        participating: z.boolean('This must be true or false.').nullish(),
        total_cap: figureInput.nullish(),
      }),
    )
    .max(30, 'At most 30 classes.'),
  holdings: z.array(z.strictObject({ holder: id, class: id, shares: figureInput })).max(LINES_MAX),
  options: z
    .array(z.strictObject({ id, shares: figureInput, strike: figureInput }))
    .max(CLAIMS_MAX, TOO_MANY_CLAIMS)
    .optional(),
  warrants: z
    .array(z.strictObject({ id, class: id, shares: figureInput, strike: figureInput }))
    .max(CLAIMS_MAX, TOO_MANY_CLAIMS)
    .optional(),
  convertibles: z.array(instrument).max(CLAIMS_MAX, TOO_MANY_CLAIMS).optional(),
});

/** What a body may hold beside the declared fields. */
export const scenarioParts = {
  start: startInput.nullish().describe('Typed in, instead of the ledger on a day (as_of).'),
  steps: stepsInput.optional(),
};
