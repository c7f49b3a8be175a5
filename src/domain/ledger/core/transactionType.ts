// The declaration of a transaction type: one file of ../transactions holds all that the ledger knows about it.
import type { Context } from './context.ts';
import type { Entry } from './entry.ts';
import type { LedgerState } from './state.ts';
import type { TransactionFacts } from './transactionFacts.ts';
import type { OcfTransaction } from './types.ts';

export type TransactionType = TransactionFacts & {
  /** Its line in the ledger: "Issued CS-4: 10,000 Common to Ada Lovelace". Never throws. */
  readonly summary: (transaction: OcfTransaction, state: LedgerState) => string;
  /** Puts the entry's rows into the context's effects and reports its faults. Never throws on what the entry holds. */
  readonly interpret: (context: Context, entry: Entry) => void;
};
