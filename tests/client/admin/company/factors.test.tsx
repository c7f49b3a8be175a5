// Settings: the ways in which the signed-in person confirms who they are.
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { openConsole, useServer } from '../console.tsx';

const server = useServer();
const smsAlone = { sms: { phone_last4: '4567', is_on: true }, totp: null, passkeys: [], recovery_codes_left: 0 };
const withApp = { ...smsAlone, totp: { created_at: '2026-03-14T12:00:00Z' }, recovery_codes_left: 10 };
const codes = Array.from({ length: 10 }, (_, n) => `abcde-fghj${n}`);

async function card(factors: object) {
  server.answer('GET /api/auth/factors', { json: factors });
  openConsole('/app/you/security');
  return within(await screen.findByRole('region', { name: 'Ways to confirm it is you' }));
}

describe('the ways to confirm', () => {
  it('name the phone by its last digits, and lead through setting up an app', async () => {
    const shown = await card(smsAlone);
    expect(await shown.findByText('To your phone ending in 4567.')).toBeVisible();
    expect(shown.queryByRole('button', { name: 'Turn off text messages' })).not.toBeInTheDocument();
    server.answer('POST /api/auth/factors/totp', {
      json: { secret: 'ABCDEFGHIJKLMNOP', otpauth_url: 'otpauth://totp/x' },
    });
    server.answer('POST /api/auth/factors/totp/confirm', { json: { recovery_codes: codes } });
    await userEvent.click(shown.getByRole('button', { name: 'Set up an app' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Continue' }));
    expect(await screen.findByRole('img', { name: 'QR code for the authenticator app' })).toBeVisible();
    expect(screen.getByText('ABCD EFGH IJKL MNOP')).toBeInTheDocument();
    server.answer('GET /api/auth/factors', { json: withApp });
    await userEvent.type(screen.getByLabelText('Code that the app shows'), '123 456');
    await userEvent.click(screen.getByRole('button', { name: 'Confirm' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Keep your recovery codes' }));
    expect(dialog.getAllByRole('listitem').map((item) => item.textContent)).toEqual(codes);
    for (const name of ['Print', 'Download']) expect(dialog.getByRole('button', { name })).toBeVisible();
    expect(server.callsTo('POST', '/api/auth/factors/totp/confirm')[0]?.body).toEqual({ code: '123456' });
    await userEvent.keyboard('{Escape}');
    expect(dialog.getByText(codes[0]!)).toBeVisible();
    await userEvent.click(dialog.getByRole('button', { name: 'I have kept them' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(await shown.findByText(/10 recovery codes left/)).toBeVisible();
    expect(shown.getByRole('button', { name: 'Turn off text messages' })).toBeVisible();
  });
  it('say why a code of the app was refused, and keep the QR code', async () => {
    const shown = await card(smsAlone);
    server.answer('POST /api/auth/factors/totp', { json: { secret: 'ABCD', otpauth_url: 'otpauth://totp/x' } });
    server.answer('POST /api/auth/factors/totp/confirm', { status: 400, json: { detail: 'Invalid or expired code.' } });
    await userEvent.click(await shown.findByRole('button', { name: 'Set up an app' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Continue' }));
    await userEvent.type(await screen.findByLabelText('Code that the app shows'), '000000{Enter}');
    expect(await screen.findByRole('alert')).toHaveTextContent('Invalid or expired code.');
    expect(screen.getByRole('img', { name: 'QR code for the authenticator app' })).toBeVisible();
  });
  it('turn text messages off and on', async () => {
    const shown = await card(withApp);
    server.answer('PUT /api/auth/factors/sms', { status: 204 });
    server.answer('GET /api/auth/factors', { json: { ...withApp, sms: { ...withApp.sms, is_on: false } } });
    await userEvent.click(await shown.findByRole('button', { name: 'Turn off text messages' }));
    expect(await shown.findByText('Turned off. Your phone ends in 4567.')).toBeVisible();
    expect(server.callsTo('PUT', '/api/auth/factors/sms')[0]?.body).toEqual({ is_on: false });
    expect(shown.getByRole('button', { name: 'Turn on text messages' })).toBeVisible();
  });
  it('replace the recovery codes after a question, and show the new ones', async () => {
    const shown = await card({ ...withApp, recovery_codes_left: 1 });
    expect(await shown.findByText(/1 recovery code left\. Make new ones/)).toBeVisible();
    server.answer('POST /api/auth/factors/recovery-codes', { json: { recovery_codes: codes } });
    await userEvent.click(shown.getByRole('button', { name: 'New recovery codes' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Make new codes' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Keep your recovery codes' }));
    expect(dialog.getAllByRole('listitem').map((item) => item.textContent)).toEqual(codes);
    await userEvent.click(dialog.getByRole('button', { name: 'I have kept them' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  });
  it('rename a passkey', async () => {
    const passkey = { id: 'p1', name: 'Work laptop', created_at: '2026-03-14T12:00:00Z' };
    const shown = await card({ ...withApp, passkeys: [passkey] });
    const renamed = { ...withApp, passkeys: [{ ...passkey, name: 'Old laptop' }] };
    server.answer('PUT /api/auth/factors/passkeys/p1', { json: renamed });
    await userEvent.click(await shown.findByRole('button', { name: 'Rename the passkey Work laptop' }));
    server.answer('GET /api/auth/factors', { json: renamed });
    await userEvent.clear(screen.getByLabelText('Name'));
    await userEvent.type(screen.getByLabelText('Name'), 'Old laptop{Enter}');
    expect(await shown.findByText('Old laptop')).toBeVisible();
    expect(server.callsTo('PUT', '/api/auth/factors/passkeys/p1')[0]?.body).toEqual({ name: 'Old laptop' });
  });
  it('remove the app and a passkey after a question', async () => {
    const passkey = { id: 'p1', name: 'Work laptop', created_at: '2026-03-14T12:00:00Z' };
    const shown = await card({ ...withApp, passkeys: [passkey] });
    server.answer('DELETE /api/auth/factors/totp', { status: 204 });
    server.answer('DELETE /api/auth/factors/passkeys/p1', { status: 204 });
    await userEvent.click(await shown.findByRole('button', { name: 'Remove the passkey Work laptop' }));
    server.answer('GET /api/auth/factors', { json: withApp });
    await userEvent.click(await screen.findByRole('button', { name: 'Remove the passkey' }));
    await waitFor(() => expect(shown.queryByText('Work laptop')).not.toBeInTheDocument());
    await userEvent.click(shown.getByRole('button', { name: 'Remove the app' }));
    server.answer('GET /api/auth/factors', { json: smsAlone });
    const dialog = within(await screen.findByRole('dialog'));
    await userEvent.click(dialog.getByRole('button', { name: 'Remove the app' }));
    expect(await shown.findByRole('button', { name: 'Set up an app' })).toBeVisible();
  });
  it('are none for an account of the sample company, which is told so', async () => {
    const shown = await card({ ...smsAlone, sms: null });
    expect(await shown.findByText(/accounts of the sample company sign in with their password alone/)).toBeVisible();
    expect(shown.queryByRole('button')).not.toBeInTheDocument();
  });
});
