// What the audit trail of a company notes of sign-ins that failed.
import type { Deps } from '../deps.ts';
import { inOrder, noteOf } from './auditedSignIns.ts';
import { membershipsOf } from './sessions.ts';

/**
 * Notes a wrong password or code of a known account, in a transaction of its own that nobody waits for: an address without an
 * account must not answer sooner. Tries that the limits refuse do not come here, so they bound the number of rows.
 */
export function noteFailedSignIn(deps: Deps, accountId: string | undefined, what: 'password' | 'code'): void {
  if (accountId === undefined) return;
  deps.db
    .system(async (tx) => {
      for (const { org_id } of inOrder(await membershipsOf(tx, accountId)))
        noteOf(tx, deps, { org_id, account_id: accountId }, 'login_failed', `could not sign in: wrong ${what}`);
    })
    .catch((error: unknown) => deps.log.error('A failed sign-in was not noted', { error: String(error) }));
}
