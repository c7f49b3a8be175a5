import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { LoginPage } from '#src/auth/LoginPage.tsx';
import { leaveBanner, takeBanner } from '#src/auth/banner.ts';
import { saveSession, type Session } from '#src/auth/session.ts';
import { ada, adasSession, later, useBrowser } from './browser.ts';

const browser = useBrowser();
const email = () => screen.getByLabelText('Email Address');
const password = () => screen.getByLabelText('Password');
const button = (name: string) => screen.getByRole('button', { name });

async function signIn() {
  const user = userEvent.setup();
  render(<LoginPage />);
  await user.type(email(), 'ada@northwind.example');
  await user.type(password(), 'Secret-1!');
  await user.keyboard('{Enter}');
  return user;
}

describe('the password step', () => {
  it('enables Sign In only when email and password are both filled in', async () => {
    const user = userEvent.setup();
    render(<LoginPage />);
    expect(button('Sign In')).toBeDisabled();
    await user.type(email(), 'ada@northwind.example');
    expect(button('Sign In')).toBeDisabled();
    await user.type(password(), 'x');
    expect(button('Sign In')).toBeEnabled();
    await user.clear(email());
    expect(button('Sign In')).toBeDisabled();
  });

  it('stores the token and the user, and goes to the dashboard', async () => {
    browser.answer('POST /api/auth/login', { json: adasSession });
    await signIn();
    await waitFor(() => expect(browser.visited).toEqual(['/app/dashboard']));
    expect(browser.callsOf('/api/auth/login')[0]?.body).toEqual({
      email: 'ada@northwind.example',
      password: 'Secret-1!',
    });
    expect(localStorage.getItem('access_token')).toBe('token-of-ada');
    expect(JSON.parse(localStorage.getItem('user') ?? '')).toEqual(ada);
  });

  it('is busy until the server answers', async () => {
    const { answer, arrive } = later();
    browser.answer('POST /api/auth/login', answer);
    const user = await signIn();
    expect(button('Signing in...')).toBeDisabled();
    expect(email()).toBeDisabled();
    expect(password()).toBeDisabled();
    await user.click(button('Signing in...'));
    arrive({ detail: 'No.' }, 400);
    expect(await screen.findByRole('button', { name: 'Sign In' })).toBeEnabled();
    expect(browser.callsOf('/api/auth/login')).toHaveLength(1);
  });

  it('is ready again when the browser restores the page from its history', async () => {
    browser.answer('POST /api/auth/login', { json: adasSession });
    await signIn();
    await waitFor(() => expect(browser.visited).toEqual(['/app/dashboard']));
    expect(button('Signing in...')).toBeDisabled();
    act(() => void window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true })));
    expect(button('Sign In')).toBeEnabled();
  });

  it('shows the detail of the server in an alert that takes the focus, and logs it', async () => {
    browser.answer('POST /api/auth/login', { status: 400, json: { detail: 'Wrong email or password.' } });
    await signIn();
    const alert = await screen.findByRole('alert');
    expect(alert).toHaveTextContent('Wrong email or password.');
    await waitFor(() => expect(alert).toHaveFocus());
    expect(console.error).toHaveBeenCalled();
    expect(password()).toHaveValue('Secret-1!');
  });

  it.each([
    ['a server that gives no detail', { status: 500 }],
    ['an unreachable server', 'unreachable' as const],
    ['a server that gives an empty detail', { status: 500, json: { detail: '' } }],
  ])('shows a default message for %s', async (_case, answer) => {
    browser.answer('POST /api/auth/login', answer);
    await signIn();
    expect(await screen.findByRole('alert')).toHaveTextContent('Login failed. Please try again.');
  });

  it('clears the error on the next submit', async () => {
    browser.answer('POST /api/auth/login', { status: 400, json: { detail: 'No.' } });
    const user = await signIn();
    await screen.findByRole('alert');
    const { answer } = later();
    browser.answer('POST /api/auth/login', answer);
    await user.click(button('Sign In'));
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('stays on the page and shows the reason when the server answers 401', async () => {
    browser.answer('POST /api/auth/login', { status: 401, json: { detail: 'Not these.' } });
    await signIn();
    expect(await screen.findByRole('alert')).toHaveTextContent('Not these.');
    expect(browser.visited).toEqual([]);
  });

  it('shows and hides the password', async () => {
    const user = userEvent.setup();
    render(<LoginPage />);
    await user.click(button('Show'));
    expect(password()).toHaveAttribute('type', 'text');
    await user.click(button('Hide'));
    expect(password()).toHaveAttribute('type', 'password');
  });

  it('moves the focus from email to password with Tab', async () => {
    const user = userEvent.setup();
    render(<LoginPage />);
    await waitFor(() => expect(email()).toHaveFocus());
    await user.tab();
    await waitFor(() => expect(password()).toHaveFocus());
  });

  it('links to the forgotten password and to signing up', () => {
    render(<LoginPage />);
    expect(screen.getByRole('link', { name: 'Forgot password?' })).toHaveAttribute('href', '/forgot-password');
    expect(screen.getByRole('link', { name: 'Create an account' })).toHaveAttribute('href', '/signup');
  });
});

describe('the banner', () => {
  it('shows the message of the previous page once', () => {
    leaveBanner({ tone: 'success', text: 'Your password has been reset. Please sign in.' });
    const first = render(<LoginPage />);
    expect(screen.getByRole('status')).toHaveTextContent('Your password has been reset. Please sign in.');
    first.unmount();
    render(<LoginPage />);
    expect(screen.queryByRole('status')).toBeNull();
  });

  it('shows a message from the navigation state', () => {
    history.replaceState({ message: 'Your account is verified.' }, '');
    render(<LoginPage />);
    expect(screen.getByRole('status')).toHaveTextContent('Your account is verified.');
  });
});

describe('the second factor', () => {
  async function reachCode() {
    browser.answer('POST /api/auth/login', {
      json: { needs_2fa: true, email: 'ada@northwind.example', challenge_id: 'c-9' },
    });
    const user = await signIn();
    await screen.findByRole('heading', { name: 'Two-Factor Authentication' });
    return user;
  }
  const code = () => screen.getByLabelText('Verification Code');

  it('says that a code was sent, and accepts at most six digits and no other characters', async () => {
    const user = await reachCode();
    expect(screen.getByText(/6-digit code was sent to your phone/)).toBeVisible();
    await waitFor(() => expect(code()).toHaveFocus());
    await user.type(code(), '12a-34');
    expect(code()).toHaveValue('1234');
    expect(button('Verify')).toBeDisabled();
    await user.type(code(), '5678');
    expect(code()).toHaveValue('123456');
    expect(button('Verify')).toBeEnabled();
  });

  it('accepts a pasted code with a space in it', async () => {
    const user = await reachCode();
    await user.click(code());
    await user.paste('123 456');
    expect(code()).toHaveValue('123456');
  });

  it('sends the challenge with the code, and goes to the dashboard', async () => {
    browser.answer('POST /api/auth/verify-2fa', { json: adasSession });
    const user = await reachCode();
    await user.type(code(), '123456{Enter}');
    await waitFor(() => expect(browser.visited).toEqual(['/app/dashboard']));
    expect(browser.callsOf('/api/auth/verify-2fa')[0]?.body).toEqual({
      email: 'ada@northwind.example',
      code: '123456',
      challenge_id: 'c-9',
    });
    expect(localStorage.getItem('access_token')).toBe('token-of-ada');
  });

  it('is busy while verifying, then shows the error', async () => {
    const { answer, arrive } = later();
    browser.answer('POST /api/auth/verify-2fa', answer);
    const user = await reachCode();
    await user.type(code(), '123456{Enter}');
    expect(button('Verifying...')).toBeDisabled();
    expect(code()).toBeDisabled();
    arrive(undefined, 500);
    expect(await screen.findByRole('alert')).toHaveTextContent('2FA verification failed. Please try again.');
    expect(localStorage.getItem('access_token')).toBeNull();
  });

  it('says when another code can be requested', async () => {
    const detail = 'Too many requests. Please try again in 30 seconds.';
    browser.answer('POST /api/auth/resend-code', { status: 429, json: { code: 'too_many', detail } });
    const user = await reachCode();
    await user.click(button('Send a new code'));
    expect(await screen.findByRole('alert')).toHaveTextContent(detail);
  });

  it('offers a new code on the same screen, also after too many wrong ones', async () => {
    browser.answer('POST /api/auth/verify-2fa', {
      status: 429,
      json: { code: 'too_many_attempts', detail: 'Too many attempts. Please request a new code.' },
    });
    browser.answer('POST /api/auth/resend-code', { json: { message: 'A new code is on its way.' } });
    const user = await reachCode();
    await user.type(code(), '123456{Enter}');
    expect(await screen.findByRole('alert')).toHaveTextContent('Too many attempts. Please request a new code.');
    await user.click(button('Send a new code'));
    expect(await screen.findByText('A new code is on its way.')).toBeVisible();
    expect(code()).toHaveValue('');
    const [asked] = browser.callsOf('/api/auth/resend-code');
    expect([asked?.query.get('email'), asked?.query.get('purpose')]).toEqual(['ada@northwind.example', 'login']);
  });

  it('goes back to the form, which still has the email address', async () => {
    const user = await reachCode();
    await user.click(button('Back to Login'));
    expect(email()).toHaveValue('ada@northwind.example');
    expect(password()).toHaveValue('');
  });
});

describe('the demo', () => {
  it('signs in with one click if the installation has a demo', async () => {
    browser.answer('GET /api/config', { json: { demo: { email: 'demo@northwind.example', password: 'Demo-1!' } } });
    browser.answer('POST /api/auth/login', { json: adasSession });
    render(<LoginPage />);
    await userEvent.setup().click(await screen.findByRole('button', { name: 'View the demo' }));
    await waitFor(() => expect(browser.visited).toEqual(['/app/dashboard']));
    expect(browser.callsOf('/api/auth/login')[0]?.body).toEqual({
      email: 'demo@northwind.example',
      password: 'Demo-1!',
    });
  });

  it('is reported as removed if the installation removed it', async () => {
    browser.answer('GET /api/config', { json: { demo: null, demo_removed: true } });
    render(<LoginPage />);
    expect(await screen.findByText(/sample company of this installation was removed/)).toBeVisible();
    expect(screen.queryByRole('button', { name: 'View the demo' })).toBeNull();
  });

  it('is not offered if the installation has none', async () => {
    render(<LoginPage />);
    await waitFor(() => expect(browser.callsOf('/api/config')).toHaveLength(1));
    expect(screen.queryByRole('button', { name: 'View the demo' })).toBeNull();
  });
});

const atBirch = { ...ada, role: 'shareholder', client_name: 'birch', client_display_name: 'Birch, Inc.' };
const open = { client_name: 'birch', client_display_name: 'Birch, Inc.', kind: 'shareholder' };

describe('an invitation opened by a signed-in user', () => {
  const opened = (answer: object) => {
    saveSession(adasSession as Session);
    browser.at('/login?invite=inv-1');
    browser.answer('GET /api/auth/invitations/inv-1', { json: open });
    browser.answer('POST /api/auth/accept-invite', answer);
    browser.answer('POST /api/auth/switch', { json: { access_token: 'token-at-birch', user: atBirch } });
    render(<LoginPage />);
  };
  it('is accepted with one button, which opens the company and leaves a banner there', async () => {
    opened({ json: { user: atBirch } });
    expect(await screen.findByRole('heading', { name: 'Join Birch, Inc.' })).toBeVisible();
    expect(screen.getByText(/You are signed in as Ada Marsh \(ada@northwind\.example\)/)).toBeVisible();
    await userEvent.click(button('Accept the invitation'));
    await waitFor(() => expect(browser.visited).toEqual(['/app/dashboard']));
    expect(browser.callsOf('/api/auth/accept-invite')[0]?.body).toEqual({ token: 'inv-1' });
    expect(browser.callsOf('/api/auth/switch')[0]?.body).toEqual({ client_name: 'birch' });
    expect(localStorage.getItem('access_token')).toBe('token-at-birch');
    expect(takeBanner()?.text).toBe('You accepted the invitation: Birch, Inc. is open now.');
  });
  it('shows that the company was asked to confirm, and keeps the current company open', async () => {
    opened({ json: { user: atBirch, message: 'Birch, Inc. was asked to confirm.' } });
    await userEvent.click(await screen.findByRole('button', { name: 'Accept the invitation' }));
    expect(await screen.findByText('Birch, Inc. was asked to confirm.')).toBeVisible();
    expect(localStorage.getItem('access_token')).toBe('token-of-ada');
  });
  it('asks the user to sign in again for another account', async () => {
    opened({ json: { user: atBirch } });
    await userEvent.click(await screen.findByRole('button', { name: 'Use another account' }));
    expect(await screen.findByRole('heading', { name: 'Sign in to Sharebook' })).toBeVisible();
    expect(screen.getByText('Sign in to accept the invitation.')).toBeVisible();
    expect([browser.callsOf('/api/auth/accept-invite'), browser.visited]).toEqual([[], []]);
  });
  it('asks the user to sign in if the session has ended', async () => {
    opened({ status: 401, json: { detail: 'Your session has ended.' } });
    await userEvent.click(await screen.findByRole('button', { name: 'Accept the invitation' }));
    expect(await screen.findByRole('heading', { name: 'Sign in to Sharebook' })).toBeVisible();
    expect(screen.getByText('Sign in to accept the invitation.')).toBeVisible();
    expect(browser.visited).toEqual([]);
  });
});

describe('an invitation', () => {
  it('is accepted after signing in', async () => {
    browser.at('/login?invite=inv-1');
    browser.answer('POST /api/auth/login', { json: adasSession });
    browser.answer('POST /api/auth/accept-invite', { json: { user: atBirch } });
    browser.answer('POST /api/auth/switch', { json: { access_token: 'token-at-birch', user: atBirch } });
    await signIn();
    await waitFor(() => expect(browser.visited).toEqual(['/app/dashboard']));
    const accepted = browser.callsOf('/api/auth/accept-invite')[0];
    expect(accepted?.body).toEqual({ token: 'inv-1' });
    expect(accepted?.headers.get('Authorization')).toBe('Bearer token-of-ada');
  });

  it('for a second record shows that the company was asked', async () => {
    browser.at('/login?invite=inv-1');
    browser.answer('POST /api/auth/login', { json: adasSession });
    browser.answer('POST /api/auth/accept-invite', { json: { user: ada, message: 'Acme was asked to confirm.' } });
    await signIn();
    expect(await screen.findByText('Acme was asked to confirm.')).toBeVisible();
    expect(browser.visited).toEqual([]);
    expect(screen.getByRole('link', { name: 'Go to the dashboard' })).toHaveAttribute('href', '/app/dashboard');
  });

  it('that is refused shows the reason, and a link to the dashboard', async () => {
    browser.at('/login?invite=inv-1');
    browser.answer('POST /api/auth/login', { json: adasSession });
    browser.answer('POST /api/auth/accept-invite', { status: 404, json: { detail: 'This invitation was used.' } });
    await signIn();
    expect(await screen.findByRole('alert')).toHaveTextContent('This invitation was used.');
    expect(screen.getByRole('link', { name: 'Go to the dashboard' })).toHaveAttribute('href', '/app/dashboard');
    expect(browser.visited).toEqual([]);
  });
});
