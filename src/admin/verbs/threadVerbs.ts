// Closing a conversation and taking it up again.
import type { VerbSpec } from './types.ts';

export const threadVerbs: Record<string, VerbSpec> = {
  'messages.close': {
    title: (record) => `Close "${String(record.subject)}"?`,
    text: () => 'Nobody can answer in a closed thread. It stays readable and can be reopened.',
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
