import { describe, expect, it, vi } from 'vitest';
import { authProvider } from '#src/auth/authProvider.ts';
import { takeBanner } from '#src/auth/banner.ts';
import { readUser, saveSession, type Session } from '#src/auth/session.ts';
import { dataProvider } from '#src/dataProvider.ts';
import { fetchJson, getJson, HttpError, postJson } from '#src/httpClient.ts';
import { ada, adasSession, useBrowser } from './browser.ts';

const browser = useBrowser();
const signedIn = () => saveSession(adasSession as Session);

describe('a call to the API', () => {
  it('declares JSON, and sends the token if there is one', async () => {
    browser.answer('GET /api/shareholders/', { json: [] });
    await getJson('/api/shareholders/');
    signedIn();
    await getJson('/api/shareholders/');
    const [before, after] = browser.callsOf('/api/shareholders/');
    expect(before?.headers.get('Content-Type')).toBe('application/json');
    expect(before?.headers.has('Authorization')).toBe(false);
    expect(after?.headers.get('Authorization')).toBe('Bearer token-of-ada');
  });

  it('leaves the content type of a form with files to the browser', async () => {
    browser.answer('POST /api/documents/upload', { json: {} });
    await fetchJson('/api/documents/upload', { method: 'POST', body: new FormData() });
    expect(browser.calls[0]?.headers.get('Content-Type')).not.toBe('application/json');
  });

  it('declares JSON for every other call, also for calls of the data provider', async () => {
    browser.answer('DELETE /api/tasks/t1', { status: 204 });
    await dataProvider.delete('tasks', { id: 't1' });
    expect(browser.calls[0]?.headers.get('Content-Type')).toBe('application/json');
  });

  it('gives every POST its own idempotency key, and uses the given key for a retry', async () => {
    browser.answer('POST /api/tasks/', { json: {} });
    await postJson('/api/tasks/', {});
    await postJson('/api/tasks/', {});
    await postJson('/api/tasks/', {}, { idempotencyKey: 'again' });
    const keys = browser.calls.map((call) => call.headers.get('Idempotency-Key'));
    expect(keys[0]).toBeTruthy();
    expect(keys[0]).not.toBe(keys[1]);
    expect(keys[2]).toBe('again');
  });

  it('turns a problem response into an error with fields for the form', async () => {
    browser.answer('POST /api/tasks/', {
      status: 422,
      json: { detail: 'No.', code: 'invalid', request_id: 'r1', errors: [{ field: 'title', message: 'Required.' }] },
    });
    const error = await postJson('/api/tasks/', {}).catch((cause: unknown) => cause);
    expect(error).toBeInstanceOf(HttpError);
    expect(error).toMatchObject({
      message: 'No.',
      status: 422,
      body: { detail: 'No.', code: 'invalid', request_id: 'r1', errors: { title: 'Required.' } },
    });
  });

  it('forgets the session on a 401 and sends the browser to /login', async () => {
    browser.at('/app/shareholders');
    signedIn();
    vi.spyOn(window.location, 'assign').mockImplementation((url) => void browser.visited.push(String(url)));
    browser.answer('GET /api/shareholders/', { status: 401, json: { detail: 'Sign in.' } });
    await expect(getJson('/api/shareholders/')).rejects.toMatchObject({ status: 401 });
    expect(localStorage.getItem('access_token')).toBeNull();
    expect(localStorage.getItem('user')).toBeNull();
    expect(browser.visited).toEqual(['/login']);
    expect(takeBanner()).toEqual({ tone: 'info', text: 'Your session has ended. Please sign in again.' });
  });

  it('keeps the session on other refusals', async () => {
    signedIn();
    browser.answer('GET /api/shareholders/', { status: 403, json: { detail: 'Not yours.' } });
    await expect(getJson('/api/shareholders/')).rejects.toThrow('Not yours.');
    expect(localStorage.getItem('access_token')).toBe('token-of-ada');
  });
});

describe('the session in the browser', () => {
  it('restores a user only with a token', () => {
    localStorage.setItem('user', JSON.stringify(ada));
    expect(readUser()).toBeNull();
    localStorage.setItem('access_token', 't');
    expect(readUser()).toEqual(ada);
    localStorage.setItem('user', '{broken');
    expect(readUser()).toBeNull();
  });
});

describe('the authProvider', () => {
  it('sends a user who is not signed in to the landing page without a message', async () => {
    await expect(authProvider.checkAuth()).rejects.toEqual({ redirectTo: '/', message: false });
    signedIn();
    await expect(authProvider.checkAuth()).resolves.toBeUndefined();
  });

  it('tells the server about a logout, clears the browser and leads to the landing page', async () => {
    signedIn();
    browser.answer('POST /api/auth/logout', { status: 204 });
    await expect(authProvider.logout()).resolves.toBe('/');
    expect(browser.callsOf('/api/auth/logout')[0]?.headers.get('Authorization')).toBe('Bearer token-of-ada');
    expect(localStorage.getItem('access_token')).toBeNull();
    expect(localStorage.getItem('user')).toBeNull();
  });

  it.each([{ status: 401, json: { detail: 'Sign in.' } }, 'unreachable' as const])(
    'logs out in the browser even when the server answers %j',
    async (answer) => {
      signedIn();
      browser.answer('POST /api/auth/logout', answer);
      await expect(authProvider.logout()).resolves.toBe('/');
      expect(localStorage.getItem('access_token')).toBeNull();
      expect(browser.visited).toEqual([]);
    },
  );

  it('redirects a 401 to /login and ignores other errors', async () => {
    signedIn();
    await expect(authProvider.checkError({ status: 403 })).resolves.toBeUndefined();
    await expect(authProvider.checkError({ status: 401 })).rejects.toMatchObject({ redirectTo: '/login' });
    expect(localStorage.getItem('access_token')).toBeNull();
  });

  it('returns the identity and the role of the signed-in user', async () => {
    await expect(authProvider.getIdentity()).rejects.toThrow('Nobody is signed in.');
    signedIn();
    await expect(authProvider.getIdentity()).resolves.toMatchObject({ id: 'u1', fullName: 'Ada Marsh' });
    await expect(authProvider.getPermissions()).resolves.toBe('owner');
  });
});
