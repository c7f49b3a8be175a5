// The signed-in session as the browser keeps it: an access token and the serialized user, both in local storage.
import { forgetDrafts } from './drafts.ts';
import { dropWaiting } from './signupWaiting.ts';

export interface SessionUser {
  id: string;
  email: string;
  first_name: string;
  last_name: string;
  account_type: 'client' | 'shareholder';
  role: string;
  client_name: string;
  client_display_name: string;
  membership_status: string;
}

export interface Session {
  access_token: string;
  user: SessionUser;
}

const tokenKey = 'access_token';
const userKey = 'user';

/** Whoever was here before left things in this browser that are not for this account. */
export function saveSession(session: Session): void {
  forgetDrafts(session.user.id);
  dropWaiting();
  localStorage.setItem(tokenKey, session.access_token);
  localStorage.setItem(userKey, JSON.stringify(session.user));
}

export function readToken(): string | null {
  return localStorage.getItem(tokenKey);
}

/** A user is restored only beside a token: a user alone proves nothing. */
export function readUser(): SessionUser | null {
  const stored = localStorage.getItem(userKey);
  if (!readToken() || !stored) return null;
  try {
    return JSON.parse(stored) as SessionUser;
  } catch {
    return null;
  }
}

export function clearSession(): void {
  localStorage.removeItem(tokenKey);
  localStorage.removeItem(userKey);
  forgetDrafts();
}
