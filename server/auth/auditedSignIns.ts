// What the audit trail of a company notes of accounts: sign-ins, and how somebody came into the company.
import type { Deps } from '../deps.ts';
import type { Tx } from '../db/database.ts';

type Joined = { org_id: string; status: string };
type Clock = Pick<Deps, 'newId' | 'now'>;

/** Adds a row about an account to a company's trail. */
export function noteOf(
  tx: Tx,
  deps: Clock,
  { org_id, account_id }: { org_id: string; account_id: string },
  action: string,
  summary: string,
): void {
  const [resource, resource_id] = ['login', 'login_failed', 'account'].includes(action)
    ? (['account', account_id] as const)
    : (['organization', org_id] as const);
  const [id, at] = [deps.newId(), deps.now().toISOString()];
  tx.audit.push({
    id,
    org_id,
    account_id,
    at,
    action,
    resource,
    resource_id,
    summary,
    before: null,
    after: null,
    request_id: null,
  });
}

/** Every company where the account is an active member is told of the sign-in. */
export function noteSignIn(tx: Tx, deps: Clock, accountId: string, memberships: readonly Joined[]): void {
  for (const { org_id } of inOrder(memberships))
    noteOf(tx, deps, { org_id, account_id: accountId }, 'login', 'signed in');
}

/** The companies to tell, in the same order in every transaction, so that two of them never wait for each other. */
export const inOrder = (memberships: readonly Joined[]) =>
  memberships
    .filter(({ status }) => status === 'active')
    .toSorted((one, other) => (one.org_id < other.org_id ? -1 : 1));
