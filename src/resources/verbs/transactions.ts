// Taking back a ledger entry: a correction is a new row, never an edit.
import { say } from '#src/words/say.ts';
import { administrators } from '../kit/access.ts';
import { defineVerbs } from '../kit/verb.ts';
import { transactions } from '../transactions.ts';
import { reason } from './asked.ts';

export const transactionVerbs = defineVerbs(transactions, {
  void: {
    label: say`Undo`,
    isUndo: true,
    summary:
      'Take back an entry and all entries recorded with it as one unit (`together`): adds a new entry for each and edits none',
    roles: administrators,
    from: ['in_force'],
    when: ({ is_imported }) => is_imported !== true,
    destructive: true,
    fields: { reason: reason({ help: say`Say more if you like, such as "Typed 5,000 for 500".` }) },
    starts: () => ({ reason: say`Recorded by mistake` }),
    title: ({ seq }) => say`Undo entry ${String(seq)}?`,
    text: ({ summary }) =>
      say`${String(summary)}. The ledger keeps every entry: a new one states that this one no longer counts, who undid it and why.`,
    submit: say`Undo`,
    keep: say`Keep it`,
    done: ({ summary }) => say`Undone: ${String(summary)}`,
    answers: 'record',
  },
});
