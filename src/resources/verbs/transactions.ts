// Taking back a ledger entry: a correction is a new row, never an edit.
import { administrators } from '../kit/access.ts';
import { defineVerbs } from '../kit/verb.ts';
import { transactions } from '../transactions.ts';
import { reason } from './asked.ts';

export const transactionVerbs = defineVerbs(transactions, {
  void: {
    label: 'Take back',
    summary:
      'Take back an entry and all entries recorded with it as one unit (`together`): adds a new entry for each and edits none',
    roles: administrators,
    from: ['in_force'],
    when: ({ is_imported }) => is_imported !== true,
    destructive: true,
    fields: { reason: reason({ help: 'Such as "Typed 5,000 for 500".' }) },
    title: ({ seq }) => `Take back No. ${String(seq)}`,
    text: ({ summary }) =>
      `${String(summary)}. What was recorded with it as one unit is taken back with it. The ledger keeps every entry: a new one states that this one no longer counts, who took it back and why.`,
    submit: 'Take it back',
    keep: 'Keep it',
    done: ({ seq }) => `No. ${String(seq)} was taken back`,
    answers: 'record',
  },
});
