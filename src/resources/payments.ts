import { say } from '../words/say.ts';
import type { PaymentStatus } from '../domain/distribution/distributionMachine.ts';
import { HOLD_REASONS } from '../domain/distribution/holdReasons.ts';
import type { HoldReason } from '../domain/distribution/holdReasons.ts';
import { own } from './kit/access.ts';
import { defineResource } from './kit/defineResource.ts';
import type { RecordOf } from './kit/defineResource.ts';
import { broughtIn } from './broughtIn.ts';
import {
  boolean,
  choice,
  date,
  datetime,
  id,
  money,
  number,
  percent,
  reference,
  shares,
  status,
  text,
  tone,
  values,
} from './kit/fields.ts';

/** The `failure_reason` of a payment whose distribution was cancelled. */
export const DISTRIBUTION_CANCELLED = 'distribution_cancelled';

/** "Held: no bank account, disputed" */
function heldInWords({ hold_reasons }: Readonly<Record<string, unknown>>): string {
  const reasons = Array.isArray(hold_reasons) ? (hold_reasons as HoldReason[]) : [];
  const words = reasons.map((reason) => HOLD_REASONS[reason]?.label.toLowerCase() ?? reason);
  return words.length > 0 ? say`Held: ${words.join(', ')}` : say`Held`;
}

/** A payment counts as unclaimed when it was due so many days ago and is not completed. */
const UNCLAIMED_DAYS = 30;

/** Not paid yet, after its scheduled date. */
export function isLate({ status, scheduled_date: due }: Readonly<Record<string, unknown>>, today: string): boolean {
  return (status === 'pending' || status === 'processing') && typeof due === 'string' && due < today;
}

export const payments = defineResource('payments', {
  path: '/api/payments/',
  label: say`Payments`,
  singular: say`payment`,
  about: say`What each holder receives from an approved distribution. Gross amounts are fixed at approval. Tax and net are too, except that a payment which waits for a tax form is computed again when the form is confirmed. Within one day and distribution they are sorted by shareholder.`,
  empty: say`Payments appear here when a distribution is approved: one for each holder and class.`,
  broughtInBy: 'imports',
  filledBy: 'distributions',
  icon: 'payments',
  table: 'payment',
  source: 'payment_view',
  title: 'id',
  heading: ['distribution', 'shareholder'],
  fields: {
    id: id(),
    distribution_id: reference('distributions', {
      required: true,
      readOnly: true,
      label: say`Distribution`,
      shows: 'distribution',
    }),
    distribution: text({ required: true, readOnly: true, label: say`Distribution`, search: true }),
    shareholder_id: reference('shareholders', {
      required: true,
      readOnly: true,
      label: say`Shareholder`,
      shows: 'shareholder',
    }),
    shareholder: text({ required: true, readOnly: true, label: say`Shareholder`, search: true }),
    share_class_id: reference('share-classes', {
      required: true,
      readOnly: true,
      label: say`Share Class`,
      shows: 'share_class',
    }),
    share_class: text({ readOnly: true, label: say`Share Class` }),
    shares: shares({ readOnly: true, label: say`Shares at the record date` }),
    gross: money({ required: true, readOnly: true, places: 2, scale: 2, label: say`Gross` }),
    tax: money({ required: true, readOnly: true, places: 2, scale: 2, label: say`Withheld` }),
    withholding_rate: percent({ readOnly: true, ofOne: true, label: say`Rate withheld` }),
    withholding_reason: text({ readOnly: true, label: say`Why it is withheld` }),
    net: money({ required: true, readOnly: true, places: 2, scale: 2, label: say`Net` }),
    amount: money({
      required: true,
      readOnly: true,
      places: 2,
      scale: 2,
      definition: say`The net amount: what is paid.`,
    }),
    currency: text({ required: true, readOnly: true, max: 3 }),
    method: choice(['bank_transfer', 'wire', 'cheque', 'other'], { required: true }),
    status: status(
      {
        pending: tone('warning', 'processing', 'failed'),
        processing: tone('info', 'completed', 'failed', 'pending'),
        completed: tone('success', 'failed'),
        failed: tone('error', 'pending'),
      } satisfies Record<PaymentStatus, unknown>,
      {
        except: [
          {
            state: 'failed',
            field: 'failure_reason',
            holds: DISTRIBUTION_CANCELLED,
            label: say`Cancelled`,
            tone: 'neutral',
          },
          { state: 'pending', field: 'is_held', holds: true, label: heldInWords, tone: 'warning' },
        ],
      },
    ),
    is_held: boolean({ readOnly: true, label: say`Held`, words: [say`Held`, say`Not held`], rowsOf: 'held_payments' }),
    hold_reasons: values({
      readOnly: true,
      isList: true,
      label: say`Held because`,
      labels: Object.fromEntries(Object.entries(HOLD_REASONS).map(([name, { label }]) => [name, label])),
    }),
    batch_id: reference('payment-batches', { readOnly: true, label: say`Batch`, shows: 'batch' }),
    batch: text({ readOnly: true, label: say`Batch` }),
    block_reason: text({ readOnly: true, label: say`Blocked because` }),
    origin: broughtIn(),
    scheduled_date: date({ label: say`Scheduled` }),
    reference: text({ readOnly: true, label: say`Reference` }),
    failure_reason: text({
      readOnly: true,
      label: say`Reason`,
      labels: { [DISTRIBUTION_CANCELLED]: say`The distribution was cancelled` },
    }),
    attempts: number({ required: true, readOnly: true }),
    completed_at: datetime({ readOnly: true, label: say`Completed` }),
    unpaid_days: number({
      readOnly: true,
      label: say`Days unpaid`,
      definition: say`Days since the money was due (the scheduled date, or the distribution’s payment date), while it is pending, processing or failed. Empty before it is due, once it is completed, and for a cancelled distribution.`,
    }),
    version: number({ required: true, readOnly: true }),
  },
  list: [
    'id',
    'distribution_id',
    'shareholder_id',
    'share_class_id',
    'amount',
    'method',
    'status',
    'origin',
    'scheduled_date',
  ],
  marks: [{ on: 'scheduled_date', label: say`Late`, tone: 'error', holds: isLate }],
  card: { name: 'distribution', details: ['shareholder', 'scheduled_date', 'share_class'] },
  filters: ['status', 'is_held', 'method', 'distribution_id', 'shareholder_id', 'scheduled_date', 'origin'],
  savedFilters: [
    { label: say`To pay now`, filter: { status: 'pending', is_held: false, unpaid_days_gte: 0 } },
    { label: say`Held`, filter: { status: 'pending', is_held: true } },
    { label: say`Processing`, filter: { status: 'processing' } },
    { label: say`Failed`, filter: { status: 'failed', failure_reason_ne: DISTRIBUTION_CANCELLED } },
    { label: say`Unclaimed`, filter: { unpaid_days_gte: UNCLAIMED_DAYS } },
  ],
  bulkVerbs: { names: ['start', 'complete', 'fail', 'retry'] },
  totals: { by: 'currency', of: ['gross', 'tax', 'net'] },
  form: [['method', 'scheduled_date']],
  sort: ['scheduled_date', 'DESC'],
  forHolders: 'list',
  changesIn: ['pending'],
  writes: 'command',
  menu: 'payments',
  access: {
    administrators: 'read update',
    editors: 'read update',
    readers: 'read',
    holders: own('read', { column: 'shareholder_id', match: 'shareholder' }),
  },
});
export type Payment = RecordOf<typeof payments>;
