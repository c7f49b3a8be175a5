// A change of an account, noted in the audit trail of each company where it is an active member.
import type { Deps } from '../deps.ts';
import type { Tx } from '../db/database.ts';
import { inOrder, noteOf } from './auditedSignIns.ts';
import { membershipsOf } from './sessions.ts';

/** `summary` follows the person's name: "changed their own password". */
export async function noteAccountChange(
  tx: Tx,
  deps: Pick<Deps, 'newId' | 'now'>,
  accountId: string,
  summary: string,
): Promise<void> {
  for (const { org_id } of inOrder(await membershipsOf(tx, accountId)))
    noteOf(tx, deps, { org_id, account_id: accountId }, 'account', summary);
}
