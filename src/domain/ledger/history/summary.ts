// One entry as a line that a founder understands. Each transaction type declares its own.
import { say } from '#src/words/say.ts';
import { typeOf } from '../core/fields.ts';
import { securityLine } from '../core/lines.ts';
import { objectWord } from '../core/objectWords.ts';
import type { LedgerState } from '../core/state.ts';
import type { OcfObject } from '../core/types.ts';
import { transactionTypeOf } from '../transactions/index.ts';

/** In: an entry and the state it was interpreted on. Out: "Issued CS-4: 10,000 Common to Ada Lovelace". Never throws. */
export function summaryOf(transaction: OcfObject, state: LedgerState): string {
  const type = typeOf(transaction);
  const lineOf = transactionTypeOf(type)?.summary ?? securityLine(objectWord(type) || say`Entry`);
  return lineOf(transaction, state);
}
