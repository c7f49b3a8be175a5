// Taking back a ledger entry: a correction is a new row, never an edit.
import { administrators } from '../kit/access.ts';
import { defineVerbs } from '../kit/verb.ts';
import { transactions } from '../transactions.ts';
import { reason } from './asked.ts';

export const transactionVerbs = defineVerbs(transactions, {
  void: {
    label: 'Undo',
    isUndo: true,
    summary:
      'Take back an entry and all entries recorded with it as one unit (`together`): adds a new entry for each and edits none',
    roles: administrators,
    from: ['in_force'],
    when: ({ is_imported }) => is_imported !== true,
    destructive: true,
    fields: { reason: reason({ help: 'Say more if you like, such as "Typed 5,000 for 500".' }) },
    starts: () => ({ reason: 'Recorded by mistake' }),
    title: ({ seq }) => `Undo entry ${String(seq)}?`,
    text: ({ summary }) =>
      `${String(summary)}. The ledger keeps every entry: a new one states that this one no longer counts, who undid it and why.`,
    submit: 'Undo',
    keep: 'Keep it',
    done: ({ summary }) => `Undone: ${String(summary)}`,
    answers: 'record',
  },
});
