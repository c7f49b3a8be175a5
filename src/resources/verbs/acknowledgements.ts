// A holder's answer to "Is this right?" for a certificate, a grant, a convertible or a warrant: the same two verbs.
import { say } from '#src/words/say.ts';
import { writtenMoney } from '#src/domain/figures/money.ts';
import { DISPUTE_REASON_MAX } from '../acknowledgements.ts';
import { holders } from '../kit/access.ts';
import { number, text } from '../kit/fields.ts';
import type { Shown, VerbDeclaration } from '../kit/verb.ts';

const stateOf = ({ acknowledgement }: Shown) => (acknowledgement as { state?: string } | null | undefined)?.state;

type Held = readonly { distribution: string; amount: string; currency: string }[];

/** Which payments wait until the dispute is settled; nothing where none do. */
function holding({ dispute_would_hold }: Shown): string {
  const held = (dispute_would_hold ?? []) as Held;
  if (held.length === 0) return '';
  const named = held.map(
    ({ distribution, amount, currency }) => say`${writtenMoney(amount, currency)} from ${distribution}`,
  );
  return held.length === 1
    ? say` Until it is settled, your payment for this class is held: ${named.join(', ')}.`
    : say` Until it is settled, your ${held.length} payments for this class are held: ${named.join(', ')}.`;
}

interface Holding {
  /** The singular: "certificate". */
  singular: string;
  /** The status while its holder holds it. */
  open: string;
  nameOf: (record: Shown) => string;
}

export function holderAnswers({ singular, open, nameOf }: Holding) {
  const ofHolder = { roles: holders, from: [open], isInPanel: true, answers: 'said' } as const;
  return {
    agree: {
      ...ofHolder,
      label: say`Yes, this is right`,
      summary: `The holder confirms that the record of a ${singular} is right; settles a dispute`,
      when: (record: Shown) => stateOf(record) !== 'agreed',
      fields: {},
      more: {
        last_entry: number({
          definition: say`The last entry that the holder saw, as the record shows it. Refused when there is a later one.`,
        }),
      },
      title: (record: Shown) => say`Is ${nameOf(record)} right?`,
      text: say`You confirm to the company that its record is right as of now. If something is recorded later, you are asked again.`,
      submit: say`Yes, this is right`,
      done: (record: Shown) => say`You agreed that ${nameOf(record)} is right`,
    },
    dispute: {
      ...ofHolder,
      label: say`Something is wrong`,
      summary: `The holder says what is wrong with a ${singular}: opens a thread and a task for the company`,
      costs: 'thread',
      when: (record: Shown) => stateOf(record) !== 'disputed',
      fields: {
        reason: text({
          required: true,
          max: DISPUTE_REASON_MAX,
          multiline: true,
          label: say`What is wrong`,
          help: say`Say what it should be and how you know, for example from a letter, a contract or a payment.`,
        }),
      },
      title: (record: Shown) => say`What is wrong with ${nameOf(record)}?`,
      text: (record: Shown) =>
        say`The company reads this and answers you under Messages. The record stays unchanged until the company corrects it.${holding(record)}`,
      submit: say`Tell the company`,
      done: (record: Shown) => say`The company was told what is wrong with ${nameOf(record)}`,
    },
  } as const satisfies Record<string, VerbDeclaration>;
}
