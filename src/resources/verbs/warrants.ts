// The verbs of a warrant: exercising or cancelling it, whole or in part.
import { say } from '#src/words/say.ts';
import { editors } from '../kit/access.ts';
import { defineVerbs } from '../kit/verb.ts';
import type { Answers, Shown, Writer } from '../kit/verb.ts';
import { warrants } from '../warrants.ts';
import { holderAnswers } from './acknowledgements.ts';
import { certificateNumber, effectiveDay, quantityOrAll, reason, remark } from './asked.ts';
import { retraction } from './retraction.ts';

const nameOf = ({ warrant_number }: Shown) => String(warrant_number);
const typed = (record: Shown, write: Writer, { quantity }: Answers) => write.count(quantity || record.outstanding);
const wholeOf = ({ outstanding }: Shown) => ({ quantity: String(outstanding ?? '') });

export const warrantVerbs = defineVerbs(warrants, {
  ...holderAnswers({ singular: say`warrant`, open: 'active', nameOf }),
  exercise: {
    label: say`Exercise`,
    summary: 'Exercise a warrant, whole or in part',
    roles: editors,
    from: ['active'],
    when: ({ share_class_id, quantity }) => Boolean(share_class_id) && quantity !== null,
    fields: {
      quantity: quantityOrAll(),
      date: effectiveDay(),
      consideration_text: remark({ label: say`Payment`, help: say`Such as "Wire of 12 May 2026".` }),
    },
    more: { certificate_number: certificateNumber() },
    starts: wholeOf,
    title: (record) => say`Exercise ${nameOf(record)}`,
    text: (record, write) =>
      say`${record.shareholder} buys ${record.share_class ?? say`shares`} at ${write.money(record.exercise_price ?? '0')} a share. The warrant closes. A new warrant with the same terms is issued for the rest.`,
    submit: (record, write, answers) => say`Exercise ${typed(record, write, answers)}`,
    done: (record, write, answers) => say`${typed(record, write, answers)} of ${nameOf(record)} exercised`,
    answers: 'moved',
  },
  ...retraction({
    summary: 'Take back a warrant that was issued on its own and not accepted',
    from: ['active', 'upcoming'],
    nameOf,
    text: (record, write) =>
      say`${write.count(record.outstanding)} of ${record.shareholder} are taken back as if they had not been issued. Only a warrant that was issued on its own, and that its holder has not accepted, can be retracted.`,
    keep: say`Keep warrant`,
  }),
  cancel: {
    label: say`Cancel warrant`,
    summary: 'Cancel a warrant, whole or in part',
    roles: editors,
    from: ['active', 'expired', 'upcoming'],
    destructive: true,
    fields: { quantity: quantityOrAll(), reason: reason(), date: effectiveDay() },
    starts: wholeOf,
    title: (record) => say`Cancel ${nameOf(record)}?`,
    text: say`The entry stays in the ledger. If you cancel a part, a new warrant with the same terms is issued for the rest.`,
    submit: (record, write, answers) => say`Cancel ${typed(record, write, answers)}`,
    keep: say`Keep warrant`,
    done: (record, write, answers) => say`${typed(record, write, answers)} of ${nameOf(record)} cancelled`,
    answers: 'moved',
  },
});
