// Closing a conversation and taking it up again.
import type { AnyRecord } from '../../kit/fieldKinds.tsx';
import type { VerbSpec } from '../../kit/verbs/types.ts';

interface Dispute {
  resource: string;
  id: string;
  number: string;
  is_open: boolean;
}

/** The holding that a conversation is about, whose dispute stands while `is_open`. */
export const disputeOf = (record: AnyRecord) => (record.dispute ?? null) as Dispute | null;

export const threadVerbs: Record<string, VerbSpec> = {
  'messages.close': {
    title: (record) => `Close "${String(record.subject)}"?`,
    text: (record) => {
      const dispute = disputeOf(record);
      const settles = dispute?.is_open ? `This settles the dispute of ${dispute.number} and completes its task. ` : '';
      return `${settles}Nobody can answer in a closed thread. It stays readable and can be reopened.`;
    },
    fields: {},
    submit: () => 'Close thread',
    keep: 'Keep it open',
    done: () => 'Thread closed',
  },
  'messages.reopen': {
    title: (record) => `Reopen "${String(record.subject)}"?`,
    text: () => 'Everyone in it can answer again.',
    fields: {},
    submit: () => 'Reopen thread',
    done: () => 'Thread reopened',
  },
};
