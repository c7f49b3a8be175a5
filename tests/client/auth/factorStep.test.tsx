// The second step of signing in for an account with an authenticator app or a passkey beside its phone.
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { LoginPage } from '#src/auth/LoginPage.tsx';
import { adasSession, useBrowser } from './browser.ts';

const browser = useBrowser();
afterEach(() => vi.unstubAllGlobals());
const button = (name: string) => screen.getByRole('button', { name });
const needed = { needs_2fa: true, email: 'ada@northwind.example', challenge_id: 'c1', can_text: true };
const app = { ...needed, method: 'totp', has_passkeys: false };

async function passwordStep(answer: object) {
  browser.answer('POST /api/auth/login', { json: answer });
  const user = userEvent.setup();
  render(<LoginPage />);
  await user.type(screen.getByLabelText('Email Address'), 'ada@northwind.example');
  await user.type(screen.getByLabelText('Password'), 'Secret-1!{Enter}');
  await screen.findByRole('heading', { name: 'Two-Factor Authentication' });
  return user;
}
const entered = () => waitFor(() => expect(browser.visited).toEqual(['/app/dashboard']));

describe('an account with an authenticator app', () => {
  it('enters the code that the app shows', async () => {
    browser.answer('POST /api/auth/verify-2fa', { json: adasSession });
    const user = await passwordStep(app);
    expect(screen.getByText(/code that your authenticator app shows/)).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Use a passkey' })).not.toBeInTheDocument();
    await user.type(screen.getByLabelText('Verification Code'), '123456{Enter}');
    await entered();
    expect(browser.callsOf('/api/auth/verify-2fa')[0]?.body).toEqual({
      email: 'ada@northwind.example',
      code: '123456',
      challenge_id: 'c1',
    });
    expect(browser.callsOf('/api/auth/resend-code')).toHaveLength(0);
  });
  it('uses a recovery code instead, and sees why one was refused', async () => {
    browser.answer('POST /api/auth/verify-2fa', { status: 400, json: { detail: 'Invalid or expired code.' } });
    const user = await passwordStep(app);
    await user.click(button('Use a recovery code'));
    await user.type(screen.getByLabelText('Recovery Code'), 'abcde-fghjk');
    await user.click(button('Verify'));
    expect(await screen.findByRole('alert')).toHaveTextContent('Invalid or expired code.');
    browser.answer('POST /api/auth/verify-2fa', { json: adasSession });
    await user.click(button('Verify'));
    await entered();
    expect(browser.callsOf('/api/auth/verify-2fa')[1]?.body).toMatchObject({ code: 'abcde-fghjk' });
  });
  it('gets a text message only when asked for, with the challenge of this sign-in', async () => {
    browser.answer('POST /api/auth/resend-code', { json: { message: 'Sent.' } });
    browser.answer('POST /api/auth/verify-2fa', { json: adasSession });
    const user = await passwordStep(app);
    await user.click(button('Text me a code instead'));
    expect(await screen.findByText(/A 6-digit code was sent to your phone/)).toBeVisible();
    expect(browser.callsOf('/api/auth/resend-code')[0]?.query.get('challenge_id')).toBe('c1');
    await user.type(screen.getByLabelText('Verification Code'), '654321{Enter}');
    await entered();
  });
  it('is not offered a text message that its holder turned off', async () => {
    await passwordStep({ ...app, can_text: false });
    expect(screen.queryByRole('button', { name: 'Text me a code instead' })).not.toBeInTheDocument();
  });
});

describe('an account with a passkey', () => {
  const passkey = { ...needed, method: 'passkey', has_passkeys: true };
  const bytes = (text: string) => new TextEncoder().encode(text).buffer;
  const asked = { challenge: 'AQID', rpId: 'localhost', allowCredentials: [{ id: 'BAUG', type: 'public-key' }] };

  /** The browser's own authenticator. */
  function givenAuthenticator(get: (options: CredentialRequestOptions) => Promise<unknown>) {
    vi.stubGlobal('PublicKeyCredential', class {});
    Object.defineProperty(navigator, 'credentials', { configurable: true, value: { get } });
  }

  it('is asked for it at one press, where an authenticator app comes first', async () => {
    givenAuthenticator(async () => {
      const response = { clientDataJSON: bytes('{}'), authenticatorData: bytes('data'), signature: bytes('>?>?') };
      return { id: 'BAUG', type: 'public-key', response };
    });
    browser.answer('POST /api/auth/passkey/options', { json: asked });
    browser.answer('POST /api/auth/passkey', { json: adasSession });
    const user = await passwordStep({ ...app, has_passkeys: true });
    await user.click(button('Use a passkey'));
    await entered();
    expect(browser.callsOf('/api/auth/passkey')).toHaveLength(1);
  });
  it('answers the question with it', async () => {
    const questions: CredentialRequestOptions[] = [];
    givenAuthenticator(async (options) => {
      questions.push(options);
      const response = { clientDataJSON: bytes('{}'), authenticatorData: bytes('data'), signature: bytes('>?>?') };
      return { id: 'BAUG', type: 'public-key', response };
    });
    browser.answer('POST /api/auth/passkey/options', { json: asked });
    browser.answer('POST /api/auth/passkey', { json: adasSession });
    const user = await passwordStep(passkey);
    await user.click(button('Use a Passkey'));
    await entered();
    const { challenge, allowCredentials } = questions[0]!.publicKey!;
    expect([...new Uint8Array(challenge as ArrayBuffer)]).toEqual([1, 2, 3]);
    expect([...new Uint8Array(allowCredentials![0]!.id as ArrayBuffer)]).toEqual([4, 5, 6]);
    expect(browser.callsOf('/api/auth/passkey')[0]?.body).toEqual({
      challenge_id: 'c1',
      response: {
        id: 'BAUG',
        rawId: 'BAUG',
        type: 'public-key',
        clientExtensionResults: {},
        response: { clientDataJSON: 'e30', authenticatorData: 'ZGF0YQ', signature: 'Pj8-Pw' },
      },
    });
  });
  it('is told when it was not used, and may try again', async () => {
    givenAuthenticator(async () => Promise.reject(new DOMException('Cancelled', 'NotAllowedError')));
    browser.answer('POST /api/auth/passkey/options', { json: asked });
    const user = await passwordStep(passkey);
    await user.click(button('Use a Passkey'));
    expect(await screen.findByRole('alert')).toHaveTextContent('The passkey was not used.');
    expect(button('Use a Passkey')).toBeEnabled();
  });
});
