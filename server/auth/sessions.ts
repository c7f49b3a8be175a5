// Sessions: an opaque token, of which only the SHA-256 is stored, and the user data that the client keeps.
import { leastRole } from '#src/resources/kit/access.ts';
import { AppError } from '#src/domain/errors.ts';
import type { SignedInUser } from '#src/contract/signedIn.ts';
import type { Locale } from '#src/words/locales.ts';
import type { HolderContact } from '#src/contract/holderContact.ts';
import type { MembershipStatus, Role } from '#src/resources/kit/access.ts';
import type { Deps } from '../deps.ts';
import type { Tx } from '../db/database.ts';
import { noteOf, noteSignIn } from './auditedSignIns.ts';
import { newToken } from './secrets.ts';
import { sha256 } from '../data/sha256.ts';

/** An account as its owner sees it. */
export interface Person {
  id: string;
  email: string;
  first_name: string;
  last_name: string;
  account_type: 'client' | 'shareholder';
  email_confirmed_at: string | null;
  locale: Locale | null;
}

/** With the credentials for signing in. */
export interface Account extends Person {
  phone: string | null;
  password_hash: string;
  password_version: number;
  phone_verified_at: string | null;
  is_demo: boolean;
}

export type Membership = {
  org_id: string;
  client_name: string;
  client_display_name: string;
  role: Role;
  status: MembershipStatus;
  shareholder_id: string | null;
  time_zone: string | null;
  currency: string;
  holder_contact: HolderContact | null;
  /** The fingerprint of the company's logo. */
  logo: string | null;
};

export type User = SignedInUser & { role: Role; membership_status: MembershipStatus };

export interface SignedIn {
  access_token: string;
  user: User;
}

export const membershipsOf = (tx: Tx, accountId: string): Promise<Membership[]> =>
  tx.rows<Membership>('select * from account_memberships($1)', [accountId]);

/** A new session, noted in the audit trail of each of the account's companies: in the given organisation, or in the first one where the account is active. */
export async function startSession(
  tx: Tx,
  deps: Pick<Deps, 'newId' | 'now'>,
  account: Person,
  client: { userAgent: string; network: string },
  orgId?: string | null,
): Promise<SignedIn> {
  const ended = await tx.rows<{ org_id: string }>('select end_passed_roles($1) as org_id', [account.id]);
  for (const { org_id } of ended)
    noteOf(
      tx,
      deps,
      { org_id, account_id: account.id },
      'update',
      'is only a shareholder now: their role ended on its last day',
    );
  const memberships = await membershipsOf(tx, account.id);
  const chosen =
    memberships.find((membership) => membership.org_id === orgId) ??
    memberships.find((membership) => membership.status === 'active') ??
    memberships[0];
  const token = newToken();
  await tx.rows('select start_session($1, $2, $3, $4, $5)', [
    sha256(token),
    account.id,
    chosen?.org_id ?? null,
    client.userAgent.slice(0, 300),
    client.network,
  ]);
  noteSignIn(tx, deps, account.id, memberships);
  return { access_token: token, user: userOf(account, chosen) };
}

/** The same session in another organisation, under a new token; the old one no longer works. */
export async function switchSession(
  tx: Tx,
  tokenHash: string,
  account: Person,
  membership: Membership,
): Promise<SignedIn> {
  const token = newToken();
  const row = await tx.row<{ done: boolean }>(`select switch_session(decode($1, 'hex'), $2, $3) as done`, [
    tokenHash,
    sha256(token),
    membership.org_id,
  ]);
  if (!row!.done) throw sessionEnded();
  return { access_token: token, user: userOf(account, membership) };
}

export function userOf(account: Person, membership: Membership | undefined): User {
  // A rejected request counts as none, so that the app offers to ask again.
  const current = membership?.status === 'rejected' ? undefined : membership;
  return {
    id: account.id,
    email: account.email,
    first_name: account.first_name,
    last_name: account.last_name,
    account_type: account.account_type,
    role: current?.role ?? leastRole,
    client_name: current?.client_name ?? null,
    client_display_name: current?.client_display_name ?? null,
    membership_status: current?.status ?? 'none',
    time_zone: current?.time_zone ?? null,
    currency: current?.currency ?? null,
    locale: account.locale,
  };
}

export const accountByEmail = (tx: Tx, email: string): Promise<Account | undefined> =>
  tx.row<Account>('select * from account_by_email($1)', [email.trim()]);

/** The signed-in account. Refuses: session_invalid (401). */
export async function ownAccount(tx: Tx): Promise<Person> {
  const account = await tx.row<Person>('select * from own_account()');
  if (!account) throw sessionEnded();
  return account;
}

/** With the number of unread notices that every screen shows, counted to a hundred. Refuses: session_invalid (401). */
export async function ownAccountWithUnread(tx: Tx): Promise<Person & { unread_notices: number }> {
  const account = await tx.row<Person & { unread_notices: number }>(
    'select a.*, unread_notices() as unread_notices from own_account() a',
  );
  if (!account) throw sessionEnded();
  return account;
}

const sessionEnded = () =>
  new AppError('session_invalid', 'Your session has ended. Please sign in again.', { status: 401 });
