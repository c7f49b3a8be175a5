import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { readUnknownCompany } from '#src/auth/signup/signupWaiting.ts';
import { SignupVerifyStep } from '#src/auth/signup/SignupVerifyStep.tsx';
import { adasSession, later, useBrowser } from './browser.ts';

const browser = useBrowser();
const code = () => screen.getByLabelText('Verification Code');
const button = (name: string) => screen.getByRole('button', { name });

function openVerify() {
  browser.at('/signup');
  render(<SignupVerifyStep email="ada@northwind.example" phone="+1 (555) 123-4567" message="A code has been sent." />);
  return userEvent.setup();
}

describe('verifying the phone', () => {
  it('shows the message of the server and the phone number', () => {
    openVerify();
    expect(screen.getByRole('status')).toHaveTextContent('A code has been sent.');
    expect(screen.getByText(/\+1 \(555\) 123-4567/)).toBeVisible();
  });

  it('says for every address that an existing account gets an email', () => {
    openVerify();
    expect(screen.getByText(/If this address already has an account, we emailed it instructions/)).toBeVisible();
    expect(screen.getByRole('link', { name: 'sign in' })).toHaveAttribute('href', '/login');
  });

  it('offers to choose another client name if another company took it first', async () => {
    browser.answer('POST /api/auth/verify-phone', {
      status: 409,
      json: { code: 'client_name_taken', detail: 'Another company took this client name.' },
    });
    const onRename = vi.fn<() => void>();
    browser.at('/signup');
    render(<SignupVerifyStep email="a@b.example" phone="+1 (555) 123-4567" message={undefined} onRename={onRename} />);
    const user = userEvent.setup();
    await user.type(code(), '123456{Enter}');
    await user.click(await screen.findByRole('button', { name: 'Choose another name' }));
    expect(onRename).toHaveBeenCalledOnce();
  });

  it('requires exactly six digits, then signs in', async () => {
    browser.answer('POST /api/auth/verify-phone', { json: adasSession });
    const user = openVerify();
    await user.type(code(), '12345');
    expect(button('Verify')).toBeDisabled();
    await user.type(code(), 'x67');
    expect(code()).toHaveValue('123456');
    await user.click(button('Verify'));
    await waitFor(() => expect(browser.visited).toEqual(['/app/dashboard']));
    expect(browser.callsOf('/api/auth/verify-phone')[0]?.body).toEqual({
      email: 'ada@northwind.example',
      code: '123456',
    });
    expect(localStorage.getItem('access_token')).toBe('token-of-ada');
  });

  it('keeps the unknown client name for the console', async () => {
    const user = { ...adasSession.user, membership_status: 'none' };
    browser.answer('POST /api/auth/verify-phone', { json: { ...adasSession, user } });
    browser.at('/signup');
    render(<SignupVerifyStep email="a@b.example" phone="+1 (555) 123-4567" message={undefined} asked="kowhay" />);
    await userEvent.type(code(), '123456{Enter}');
    await waitFor(() => expect(browser.visited).toEqual(['/app/dashboard']));
    expect(readUnknownCompany(user.id)).toBe('kowhay');
  });

  it('is busy while verifying, then shows a default message', async () => {
    const { answer, arrive } = later();
    browser.answer('POST /api/auth/verify-phone', answer);
    const user = openVerify();
    await user.type(code(), '123456{Enter}');
    expect(button('Verifying...')).toBeDisabled();
    expect(button('Resend Code')).toBeDisabled();
    arrive(undefined, 500);
    expect(await screen.findByRole('alert')).toHaveTextContent('Verification failed. Please try again.');
  });

  it('resends the code with query parameters and no body, and shows the answer, also as a browser alert', async () => {
    const alert = vi.fn<(text: string) => void>();
    vi.stubGlobal('alert', alert);
    browser.answer('POST /api/auth/resend-code', {
      json: { message: 'A new verification code has been sent to your phone.' },
    });
    const user = openVerify();
    await user.click(button('Resend Code'));
    await waitFor(() =>
      expect(screen.getByRole('status')).toHaveTextContent('A new verification code has been sent to your phone.'),
    );
    expect(alert).toHaveBeenCalledExactlyOnceWith('A new verification code has been sent to your phone.');
    const call = browser.callsOf('/api/auth/resend-code')[0];
    expect(Object.fromEntries(call?.query ?? [])).toEqual({ email: 'ada@northwind.example', purpose: 'signup' });
    expect(call?.body).toBeUndefined();
    expect(button('Resend Code')).toBeEnabled();
  });

  it('shows an error if resending fails, and clears it on the next attempt', async () => {
    const alert = vi.fn<(text: string) => void>();
    vi.stubGlobal('alert', alert);
    browser.answer('POST /api/auth/resend-code', 'unreachable');
    const user = openVerify();
    await user.click(button('Resend Code'));
    expect(await screen.findByRole('alert')).toHaveTextContent('Failed to resend code. Please try again.');
    expect(alert).not.toHaveBeenCalled();
    browser.answer('POST /api/auth/resend-code', { json: { message: 'Sent again.' } });
    await user.click(button('Resend Code'));
    expect(await screen.findByText('Sent again.')).toBeVisible();
    expect(screen.queryByRole('alert')).toBeNull();
  });
});
