// A page belongs to the user signed in when it opened. If another tab signs in another user, opens another company
// or signs out, this one follows, because its data and drafts belong to the former user.
import { say } from '../words/say.ts';
import { leaveBanner } from './banner.ts';
import { forgetDrafts } from './drafts.ts';
import { beginPage, hasEnded, isAnotherSession, loseSession, readToken, readUser, userOfPage } from './session.ts';

/** Call once, before the page shows anything. Returns a function that stops watching. */
export function watchSession(): () => void {
  beginPage();
  const stop = new AbortController();
  const { signal } = stop;
  window.addEventListener('storage', follow, { signal });
  // A sleeping tab may have missed the event.
  document.addEventListener('visibilitychange', shown, { signal });
  // The browser caches a page for its Back button: the cached page must not show another user's figures.
  window.addEventListener('pagehide', (event) => event.persisted && paint(false), { signal });
  window.addEventListener('pageshow', (event) => event.persisted && shown(), { signal });
  return () => stop.abort();
}

function shown(): void {
  if (document.visibilityState !== 'hidden' && !follow()) paint(true);
}

/** Returns whether this page is navigating away. */
function follow(): boolean {
  if (!isAnotherSession()) return false;
  const before = userOfPage();
  if (readToken() === null) {
    // The session expired in another tab of the same user, so drafts are kept. After a sign-out they are not.
    const isKept = before !== null && hasEnded(before.id);
    if (!isKept) forgetDrafts();
    const text = isKept ? loseSession(before) : say`Your session has ended. Please sign in again.`;
    leaveBanner({ tone: 'info', text });
    window.location.assign('/login');
  } else {
    forgetDrafts(readUser()?.id);
    window.location.reload();
  }
  return true;
}

function paint(isPainted: boolean): void {
  document.documentElement.style.opacity = isPainted ? '' : '0';
}
