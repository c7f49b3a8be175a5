// The verb of a batch of payments.
import { say } from '#src/words/say.ts';
import { plural } from '#src/domain/plural.ts';
import { administrators } from '../kit/access.ts';
import { defineVerbs } from '../kit/verb.ts';
import type { Shown, Writer } from '../kit/verb.ts';
import { paymentBatches } from '../paymentBatches.ts';

/** What is released, and when that is right. */
function cancelling({ count, prenotes, total }: Shown, write: Writer): string {
  const [payments, tests] = [Number(count), Number(prenotes ?? 0)];
  const released =
    payments === 1
      ? say`Its payment, ${write.money(total)}, is pending again and can go out with another batch.`
      : say`Its ${payments} payments, ${write.money(total)} in total, are pending again and can go out with another batch.`;
  const untested =
    tests === 1
      ? say`Its prenote counts as not sent: the account is tested again by the next batch.`
      : say`Its ${tests} prenotes count as not sent: the accounts are tested again by the next batch.`;
  return [
    ...(payments > 0 ? [released] : []),
    ...(tests > 0 ? [untested] : []),
    say`Cancel only if the bank has not processed the file${payments > 0 ? say`, or has recalled it: otherwise ${payments === 1 ? say`it is` : say`they are`} paid twice` : ''}.`,
  ].join(' ');
}

export const paymentBatchVerbs = defineVerbs(paymentBatches, {
  'hand-over': {
    label: say`Hand to the provider`,
    summary: 'Hand a batch of payments to the payout provider of the installation',
    roles: administrators,
    stepUp: true,
    from: ['open'],
    when: ({ can_hand_over }) => can_hand_over === true,
    fields: {},
    title: ({ name }) => say`Hand ${String(name)} to the payout provider?`,
    text: ({ count, total }, write) =>
      say`${write.money(total)} in ${plural(Number(count), say`payment`, say`payments`)}. Do so only if nobody brings the file to the bank: otherwise they are paid twice. It cannot be cancelled here afterwards.`,
    submit: ({ total }, write) => say`Hand over ${write.money(total)}`,
    done: ({ name }) => say`${String(name)} is handed to the payout provider`,
    answers: 'record',
  },
  cancel: {
    label: say`Cancel batch`,
    summary: 'Cancel a batch of payments that has no results yet',
    roles: administrators,
    // One that is closed has results, or holds prenotes alone.
    from: ['open', 'closed'],
    when: ({ can_cancel }) => can_cancel === true,
    destructive: true,
    fields: {},
    title: ({ name }) => say`Cancel ${String(name)}?`,
    text: (batch, write) => cancelling(batch, write),
    submit: say`Cancel batch`,
    keep: say`Keep batch`,
    done: ({ name }) => say`${String(name)} cancelled`,
    answers: 'record',
  },
});
