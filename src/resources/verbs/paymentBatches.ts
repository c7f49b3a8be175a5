// The verb of a batch of payments.
import { administrators } from '../kit/access.ts';
import { defineVerbs } from '../kit/verb.ts';
import { paymentBatches } from '../paymentBatches.ts';

export const paymentBatchVerbs = defineVerbs(paymentBatches, {
  'hand-over': {
    label: 'Hand to the provider',
    summary: 'Hand a batch of payments to the payout provider of the installation',
    roles: administrators,
    stepUp: true,
    from: ['open'],
    when: ({ can_hand_over }) => can_hand_over === true,
    fields: {},
    title: ({ name }) => `Hand ${String(name)} to the payout provider?`,
    text: ({ count, total }, write) =>
      `${write.money(total)} in ${String(count)} payments. Do so only if nobody brings the file to the bank: otherwise they are paid twice. It cannot be cancelled here afterwards.`,
    submit: ({ total }, write) => `Hand over ${write.money(total)}`,
    done: ({ name }) => `${String(name)} is handed to the payout provider`,
    answers: 'record',
  },
  cancel: {
    label: 'Cancel batch',
    summary: 'Cancel a batch of payments of which no result came yet',
    roles: administrators,
    // One that is closed has results, or holds prenotes alone.
    from: ['open', 'closed'],
    when: ({ can_cancel }) => can_cancel === true,
    destructive: true,
    fields: {},
    title: ({ name }) => `Cancel ${String(name)}?`,
    text: ({ count }) =>
      `Its payments (${String(count)}) are pending again. Do so only if the bank does not get the file, or gave it back: otherwise they are paid twice.`,
    submit: 'Cancel batch',
    keep: 'Keep batch',
    done: ({ name }) => `${String(name)} cancelled`,
    answers: 'record',
  },
});
