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
  /** The company's; null while nobody has set it, and not known of a session from before there was one. */
  time_zone?: string | null;
  /** In which the company counts what names no other. */
  currency?: string | null;
}

export interface Session {
  access_token: string;
  user: SessionUser;
}

const tokenKey = 'access_token';
const userKey = 'user';

/**
 * Whoever was here before left things in this browser that are not for this account. The user goes first: another tab
 * that sees the new token sees whose it is.
 */
export function saveSession(session: Session): void {
  forgetDrafts(session.user.id);
  dropWaiting();
  localStorage.setItem(userKey, JSON.stringify(session.user));
  localStorage.setItem(tokenKey, session.access_token);
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

/** Whose page this is, from when it began to show somebody's data; undefined on a page that shows nobody's. */
let shownTo: string | null | undefined;

/** From now on this page is of who is signed in, in the company that is open. */
export function beginPage(): void {
  shownTo = owner();
}

/** Somebody else has signed in, another company was opened or the session ended, here or in another tab. */
export function isAnotherSession(): boolean {
  return shownTo !== undefined && shownTo !== owner();
}

/** What the server says of the user of this token. Not kept when another session came in the meantime. */
export function correctUser({ access_token, user }: Session): void {
  if (access_token !== readToken() || isAnotherSession()) return;
  saveSession({ access_token, user });
  if (shownTo !== undefined) beginPage();
}

/** Not the token: it may be renewed, and what was typed stays. */
function owner(): string | null {
  if (readToken() === null) return null;
  const user = readUser();
  return `${user?.id ?? ''}/${user?.client_name ?? ''}`;
}
