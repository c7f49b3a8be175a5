// The verbs of a payment: it is started, arrives or fails, is retried, or comes back.
import { say } from '#src/words/say.ts';
import { administrators, editors } from '../kit/access.ts';
import { date, text } from '../kit/fields.ts';
import { defineVerbs } from '../kit/verb.ts';
import type { Shown, Writer } from '../kit/verb.ts';
import { DISTRIBUTION_CANCELLED, payments } from '../payments.ts';
import { reason, remark } from './asked.ts';

const toWhom = ({ amount, shareholder }: Shown, write: Writer) =>
  say`${write.money(amount)} to ${String(shareholder ?? say`the holder`)}`;

/** Whether it is started before its scheduled day, which requires a reason. */
export const isEarly = ({ scheduled_date }: Shown, { today }: Pick<Writer, 'today'>): boolean =>
  typeof scheduled_date === 'string' && scheduled_date > today;

export const paymentVerbs = defineVerbs(payments, {
  start: {
    label: say`Start`,
    summary: 'Start a payment',
    roles: editors,
    from: ['pending'],
    when: ({ is_held }) => is_held !== true,
    fields: { reason: remark({ help: say`Stays in the history of the payment, which the shareholder reads too.` }) },
    title: ({ amount }, write) => say`Start the payment of ${write.money(amount)}?`,
    text: (record, write) =>
      isEarly(record, write)
        ? say`${toWhom(record, write)} is scheduled for ${write.day(record.scheduled_date)}. Starting it earlier needs a reason.`
        : say`${toWhom(record, write)} goes to the bank. Sharebook records it; it moves no money itself.`,
    submit: ({ amount }, write) => say`Start ${write.money(amount)}`,
    done: (record, write) => say`Payment of ${toWhom(record, write)} started`,
    answers: 'record',
  },
  block: {
    label: say`Block`,
    summary: 'Hold a pending payment back until it is unblocked',
    roles: administrators,
    from: ['pending'],
    when: ({ block_reason }) => !block_reason,
    destructive: true,
    fields: { reason: reason({ help: say`Stays in the history of the payment, which the shareholder reads too.` }) },
    title: ({ amount }, write) => say`Block the payment of ${write.money(amount)}?`,
    text: (record, write) => say`${toWhom(record, write)} is not started until it is unblocked.`,
    submit: say`Block payment`,
    done: (record, write) => say`Payment of ${toWhom(record, write)} blocked`,
    answers: 'record',
  },
  unblock: {
    label: say`Unblock`,
    summary: 'Let a blocked payment be started again',
    roles: administrators,
    from: ['pending'],
    when: ({ block_reason }) => Boolean(block_reason),
    fields: {},
    title: ({ amount }, write) => say`Unblock the payment of ${write.money(amount)}?`,
    text: (record, write) => say`${toWhom(record, write)} can be started again.`,
    submit: say`Unblock payment`,
    done: (record, write) => say`Payment of ${toWhom(record, write)} unblocked`,
    answers: 'record',
  },
  complete: {
    label: say`Complete`,
    summary: 'Record that a payment arrived',
    roles: editors,
    from: ['processing'],
    fields: {
      date: date({ required: true, help: say`The day on which the money arrived.` }),
      reference: text({ max: 200, help: say`The bank’s reference.` }),
    },
    title: ({ amount }, write) => say`Complete the payment of ${write.money(amount)}?`,
    text: (record, write) => say`${toWhom(record, write)} has arrived.`,
    submit: ({ amount }, write) => say`Complete ${write.money(amount)}`,
    done: (record, write) => say`Payment of ${toWhom(record, write)} completed`,
    answers: 'record',
  },
  fail: {
    label: say`Mark failed`,
    summary: 'Record that a payment failed',
    roles: editors,
    from: ['processing'],
    destructive: true,
    fields: { reason: reason({ help: say`Stays in the history of the payment, which the shareholder reads too.` }) },
    title: ({ amount }, write) => say`Mark the payment of ${write.money(amount)} as failed?`,
    text: (record, write) => say`${toWhom(record, write)} did not arrive. It can be retried.`,
    submit: say`Mark failed`,
    done: (record, write) => say`Payment of ${toWhom(record, write)} marked as failed`,
    answers: 'record',
  },
  retry: {
    label: say`Retry`,
    summary: 'Make a failed payment pending again',
    roles: editors,
    from: ['failed'],
    when: ({ failure_reason }) => failure_reason !== DISTRIBUTION_CANCELLED,
    fields: {},
    title: ({ amount }, write) => say`Retry the payment of ${write.money(amount)}?`,
    text: (record, write) =>
      say`${toWhom(record, write)} is pending again. It goes out with the next batch, or when you start it.`,
    submit: ({ amount }, write) => say`Retry ${write.money(amount)}`,
    done: (record, write) => say`Payment of ${toWhom(record, write)} is pending again`,
    answers: 'record',
  },
  return: {
    label: say`Return`,
    summary: 'Record that a completed payment came back',
    roles: editors,
    from: ['completed'],
    when: ({ origin }) => origin !== 'brought_in',
    destructive: true,
    fields: { reason: reason({ help: say`What the bank said. The shareholder reads it too.` }) },
    title: ({ amount }, write) => say`Record that ${write.money(amount)} came back?`,
    text: (record, write) =>
      say`${toWhom(record, write)} was completed and came back. It counts as failed from now on and can be retried.`,
    submit: say`Record the return`,
    done: (record, write) => say`Payment of ${toWhom(record, write)} marked as returned`,
    answers: 'record',
  },
});
