// Updates the planner's statistics after large imports, once for all that wait for it.
import type { Tx } from '#server/db/database.ts';

/** In: a transaction of Sharebook itself, of its own, because others wait for it to end before they can do the same. */
export async function countLedger(tx: Tx): Promise<void> {
  await tx.takeTime();
  await tx.rows('select count_ledger_anew()');
}
