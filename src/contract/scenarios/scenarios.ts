// Scenarios: what a saved one answers, what a run answers, and what becomes of it.
import { z } from 'zod';
import { INSTRUMENT_TYPES } from '#src/domain/model/roundTerms.ts';
import { amount } from '../figures.ts';
import { figure } from '../model.ts';
import { priceWarnings } from '../round.ts';
import { exitTerms, id, kindOfClass, startInput, stepsInput } from './scenarioInput.ts';

const overtaken = z
  .object({ entries: z.int(), message: z.string() })
  .nullable()
  .describe('Entries dated on or before as_of that were written after the scenario was started; they count.');

const holding = { quantity: amount, counted: amount };
const conversion = z.object({
  id: z.string(),
  name: z.string(),
  shareholder_id: z.string(),
  amount: amount.describe('With its interest.'),
  price: amount.nullable(),
  shares: amount,
  binding: z.string(),
  share_class_id: z.string().describe('Of the round, or of its own series.'),
  cash: amount.describe('What of the amount buys no whole share.'),
  formula: z.array(z.string()),
});

const round = z.object({
  share_class_id: z.string(),
  series: z
    .array(
      z.object({
        share_class_id: z.string(),
        name: z.string(),
        number: z.int().describe('“Series A-2”: 2.'),
        price: amount.describe('The original issue price: what was paid for a share.'),
        shares: amount,
        preference: amount.describe('What all its shares are paid first at an exit.'),
      }),
    )
    .describe('The classes that the round adds for what converts, one for each conversion price.'),
  price: amount,
  exact_price: figure.describe('Before it is rounded.'),
  pre_money: amount.describe('Price times all shares without those bought with new money.'),
  post_money: amount,
  new_money: amount,
  new_shares: amount,
  pool_increase: amount,
  equity_plan_id: z.string().nullable(),
  conversions: z.array(conversion),
  investors: z.array(
    z.object({ shareholder_id: z.string(), name: z.string(), amount, shares: amount, paid: amount, left: amount }),
  ),
  price_warnings: priceWarnings,
});

const tableRow = z.object({
  shareholder_id: z
    .string()
    .nullable()
    .describe('Null: the pool, or holders who are not told apart. "new:<name>" for those whom a step adds.'),
  name: z.string(),
  holders: z.int().describe('How many holders this row stands for.'),
  holdings: z.array(z.object({ share_class_id: z.string(), share_class: z.string(), ...holding })),
  options: amount,
  warrants: amount,
  total: amount,
  percent: z.string(),
});

const runTable = z.object({
  step: z.int().describe('0: before the first step.'),
  price: amount.nullable().describe('Of a round.'),
  total: amount.describe('Fully diluted.'),
  pool_available: amount,
  classes: z.array(z.object({ share_class_id: z.string(), name: z.string(), ...holding })),
  options: amount,
  warrants: amount,
  rows: z.array(tableRow),
  convertibles: z.array(z.object({ id: z.string(), name: z.string(), shareholder_id: z.string(), amount })),
  round: round.nullable(),
  split: z.object({ share_class_id: z.string(), fractions: amount }).nullable(),
});

const runWaterfall = z.object({
  step: z.int(),
  proceeds: amount,
  net: amount.describe('After costs and debt.'),
  payout: z.record(z.string(), figure).describe('By class, by convertible, and "options" and "warrants".'),
  paid: z.record(z.string(), amount).describe('The same in cents, which add up to the net proceeds.'),
  by_holder: z.record(z.string(), amount),
  per_common_share: figure,
  convert: z.array(z.string()),
  breakpoints: z.array(
    z.object({ proceeds: figure, reasons: z.array(z.object({ id: z.string(), what: z.string() })) }),
  ),
  curve: z.array(
    z.object({ proceeds: amount, payout: z.record(z.string(), amount), by_holder: z.record(z.string(), amount) }),
  ),
});

const versionHead = { version: z.int(), changed_at: z.string(), changed_by: z.string() };

export const versionAnswer = z.object({
  ...versionHead,
  name: z.string(),
  as_of: z.string().nullable(),
  start: startInput.nullable(),
  steps: stepsInput,
});
export type VersionAnswer = z.infer<typeof versionAnswer>;

export const scenarioPage = z.object({
  start: startInput.nullable(),
  steps: stepsInput,
  overtaken,
  posted_run: z
    .object({ tables: z.array(runTable), waterfalls: z.array(runWaterfall) })
    .nullable()
    .describe('Once one of its drafts was posted: what it answered before.'),
  shares: z.array(
    z.object({
      id: z.string(),
      created_at: z.string(),
      expires_at: z.string(),
      withdrawn_at: z.string().nullable(),
    }),
  ),
  versions: z
    .array(z.object({ ...versionHead, what: z.string().describe('What it changed, in words.') }))
    .describe('The latest hundred, the present one first.'),
});
export type ScenarioDetails = z.infer<typeof scenarioPage>;

export const runBody = z.strictObject({
  holders: z
    .int('A whole number.')
    .min(1, 'At least 1.')
    .max(100_000, 'At most 100,000.')
    .optional()
    .describe('How many of the largest holders have a row of their own; by default 1,000.'),
});

const result = {
  as_of: z.string().nullable(),
  tables: z.array(runTable),
  waterfalls: z.array(runWaterfall),
};

export const runAnswer = z.object({
  ...result,
  overtaken,
  notes: z.array(z.string()).describe('What the figures leave out, in sentences.'),
  posted_at: z.string().nullable().describe('When its drafts were posted: the answer is then the one of that time.'),
});
export type RunAnswer = z.infer<typeof runAnswer>;

export const startQuery = z.object({
  holders: z
    .string()
    .regex(/^\d{1,6}$/, 'A whole number.')
    .optional(),
  version: z
    .string()
    .regex(/^\d{1,9}$/, 'A whole number.')
    .optional()
    .describe('The start of this version; of the present one unless given.'),
  named: z
    .string()
    .regex(/^[\w-]{1,64}(,[\w-]{1,64}){0,199}$/, 'At most 200 ids of shareholders, separated by commas.')
    .optional()
    .describe(
      'Ids of shareholders, separated by commas, who get a row of their own even if they hold little, as those do whom a step names.',
    ),
});

/** The ledger’s state for a page that runs the steps by itself. */
export const startAnswer = z.object({
  as_of: z.string(),
  holders: z.array(z.object({ id: z.string(), name: z.string() })),
  others: z.int().describe('How many holders are not shown; their shares are in groups.'),
  notes: z.array(z.string()).describe('What the figures leave out, in sentences.'),
  classes: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      kind: kindOfClass,
      ratio: z.tuple([z.string(), z.string()]),
      converts_to: z.string().nullable(),
      places: z.int(),
      allows_fractions: z.boolean(),
      preference_per_share: z.string(),
      participating: z.boolean(),
      cap_per_share: z.string().nullable(),
      preference_multiple: z.string().nullable().describe('Times the price.'),
      cap_multiple: z.string().nullable().describe('Times the price.'),
      rank: z.int(),
    }),
  ),
  lots: z
    .array(z.tuple([z.string().nullable(), z.string(), z.string(), z.int()]))
    .describe('Holder (null: others), class, shares, and how many holders have so many.'),
  rights: z.array(
    z.object({
      holder: z.string().nullable(),
      count: z.int(),
      kind: z.enum(['options', 'warrants']),
      class_id: z.string().nullable(),
      plan_id: z.string().nullable(),
      quantity: amount,
      over: amount
        .optional()
        .describe(
          'What of it can no longer be exercised on the day: an exit pays nothing for it. Left out where it is none.',
        ),
      strike: amount.nullable(),
    }),
  ),
  plans: z.array(
    z.object({ id: z.string(), name: z.string(), class_ids: z.array(z.string()), reserved: amount, available: amount }),
  ),
  convertibles: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      holder: z.string(),
      invested: amount,
      amount: amount.describe('With its interest.'),
      is_note: z.boolean(),
      type: z.enum(INSTRUMENT_TYPES),
      cap: amount.nullable(),
      discount: amount.nullable(),
    }),
  ),
});

export const compareBody = z.strictObject({
  ids: z
    .array(id, 'A list of ids.')
    .min(2, 'Choose at least two.')
    .max(4, 'At most four.')
    .refine((ids) => new Set(ids).size === ids.length, 'A scenario is named twice.'),
  exit: exitTerms.nullish().describe('The same for all of them, in place of their own exits.'),
});
export type CompareBody = z.infer<typeof compareBody>;

const exitRows = z.array(
  z.object({
    id: z
      .string()
      .nullable()
      .describe('Of a class, a convertible, "options", "warrants", or a holder; null: all others.'),
    name: z.string(),
    paid: z.array(amount.nullable()).describe('To the cent, in the order of the scenarios; null where there is none.'),
  }),
);

export const compareAnswer = z.object({
  scenarios: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      as_of: z.string().nullable(),
      price: amount.nullable().describe('Of the last round.'),
      total: amount,
      waterfalls: z.array(runWaterfall).describe('Its own exits; none where an exit was asked for.'),
      is_posted: z.boolean().describe('Of a posted scenario no other exit is computed.'),
      exit: z
        .object({ net: amount, per_common_share: figure, convert: z.array(z.string()) })
        .nullable()
        .describe('At the exit that was asked for.'),
    }),
  ),
  exit_classes: exitRows,
  exit_holders: exitRows,
  rows: z
    .array(
      z.object({
        shareholder_id: z.string().nullable(),
        name: z.string(),
        figures: z
          .array(z.object({ total: amount, percent: z.string() }).nullable())
          .describe('At the end of each scenario, in their order; null where they have no row.'),
      }),
    )
    .describe('By the total in the first scenario.'),
});
export type CompareAnswer = z.infer<typeof compareAnswer>;

export const shareBody = z.strictObject({
  expires_in_days: z.int('A whole number of days.').min(1, 'At least one day.').max(365, 'At most 365 days.'),
});
export const shareAnswer = z.object({
  share_id: z.string(),
  url: z.string().describe('Shown this once.'),
  expires_at: z.string(),
});

/** What a link shows: the answer at the time when the scenario was shared. */
const sharedScenario = z.object({
  company: z.string(),
  currency: z.string(),
  notes: z.array(z.string()).describe('What the figures leave out, in sentences.'),
  name: z.string(),
  ...result,
  steps: z.array(z.object({ kind: z.string(), name: z.string().nullable() })),
  shared_at: z.string(),
  expires_at: z.string(),
});
export type SharedScenario = z.infer<typeof sharedScenario>;

export type StartAnswer = z.infer<typeof startAnswer>;
export type ShareAnswer = z.infer<typeof shareAnswer>;
