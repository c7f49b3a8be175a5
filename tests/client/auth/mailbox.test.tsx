// The links in the email to a new account, and signing in to an account recovered by email.
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { AccountApp } from '#src/publicEntry/AccountApp.tsx';
import { LoginPage } from '#src/auth/LoginPage.tsx';
import { saveSession } from '#src/auth/session.ts';
import { ada, adasSession, useBrowser } from './browser.ts';

const browser = useBrowser();
const open = (path: string) => {
  browser.at(path);
  render(<AccountApp pathname={path.split('?')[0]!} />);
  return userEvent.setup();
};

describe('the link that confirms an email address', () => {
  it('confirms only when a signed-in user presses its button', async () => {
    saveSession(adasSession as Parameters<typeof saveSession>[0]);
    browser.answer('POST /api/auth/confirm-email', { status: 204 });
    const user = open('/confirm-email?token=tok-1');
    expect(await screen.findByText(ada.email)).toBeVisible();
    expect(browser.callsOf('/api/auth/confirm-email')).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'Confirm This Address' }));
    expect(await screen.findByRole('heading', { name: 'Your email address is confirmed' })).toBeVisible();
    expect(browser.callsOf('/api/auth/confirm-email')[0]?.body).toEqual({ token: 'tok-1' });
  });
  it('asks a signed-out user to sign in first, and returns to itself', async () => {
    open('/confirm-email?token=tok-1');
    const main = await screen.findByRole('main');
    expect(main.querySelector('a')).toHaveAttribute('href', '/login?confirm=tok-1');
    browser.at('/login?confirm=tok-1');
    browser.answer('POST /api/auth/login', { json: adasSession });
    const user = userEvent.setup();
    render(<LoginPage />);
    await user.type(screen.getByLabelText('Email Address'), ada.email);
    await user.type(screen.getByLabelText('Password'), 'Secret-1!{Enter}');
    await waitFor(() => expect(browser.visited).toEqual(['/confirm-email?token=tok-1']));
  });
  it('says that the address is confirmed already, and links to the dashboard', async () => {
    saveSession(adasSession as Parameters<typeof saveSession>[0]);
    browser.answer('POST /api/auth/confirm-email', { status: 409, json: { code: 'email_confirmed', detail: 'Done.' } });
    const user = open('/confirm-email?token=tok-1');
    expect(screen.queryByRole('link', { name: 'Sign In' })).toBeNull();
    expect(screen.getByRole('link', { name: 'Dashboard' })).toHaveAttribute('href', '/app/dashboard');
    await user.click(await screen.findByRole('button', { name: 'Confirm This Address' }));
    expect(await screen.findByRole('heading', { name: 'Your email address is confirmed already' })).toBeVisible();
    expect(screen.getByRole('link', { name: 'Go to the dashboard' })).toHaveAttribute('href', '/app/dashboard');
    expect(screen.queryByRole('alert')).toBeNull();
  });
  it('shows why the link is not accepted', async () => {
    saveSession(adasSession as Parameters<typeof saveSession>[0]);
    browser.answer('POST /api/auth/confirm-email', { status: 409, json: { detail: 'This link was used.' } });
    const user = open('/confirm-email?token=tok-1');
    await user.click(await screen.findByRole('button', { name: 'Confirm This Address' }));
    expect(await screen.findByRole('alert')).toHaveTextContent('This link was used.');
  });
});

describe('the link for a person who did not create the account', () => {
  it('deletes the account with its button, without signing in', async () => {
    browser.answer('POST /api/auth/confirm-email/deny', {
      json: { message: 'Your address is free.', outcome: 'deleted' },
    });
    const user = open('/not-me?token=tok-2');
    await user.click(await screen.findByRole('button', { name: 'Delete This Account' }));
    expect(await screen.findByText('Your address is free.')).toBeVisible();
    expect(browser.callsOf('/api/auth/confirm-email/deny')[0]?.body).toEqual({ token: 'tok-2' });
    expect(screen.queryByRole('link', { name: 'Set a new password' })).toBeNull();
  });
  it('offers a new password if the account was only closed', async () => {
    browser.answer('POST /api/auth/confirm-email/deny', { json: { message: 'Nobody can use it.', outcome: 'closed' } });
    const user = open('/not-me?token=tok-2');
    await user.click(await screen.findByRole('button', { name: 'Delete This Account' }));
    expect(await screen.findByRole('link', { name: 'Set a new password' })).toHaveAttribute('href', '/forgot-password');
  });
});

it('an account without a phone asks for one after the password, then for its code', async () => {
  browser.answer('POST /api/auth/login', { json: { needs_phone: true, challenge_id: 'challenge-1' } });
  browser.answer('POST /api/auth/phone', { status: 202, json: { message: 'We sent a code.' } });
  browser.answer('POST /api/auth/phone/verify', { json: adasSession });
  const user = userEvent.setup();
  render(<LoginPage />);
  await user.type(screen.getByLabelText('Email Address'), ada.email);
  await user.type(screen.getByLabelText('Password'), 'Secret-1!{Enter}');
  await user.type(await screen.findByLabelText('Phone Number'), '5551234567');
  expect(screen.getByRole('button', { name: 'Send Code' })).toBeDisabled();
  await user.click(screen.getByRole('checkbox'));
  expect(screen.getByRole('button', { name: 'Send Code' })).toBeDisabled();
  await user.type(screen.getByLabelText('First Name'), 'Ada');
  await user.type(screen.getByLabelText('Last Name'), 'Byron');
  await user.click(screen.getByRole('button', { name: 'Send Code' }));
  await user.type(await screen.findByLabelText('Verification Code'), '123456{Enter}');
  await waitFor(() => expect(browser.visited).toEqual(['/app/dashboard']));
  expect(browser.callsOf('/api/auth/phone')[0]?.body).toEqual({
    challenge_id: 'challenge-1',
    first_name: 'Ada',
    last_name: 'Byron',
    phone: '+15551234567',
    sms_consent: true,
  });
  expect(browser.callsOf('/api/auth/phone/verify')[0]?.body).toEqual({ challenge_id: 'challenge-1', code: '123456' });
});
