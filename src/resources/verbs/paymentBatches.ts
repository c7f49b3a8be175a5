// The verb of a batch of payments.
import { administrators } from '../kit/access.ts';
import { defineVerbs } from '../kit/verb.ts';
import { paymentBatches } from '../paymentBatches.ts';

export const paymentBatchVerbs = defineVerbs(paymentBatches, {
  cancel: {
    label: 'Cancel batch',
    summary: 'Cancel a batch of payments of which no result came yet',
    roles: administrators,
    from: ['open'],
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
