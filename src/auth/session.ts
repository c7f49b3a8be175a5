// The signed-in session as the browser keeps it: an access token and the serialized user, both in local storage.
import { say } from '../words/say.ts';
import type { SessionUser } from './sessionUser.ts';
import { forgetDrafts, hasTyped } from './drafts.ts';
import { dropWaiting } from './signup/signupWaiting.ts';

export interface Session {
  access_token: string;
  user: SessionUser;
}

const tokenKey = 'access_token';
const userKey = 'user';

/**
 * Removes what a previous user left in this browser. The user is stored first, so that another tab
 * that sees the new token knows whose it is.
 */
export function saveSession(session: Session): void {
  forgetDrafts(session.user.id);
  if (readWayBack()?.account_id !== session.user.id) sessionStorage.removeItem(wayBackKey);
  dropWaiting();
  localStorage.removeItem(endedKey);
  localStorage.setItem(userKey, JSON.stringify(session.user));
  localStorage.setItem(tokenKey, session.access_token);
}

export function readToken(): string | null {
  return localStorage.getItem(tokenKey);
}

/** A user is restored only together with a token: a user alone proves nothing. */
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
  localStorage.removeItem(endedKey);
  sessionStorage.removeItem(wayBackKey);
  sessionStorage.removeItem(askedKey);
  forgetDrafts();
}

// The user whose session expired, so that their other tabs can tell this from a sign-out, which deletes everything.
const endedKey = 'ended';
const wayBackKey = 'way_back';

/** The page where a user's session ended: this tab returns there when the same user signs in again. */
export interface WayBack {
  account_id: string;
  /** Filled in at sign-in. */
  email?: string;
  client_name: string;
  path: string;
}

/** Ends an expired session but keeps the tab's drafts. Returns a sentence for the sign-in page. */
export function loseSession(user: SessionUser | null = readUser()): string {
  // Set first, so that another tab that sees the token go knows why.
  if (user) localStorage.setItem(endedKey, user.id);
  localStorage.removeItem(tokenKey);
  localStorage.removeItem(userKey);
  forgetDrafts(user?.id);
  if (!user) return say`Your session has ended. Please sign in again.`;
  const { pathname, search } = window.location;
  const way: WayBack = {
    account_id: user.id,
    email: user.email,
    client_name: user.client_name,
    path: pathname + search,
  };
  if (pathname.startsWith('/app/')) sessionStorage.setItem(wayBackKey, JSON.stringify(way));
  return hasTyped(user.id)
    ? say`Your session has ended. What you typed is kept in this tab. Sign in again to continue where you left off.`
    : say`Your session has ended. Please sign in again.`;
}

export const hasEnded = (accountId: string): boolean => localStorage.getItem(endedKey) === accountId;

export function readWayBack(): WayBack | null {
  try {
    return JSON.parse(sessionStorage.getItem(wayBackKey) ?? 'null') as WayBack | null;
  } catch {
    return null;
  }
}

/** Once. */
export function takeWayBack(): WayBack | null {
  const way = readWayBack();
  sessionStorage.removeItem(wayBackKey);
  return way;
}

// The page that a signed-out visitor requested.
const askedKey = 'asked_for';

/** Keeps the requested console page until somebody signs in in this tab. */
export function rememberAsked(): void {
  const { pathname, search } = window.location;
  if (/^\/app\/[^/]/.test(pathname)) sessionStorage.setItem(askedKey, pathname + search);
}

export const hasAsked = (): boolean => sessionStorage.getItem(askedKey) !== null;

/** Once. */
export function takeAsked(): string | null {
  const path = sessionStorage.getItem(askedKey);
  sessionStorage.removeItem(askedKey);
  return path;
}

/** The user and company this page shows data of; undefined on a page without such data. */
let shownTo: string | null | undefined;
let shownUser: SessionUser | null = null;

/** Binds this page to the signed-in user and the open company. */
export function beginPage(): void {
  shownTo = owner();
  shownUser = readUser();
}

/** The user this page was bound to, even after their session has ended. */
export const userOfPage = (): SessionUser | null => shownUser;

/** Somebody else has signed in, another company was opened or the session ended, here or in another tab. */
export function isAnotherSession(): boolean {
  return shownTo !== undefined && shownTo !== owner();
}

/** Stores the server's user for this token, unless another session has started meanwhile. */
export function correctUser({ access_token, user }: Session): void {
  if (access_token !== readToken() || isAnotherSession()) return;
  saveSession({ access_token, user });
  if (shownTo !== undefined) beginPage();
}

/** The token is left out: it may be renewed without losing drafts. */
function owner(): string | null {
  if (readToken() === null) return null;
  const user = readUser();
  return `${user?.id ?? ''}/${user?.client_name ?? ''}`;
}
