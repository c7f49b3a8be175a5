// A draft belongs to its author and to the company in which it was typed. No other user and no other company sees it.
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { keepImportDraft, readImportDraft } from '#src/admin/screens/imports/importAnswer.ts';
import { keepWaiting } from '#src/auth/signup/signupWaiting.ts';
import { takeBanner } from '#src/auth/banner.ts';
import { LoginPage } from '#src/auth/LoginPage.tsx';
import { clearSession, saveSession } from '#src/auth/session.ts';
import { resourceNamed } from '#src/resources/index.ts';
import { mara, openConsole, useServer } from '../console.tsx';
import { sampleRow } from '../samples.ts';

const server = useServer();
const noah = { id: 'account-2', email: 'noah@acme.example' };
const elsewhere = { client_name: 'birch', client_display_name: 'Birch, Inc.' };
const memberships = [mara, { ...mara, ...elsewhere }].map(({ client_name, client_display_name }) => ({
  client_name,
  client_display_name,
  role: 'owner',
  status: 'active',
  shareholder_id: null,
}));
const kept = () => JSON.stringify({ ...sessionStorage }) + JSON.stringify({ ...localStorage });

let assign: ReturnType<typeof vi.spyOn>;
beforeEach(() => {
  assign = vi.spyOn(window.location, 'assign').mockImplementation(() => undefined);
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  server.answer('POST /api/auth/logout', { status: 204 });
});
afterEach(() => vi.restoreAllMocks());

const title = () => screen.findByLabelText(/^Title/);
async function typeTask() {
  openConsole('/app/tasks/create');
  await userEvent.type(await title(), 'Send the letter');
}
async function logOut() {
  fireEvent.click(screen.getByRole('button', { name: 'Logout' }));
  await waitFor(() => expect(assign).toHaveBeenCalledWith('/'));
}
/** Opens the form after a full navigation: the page is gone, but the browser's storage stays. */
const openAgain = (user = {}) => {
  cleanup();
  openConsole('/app/tasks/create', user);
};

describe('a form that was left unsaved', () => {
  it('is filled in again after a reload of the same account', async () => {
    await typeTask();
    openAgain();
    expect(await title()).toHaveValue('Send the letter');
  });

  it('is empty for the next user after a logout, and the browser keeps nothing of it', async () => {
    await typeTask();
    await logOut();
    expect(kept()).not.toContain('Send the letter');
    openAgain(noah);
    expect(await title()).toHaveValue('');
  });

  it('is empty and deleted when another user signs in over the session', async () => {
    await typeTask();
    openAgain(noah);
    expect(await title()).toHaveValue('');
    expect(kept()).not.toContain('Send the letter');
  });

  it('stays in its company when the company is switched', async () => {
    server.answer('GET /api/auth/me', { json: { user: mara, memberships, active: 'acme' } });
    server.answer('POST /api/auth/switch', {
      json: { access_token: 'token-2', user: { ...mara, ...elsewhere } },
    });
    await typeTask();
    fireEvent.change(await screen.findByLabelText('Switch company'), { target: { value: 'birch' } });
    await waitFor(() => expect(assign).toHaveBeenCalledWith('/app/dashboard'));
    server.answer('GET /api/auth/me', { json: { user: { ...mara, ...elsewhere }, memberships, active: 'birch' } });
    openAgain(elsewhere);
    expect(await title()).toHaveValue('');
    server.answer('GET /api/auth/me', { json: { user: mara, memberships, active: 'acme' } });
    openAgain();
    expect(await title()).toHaveValue('Send the letter');
  });

  it('is no longer kept once another user has signed in in another tab', async () => {
    await typeTask();
    saveSession({ access_token: 'token-3', user: { ...mara, ...noah } });
    await userEvent.type(await title(), ' today');
    expect(kept()).not.toContain('Send the letter');
  });

  it('is not kept for an account without a company', async () => {
    openConsole('/app/tasks/create', { client_name: '' });
    await userEvent.type(await title(), 'Send the letter');
    expect(kept()).not.toContain('Send the letter');
  });
});

describe('a form in which nobody typed', () => {
  const note = () => screen.queryByText('What you typed here before has been restored.');
  const isKept = () => Object.keys(sessionStorage).some((key) => key.startsWith('draft:'));
  const open = async (path: string) => {
    openConsole(path);
    await waitFor(() => expect(document.querySelector('form button[type="submit"]')).toBeVisible());
  };

  it.each([
    'certificates',
    'convertibles',
    'distributions',
    'equity-plans',
    'grants',
    'messages',
    'share-classes',
    'shareholders',
    'tasks',
    'valuations',
    'warrants',
  ])('keeps no draft and shows no notice on the next visit: %s', async (resource) => {
    await open(`/app/${resource}/create`);
    cleanup();
    await open(`/app/${resource}/create`);
    expect(note()).toBeNull();
    expect(isKept()).toBe(false);
  });

  it('keeps no draft of text that was typed and deleted again', async () => {
    await typeTask();
    await userEvent.clear(await title());
    openAgain();
    expect(await title()).toHaveValue('');
    expect(note()).toBeNull();
    expect(isKept()).toBe(false);
  });

  it('restores typed text, but not the default date of the day it was typed', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-03-02T12:00:00Z') });
    try {
      await open('/app/warrants/create');
      expect(screen.getByLabelText(/^Issue date/)).toHaveValue('Mar 2, 2026');
      await userEvent.type(screen.getByLabelText(/^Consideration/), 'For a loan');
      cleanup();
      vi.setSystemTime(new Date('2026-03-09T12:00:00Z'));
      await open('/app/warrants/create');
      expect(note()).toBeVisible();
      expect(screen.getByLabelText(/^Consideration/)).toHaveValue('For a loan');
      expect(screen.getByLabelText(/^Issue date/)).toHaveValue('Mar 9, 2026');
    } finally {
      vi.useRealTimers();
    }
  });
});

describe('a session that ends while the user types', () => {
  const birch = { ...mara, ...elsewhere };
  const loseSession = async () => {
    at('/app/tasks/create');
    server.answer('POST /api/tasks/', { status: 401, json: { detail: 'Your session has ended.' } });
    await typeTask();
    fireEvent.click(screen.getByRole('button', { name: /Create|New task/ }));
    await waitFor(() => expect(assign).toHaveBeenCalledWith('/login'));
    cleanup();
    at('/login');
  };
  const at = (path: string) =>
    (window as unknown as { happyDOM: { setURL(url: string): void } }).happyDOM.setURL(`http://localhost${path}`);
  const signIn = async (user: object) => {
    assign.mockClear();
    server.answer('POST /api/auth/login', { json: { access_token: 'token-9', user } });
    render(<LoginPage />);
    expect(screen.getByLabelText('Email Address')).toHaveValue(mara.email);
    await waitFor(() => expect(screen.getByLabelText('Password')).toHaveFocus());
    await userEvent.type(screen.getByLabelText('Password'), 'Secret-1!{Enter}');
    await waitFor(() => expect(assign).toHaveBeenCalled());
  };

  it('keeps the typed text, says so, and returns to the page with the form filled in again', async () => {
    await loseSession();
    expect(localStorage.getItem('access_token')).toBeNull();
    expect(takeBanner()?.text).toBe(
      'Your session has ended. What you typed is kept in this tab. Sign in again to continue where you left off.',
    );
    await signIn(mara);
    expect(assign).toHaveBeenCalledWith('/app/tasks/create');
    openAgain();
    expect(await title()).toHaveValue('Send the letter');
    expect(screen.getByText('What you typed here before has been restored.')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Start over' })).toBeVisible();
  });

  it('returns to its company, even if signing in opens another one', async () => {
    server.answer('POST /api/auth/switch', { json: { access_token: 'token-10', user: mara } });
    await loseSession();
    await signIn(birch);
    expect(assign).toHaveBeenCalledWith('/app/tasks/create');
    expect(server.callsTo('POST', '/api/auth/switch')[0]?.body).toEqual({ client_name: 'acme' });
  });

  it('keeps nothing when another user signs in in the same tab', async () => {
    await loseSession();
    await signIn({ ...mara, ...noah });
    expect(assign).toHaveBeenCalledWith('/app/dashboard');
    expect(kept()).not.toContain('Send the letter');
    expect(kept()).not.toContain('/app/tasks/create');
  });

  it('opens the dialog in which it ended again, with the typed text', async () => {
    const holder = { role: 'shareholder', account_type: 'shareholder' } as const;
    server.rows.certificates = [
      sampleRow(resourceNamed('certificates'), { last_entry: 7, acknowledgement: null, acknowledgements: [] }),
    ];
    const path = '/app/certificates/certificates-1/show';
    at(path);
    openConsole(path, holder);
    fireEvent.click(await screen.findByRole('button', { name: 'Something is wrong' }));
    await userEvent.type(await screen.findByRole('textbox'), 'It should be 1,200.');
    server.answer('POST /api/certificates/certificates-1/dispute', { status: 401, json: { detail: 'Ended.' } });
    fireEvent.click(screen.getByRole('button', { name: /Tell/ }));
    await waitFor(() => expect(assign).toHaveBeenCalledWith('/login'));
    cleanup();
    at('/login');
    await signIn({ ...mara, ...holder });
    expect(assign).toHaveBeenCalledWith(path);
    cleanup();
    openConsole(path, holder);
    expect(await screen.findByRole('dialog')).toBeVisible();
    expect(screen.getByRole('textbox')).toHaveValue('It should be 1,200.');
    fireEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    cleanup();
    openConsole(path, holder);
    await screen.findByRole('button', { name: 'Something is wrong' });
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('keeps the date that was typed in a dialog', async () => {
    server.rows.payments = [sampleRow(resourceNamed('payments'), { status: 'processing', distribution: 'Spring' })];
    const path = '/app/payments/payments-1/show';
    at(path);
    openConsole(path);
    fireEvent.click(await screen.findByRole('button', { name: 'Complete' }));
    fireEvent.change(await screen.findByLabelText(/^Date/), { target: { value: '2026-03-02' } });
    server.answer('POST /api/payments/payments-1/complete', { status: 401, json: { detail: 'Ended.' } });
    fireEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: /^Complete/ }));
    await waitFor(() => expect(assign).toHaveBeenCalledWith('/login'));
    cleanup();
    at('/login');
    await signIn(mara);
    cleanup();
    openConsole(path);
    expect(await screen.findByLabelText(/^Date/)).toHaveValue('Mar 2, 2026');
  });

  it('leaves neither its draft nor its page after signing out', async () => {
    await loseSession();
    saveSession({ access_token: 'token-9', user: mara });
    clearSession();
    expect(kept()).not.toContain('Send the letter');
    expect(kept()).not.toContain('/app/tasks/create');
  });
});

describe('the draft of an import', () => {
  const chosen = { sides: {}, accepts: true, notifies: false, figures: { common: '1,400' } };
  const signIn = (user = {}) => saveSession({ access_token: 'token-1', user: { ...mara, ...user } });

  it('is restored only for the user who made it, in that company', () => {
    signIn();
    keepImportDraft('imp-1', chosen);
    expect(readImportDraft('imp-1')).toEqual(chosen);
    signIn(elsewhere);
    expect(readImportDraft('imp-1').figures).toEqual({});
    signIn();
    expect(readImportDraft('imp-1')).toEqual(chosen);
    signIn(noah);
    expect(readImportDraft('imp-1').figures).toEqual({});
    expect(kept()).not.toContain('1,400');
  });

  it('is neither read nor kept while nobody is signed in', () => {
    keepImportDraft('imp-1', chosen);
    expect(readImportDraft('imp-1').figures).toEqual({});
    expect(kept()).not.toContain('1,400');
  });
});

describe('the browser after a logout', () => {
  it('keeps only the theme, after pages were opened and forms were filled in', async () => {
    keepWaiting('ada@northwind.example');
    openConsole('/app/tasks?filter=%7B%22status%22%3A%22open%22%7D');
    fireEvent.click(await screen.findByRole('button', { name: 'Switch to dark theme' }));
    await screen.findByRole('heading', { level: 1 });
    cleanup();
    await typeTask();
    keepImportDraft('imp-1', { sides: {}, accepts: true, notifies: false, figures: {} });
    // A draft as an earlier release stored it.
    sessionStorage.setItem('draft:certificates/issue', '{"quantity":"100"}');
    expect(Object.keys(sessionStorage)).not.toEqual([]);
    await logOut();
    expect(Object.keys(sessionStorage)).toEqual([]);
    expect(Object.keys(localStorage)).toEqual(['theme']);
  });
});
