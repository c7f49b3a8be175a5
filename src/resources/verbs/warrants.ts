// The verbs of a warrant: exercising or cancelling it, whole or in part.
import { editors } from '../kit/access.ts';
import { defineVerbs } from '../kit/verb.ts';
import type { Answers, Shown, Writer } from '../kit/verb.ts';
import { warrants } from '../warrants.ts';
import { holderAnswers } from './acknowledgements.ts';
import { certificateNumber, effectiveDay, quantityOrAll, reason, remark } from './asked.ts';

const nameOf = ({ warrant_number }: Shown) => String(warrant_number);
const typed = (record: Shown, write: Writer, { quantity }: Answers) => write.count(quantity || record.outstanding);
const wholeOf = ({ outstanding }: Shown) => ({ quantity: String(outstanding ?? '') });

export const warrantVerbs = defineVerbs(warrants, {
  ...holderAnswers({ singular: 'warrant', open: 'active', nameOf }),
  exercise: {
    label: 'Exercise',
    summary: 'Exercise a warrant, whole or in part',
    roles: editors,
    from: ['active'],
    when: ({ share_class_id, quantity }) => Boolean(share_class_id) && quantity !== null,
    fields: {
      quantity: quantityOrAll(),
      date: effectiveDay(),
      consideration_text: remark({ label: 'Payment', help: 'Such as "Wire of 12 May 2026".' }),
    },
    more: { certificate_number: certificateNumber() },
    starts: wholeOf,
    title: (record) => `Exercise ${nameOf(record)}`,
    text: (record, write) =>
      `${record.shareholder} buys ${record.share_class ?? 'shares'} at ${write.money(record.exercise_price ?? '0')} a share. The warrant closes. A new warrant with the same terms is issued for the rest.`,
    submit: (record, write, answers) => `Exercise ${typed(record, write, answers)}`,
    done: (record, write, answers) => `${typed(record, write, answers)} of ${nameOf(record)} exercised`,
    answers: 'moved',
  },
  cancel: {
    label: 'Cancel warrant',
    summary: 'Cancel a warrant, whole or in part',
    roles: editors,
    from: ['active', 'expired', 'upcoming'],
    destructive: true,
    fields: { quantity: quantityOrAll(), reason: reason(), date: effectiveDay() },
    starts: wholeOf,
    title: (record) => `Cancel ${nameOf(record)}?`,
    text: 'The entry stays in the ledger. If you cancel a part, a new warrant with the same terms is issued for the rest.',
    submit: (record, write, answers) => `Cancel ${typed(record, write, answers)}`,
    keep: 'Keep warrant',
    done: (record, write, answers) => `${typed(record, write, answers)} of ${nameOf(record)} cancelled`,
    answers: 'moved',
  },
});
