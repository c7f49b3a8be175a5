import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { ForgotPasswordPage, ResetByLinkPage } from '#src/auth/ForgotPasswordPage.tsx';
import { LoginPage } from '#src/auth/LoginPage.tsx';
import { useBrowser } from './browser.ts';

const browser = useBrowser();
const button = (name: string) => screen.getByRole('button', { name });

async function askForCode() {
  browser.at('/forgot-password');
  const user = userEvent.setup();
  const page = render(<ForgotPasswordPage />);
  expect(button('Send Code')).toBeDisabled();
  await user.type(screen.getByLabelText('Email Address'), 'ada@northwind.example{Enter}');
  return { user, page };
}

async function reachReset() {
  browser.answer('POST /api/auth/forgot-password', {
    json: { message: 'If the address is known, a code is on its way.' },
  });
  const opened = await askForCode();
  await screen.findByRole('heading', { name: 'Choose a new password' });
  return opened;
}

describe('a forgotten password', () => {
  it('asks for a code by email and shows the answer', async () => {
    await reachReset();
    expect(screen.getByRole('status')).toHaveTextContent('If the address is known, a code is on its way.');
    expect(browser.callsOf('/api/auth/forgot-password')[0]?.body).toEqual({ email: 'ada@northwind.example' });
  });

  it('shows an error if the code cannot be requested', async () => {
    browser.answer('POST /api/auth/forgot-password', 'unreachable');
    await askForCode();
    expect(await screen.findByRole('alert')).toHaveTextContent('Failed to send reset code');
  });

  it('sends code and new password, and returns to sign-in with the answer as its banner', async () => {
    browser.answer('POST /api/auth/reset-password', {
      json: { message: 'Your password has been reset. Please sign in.' },
    });
    const { user, page } = await reachReset();
    await user.type(screen.getByLabelText('Verification Code'), '12345');
    await user.type(screen.getByLabelText('New Password'), 'Secret-2!');
    expect(button('Reset Password')).toBeDisabled();
    await user.type(screen.getByLabelText('Verification Code'), '6');
    await user.click(button('Reset Password'));
    await waitFor(() => expect(browser.visited).toEqual(['/login']));
    expect(browser.callsOf('/api/auth/reset-password')[0]?.body).toEqual({
      email: 'ada@northwind.example',
      code: '123456',
      new_password: 'Secret-2!',
    });
    page.unmount();
    render(<LoginPage />);
    expect(screen.getByRole('status')).toHaveTextContent('Your password has been reset. Please sign in.');
  });

  it('shows an error if the reset fails, and keeps the typed values', async () => {
    browser.answer('POST /api/auth/reset-password', { status: 500 });
    const { user } = await reachReset();
    await user.type(screen.getByLabelText('Verification Code'), '123456');
    await user.type(screen.getByLabelText('New Password'), 'Secret-2!{Enter}');
    expect(await screen.findByRole('alert')).toHaveTextContent('Password reset failed');
    expect(screen.getByLabelText('New Password')).toHaveValue('Secret-2!');
  });

  it('lets the user correct the email address and ask again', async () => {
    const { user } = await reachReset();
    await user.click(button('Change'));
    expect(screen.getByLabelText('Email Address')).toHaveValue('ada@northwind.example');
    await user.click(button('Send Code'));
    await screen.findByRole('heading', { name: 'Choose a new password' });
    await user.click(button('Resend Code'));
    await waitFor(() => expect(browser.callsOf('/api/auth/forgot-password')).toHaveLength(3));
  });
});

describe('the link of a reset email', () => {
  async function openLink() {
    browser.at('/reset-password?token=from-the-mail');
    const page = render(<ResetByLinkPage />);
    const user = userEvent.setup();
    await user.type(screen.getByLabelText('New Password'), 'Secret-2!');
    return { page, user };
  }

  it('asks only for the new password, and returns to sign-in with the answer as its banner', async () => {
    browser.answer('POST /api/auth/reset-password/link', {
      json: { message: 'Your password has been reset. Please sign in.' },
    });
    const { page, user } = await openLink();
    await user.click(button('Reset Password'));
    await waitFor(() => expect(browser.visited).toEqual(['/login']));
    expect(browser.callsOf('/api/auth/reset-password/link')[0]?.body).toEqual({
      token: 'from-the-mail',
      new_password: 'Secret-2!',
    });
    page.unmount();
    render(<LoginPage />);
    expect(screen.getByRole('status')).toHaveTextContent('Your password has been reset. Please sign in.');
  });

  it('says that it was used, and links to the page for a new one', async () => {
    browser.answer('POST /api/auth/reset-password/link', {
      status: 409,
      json: { detail: 'This link was used.', code: 'reset_link_closed' },
    });
    const { user } = await openLink();
    await user.click(button('Reset Password'));
    expect(await screen.findByRole('alert')).toHaveTextContent('This link was used.');
    expect(screen.getByRole('link', { name: 'Forgot password' })).toHaveAttribute('href', '/forgot-password');
  });
});
