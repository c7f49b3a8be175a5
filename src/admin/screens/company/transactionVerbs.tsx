// Taking an entry of the ledger back: a correction is a new row, never an edit.
import { text } from '../../../resources/kit/fields.ts';
import type { VerbSpec } from '../../kit/verbs/types.ts';

export const transactionVerbs: Record<string, VerbSpec> = {
  'transactions.void': {
    title: (record) => `Take back No. ${String(record.seq)}`,
    text: (record) => (
      <p>
        {String(record.summary)}. What was written together with it is taken back too. The ledger keeps every row: a new
        one says that this one no longer counts, who took it back and why.
      </p>
    ),
    fields: { reason: text({ required: true, max: 400, help: 'Such as "Typed 5,000 for 500".' }) },
    submit: () => 'Take it back',
    keep: 'Keep it',
    done: (record) => `No. ${String(record.seq)} was taken back`,
  },
};
