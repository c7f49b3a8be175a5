// The viewer's dashboard figures, activity and tasks.
import { z } from 'zod';
import { amount } from './figures.ts';
import { setup } from './setup.ts';

const activity = z.looseObject({
  at: z.string(),
  actor: z.string().nullable(),
  text: z.string(),
  resource: z.string().nullable(),
  id: z.string().nullable(),
});

const upcomingTask = z.looseObject({
  id: z.string(),
  title: z.string(),
  priority: z.string(),
  due_date: z.string().nullable(),
});

const ownHolding = z.looseObject({
  kind: z.enum(['certificate', 'grant', 'convertible', 'warrant']),
  id: z.string().describe('The class for stock, the security for everything else.'),
  label: z.string(),
  share_class: z.string().nullable(),
  quantity: amount.nullish(),
  vested: amount.nullish(),
  amount: amount.nullish(),
  compensation_type: z.string().nullish(),
  ended_on: z
    .string()
    .nullish()
    .describe('The last day on which it could be exercised, if it has passed and it is not cancelled yet.'),
  price: amount.nullable(),
  price_recorded: amount.nullable().describe('The recorded price before splits; only when there was a split since.'),
  price_source: z.enum(['valuation', 'last_round', 'issue']).nullable(),
  price_date: z.string().nullable(),
  value: amount.nullable(),
  currency: z.string().nullable(),
});

const waitingKind = z
  .object({
    kind: z.enum([
      'distribution',
      'bank_change',
      'join_request',
      'payment_failed',
      'payment_late',
      'note_matured',
      'grant_ends',
      'warrant_ends',
      'grant_expired',
      'dispute',
      'election_83b',
      'charter_short',
      'pool_short',
      'no_relationship',
    ]),
    total: z.number(),
    rows: z.array(z.looseObject({ id: z.string() })),
  })
  .describe('Open items of one kind: the most urgent of `total`.');

export const dashboardAnswer = z.object({
  total_shareholders: z.number(),
  active_certificates: z.number(),
  distributions: z.number(),
  total_shares: z.union([z.number(), z.string()]),
  recent_activity: z.array(activity),
  upcoming_tasks: z.array(upcomingTask),
  holdings: z.array(ownHolding).optional().describe('The shareholder’s own holdings.'),
  values: z
    .array(z.object({ currency: z.string(), value: amount }))
    .optional()
    .describe('The sums of the holdings that have a value, by currency.'),
  value_is_whole: z.boolean().optional().describe('True when all holdings have a value in one currency.'),
  attention: z
    .array(waitingKind)
    .optional()
    .describe('A shareholder’s payments that failed or are late, what is about to end, elections they may still file.'),
  setup: setup.nullable().optional().describe('Only for administrators: what is open of setting up.'),
  decisions: z.array(waitingKind).optional().describe('Only for those who may decide.'),
});
export type DashboardAnswer = z.infer<typeof dashboardAnswer>;
export type Activity = DashboardAnswer['recent_activity'][number];
export type UpcomingTask = DashboardAnswer['upcoming_tasks'][number];
export type OwnHolding = NonNullable<DashboardAnswer['holdings']>[number];
export type WaitingKind = NonNullable<DashboardAnswer['decisions']>[number];
