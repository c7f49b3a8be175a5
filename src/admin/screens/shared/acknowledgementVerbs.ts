// A holder's answer to "Is this right?", of a certificate, a grant, a convertible or a warrant.
import { acknowledged, DISPUTE_REASON_MAX } from '../../../resources/acknowledgements.ts';
import type { Acknowledged } from '../../../resources/acknowledgements.ts';
import { resourceNamed } from '../../../resources/index.ts';
import { text } from '../../../resources/kit/fields.ts';
import type { AnyRecord } from '../../kit/fieldKinds.tsx';
import type { VerbSpec } from '../../kit/verbs/types.ts';

export const acknowledgementVerbs: Record<string, VerbSpec> = Object.fromEntries(
  acknowledged.flatMap((kind) => [
    [`${kind}.agree`, agreeSpec(kind)],
    [`${kind}.dispute`, disputeSpec(kind)],
  ]),
);

function namer(kind: Acknowledged) {
  return (record: AnyRecord) => String(record[resourceNamed(kind).title]);
}

function agreeSpec(kind: Acknowledged): VerbSpec {
  const nameOf = namer(kind);
  return {
    title: (record) => `Is ${nameOf(record)} right?`,
    text: () =>
      'You tell the company that what is recorded about it up to now is right. When something is recorded later, you are asked again.',
    fields: {},
    // What was changed since the page was shown is not agreed to unseen.
    body: (_values, record) => ({ last_entry: record.last_entry ?? null }),
    submit: () => 'Yes, this is right',
    done: (record) => `You agreed that ${nameOf(record)} is right`,
  };
}

function disputeSpec(kind: Acknowledged): VerbSpec {
  const nameOf = namer(kind);
  return {
    title: (record) => `What is wrong with ${nameOf(record)}?`,
    text: () =>
      'The company reads this and answers you under Messages. What is recorded stays as it is until the company corrects it.',
    fields: {
      reason: text({
        required: true,
        max: DISPUTE_REASON_MAX,
        multiline: true,
        label: 'What is wrong',
        help: 'Say what it should be, and how you know: from a letter, a contract, a payment.',
      }),
    },
    submit: () => 'Tell the company',
    done: (record) => `The company was told what is wrong with ${nameOf(record)}`,
  };
}
