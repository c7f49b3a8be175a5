// The dialog that confirms who is asking: it opens wherever a call needs it, and the call then goes on by itself.
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { openConsole, useServer } from '../console.tsx';

const server = useServer();
const REQUIRED = {
  status: 403,
  json: { code: 'step_up_required', detail: 'Please confirm with a verification code to continue.' },
};
const smsAlone = { sms: { phone_last4: '4567', is_on: true }, totp: null, passkeys: [], recovery_codes_left: 0 };

/** The server as it answers: members are invited only after a right code. */
function givenServer(factors: object = smsAlone) {
  let isConfirmed = false;
  server.answer('GET /api/auth/factors', { json: factors });
  server.answer('POST /api/auth/step-up', {
    status: 202,
    json: { message: 'We sent a 6-digit verification code to your phone.' },
  });
  server.answer('POST /api/auth/step-up/verify', ({ body }) => {
    isConfirmed = (body as { code: string }).code === '123456';
    return isConfirmed
      ? { status: 204 }
      : { status: 400, json: { code: 'invalid_code', detail: 'Invalid or expired code.' } };
  });
  server.answer('POST /api/members/', () =>
    isConfirmed ? { status: 201, json: { id: 'm1', email: 'kim@acme.example', role: 'viewer' } } : REQUIRED,
  );
}
beforeEach(() => givenServer());

async function invite() {
  openConsole('/app/members/create');
  await userEvent.type(await screen.findByLabelText(/^Email/), 'kim@acme.example');
  await userEvent.click(screen.getByRole('button', { name: 'Invite Member' }));
  return within(await screen.findByRole('dialog', { name: 'Confirm it is you' }));
}

describe('a call that needs a confirmation', () => {
  it('opens the dialog, texts a code, and goes on by itself with its key and what was typed', async () => {
    const dialog = await invite();
    expect(await dialog.findByText(/phone ending in 4567/)).toBeVisible();
    expect(await dialog.findByText('We sent a 6-digit verification code to your phone.')).toBeVisible();
    const box = dialog.getByLabelText('Verification code');
    await waitFor(() => expect(box).toHaveFocus());
    await userEvent.type(box, '123 456');
    await userEvent.click(dialog.getByRole('button', { name: 'Confirm' }));
    expect(await screen.findByText('The invitation was sent')).toBeVisible();
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    const [first, second] = server.callsTo('POST', '/api/members/');
    expect(second!.body).toEqual(first!.body);
    expect(first!.headers.get('Idempotency-Key')).toBeTruthy();
    expect(second!.headers.get('Idempotency-Key')).toBe(first!.headers.get('Idempotency-Key'));
    expect(server.callsTo('POST', '/api/auth/step-up')).toHaveLength(1);
  });
  it('says at the code what is wrong, and sends a new one', async () => {
    const dialog = await invite();
    await userEvent.type(await dialog.findByLabelText('Verification code'), '000000');
    await userEvent.click(dialog.getByRole('button', { name: 'Confirm' }));
    expect(await dialog.findByRole('alert')).toHaveTextContent('Invalid or expired code.');
    await waitFor(() => expect(dialog.getByLabelText('Verification code')).toHaveFocus());
    await userEvent.click(dialog.getByRole('button', { name: 'Send a new code' }));
    await waitFor(() => expect(server.callsTo('POST', '/api/auth/step-up')).toHaveLength(2));
    expect(dialog.queryByRole('alert')).not.toBeInTheDocument();
  });
  it('is given up when the dialog is closed: nothing is sent, and what was typed stays', async () => {
    const dialog = await invite();
    await userEvent.click(await dialog.findByRole('button', { name: 'Cancel' }));
    expect(await screen.findByText(/Please confirm with a verification code to continue\./)).toBeVisible();
    expect(screen.getByLabelText(/^Email/)).toHaveValue('kim@acme.example');
    expect(server.callsTo('POST', '/api/members/')).toHaveLength(1);
  });
  it('says when the ways to confirm could not be read', async () => {
    server.answer('GET /api/auth/factors', { status: 503, json: { detail: 'Try again soon.' } });
    const dialog = await invite();
    expect(await dialog.findByRole('alert')).toHaveTextContent('Try again soon.');
    givenServer();
    await userEvent.click(dialog.getByRole('button', { name: 'Retry' }));
    expect(await dialog.findByLabelText('Verification code')).toBeVisible();
  });
});

describe('an account with an authenticator app', () => {
  const both = { ...smsAlone, totp: { created_at: '2026-03-14T12:00:00Z' }, recovery_codes_left: 9 };
  it('is asked for its code, and gets a text message or enters a recovery code only when asked for', async () => {
    givenServer(both);
    const dialog = await invite();
    expect(await dialog.findByLabelText('Code of the authenticator app')).toBeVisible();
    expect(server.callsTo('POST', '/api/auth/step-up')).toHaveLength(0);
    await userEvent.click(dialog.getByRole('button', { name: 'Use a recovery code' }));
    expect(dialog.getByText(/you have 9 left/)).toBeVisible();
    await userEvent.click(dialog.getByRole('button', { name: 'Text me a code instead' }));
    await waitFor(() => expect(server.callsTo('POST', '/api/auth/step-up')).toHaveLength(1));
    await userEvent.type(dialog.getByLabelText('Verification code'), '123456{Enter}');
    expect(await screen.findByText('The invitation was sent')).toBeVisible();
  });
  it('is not offered a text message once its holder turned that off', async () => {
    givenServer({ ...both, sms: { ...smsAlone.sms, is_on: false } });
    const dialog = await invite();
    expect(await dialog.findByLabelText('Code of the authenticator app')).toBeVisible();
    expect(dialog.queryByRole('button', { name: 'Text me a code instead' })).not.toBeInTheDocument();
  });
});
