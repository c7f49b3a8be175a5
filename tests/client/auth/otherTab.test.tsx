// Two tabs of one browser: the content and the typed text of a tab belong to the user who was signed in when it was opened.
import { fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { takeBanner } from '#src/auth/banner.ts';
import { clearSession, type Session } from '#src/auth/session.ts';
import type { SessionUser } from '#src/auth/sessionUser.ts';
import { watchSession } from '#src/auth/watchSession.ts';
import { fetchJson, postJson } from '#src/httpClient.ts';
import { mara, openConsole, useServer } from '../admin/console.tsx';

const server = useServer();
const noah = { ...mara, id: 'account-2', email: 'noah@acme.example' };
const atBirch = { ...mara, client_name: 'birch', client_display_name: 'Birch, Inc.' };

let visited: string[];
let reloads: number;
let stopWatching = () => {};
beforeEach(() => {
  [visited, reloads] = [[], 0];
  vi.spyOn(window.location, 'assign').mockImplementation((url) => void visited.push(String(url)));
  vi.spyOn(window.location, 'reload').mockImplementation(() => void (reloads += 1));
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
});
afterEach(() => {
  stopWatching();
  vi.restoreAllMocks();
});

/** Opens the form for a task in this tab as Mara, and types a title. */
async function openTask() {
  openConsole('/app/tasks/create');
  stopWatching = watchSession();
  await userEvent.type(await title(), 'Send the letter');
}
const title = () => screen.findByLabelText(/^Title/);
const leavingAsks = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
const comeBack = () => window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }));
const leavePage = () => window.dispatchEvent(Object.assign(new Event('pagehide'), { persisted: true }));

/** Writes the session to the storage as another tab would, and sends this tab the events unless `isHeard` is false. */
function writeInOtherTab(session: Session | null, { isHeard = true } = {}) {
  const written: [string, string | null][] = session
    ? [
        ['user', JSON.stringify(session.user)],
        ['access_token', session.access_token],
      ]
    : [
        ['access_token', null],
        ['user', null],
      ];
  for (const [key, newValue] of written) {
    const oldValue = localStorage.getItem(key);
    if (newValue === null) localStorage.removeItem(key);
    else localStorage.setItem(key, newValue);
    if (isHeard && newValue !== oldValue)
      window.dispatchEvent(new StorageEvent('storage', { key, newValue, oldValue, storageArea: localStorage }));
  }
}
const session = (user: SessionUser, access_token = 'token-2'): Session => ({ access_token, user });

describe('a tab next to another tab', () => {
  it.each([
    ['signs in another user, and drops the typed text', noah, false],
    ['opens another company, and keeps the typed text for its own company', atBirch, true],
  ])('reloads without asking when the other tab %s', async (_what, user, waits) => {
    await openTask();
    expect(leavingAsks()).toBe(true);
    writeInOtherTab(session(user));
    expect(reloads).toBeGreaterThan(0);
    expect(visited).toEqual([]);
    expect(leavingAsks()).toBe(false);
    expect(JSON.stringify({ ...sessionStorage }).includes('Send the letter')).toBe(waits);
  });

  it('goes to the sign-in page when the other tab signs out, and says why', async () => {
    await openTask();
    writeInOtherTab(null);
    expect([visited[0], reloads]).toEqual(['/login', 0]);
    expect(takeBanner()).toMatchObject({ text: 'Your session has ended. Please sign in again.' });
    expect(Object.keys(sessionStorage)).toEqual([]);
  });

  it('stays, with the typed text, when the other tab renews the session of the same account and company', async () => {
    await openTask();
    writeInOtherTab(session({ ...mara, role: 'admin' }, 'token-renewed'));
    document.dispatchEvent(new Event('visibilitychange'));
    comeBack();
    expect([reloads, visited]).toEqual([0, []]);
    expect(await title()).toHaveValue('Send the letter');
    server.answer('POST /api/tasks/', { status: 201, json: { id: 't1' } });
    await postJson('/api/tasks/', {});
    expect(server.callsTo('POST', '/api/tasks/')[0]?.headers.get('Authorization')).toBe('Bearer token-renewed');
  });

  it.each([
    ['becomes visible again', () => document.dispatchEvent(new Event('visibilitychange'))],
    ['is restored from the history', () => comeBack()],
  ])('that received no event notices the change when it %s', async (_what, notice) => {
    await openTask();
    writeInOtherTab(session(noah), { isHeard: false });
    expect(reloads).toBe(0);
    notice();
    expect(reloads).toBe(1);
  });

  it('sends nothing as another user, even before it has noticed the change', async () => {
    await openTask();
    writeInOtherTab(session(noah), { isHeard: false });
    fireEvent.click(screen.getByRole('button', { name: /^(Save|Create)/ }));
    await waitFor(() => expect(document.body).toHaveTextContent('Another account or company was opened'));
    expect(server.calls.filter(({ method }) => method !== 'GET')).toEqual([]);
    expect(server.calls.every(({ headers }) => headers.get('Authorization') === 'Bearer token-1')).toBe(true);
  });

  it('does not end the session of the other tab when its own has ended', async () => {
    await openTask();
    server.answer('GET /api/shareholders/', () => {
      writeInOtherTab(session(noah), { isHeard: false });
      return { status: 401, json: { detail: 'Sign in.' } };
    });
    await expect(fetchJson('/api/shareholders/')).rejects.toMatchObject({ status: 401 });
    expect([localStorage.getItem('access_token'), visited]).toEqual(['token-2', []]);
  });

  it('does not overwrite the account of the other tab with a late answer about its own', async () => {
    server.answer('GET /api/auth/me', () => {
      writeInOtherTab(session(noah), { isHeard: false });
      return { json: { user: { ...mara, client_display_name: 'Acme, late' }, memberships: [], active: 'acme' } };
    });
    openConsole('/app/tasks/create');
    await screen.findAllByText('Acme, late');
    expect(localStorage.getItem('user')).toBe(JSON.stringify(noah));
  });
});

describe('a page in the history of the browser', () => {
  const isBlank = () => document.documentElement.style.opacity === '0';

  it('shows nothing after a logout and leads to the sign-in page', async () => {
    await openTask();
    clearSession();
    leavePage();
    expect(isBlank()).toBe(true);
    comeBack();
    expect([isBlank(), visited]).toEqual([true, ['/login']]);
    document.documentElement.style.opacity = '';
  });

  it('is restored for the same user', async () => {
    await openTask();
    leavePage();
    comeBack();
    expect([isBlank(), visited, reloads]).toEqual([false, [], 0]);
  });
});
