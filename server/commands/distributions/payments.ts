// Payments: starting, completing, failing, retrying and returning them. The amount is fixed at approval and never
// changes.
import { storedValues } from '../../data/storedColumns.ts';
import type { PaymentDetails } from '../../../src/contract/recordPages.ts';
import type { VerbBody } from '../../../src/resources/verbs/index.ts';
import { writtenMoney } from '../../../src/domain/figures/money.ts';
import {
  nextPayment,
  notIn,
  paymentMachine,
  statusByPayments,
} from '../../../src/domain/distribution/distributionMachine.ts';
import type {
  DistributionStatus,
  PaymentCommand,
  PaymentStatus,
} from '../../../src/domain/distribution/distributionMachine.ts';
import { figureInWords } from '../../../src/domain/distribution/figureInWords.ts';
import { HOLD_REASONS } from '../../../src/domain/distribution/holdReasons.ts';
import type { HoldReason } from '../../../src/domain/distribution/holdReasons.ts';
import { plural } from '../../../src/domain/plural.ts';
import { AppError } from '../../../src/domain/errors.ts';
import { distributions } from '../../../src/resources/distributions.ts';
import type { NoticeKindName } from '../../../src/resources/notices.ts';
import { payments } from '../../../src/resources/payments.ts';
import { dateFaults } from '../../../src/resources/kit/validation.ts';
import { findRecord, updateRecord } from '../../data/resourceRepository.ts';
import { addNotices } from '../../data/notices.ts';
import type { Told } from '../../data/notices.ts';
import type { Row } from '../../db/database.ts';
import { checkedValues, invalidFields } from '../core/checked.ts';
import { recordActivity, staleEdit, today, whatChanged } from '../core/context.ts';
import { orgOf } from '../../auth/actor.ts';
import type { CommandContext } from '../core/context.ts';
import { paymentFigures } from '../../reports/payouts/paymentFigures.ts';
import { lockDistribution } from './distributionPreview.ts';
import { tendPaymentTasks } from './paymentTasks.ts';
import { notFound } from '../../data/refusals.ts';

/** Method and date, while pending. Refuses: the fields at fault (422), payment_not_pending, stale_version (409). */
export async function updatePayment(context: CommandContext, current: Row, body: Row): Promise<void> {
  const values = await checkedValues(context, payments, body, current);
  if (current.status !== 'pending')
    throw notIn(paymentMachine, current.status as PaymentStatus, ['pending'], 'changed');
  const { record_date } = await lockDistribution(context, orgOf(context.actor), String(current.distribution_id));
  const faults = dateFaults({ scheduled_date: distributions.fields.payment_date }, { ...values, record_date });
  if (faults.scheduled_date) throw invalidFields(faults);
  const written = storedValues(payments, values);
  if (!(await updateRecord(context.tx, context.actor, payments, String(current.id), written, current.version)))
    throw staleEdit();
  await tendPaymentTasks(context, [String(current.shareholder_id)]);
  const sum = writtenMoney(String(current.amount), String(current.currency));
  recordActivity(context, {
    text: `changed the payment of ${sum} to ${String(current.shareholder)}, ${String(current.distribution)}${whatChanged(payments, written, current)}`,
    resource: 'payments',
    id: String(current.id),
    shareholder_id: String(current.shareholder_id),
  });
}

export interface Locked {
  org: string;
  id: string;
  status: PaymentStatus;
  scheduled_date: string | null;
  attempts: number;
  distribution: Awaited<ReturnType<typeof lockDistribution>>;
  shareholder_id: string;
  shareholder: string;
  amount: string;
}

// Locks the distribution first, then the payment: every verb uses this order, which prevents deadlocks.
export async function lockPayment(context: CommandContext, id: string): Promise<Locked> {
  const org = orgOf(context.actor);
  const visible = await findRecord(context.tx, context.actor, payments, id);
  if (!visible) throw notFound();
  const distribution = await lockDistribution(context, org, String(visible.distribution_id));
  const row = await context.tx.row<Pick<Locked, 'status' | 'scheduled_date' | 'attempts' | 'shareholder_id'>>(
    'select status, scheduled_date, attempts, shareholder_id from payment where org_id = $1 and id = $2 for update',
    [org, visible.id],
  );
  return {
    org,
    id: String(visible.id),
    ...row!,
    distribution,
    shareholder: String(visible.shareholder),
    amount: String(visible.amount),
  };
}

interface Change {
  command: PaymentCommand;
  verb: string;
  note: string | null;
  /** The day the money arrived, for a completed payment. */
  arrived_on?: string;
  /** More columns to set; their values start at $4. */
  set?: string;
  values?: unknown[];
}

/** Changes the payment's status by the state machine, and updates its distribution. */
async function move(context: CommandContext, payment: Locked, change: Change): Promise<Row> {
  const status = nextPayment(payment.distribution.status, payment.status, change.command);
  await context.tx.write(
    `update payment set status = $3, ${change.set ? `${change.set}, ` : ''}version = version + 1 where org_id = $1 and id = $2`,
    [payment.org, payment.id, status, ...(change.values ?? [])],
  );
  const settled = await settle(context, payment);
  await noteEvent(context, payment, change.verb, change.note);
  const sum = writtenMoney(payment.amount, payment.distribution.currency);
  recordActivity(context, {
    text: `${change.verb === 'failed' ? 'marked as failed' : change.verb} the payment of ${sum} to ${payment.shareholder}, ${payment.distribution.name}${arrival(context, change)}${change.note ? `: ${change.note}` : ''}`,
    resource: 'payments',
    id: payment.id,
    shareholder_id: payment.shareholder_id,
  });
  await tellOfPayment(context, payment, change.command);
  if (settled) {
    const { name, id } = payment.distribution;
    const text =
      settled === 'paid'
        ? `completed the last payment of distribution ${name}: it is paid`
        : `${change.verb} a payment of distribution ${name}: it is no longer paid`;
    recordActivity(context, { text, resource: 'distributions', id });
  }
  return (await findRecord(context.tx, context.actor, payments, payment.id))!;
}

/** A line of the payment's own history. */
export const noteEvent = (
  { tx, actor, deps }: CommandContext,
  { org, id }: Pick<Locked, 'org' | 'id'>,
  verb: string,
  note: string | null,
) =>
  tx.write(
    'insert into payment_event (org_id, id, payment_id, verb, note, account_id, at) values ($1, $2, $3, $4, $5, $6, $7)',
    [org, deps.newId(), id, verb, note, actor.account_id, deps.now().toISOString()],
  );

/** The holder, and of a failure the company too. Amounts are not named: a mail is no place for them. */
async function tellOfPayment(context: CommandContext, payment: Locked, command: PaymentCommand): Promise<void> {
  const { id, shareholder, shareholder_id: holder } = payment;
  const words = { distribution: payment.distribution.name };
  const event = `${command} ${payment.attempts}`;
  const tell = (kind: NoticeKindName, told: Told) =>
    addNotices(context, { kind, resource: 'payments', event, told: [told] });
  if (command === 'complete') await tell('payment_sent', { id, holder, words });
  if (command !== 'fail' && command !== 'return') return;
  await tell('payment_failed', { id, holder, words });
  await tell('holders_payment_failed', { id, words: { ...words, shareholder } });
}

/** A returned payment loses its arrival day. The history keeps it, unless it is the day of recording. */
const arrival = (context: CommandContext, { arrived_on }: Change) =>
  arrived_on && arrived_on !== today(context) ? `, which arrived on ${arrived_on}` : '';

/**
 * Marks the distribution as paid when all payments are completed, and as no longer paid when one came back. Out: the
 * new status, if it changed.
 */
async function settle({ tx }: CommandContext, { org, distribution }: Locked): Promise<DistributionStatus | null> {
  const payments = await tx.rows<{ status: PaymentStatus }>(
    'select status from payment where org_id = $1 and distribution_id = $2',
    [org, distribution.id],
  );
  const status = statusByPayments(
    distribution.status,
    payments.map((payment) => payment.status),
  );
  if (status === distribution.status) return null;
  await tx.write('update distribution set status = $3, version = version + 1 where org_id = $1 and id = $2', [
    org,
    distribution.id,
    status,
  ]);
  return status;
}

/** Refuses: payment_held (409), with what to do. */
async function refuseHeld(context: CommandContext, payment: Locked) {
  const row = await context.tx.row<{ reasons: HoldReason[] | null }>('select hold_reasons_of($1) as reasons', [
    payment.id,
  ]);
  const reasons = row?.reasons ?? [];
  if (reasons.length === 0) return;
  if (reasons.includes('bank_change')) await refuseWhileAccountWaits(context, payment);
  const sentences = reasons.map((reason) => HOLD_REASONS[reason].company);
  throw new AppError('payment_held', `This payment is held. ${sentences.join(' ')}`, { status: 409 });
}

/**
 * A changed or removed account is how payments are stolen, so the holder is paid nothing until they had time to object.
 * By no method: otherwise whoever changes the account chooses another.
 */
async function refuseWhileAccountWaits({ tx }: CommandContext, { org, shareholder_id, shareholder }: Locked) {
  const waits = await tx.row<{ is_asked: boolean; hours: number }>(
    `select new_bank_account is not null as is_asked, ceil(extract(epoch from bank_account_counts_from - now()) / 3600)::integer as hours
     from holder_detail where org_id = $1 and shareholder_id = $2 and (new_bank_account is not null or bank_account_counts_from > now())`,
    [org, shareholder_id],
  );
  if (!waits) return;
  throw new AppError(
    'payment_held',
    waits.is_asked
      ? `The bank account of ${shareholder} is about to change. An administrator decides on the shareholder’s page; then the payment can be started.`
      : `The bank account of ${shareholder} was changed or removed. Payments to ${shareholder} can be started in ${plural(waits.hours, 'hour')}, so that there is time to object.`,
    { status: 409 },
  );
}

/**
 * Refuses: payment_not_pending, distribution_not_approved, payment_date_ahead (409; a reason overrides), payment_held
 * (409) while a reason holds it.
 */
export async function startPayment(
  context: CommandContext,
  id: string,
  body: VerbBody<'payments.start'>,
): Promise<Row> {
  const payment = await lockPayment(context, id);
  nextPayment(payment.distribution.status, payment.status, 'start');
  if (payment.scheduled_date && today(context) < payment.scheduled_date && !body.reason?.trim()) {
    throw new AppError(
      'payment_date_ahead',
      `This payment is due on ${payment.scheduled_date}. Give a reason to start it earlier.`,
      { status: 409, fields: { reason: 'Say why you start it before its date.' } },
    );
  }
  await refuseHeld(context, payment);
  const set = 'attempts = attempts + 1, failure_reason = null';
  return move(context, payment, { command: 'start', verb: 'started', note: body.reason ?? null, set });
}

/**
 * The arrival day lies between the record date and today. The last completed payment makes the distribution paid.
 * Refuses: another day (422), payment_not_processing (409).
 */
export async function completePayment(
  context: CommandContext,
  id: string,
  body: VerbBody<'payments.complete'>,
): Promise<Row> {
  const reference = body.reference ?? null;
  const payment = await lockPayment(context, id);
  const { record_date } = payment.distribution;
  const last = today(context);
  if (body.date < record_date)
    throw invalidFields({ date: `The payment cannot have arrived before the record date, ${record_date}.` });
  if (body.date > last) throw invalidFields({ date: `This day has not come yet: today is ${last}.` });
  return move(context, payment, {
    command: 'complete',
    verb: 'completed',
    note: reference,
    arrived_on: body.date,
    set: "completed_at = $4::date::timestamp at time zone 'UTC', reference = $5",
    values: [body.date, reference],
  });
}

/** Refuses: payment_not_processing (409). */
export async function failPayment(
  context: CommandContext,
  id: string,
  { reason: note }: VerbBody<'payments.fail'>,
): Promise<Row> {
  const change: Change = { command: 'fail', verb: 'failed', note, set: 'failure_reason = $4', values: [note] };
  return move(context, await lockPayment(context, id), change);
}

/** Refuses: payment_not_failed, distribution_not_approved (409). */
export async function retryPayment(context: CommandContext, id: string): Promise<Row> {
  const payment = await lockPayment(context, id);
  const retried = await move(context, payment, { command: 'retry', verb: 'retried', note: null });
  await tendPaymentTasks(context, [payment.shareholder_id]);
  return retried;
}

/**
 * A completed payment came back: it counts as failed, and its distribution as no longer paid. Refuses:
 * payment_not_completed, payment_brought_in (409).
 */
export async function returnPayment(
  context: CommandContext,
  id: string,
  { reason: note }: VerbBody<'payments.return'>,
): Promise<Row> {
  const set = 'failure_reason = $4, completed_at = null, reference = null';
  const payment = await lockPayment(context, id);
  if (payment.distribution.brought_in_by !== null)
    throw new AppError(
      'payment_brought_in',
      'This payment was brought in with a file, so nothing follows from a return. Undo its import, and bring the corrected file in.',
      { status: 409 },
    );
  return move(context, payment, {
    command: 'return',
    verb: 'returned',
    note,
    set,
    values: [note],
  });
}

/** With how its figure came about, and its history: who did what, when. */
export async function showPayment({ tx, actor }: CommandContext, record: Row): Promise<Row & PaymentDetails> {
  const events = await tx.rows<PaymentDetails['events'][number]>(
    `select e.at, e.verb, e.note, a.first_name || ' ' || a.last_name as actor from payment_event e left join lateral org_person(e.account_id) a on true
     where e.org_id = $1 and e.payment_id = $2 order by e.at, e.id`,
    [orgOf(actor), record.id],
  );
  const figures = await paymentFigures(tx, orgOf(actor), record);
  return { ...record, events, how: figureInWords(figures, (day) => day) };
}
