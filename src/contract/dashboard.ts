// The viewer's dashboard figures, activity and tasks.
import { z } from 'zod';
import { CLASS_PRICE_SOURCES } from '../domain/priceSource.ts';
import type { ShortClass, ShortPlan } from '../domain/captable/charter.ts';
import type { Convertible } from '../resources/convertibles.ts';
import type { Distribution } from '../resources/distributions.ts';
import type { Grant } from '../resources/grants.ts';
import type { JoinRequest } from '../resources/joinRequests.ts';
import type { UndeliveredMessage } from '../resources/undeliveredMessages.ts';
import type { Payment } from '../resources/payments.ts';
import type { Warrant } from '../resources/warrants.ts';
import { PRICE_SOURCES, amount } from './figures.ts';
import type { MissingDetail } from './missingDetails.ts';
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
  price_source: z
    .enum([...CLASS_PRICE_SOURCES, 'issue'])
    .nullable()
    .describe(PRICE_SOURCES),
  price_date: z.string().nullable(),
  value: amount.nullable(),
  currency: z.string().nullable(),
});

/** Of a holder as of the company. */
const shared = ['payment_failed', 'payment_late', 'grant_ends', 'warrant_ends', 'election_83b'] as const;
const waitingOf = <const K extends string>(kinds: readonly K[]) =>
  z
    .object({ kind: z.enum(kinds), total: z.number(), rows: z.array(z.looseObject({ id: z.string() })) })
    .describe('Open items of one kind: the most urgent of `total`.');
const decision = waitingOf([
  ...shared,
  'distribution',
  'bank_change',
  'tax_change',
  'join_request',
  'undelivered_message',
  'note_matured',
  'grant_expired',
  'dispute',
  'charter_short',
  'pool_short',
  'no_relationship',
  'accounts_missing',
]);
const ownItem = waitingOf([...shared, 'details_missing']);

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
    .array(ownItem)
    .optional()
    .describe(
      'What a shareholder has not supplied, their payments that failed or are late, what is about to end, elections they may still file.',
    ),
  ahead: z
    .object({
      fully_diluted: amount,
      pool_available: amount,
      next_payment: z
        .object({
          id: z.string().describe('The distribution.'),
          name: z.string(),
          payment_date: z.string(),
          currency: z.string(),
          count: z.int(),
          total: amount.describe('What is still to be paid of it, after tax.'),
        })
        .nullable(),
    })
    .optional()
    .describe('For those who read the whole company: all that is issued and promised, and what is paid next.'),
  setup: setup.nullable().optional().describe('Only for administrators: what is open of setting up.'),
  decisions: z.array(decision).optional().describe('Only for those who may decide.'),
});
type Ending<R> = R & { last_day: string };

/** What the rows of each kind have: records of a list, or what their query reads. */
export interface WaitingRows {
  payment_failed: Payment;
  payment_late: Payment & { scheduled_date: string };
  grant_ends: Ending<Grant>;
  warrant_ends: Ending<Warrant>;
  election_83b: {
    id: string;
    certificate_number: string;
    shareholder_id: string;
    shareholder: string;
    received_on: string;
    unvested: string;
    last_day: string;
    days_left: number;
  };
  distribution: Distribution & { needs_other: boolean };
  bank_change: {
    id: string;
    shareholder: string;
    last4: string;
    at: string;
    by: string;
    needs_other: boolean;
  };
  tax_change: {
    id: string;
    shareholder: string;
    form: string | null;
    new_form: string | null;
    is_change: boolean;
  };
  join_request: JoinRequest;
  undelivered_message: UndeliveredMessage;
  note_matured: Convertible & { maturity_date: string };
  grant_expired: Ending<Grant>;
  dispute: {
    id: string;
    number: string | null;
    shareholder: string;
    at: string;
    reason: string;
    thread_id: string;
    subject: string;
    resource: string | null;
  };
  charter_short: ShortClass & { id: string };
  pool_short: ShortPlan & { id: string };
  no_relationship: { id: string; name: string; count: number };
  accounts_missing: { id: string; name: string; payment_date: string; count: number };
  details_missing: MissingDetail & { id: string };
}

/** Open items of one of these kinds. */
export type WaitingOf<K extends keyof WaitingRows> = {
  [P in K]: { kind: P; total: number; rows: WaitingRows[P][] };
}[K];
type Answer = z.infer<typeof dashboardAnswer>;
type KindsOf<N extends 'decisions' | 'attention'> = NonNullable<Answer[N]>[number]['kind'];
export type WaitingKind = WaitingOf<KindsOf<'decisions'>>;
export type OwnWaitingKind = WaitingOf<KindsOf<'attention'>>;
export type DashboardAnswer = Omit<Answer, 'decisions' | 'attention'> & {
  decisions?: WaitingKind[];
  attention?: OwnWaitingKind[];
};
export type Activity = DashboardAnswer['recent_activity'][number];
export type UpcomingTask = DashboardAnswer['upcoming_tasks'][number];
export type OwnHolding = NonNullable<DashboardAnswer['holdings']>[number];
