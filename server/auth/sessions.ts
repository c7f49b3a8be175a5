// Sessions: an opaque token, of which only the SHA-256 is stored, and the user as the client keeps it.
import { AppError } from '../../src/domain/errors.ts';
import type { MembershipStatus, Role } from '../../src/resources/kit/access.ts';
import type { Tx } from '../db/database.ts';
import type { Account } from './codes.ts';
import { newToken } from './secrets.ts';
import { sha256 } from '../data/sha256.ts';

export type Membership = {
  org_id: string;
  client_name: string;
  client_display_name: string;
  role: Role;
  status: MembershipStatus;
  shareholder_id: string | null;
};

export interface User {
  id: string;
  email: string;
  first_name: string;
  last_name: string;
  account_type: 'client' | 'shareholder';
  role: Role;
  client_name: string | null;
  client_display_name: string | null;
  membership_status: MembershipStatus;
}

export interface SignedIn {
  access_token: string;
  user: User;
}

export const membershipsOf = (tx: Tx, accountId: string): Promise<Membership[]> =>
  tx.rows<Membership>('select * from account_memberships($1)', [accountId]);

/** A new session in the named organisation, or in the first the account is active in. */
export async function startSession(
  tx: Tx,
  account: Account,
  userAgent: string,
  orgId?: string | null,
): Promise<SignedIn> {
  const memberships = await membershipsOf(tx, account.id);
  const chosen =
    memberships.find((membership) => membership.org_id === orgId) ??
    memberships.find((membership) => membership.status === 'active') ??
    memberships[0];
  const token = newToken();
  await tx.write('insert into session (token_hash, account_id, org_id, user_agent) values ($1, $2, $3, $4)', [
    sha256(token),
    account.id,
    chosen?.org_id ?? null,
    userAgent.slice(0, 300),
  ]);
  return { access_token: token, user: userOf(account, chosen) };
}

export function userOf(account: Account, membership: Membership | undefined): User {
  // A rejected request leaves nothing: the app offers to ask again.
  const current = membership?.status === 'rejected' ? undefined : membership;
  return {
    id: account.id,
    email: account.email,
    first_name: account.first_name,
    last_name: account.last_name,
    account_type: account.account_type,
    role: current?.role ?? 'shareholder',
    client_name: current?.client_name ?? null,
    client_display_name: current?.client_display_name ?? null,
    membership_status: current?.status ?? 'none',
  };
}

const ACCOUNT =
  'id, email, phone, first_name, last_name, account_type, password_hash, phone_verified_at, email_verified_at, is_demo';

export const accountByEmail = (tx: Tx, email: string): Promise<Account | undefined> =>
  tx.row<Account>(`select ${ACCOUNT} from account where email = $1`, [email.trim().toLowerCase()]);

export async function accountById(tx: Tx, id: string): Promise<Account> {
  const account = await tx.row<Account>(`select ${ACCOUNT} from account where id = $1`, [id]);
  if (!account) throw new AppError('session_invalid', 'Your session has ended. Please sign in again.', { status: 401 });
  return account;
}
