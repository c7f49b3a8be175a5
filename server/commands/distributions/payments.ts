// Payments: starting, completing, failing, retrying and returning them. The amount is fixed at approval and never
// changes.
import { storedValues } from '#server/data/storedColumns.ts';
import type { VerbBody } from '#src/resources/verbs/index.ts';
import { writtenMoney } from '#src/domain/figures/money.ts';
import { nextPayment, notIn, paymentMachine } from '#src/domain/distribution/distributionMachine.ts';
import type { PaymentCommand, PaymentStatus } from '#src/domain/distribution/distributionMachine.ts';
import { HOLD_REASONS } from '#src/domain/distribution/holdReasons.ts';
import type { HoldReason } from '#src/domain/distribution/holdReasons.ts';
import { plural } from '#src/domain/plural.ts';
import { AppError } from '#src/domain/errors.ts';
import { distributions } from '#src/resources/distributions.ts';
import { payments } from '#src/resources/payments.ts';
import type { Payment } from '#src/resources/payments.ts';
import { dateFaults } from '#src/resources/kit/validation.ts';
import { findRecord, updateRecord } from '#server/data/resourceRepository.ts';
import type { Row } from '#server/db/database.ts';
import { checkedValues, invalidFields } from '../core/checked.ts';
import { recordActivity, staleEdit, today, whatChanged } from '../core/context.ts';
import { orgOf } from '#server/auth/actor.ts';
import type { CommandContext } from '../core/context.ts';
import { lockDistribution } from './distributionPreview.ts';
import { doneWords, movePayments } from './movePayments.ts';
import { tendPaymentTasks } from './paymentTasks.ts';
import { notFound } from '#server/data/refusals.ts';

/** Method and date, while pending. Refuses: the fields at fault (422), payment_not_pending, stale_version (409). */
export async function updatePayment(context: CommandContext, current: Payment, body: Row): Promise<void> {
  const values = await checkedValues(context, payments, body, current);
  if (current.status !== 'pending') throw notIn(paymentMachine, current.status, ['pending'], 'changed');
  const { record_date } = await lockDistribution(context, orgOf(context.actor), current.distribution_id);
  const faults = dateFaults({ scheduled_date: distributions.fields.payment_date }, { ...values, record_date });
  if (faults.scheduled_date) throw invalidFields(faults);
  const written = storedValues(payments, values);
  if (!(await updateRecord(context.tx, context.actor, payments, current.id, written, current.version)))
    throw staleEdit();
  await tendPaymentTasks(context, [current.shareholder_id]);
  const sum = writtenMoney(current.amount, current.currency);
  recordActivity(context, {
    text: `changed the payment of ${sum} to ${current.shareholder}, ${current.distribution}${whatChanged(payments, written, current)}`,
    resource: 'payments',
    id: current.id,
    shareholder_id: current.shareholder_id,
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
  const distribution = await lockDistribution(context, org, visible.distribution_id);
  const row = await context.tx.row<Pick<Locked, 'status' | 'scheduled_date' | 'attempts' | 'shareholder_id'>>(
    'select status, scheduled_date, attempts, shareholder_id from payment where org_id = $1 and id = $2 for update',
    [org, visible.id],
  );
  return {
    org,
    id: visible.id,
    ...row!,
    distribution,
    shareholder: visible.shareholder,
    amount: visible.amount,
  };
}

interface Change {
  command: Exclude<PaymentCommand, 'void'>;
  note: string | null;
  /** The day the money arrived, for a completed payment. */
  arrived_on?: string;
}

/** Changes the payment's status by the state machine, and updates its distribution. */
async function move(context: CommandContext, payment: Locked, { command, note, arrived_on }: Change): Promise<Row> {
  nextPayment(payment.distribution.status, payment.status, command);
  const { verb } = await movePayments(context, {
    command,
    payments: [{ id: payment.id, note, day: arrived_on }],
    distributions: [payment.distribution],
  });
  const sum = writtenMoney(payment.amount, payment.distribution.currency);
  recordActivity(context, {
    text: `${doneWords[verb]} the payment of ${sum} to ${payment.shareholder}, ${payment.distribution.name}${arrival(context, arrived_on)}${note ? `: ${note}` : ''}`,
    resource: 'payments',
    id: payment.id,
    shareholder_id: payment.shareholder_id,
  });
  return (await findRecord(context.tx, context.actor, payments, payment.id))!;
}

/** A returned payment loses its arrival day. The history keeps it, unless it is the day of recording. */
const arrival = (context: CommandContext, arrived_on: string | undefined) =>
  arrived_on && arrived_on !== today(context) ? `, which arrived on ${arrived_on}` : '';

const holdsOf = async ({ tx }: CommandContext, { id }: Locked): Promise<readonly HoldReason[]> =>
  (await tx.row<{ reasons: HoldReason[] | null }>('select hold_reasons_of($1) as reasons', [id]))?.reasons ?? [];

/** Refuses: payment_held (409), with what to do. */
async function refuseHeld(context: CommandContext, payment: Locked, reasons: readonly HoldReason[]) {
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
  await refuseStart(context, payment, body.reason, () => holdsOf(context, payment));
  return move(context, payment, { command: 'start', note: body.reason ?? null });
}

/** Refuses what `startPayment` does. */
export async function refuseStart(
  context: CommandContext,
  payment: Locked,
  reason: string | null | undefined,
  holds: () => Promise<readonly HoldReason[]>,
): Promise<void> {
  nextPayment(payment.distribution.status, payment.status, 'start');
  if (payment.scheduled_date && today(context) < payment.scheduled_date && !reason?.trim()) {
    throw new AppError(
      'payment_date_ahead',
      `This payment is due on ${payment.scheduled_date}. Give a reason to start it earlier.`,
      { status: 409, fields: { reason: 'Say why you start it before its date.' } },
    );
  }
  await refuseHeld(context, payment, await holds());
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
  refuseArrival(context, payment, body.date);
  return move(context, payment, { command: 'complete', note: reference, arrived_on: body.date });
}

/** Refuses: a day before the record date or to come (422). */
export function refuseArrival(context: CommandContext, { distribution: { record_date } }: Locked, day: string): void {
  const last = today(context);
  if (day < record_date)
    throw invalidFields({ date: `The payment cannot have arrived before the record date, ${record_date}.` });
  if (day > last) throw invalidFields({ date: `This day is in the future: today is ${last}.` });
}

/** Refuses: payment_not_processing (409). */
export async function failPayment(
  context: CommandContext,
  id: string,
  { reason: note }: VerbBody<'payments.fail'>,
): Promise<Row> {
  return move(context, await lockPayment(context, id), { command: 'fail', note });
}

/** Refuses: payment_not_failed, distribution_not_approved (409). */
export async function retryPayment(context: CommandContext, id: string): Promise<Row> {
  return move(context, await lockPayment(context, id), { command: 'retry', note: null });
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
  const payment = await lockPayment(context, id);
  refuseBroughtIn(payment);
  return move(context, payment, { command: 'return', note });
}

/** Refuses: payment_brought_in (409). */
export function refuseBroughtIn({ distribution }: Pick<Locked, 'distribution'>): void {
  if (distribution.brought_in_by === null) return;
  throw new AppError(
    'payment_brought_in',
    'This payment was imported from a file, so its return is not recorded here. Undo its import, and import the corrected file.',
    { status: 409 },
  );
}
