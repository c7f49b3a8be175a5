// The verbs of a thread: answering, closing and reopening.
import { say } from '#src/words/say.ts';
import type { Dispute } from '#src/contract/recordPages.ts';
import { editors, holders } from '../kit/access.ts';
import { text } from '../kit/fields.ts';
import { defineVerbs } from '../kit/verb.ts';
import type { Shown } from '../kit/verb.ts';
import { messages } from '../messages.ts';
import { limits } from '../kit/limits.ts';

/** The holding that the conversation is about, and whether its dispute is open (`is_open`). */
export const disputeOf = (record: Shown) => (record.dispute ?? null) as Dispute | null;

export const messageVerbs = defineVerbs(messages, {
  messages: {
    label: say`Answer`,
    summary: 'Answer in a thread',
    roles: [...editors, ...holders],
    when: ({ is_closed }) => is_closed !== true,
    isInPanel: true,
    fields: { body: text({ required: true, max: limits.message, multiline: true, label: say`Message` }) },
    title: ({ subject }) => say`Answer in "${subject}"`,
    submit: say`Send`,
    done: say`Message sent`,
    answers: 'message',
    status: 201,
    costs: 'answer',
  },
  close: {
    label: say`Close thread`,
    summary: 'Close a thread',
    roles: editors,
    when: ({ is_closed }) => is_closed !== true,
    fields: {},
    title: ({ subject }) => say`Close "${subject}"?`,
    text: (record) => {
      const dispute = disputeOf(record);
      const settles = dispute?.is_open
        ? say`This settles the dispute of ${dispute.number} and completes its task. `
        : '';
      return say`${settles}Nobody can answer in a closed thread. It stays readable and can be reopened.`;
    },
    submit: say`Close thread`,
    keep: say`Keep it open`,
    done: say`Thread closed`,
    answers: 'record',
  },
  reopen: {
    label: say`Reopen thread`,
    summary: 'Reopen a thread',
    roles: editors,
    when: ({ is_closed }) => is_closed === true,
    isAtOnce: true,
    fields: {},
    title: ({ subject }) => say`Reopen "${subject}"?`,
    text: say`Everyone in it can answer again.`,
    submit: say`Reopen thread`,
    done: say`Thread reopened`,
    answers: 'record',
  },
});
