// The life of a payment: start, complete, fail, retry, return.
import { date, text } from '../../../resources/kit/fields.ts';
import type { AnyRecord } from '../../kit/fieldKinds.tsx';
import { formatDay, formatMoney, today } from '../../kit/format.ts';
import type { VerbSpec } from '../../kit/verbs/types.ts';

const sum = (record: AnyRecord) => formatMoney(String(record.amount), record.currency);
const toWhom = (record: AnyRecord) => `${sum(record)} to ${String(record.shareholder ?? 'the holder')}`;
const isEarly = (record: AnyRecord) => typeof record.scheduled_date === 'string' && record.scheduled_date > today();

export const paymentVerbs: Record<string, VerbSpec> = {
  'payments.start': {
    title: (record) => `Start the payment of ${sum(record)}?`,
    text: (record) =>
      isEarly(record)
        ? `${toWhom(record)} is scheduled for ${formatDay(String(record.scheduled_date))}. Starting it earlier needs a reason.`
        : `${toWhom(record)} goes to the bank. Sharebook records it; it moves no money itself.`,
    fields: (record) => ({
      reason: isEarly(record)
        ? text({ required: true, max: 400, label: 'Why before its date', help: 'Stays in the history of the payment.' })
        : text({ max: 400, help: 'Stays in the history of the payment.' }),
    }),
    submit: (record) => `Start ${sum(record)}`,
    done: (record) => `Payment of ${toWhom(record)} started`,
  },
  'payments.complete': {
    title: (record) => `Complete the payment of ${sum(record)}?`,
    text: (record) => `${toWhom(record)} has arrived.`,
    fields: {
      date: date({ required: true, help: 'The day on which the money arrived.' }),
      reference: text({ max: 200, help: 'The bank’s reference.' }),
    },
    defaults: () => ({ date: today() }),
    submit: (record) => `Complete ${sum(record)}`,
    done: (record) => `Payment of ${toWhom(record)} completed`,
  },
  'payments.fail': {
    title: (record) => `Mark the payment of ${sum(record)} as failed?`,
    text: (record) => `${toWhom(record)} did not arrive. It can be tried again.`,
    fields: { reason: text({ required: true, max: 400 }) },
    submit: () => 'Mark failed',
    done: (record) => `Payment of ${toWhom(record)} marked as failed`,
  },
  'payments.retry': {
    title: (record) => `Try the payment of ${sum(record)} again?`,
    text: (record) => `${toWhom(record)} goes back to pending and can be started again.`,
    fields: {},
    submit: (record) => `Retry ${sum(record)}`,
    done: (record) => `Payment of ${toWhom(record)} is pending again`,
  },
  'payments.return': {
    title: (record) => `Record that ${sum(record)} came back?`,
    text: (record) =>
      `${toWhom(record)} was completed and came back. It counts as failed from now on and can be tried again.`,
    fields: { reason: text({ required: true, max: 400, help: 'What the bank said.' }) },
    submit: () => 'Record the return',
    done: (record) => `Payment of ${toWhom(record)} marked as returned`,
  },
};
