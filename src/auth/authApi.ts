// The account calls of the API at first screens, one function each; the others are in accountApi.ts. Screens decide what to do
// with the answers.
import type { HolderContact } from '../contract/holderContact.ts';
import { getJson, postJson } from '../httpClient.ts';
import type { Session } from './session.ts';
import type { SessionUser } from './sessionUser.ts';

export interface TwoFactorNeeded {
  needs_2fa: true;
  email: string;
  challenge_id?: string;
  /** Of an account that set up another factor beside its phone: what is asked for first, and what else it has. */
  method?: 'totp' | 'passkey';
  has_passkeys?: boolean;
  can_text?: boolean;
}

/** The account was recovered by email and has no phone. */
export interface PhoneNeeded {
  needs_phone: true;
  challenge_id: string;
}

export interface PublicConfig {
  demo: { email: string; password: string } | null;
  /** The sample company of this installation was removed. */
  demo_removed?: boolean;
  /** Codes of the countries to which codes are texted; null: all. */
  sms_countries?: readonly string[] | null;
}

export interface Membership {
  client_name: string;
  client_display_name: string;
  role: string;
  status: string;
  shareholder_id: string | null;
  /** Whom shareholders ask; absent until the server has answered. */
  holder_contact?: HolderContact | null;
  /** The fingerprint of the company's logo. */
  logo?: string | null;
}

export const login = (email: string, password: string) =>
  postJson<Session | TwoFactorNeeded | PhoneNeeded>('/api/auth/login', { email, password });

export const readConfig = () => getJson<PublicConfig>('/api/config');

/** The server revokes the token; this browser forgets it even if the server cannot be reached. */
export const logout = () => postJson<unknown>('/api/auth/logout', undefined, { on401: 'throw' });

export const readMe = () =>
  getJson<{
    user: SessionUser;
    memberships: Membership[];
    active: string | null;
    email_verified: boolean;
    unread_notices: number;
  }>('/api/auth/me');

export const switchOrganization = (client_name: string) => postJson<Session>('/api/auth/switch', { client_name });

/** Returns a session in the new company. */
export const foundOrganization = (names: { client_name: string; client_display_name: string }) =>
  postJson<Session>('/api/organization', names);

export const joinOrganization = (client_name: string) => postJson<unknown>('/api/auth/join', { client_name });
