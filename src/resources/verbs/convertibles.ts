// The verbs of a SAFE or a note: converting it, alone or in a round, and cancelling or repaying it.
import { say } from '#src/words/say.ts';
import { convertibles } from '../convertibles.ts';
import { editors } from '../kit/access.ts';
import { money, reference, shares, text } from '../kit/fields.ts';
import { defineVerbs } from '../kit/verb.ts';
import type { Shown } from '../kit/verb.ts';
import { holderAnswers } from './acknowledgements.ts';
import { certificateNumber, effectiveDay, reason, remark } from './asked.ts';
import { retraction } from './retraction.ts';

const nameOf = ({ convertible_number }: Shown) => String(convertible_number);

export const convertibleVerbs = defineVerbs(convertibles, {
  ...holderAnswers({ singular: 'convertible', open: 'outstanding', nameOf }),
  convert: {
    label: say`Convert`,
    summary: 'Convert into stock',
    roles: editors,
    from: ['outstanding'],
    when: ({ converts_by }) => converts_by !== 'NONE',
    fields: {
      share_class_id: reference('share-classes', { required: true, label: say`Share class` }),
      quantity: shares({ required: true, positive: true, label: say`Shares` }),
      price_per_share: money({ required: true, scale: 10, label: say`Conversion price` }),
      date: effectiveDay(),
      reason: remark({ label: say`Occasion`, help: say`Such as "Series A of 4 October 2026".` }),
    },
    more: { trigger_id: text({ max: 200 }), certificate_number: certificateNumber() },
    title: (record) => say`Convert ${nameOf(record)}`,
    text: (record, write) =>
      say`${write.money(record.amount)} of ${record.shareholder} become stock, and ${nameOf(record)} closes. Use the figures calculated below, or enter those in the round’s documents.`,
    submit: (_, write, { quantity }) =>
      quantity && quantity !== '0' ? say`Convert into ${write.count(quantity)}` : say`Convert`,
    done: (record, write, { quantity }) => say`${nameOf(record)} became ${write.count(quantity ?? '0')}`,
    answers: 'moved',
  },
  'convert-in-round': {
    label: say`Convert in a round`,
    summary:
      'Convert several convertibles together with the new issue. dry_run returns the preview; its preview_hash then records exactly what you saw, completely or not at all',
    roles: editors,
    isOfSeveral: true,
    // It has its own page, linked from the list.
    isInPanel: true,
    fields: {},
    title: say`Convert in a round`,
    submit: say`Record the round`,
    done: say`Round recorded`,
    answers: 'round',
  },
  ...retraction({
    summary: 'Take back a SAFE or a note that was issued on its own and not accepted',
    from: ['outstanding', 'upcoming'],
    nameOf,
    text: (record, write) =>
      say`${write.money(record.amount)} of ${record.shareholder} are taken back as if they had not been issued. Only a SAFE or a note that was issued on its own, and that its holder has not accepted, can be retracted.`,
    keep: say`Keep it`,
  }),
  cancel: {
    label: say`Cancel or repay`,
    summary: 'Cancel or repay, whole or in part',
    roles: editors,
    from: ['outstanding', 'upcoming'],
    destructive: true,
    fields: {
      amount: money({ positive: true, scale: 10, label: say`Amount`, help: say`All of it, unless you enter less.` }),
      reason: reason({ help: say`Such as "Repaid in full on 3 March 2026".` }),
      date: effectiveDay(),
    },
    starts: ({ amount }) => ({ amount }),
    title: (record) => say`Cancel or repay ${nameOf(record)}?`,
    text: (record, write) =>
      say`${write.money(record.amount)} of ${record.shareholder}. Say in the reason whether it was repaid or given up; the entry stays in the ledger.`,
    submit: (record, write, { amount }) => say`Cancel ${write.money(amount || record.amount)}`,
    keep: say`Keep it`,
    done: (record) => say`${nameOf(record)} cancelled`,
    answers: 'moved',
  },
});
