// A page belongs to who was signed in when it was opened. When another tab signs somebody else in, opens another company
// or signs out, this one follows: what it shows and what is typed in it is not theirs.
import { leaveBanner } from './banner.ts';
import { forgetDrafts } from './drafts.ts';
import { beginPage, hasEnded, isAnotherSession, loseSession, readToken, readUser, userOfPage } from './session.ts';

/** Once, before the page shows anything. Out: stops watching. */
export function watchSession(): () => void {
  beginPage();
  const stop = new AbortController();
  const { signal } = stop;
  window.addEventListener('storage', follow, { signal });
  // A sleeping tab may have missed the event.
  document.addEventListener('visibilitychange', shown, { signal });
  // The browser keeps a picture of a page that is left, for the way back: nobody's figures may be in it.
  window.addEventListener('pagehide', (event) => event.persisted && paint(false), { signal });
  window.addEventListener('pageshow', (event) => event.persisted && shown(), { signal });
  return () => stop.abort();
}

function shown(): void {
  if (document.visibilityState !== 'hidden' && !follow()) paint(true);
}

/** Out: whether this page is on its way to another. */
function follow(): boolean {
  if (!isAnotherSession()) return false;
  const before = userOfPage();
  if (readToken() === null) {
    // It ended by itself in another tab of theirs: what is typed here is kept. After a sign-out nothing is.
    const isKept = before !== null && hasEnded(before.id);
    if (!isKept) forgetDrafts();
    const text = isKept ? loseSession(before) : 'Your session has ended. Please sign in again.';
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
