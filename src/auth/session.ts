// The signed-in session as the browser keeps it: an access token and the serialized user, both in local storage.
import { forgetDrafts, hasTyped } from './drafts.ts';
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
  if (readWayBack()?.account_id !== session.user.id) sessionStorage.removeItem(wayBackKey);
  dropWaiting();
  localStorage.removeItem(endedKey);
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
  localStorage.removeItem(endedKey);
  sessionStorage.removeItem(wayBackKey);
  sessionStorage.removeItem(askedKey);
  forgetDrafts();
}

// Whose session ended by itself: another tab of theirs tells that from a sign-out, which forgets everything.
const endedKey = 'ended';
const wayBackKey = 'way_back';

/** Where somebody was when their session ended: this tab goes back there when they, and nobody else, sign in again. */
export interface WayBack {
  account_id: string;
  /** Filled in at the sign-in. */
  email?: string;
  client_name: string;
  path: string;
}

/** The session ended, and nobody signed out: what they typed stays in this tab. Out: a sentence for the sign-in page. */
export function loseSession(user: SessionUser | null = readUser()): string {
  // First, so that another tab, which hears of the token, knows why it went.
  if (user) localStorage.setItem(endedKey, user.id);
  localStorage.removeItem(tokenKey);
  localStorage.removeItem(userKey);
  forgetDrafts(user?.id);
  if (!user) return 'Your session has ended. Please sign in again.';
  const { pathname, search } = window.location;
  const way: WayBack = {
    account_id: user.id,
    email: user.email,
    client_name: user.client_name,
    path: pathname + search,
  };
  if (pathname.startsWith('/app/')) sessionStorage.setItem(wayBackKey, JSON.stringify(way));
  return hasTyped(user.id)
    ? 'Your session has ended. What you typed is kept in this tab. Sign in again to continue where you left off.'
    : 'Your session has ended. Please sign in again.';
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

// What somebody asked for who was not signed in.
const askedKey = 'asked_for';

/** Keeps the page of the console that was asked for, until somebody signs in in this tab. */
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

/** Whose page this is, from when it began to show somebody's data; undefined on a page that shows nobody's. */
let shownTo: string | null | undefined;
let shownUser: SessionUser | null = null;

/** From now on this page is of who is signed in, in the company that is open. */
export function beginPage(): void {
  shownTo = owner();
  shownUser = readUser();
}

/** Whom this page was for, also when their session is gone. */
export const userOfPage = (): SessionUser | null => shownUser;

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
