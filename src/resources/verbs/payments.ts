// The verbs of a payment: it is started, arrives or fails, is retried, or comes back.
import { administrators, editors } from '../kit/access.ts';
import { date, text } from '../kit/fields.ts';
import { defineVerbs } from '../kit/verb.ts';
import type { Shown, Writer } from '../kit/verb.ts';
import { DISTRIBUTION_CANCELLED, payments } from '../payments.ts';
import { reason, remark } from './asked.ts';

const toWhom = ({ amount, shareholder }: Shown, write: Writer) =>
  `${write.money(amount)} to ${String(shareholder ?? 'the holder')}`;

/** Whether it is started before its scheduled day, which requires a reason. */
export const isEarly = ({ scheduled_date }: Shown, { today }: Pick<Writer, 'today'>): boolean =>
  typeof scheduled_date === 'string' && scheduled_date > today;

export const paymentVerbs = defineVerbs(payments, {
  start: {
    label: 'Start',
    summary: 'Start a payment',
    roles: editors,
    from: ['pending'],
    when: ({ is_held }) => is_held !== true,
    fields: { reason: remark({ help: 'Stays in the history of the payment, which the shareholder reads too.' }) },
    title: ({ amount }, write) => `Start the payment of ${write.money(amount)}?`,
    text: (record, write) =>
      isEarly(record, write)
        ? `${toWhom(record, write)} is scheduled for ${write.day(record.scheduled_date)}. Starting it earlier needs a reason.`
        : `${toWhom(record, write)} goes to the bank. Sharebook records it; it moves no money itself.`,
    submit: ({ amount }, write) => `Start ${write.money(amount)}`,
    done: (record, write) => `Payment of ${toWhom(record, write)} started`,
    answers: 'record',
  },
  block: {
    label: 'Block',
    summary: 'Hold a pending payment back until it is unblocked',
    roles: administrators,
    from: ['pending'],
    when: ({ block_reason }) => !block_reason,
    destructive: true,
    fields: { reason: reason({ help: 'Stays in the history of the payment, which the shareholder reads too.' }) },
    title: ({ amount }, write) => `Block the payment of ${write.money(amount)}?`,
    text: (record, write) => `${toWhom(record, write)} is not started until it is unblocked.`,
    submit: 'Block payment',
    done: (record, write) => `Payment of ${toWhom(record, write)} blocked`,
    answers: 'record',
  },
  unblock: {
    label: 'Unblock',
    summary: 'Let a blocked payment be started again',
    roles: administrators,
    from: ['pending'],
    when: ({ block_reason }) => Boolean(block_reason),
    fields: {},
    title: ({ amount }, write) => `Unblock the payment of ${write.money(amount)}?`,
    text: (record, write) => `${toWhom(record, write)} can be started again.`,
    submit: 'Unblock payment',
    done: (record, write) => `Payment of ${toWhom(record, write)} unblocked`,
    answers: 'record',
  },
  complete: {
    label: 'Complete',
    summary: 'Record that a payment arrived',
    roles: editors,
    from: ['processing'],
    fields: {
      date: date({ required: true, help: 'The day on which the money arrived.' }),
      reference: text({ max: 200, help: 'The bank’s reference.' }),
    },
    title: ({ amount }, write) => `Complete the payment of ${write.money(amount)}?`,
    text: (record, write) => `${toWhom(record, write)} has arrived.`,
    submit: ({ amount }, write) => `Complete ${write.money(amount)}`,
    done: (record, write) => `Payment of ${toWhom(record, write)} completed`,
    answers: 'record',
  },
  fail: {
    label: 'Mark failed',
    summary: 'Record that a payment failed',
    roles: editors,
    from: ['processing'],
    destructive: true,
    fields: { reason: reason({ help: 'Stays in the history of the payment, which the shareholder reads too.' }) },
    title: ({ amount }, write) => `Mark the payment of ${write.money(amount)} as failed?`,
    text: (record, write) => `${toWhom(record, write)} did not arrive. It can be reissued.`,
    submit: 'Mark failed',
    done: (record, write) => `Payment of ${toWhom(record, write)} marked as failed`,
    answers: 'record',
  },
  retry: {
    label: 'Retry',
    summary: 'Make a failed payment pending again',
    roles: editors,
    from: ['failed'],
    when: ({ failure_reason }) => failure_reason !== DISTRIBUTION_CANCELLED,
    fields: {},
    title: ({ amount }, write) => `Reissue the payment of ${write.money(amount)}?`,
    text: (record, write) =>
      `${toWhom(record, write)} is pending again. It is reissued with the next batch, or when you start it.`,
    submit: ({ amount }, write) => `Retry ${write.money(amount)}`,
    done: (record, write) => `Payment of ${toWhom(record, write)} can be reissued`,
    answers: 'record',
  },
  return: {
    label: 'Return',
    summary: 'Record that a completed payment came back',
    roles: editors,
    from: ['completed'],
    when: ({ origin }) => origin !== 'brought_in',
    destructive: true,
    fields: { reason: reason({ help: 'What the bank said. The shareholder reads it too.' }) },
    title: ({ amount }, write) => `Record that ${write.money(amount)} came back?`,
    text: (record, write) =>
      `${toWhom(record, write)} was completed and came back. It counts as failed from now on and can be reissued.`,
    submit: 'Record the return',
    done: (record, write) => `Payment of ${toWhom(record, write)} marked as returned`,
    answers: 'record',
  },
});
