// Who is signed in, in which company and in which role. The stored user answers at once; the server corrects it.
import { say } from '#src/words/say.ts';
import { createContext, use } from 'react';
import type { Membership } from '#src/auth/authApi.ts';
import { readUser } from '#src/auth/session.ts';
import type { SessionUser } from '#src/auth/sessionUser.ts';
import { can, editors, isHolder, leastRole } from '#src/resources/kit/access.ts';
import type { Action, MembershipStatus, Role } from '#src/resources/kit/access.ts';
import type { Resource } from '#src/resources/kit/defineResource.ts';

export interface Me {
  user: SessionUser;
  memberships: Membership[];
  active: string | null;
  /** Unknown until the server has answered. */
  email_verified?: boolean;
  /** Of all companies, counted to a hundred; unknown until the server has answered. */
  unread_notices?: number;
}

const nobody: SessionUser = {
  id: '',
  email: '',
  first_name: '',
  last_name: '',
  account_type: 'shareholder',
  role: leastRole,
  client_name: '',
  client_display_name: '',
  membership_status: 'none',
};

/** MeProvider fills it. */
export const MeContext = createContext<Me | null>(null);

export const useMe = (): Me => use(MeContext) ?? storedMe();

/** The user stored by the last sign-in or answer, until the server has answered. */
export function storedMe(): Me {
  const user = readUser() ?? nobody;
  return { user, memberships: [], active: user.client_name || null };
}

export function membershipStatus(user: SessionUser): MembershipStatus {
  const status = user.membership_status;
  return status === 'pending' || status === 'rejected' || status === 'none' ? status : 'active';
}

/** The screens' copy of the server's rule. Reading depends only on the role: a pending member sees empty lists. */
export function mayUser(user: SessionUser, action: Action, resource: Pick<Resource, 'access'>): boolean {
  if (action !== 'read' && membershipStatus(user) !== 'active') return false;
  return can({ role: user.role as Role }, action, resource);
}

export function useMay(): (action: Action, resource: Pick<Resource, 'access'>) => boolean {
  const { user } = useMe();
  return (action, resource) => mayUser(user, action, resource);
}

export function useRole(): Role {
  return useMe().user.role as Role;
}

const roleWords: Record<Role, string> = {
  owner: say`Owner`,
  admin: say`Administrator`,
  staff: say`Staff`,
  viewer: say`Viewer`,
  shareholder: say`Shareholder`,
};

/** A role's display name. */
export const roleWord = (role: string): string => (roleWords as Record<string, string>)[role] ?? role;

/** The shareholder record that this account is linked to; undefined until known, and for other roles. */
export function useOwnRecord(): string | undefined {
  const { user, memberships, active } = useMe();
  if (!isHolder(user.role as Role)) return undefined;
  return memberships.find(({ client_name }) => client_name === active)?.shareholder_id ?? undefined;
}

export function isStaff(role: Role): boolean {
  return editors.includes(role);
}
