// The frame: the bar, the title, what a shareholder may open, and what an account without a company sees.
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { leaveBanner } from '#src/auth/banner.ts';
import { keepUnknownCompany } from '#src/auth/signup/signupWaiting.ts';
import { goKeys } from '#src/admin/shell/letterKeys.ts';
import { menuEntries } from '#src/admin/shell/menuEntries.ts';
import { roles } from '#src/resources/kit/access.ts';
import { manyOf } from '#src/resources/kit/defineResource.ts';
import { resourceNamed } from '#src/resources/index.ts';
import { mara, membershipOf, openConsole, useServer } from '../console.tsx';
import { sampleRow } from '../samples.ts';

const server = useServer();
afterEach(() => vi.restoreAllMocks());

const drawer = async () => within(await screen.findByRole('navigation', { name: 'Main' }));

describe('the bar', () => {
  it.each(['Profile', 'Sign-in and security', 'Notifications'])(
    'leads a shareholder to %s from the menu at its right',
    async (item) => {
      const holder = { ...mara, role: 'shareholder', account_type: 'shareholder' };
      server.answer('GET /api/auth/me', {
        json: {
          user: holder,
          memberships: [membershipOf(holder, { shareholder_id: 's1' })],
          active: 'acme',
        },
      });
      openConsole('/app/tasks');
      fireEvent.click(await screen.findByRole('button', { name: /^Your account/ }));
      fireEvent.click(await screen.findByRole('menuitem', { name: item }));
      expect(await screen.findByRole('heading', { level: 1, name: item })).toBeVisible();
    },
  );

  it('shows the e-mail address, and Logout ends the session and goes to the landing page', async () => {
    const assign = vi.spyOn(window.location, 'assign').mockImplementation(() => undefined);
    server.answer('POST /api/auth/logout', { status: 204 });
    openConsole('/app/tasks');
    const bar = within(await screen.findByRole('banner'));
    expect(bar.getByText('mara@acme.example')).toBeVisible();
    fireEvent.click(bar.getByRole('button', { name: 'Logout' }));
    await waitFor(() => expect(assign).toHaveBeenCalledWith('/'));
    expect(localStorage.getItem('access_token')).toBeNull();
    expect(localStorage.getItem('user')).toBeNull();
  });

  it('shows an address whose domain mixes scripts in its ASCII form beside the other', async () => {
    const user = { ...mara, email: 'mara@\u0430pple.com' };
    server.answer('GET /api/auth/me', { json: { user, memberships: [], active: 'acme', email_verified: false } });
    openConsole('/app/tasks', user);
    const shown = 'mara@\u0430pple.com (xn--pple-43d.com)';
    expect(await screen.findByRole('button', { name: `Your account: ${shown}` })).toHaveTextContent(shown);
    expect(await screen.findByText(/We emailed a link to/)).toHaveTextContent(shown);
  });

  it('says which company is open', async () => {
    openConsole('/app/tasks');
    expect(within(await screen.findByRole('banner')).getByText('Acme, Inc.')).toBeVisible();
  });

  it('switches between light and dark', async () => {
    openConsole('/app/tasks');
    fireEvent.click(await screen.findByRole('button', { name: 'Switch to dark theme' }));
    expect(document.documentElement.dataset.theme).toBe('dark');
    fireEvent.click(await screen.findByRole('button', { name: 'Switch to light theme' }));
    expect(document.documentElement.dataset.theme).toBe('light');
  });
});

describe('the title and the notices of a page', () => {
  it('names the tab after the page and the company', async () => {
    openConsole('/app/certificates');
    await screen.findByRole('heading', { level: 1 });
    await waitFor(() => expect(document.title).toBe('Certificates · Acme, Inc. · Sharebook'));
  });

  it('says that a company is a sample', async () => {
    server.answer('GET /api/organization', { json: { client_display_name: 'Acme, Inc.', is_sample: true } });
    openConsole('/app/tasks');
    expect(await screen.findByText('Sample company.')).toBeVisible();
  });

  it('tells a user who waits for admission that the request is waiting', async () => {
    openConsole('/app/certificates', { role: 'shareholder', membership_status: 'pending' });
    expect(await screen.findByText('Your request is waiting for approval.')).toBeVisible();
    expect(screen.queryByRole('link', { name: 'Issue Certificate' })).toBeNull();
  });

  it('lets a user who waits ask with another client name', async () => {
    server.answer('POST /api/auth/join', { status: 202, json: { message: 'Sent.' } });
    openConsole('/app/dashboard', { role: 'shareholder', membership_status: 'pending' });
    expect(await screen.findByText(/You asked with the client name “acme”/)).toBeVisible();
    fireEvent.click(screen.getByRole('button', { name: 'Ask with another client name' }));
    fireEvent.change(screen.getByLabelText('Client name'), { target: { value: 'beta' } });
    fireEvent.click(screen.getByRole('button', { name: 'Ask to join' }));
    expect(await screen.findByText(/Your request was sent/)).toBeVisible();
    expect(server.callsTo('POST', '/api/auth/join')[0]!.body).toEqual({ client_name: 'beta' });
  });

  it('tells a shareholder without a record what happens next', async () => {
    const ada = { ...mara, role: 'shareholder', account_type: 'shareholder' } as const;
    const memberships = [membershipOf(ada)];
    server.answer('GET /api/auth/me', { json: { user: ada, memberships, active: ada.client_name } });
    openConsole('/app/certificates', ada);
    expect(await screen.findByText('Your account is not linked to your holdings yet.')).toBeVisible();
    expect(screen.getByText(/Tell them that you sign in with mara@acme.example/)).toBeVisible();
  });

  it('reminds of an unconfirmed email address, and sends the email again', async () => {
    server.answer('GET /api/auth/me', {
      json: { user: mara, memberships: [], active: 'acme', email_verified: false },
    });
    server.answer('POST /api/auth/confirm-email/resend', { status: 202, json: { message: 'Sent.' } });
    openConsole('/app/tasks');
    expect(await screen.findByText('Confirm your email address.')).toBeVisible();
    fireEvent.click(screen.getByRole('button', { name: 'Send the email again' }));
    expect(await screen.findByText(/The email is on its way/)).toBeVisible();
    expect(server.callsTo('POST', '/api/auth/confirm-email/resend')).toHaveLength(1);
  });

  it('shows no reminder for a confirmed email address', async () => {
    server.answer('GET /api/auth/me', { json: { user: mara, memberships: [], active: 'acme', email_verified: true } });
    openConsole('/app/tasks');
    await waitFor(() => expect(server.callsTo('GET', '/api/auth/me')).not.toHaveLength(0));
    expect(await screen.findByRole('heading', { level: 1 })).toBeVisible();
    expect(screen.queryByText('Confirm your email address.')).toBeNull();
  });

  it('lets an account without a company ask to join one', async () => {
    server.answer('POST /api/auth/join', { status: 202 });
    openConsole('/app/dashboard', { role: 'shareholder', membership_status: 'none', client_display_name: '' });
    const ask = await screen.findByRole('button', { name: 'Ask to join' });
    expect(ask).toBeDisabled();
    fireEvent.change(screen.getByLabelText('Client name'), { target: { value: 'acme' } });
    fireEvent.click(ask);
    expect(await screen.findByText(/Your request was sent/)).toBeVisible();
    expect(server.callsTo('POST', '/api/auth/join')[0]?.body).toEqual({ client_name: 'acme' });
  });

  it('shows the unknown client name as it was typed at sign-up', async () => {
    keepUnknownCompany(mara.id, 'kowhay');
    openConsole('/app/dashboard', { role: 'shareholder', membership_status: 'none', client_display_name: '' });
    const box = await screen.findByLabelText('Client name');
    expect(box).toHaveValue('kowhay');
    expect(box).toHaveAccessibleDescription('No company uses the client name “kowhay”.');
  });

  it('lets an account without a company create one, with the names asked at sign-up', async () => {
    server.answer('POST /api/organization', {
      status: 409,
      json: { detail: 'This client name is not available.', errors: [{ field: 'client_name', message: 'Taken.' }] },
    });
    openConsole('/app/dashboard', { role: 'shareholder', membership_status: 'none', client_display_name: '' });
    fireEvent.click(await screen.findByRole('button', { name: 'Create a company' }));
    const found = screen.getByRole('button', { name: 'Create a company' });
    expect(found).toBeDisabled();
    fireEvent.change(screen.getByLabelText('Client Name'), { target: { value: 'acme' } });
    fireEvent.change(screen.getByLabelText('Company Display Name'), { target: { value: 'Acme, Inc.' } });
    fireEvent.click(found);
    expect(await screen.findByText('This client name is not available.')).toBeVisible();
    const names = { client_name: 'acme', client_display_name: 'Acme, Inc.' };
    expect(server.callsTo('POST', '/api/organization')[0]?.body).toEqual(names);
  });

  it('shows a page for an unknown address', async () => {
    openConsole('/app/nowhere');
    expect(await screen.findByRole('heading', { level: 1, name: 'Nothing is here' })).toBeVisible();
  });

  it('lists the keyboard shortcuts when ? is pressed', async () => {
    openConsole('/app/tasks');
    await screen.findByRole('heading', { level: 1 });
    fireEvent.keyDown(document.body, { key: '?' });
    const dialog = within(await screen.findByRole('dialog', { name: 'Keyboard shortcuts' }));
    expect(dialog.getByText('g c')).toBeVisible();
    // No key acts behind a dialog.
    fireEvent.keyDown(document.body, { key: 'n' });
    expect(screen.getByRole('heading', { level: 1, name: 'Tasks', hidden: true })).toBeInTheDocument();
  });

  it('leaves single keys alone for somebody who turned them off, and not Ctrl+K', async () => {
    openConsole('/app/tasks');
    await screen.findByRole('heading', { level: 1 });
    fireEvent.keyDown(document.body, { key: '?' });
    const keys = await screen.findByRole('checkbox', { name: 'Use keys without Ctrl' });
    fireEvent.click(keys);
    fireEvent.click(screen.getByRole('button', { name: 'Close' }));
    fireEvent.keyDown(document.body, { key: '/' });
    expect(screen.getByRole('searchbox')).not.toHaveFocus();
    fireEvent.keyDown(document.body, { key: '?' });
    fireEvent.keyDown(document.body, { key: 'k', ctrlKey: true });
    expect(await screen.findByRole('dialog', { name: /search/i })).toBeVisible();
    localStorage.removeItem('single_keys');
  });

  it('opens a page by g and its letter, a new record by n, and moves through the rows by j and k', async () => {
    server.rows.tasks = ['one', 'two'].map((title) => sampleRow(resourceNamed('tasks'), { id: title, title }));
    openConsole('/app/dashboard');
    await drawer();
    fireEvent.keyDown(document.body, { key: 'g' });
    fireEvent.keyDown(document.body, { key: 't' });
    expect(await screen.findByRole('heading', { level: 1, name: 'Tasks' })).toBeVisible();
    const [one, two] = [await screen.findByRole('link', { name: 'one' }), screen.getByRole('link', { name: 'two' })];
    for (const [key, focused] of [
      ['j', one],
      ['j', two],
      ['k', one],
    ] as const) {
      fireEvent.keyDown(document.activeElement!, { key });
      await waitFor(() => expect(focused).toHaveFocus());
    }
    fireEvent.keyDown(screen.getByRole('searchbox'), { key: 'n' });
    expect(screen.getByRole('heading', { level: 1, name: 'Tasks' })).toBeVisible();
    fireEvent.keyDown(document.body, { key: 'n' });
    expect(await screen.findByRole('button', { name: 'Create Task' })).toBeVisible();
  });

  it.each(roles)('has a letter for every entry in the menu of the role %s', (role) => {
    const names = menuEntries(role).flatMap(({ entries }) => entries.map(({ name, section = name }) => section));
    expect(names.filter((name) => !Object.values(goKeys).includes(name))).toEqual([]);
  });
});

describe('a shareholder', () => {
  it.each([
    ['certificates', 'Issue Certificate'],
    ['distributions', 'Create Distribution'],
    ['documents', 'Upload Document'],
    ['tasks', 'Create Task'],
  ])('sees no staff button on %s', async (name, label) => {
    openConsole(`/app/${name}`, { role: 'shareholder', account_type: 'shareholder' });
    expect(await screen.findByRole('heading', { level: 2 })).toBeVisible();
    expect(screen.queryByRole('link', { name: label })).toBeNull();
    expect(screen.queryByRole('button', { name: label })).toBeNull();
  });

  it('may write to the company', async () => {
    openConsole('/app/messages', { role: 'shareholder', account_type: 'shareholder' });
    expect(await screen.findByRole('link', { name: 'New Message' })).toBeVisible();
  });

  it.each(['imports', 'shareholders', 'share-classes', 'transactions', 'join-requests'])(
    'is told that they cannot see %s',
    async (name) => {
      openConsole(`/app/${name}`, { role: 'shareholder', account_type: 'shareholder' });
      const title = `You cannot see ${manyOf(resourceNamed(name))}`;
      expect(await screen.findByRole('heading', { level: 1, name: title })).toBeVisible();
      expect(screen.queryByText(resourceNamed(name).about)).toBeNull();
    },
  );

  it('sees their own record, and no link to the list of all', async () => {
    server.rows.shareholders = [sampleRow(resourceNamed('shareholders'), { name: 'Grace Hopper' })];
    openConsole('/app/shareholders/shareholders-1/show', { role: 'shareholder', account_type: 'shareholder' });
    expect(await screen.findByRole('heading', { level: 1, name: 'Grace Hopper' })).toBeVisible();
    expect(screen.queryByRole('link', { name: 'Shareholders' })).toBeNull();
  });

  it('sees a description of their own records instead of the company’s', async () => {
    openConsole('/app/certificates', { role: 'shareholder', account_type: 'shareholder' });
    expect(await screen.findByText('Your own records, as the company keeps them.')).toBeVisible();
    expect(screen.queryByText(resourceNamed('certificates').about)).toBeNull();
  });

  it('reads the name of a share class without a link to its page', async () => {
    server.rows.certificates = [sampleRow(resourceNamed('certificates'), { share_class: 'Series Seed' })];
    openConsole('/app/certificates', { role: 'shareholder', account_type: 'shareholder' });
    expect(await screen.findByText('Series Seed')).toBeVisible();
    expect(screen.queryByRole('link', { name: 'Series Seed' })).toBeNull();
  });
});

it('the profile shows the role and the email address of the user', async () => {
  openConsole('/app/you/profile', { role: 'shareholder', account_type: 'shareholder' });
  const you = within(await screen.findByRole('region', { name: 'You' }));
  expect(you.getByText('Role').parentElement).toHaveTextContent('RoleShareholder');
  expect(you.getByText('Email').parentElement).toHaveTextContent('Emailmara@acme.example');
});

describe('another company', () => {
  it('can be requested from the company switcher, which shows an error for an unknown client name', async () => {
    server.answer('GET /api/auth/me', {
      json: {
        user: mara,
        memberships: [membershipOf(mara)],
        active: 'acme',
      },
    });
    const refusal = 'No company uses the client name “brich”. Ask its administrator for the exact one.';
    server.answer('POST /api/auth/join', { status: 422, json: { detail: refusal } });
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    openConsole('/app/tasks');
    fireEvent.change(await screen.findByLabelText('Switch company'), { target: { value: 'join another' } });
    const dialog = within(await screen.findByRole('dialog', { name: 'Join another company' }));
    fireEvent.change(dialog.getByLabelText('Client name'), { target: { value: 'brich' } });
    fireEvent.click(dialog.getByRole('button', { name: 'Ask to join' }));
    expect(await dialog.findByText(refusal)).toBeVisible();
    const field = dialog.getByLabelText('Client name');
    expect(field).toBeInvalid();
    expect(field).toHaveAccessibleDescription(refusal);
    expect(dialog.getByText('Client name')).not.toHaveClass('vh');
    server.answer('POST /api/auth/join', { status: 202, json: { message: 'Sent.' } });
    fireEvent.change(dialog.getByLabelText('Client name'), { target: { value: 'birch' } });
    fireEvent.click(dialog.getByRole('button', { name: 'Ask to join' }));
    expect(await dialog.findByText(/Your request was sent/)).toBeVisible();
  });

  it('offers to create another company with the same account', async () => {
    server.answer('GET /api/auth/me', {
      json: {
        user: mara,
        memberships: [membershipOf(mara)],
        active: 'acme',
      },
    });
    openConsole('/app/tasks');
    fireEvent.change(await screen.findByLabelText('Switch company'), { target: { value: 'create another' } });
    const dialog = within(await screen.findByRole('dialog', { name: 'Create another company' }));
    fireEvent.change(dialog.getByLabelText('Client Name'), { target: { value: 'birch' } });
    fireEvent.change(dialog.getByLabelText('Company Display Name'), { target: { value: 'Birch, Inc.' } });
    server.answer('POST /api/organization', {
      status: 409,
      json: { detail: 'This client name is not available.' },
    });
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    fireEvent.click(dialog.getByRole('button', { name: 'Create a company' }));
    expect(await dialog.findByText('This client name is not available.')).toBeVisible();
  });

  it('shows a banner once after an invitation opened it', async () => {
    leaveBanner({ tone: 'success', text: 'You accepted the invitation: Birch, Inc. is open now.' });
    openConsole('/app/tasks');
    expect(await screen.findByText('You accepted the invitation: Birch, Inc. is open now.')).toBeVisible();
    cleanup();
    openConsole('/app/tasks');
    await screen.findByRole('heading', { level: 1 });
    expect(screen.queryByText(/You accepted/)).toBeNull();
  });
});
