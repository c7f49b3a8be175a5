// Why a payment did not arrive and what to do now, for the company's team and for the holder.
import { inSentence } from '#src/words/inSentence.ts';
import { say } from '#src/words/say.ts';
import { HOLD_REASONS } from '#src/domain/distribution/holdReasons.ts';
import type { HoldReason } from '#src/domain/distribution/holdReasons.ts';
import type { PaymentDetails } from '#src/contract/recordPages.ts';
import { DISTRIBUTION_CANCELLED, isLate } from '#src/resources/payments.ts';
import type { Payment } from '#src/resources/payments.ts';
import { formatDay, today } from '#src/admin/kit/format.ts';

/** As a list or its page has it. */
type ShownPayment = Payment & Partial<PaymentDetails>;

export interface Trouble {
  tone: 'error' | 'warning' | 'info';
  what: string;
  todo: string;
}

/** Null if nothing is wrong with the payment. `isLacking`: the holder has not supplied something that payments wait for. */
export function troubleOf(payment: ShownPayment, isHolder: boolean, isLacking = false): Trouble | null {
  if (payment.status === 'failed') return failed(payment, isHolder);
  if (payment.is_held === true && holdsOf(payment).length > 0) return held(payment, isHolder);
  const due = payment.scheduled_date;
  if (due === null || !isLate(payment, today())) return null;
  const isStarted = payment.status === 'processing';
  const what = say`It was due on ${formatDay(due)} and ${isStarted ? say`is under way` : say`was not started`}.`;
  if (isHolder && !isStarted)
    return {
      tone: 'warning',
      what: say`It was due on ${formatDay(due)}, and the company has not sent it yet.`,
      todo: isLacking
        ? say`It can be sent once you have supplied what is missing.`
        : say`Nothing is left for you to do. If it takes too long, write to the company.`,
    };
  if (isHolder)
    return {
      tone: 'warning',
      what: say`It was due on ${formatDay(due)}, and the company has not recorded its arrival yet.`,
      todo: say`Check whether the money arrived. If it did not, write to the company.`,
    };
  const todo = isStarted
    ? say`Complete it once the money has arrived, or mark it as failed and say why.`
    : say`Start it, or change its date.`;
  return { tone: 'warning', what, todo };
}

const holdsOf = ({ hold_reasons }: Payment): HoldReason[] =>
  Array.isArray(hold_reasons) ? (hold_reasons as HoldReason[]) : [];

/** What holds it, with what to do for who reads it. */
function held(payment: Payment, isHolder: boolean): Trouble {
  const reasons = holdsOf(payment);
  const { block_reason } = payment;
  const blocked = reasons.includes('blocked') && typeof block_reason === 'string' ? say` Reason: ${block_reason}` : '';
  return {
    tone: 'warning',
    what: say`On hold: ${reasons.map((reason) => inSentence(HOLD_REASONS[reason].label)).join(', ')}.`,
    todo: reasons.map((reason) => HOLD_REASONS[reason][isHolder ? 'holder' : 'company']).join(' ') + blocked,
  };
}

function failed({ failure_reason, origin, shareholder, events }: ShownPayment, isHolder: boolean): Trouble {
  if (origin === 'brought_in')
    return {
      tone: 'info',
      what: say`It was imported from a file and taken back.`,
      todo: say`It no longer counts as paid.`,
    };
  if (failure_reason === DISTRIBUTION_CANCELLED)
    return { tone: 'info', what: say`The distribution was cancelled.`, todo: say`This payment will not be made.` };
  const why = failure_reason === '' ? null : failure_reason;
  const ended = howItEnded(events);
  const said = ended && why ? `${ended}: ${why}` : (ended ?? (why ? say`Reason: ${why}` : say`It did not arrive`));
  const what = `${said}${/[.!?]$/.test(said) ? '' : '.'}`;
  return isHolder
    ? { tone: 'error', what, todo: say`You are still owed this amount. Tell the company how to pay you.` }
    : {
        tone: 'error',
        what,
        todo: say`Resolve the problem with ${shareholder}, then retry the same amount.`,
      };
}

/** Read from the last event: a returned payment had arrived and came back. Null in a list, which has no events. */
function howItEnded(events: PaymentDetails['events'] | undefined): string | null {
  if (!events) return null;
  return events.at(-1)?.verb === 'returned' ? say`It was returned` : say`It failed`;
}
