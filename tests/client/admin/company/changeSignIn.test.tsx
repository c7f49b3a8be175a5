// Settings changes the email address, the phone and the password of the signed-in person.
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { openConsole, useServer } from '../console.tsx';

const server = useServer();

async function openDialog(button: string) {
  server.answer('GET /api/organization', {
    json: { client_display_name: 'Acme, Inc.', currency: 'USD', time_zone: 'UTC', is_sample: false },
  });
  const sms = { phone_last4: '4567', is_on: true };
  server.answer('GET /api/auth/factors', { json: { sms, totp: null, passkeys: [], recovery_codes_left: 0 } });
  openConsole('/app/you/security');
  await userEvent.click(await screen.findByRole('button', { name: button }));
  return within(await screen.findByRole('dialog'));
}

it('a refused current password is named at its field, and what was typed stays', async () => {
  const dialog = await openDialog('Change password');
  const type = (label: string, text: string) => userEvent.type(dialog.getByLabelText(label), text);
  await type('Current password', 'old');
  await type('New password', 'a new one 9');
  await type('New password again', 'a new one 8');
  expect(dialog.getByText('The two passwords are not the same.')).toBeVisible();
  expect(dialog.getByRole('button', { name: 'Change password' })).toBeDisabled();
  await userEvent.clear(dialog.getByLabelText('New password again'));
  await type('New password again', 'a new one 9');
  server.answer('POST /api/auth/password', {
    status: 422,
    json: {
      code: 'invalid_fields',
      detail: 'No.',
      errors: [{ field: 'current_password', message: 'Not your password.' }],
    },
  });
  await userEvent.click(dialog.getByRole('button', { name: 'Change password' }));
  expect(await dialog.findByText('Not your password.')).toBeVisible();
  expect(dialog.getByLabelText('Current password')).toHaveAccessibleDescription('Not your password.');
  expect(dialog.getByLabelText('New password')).toHaveValue('a new one 9');
});

it('a phone is changed in two steps: the number, then the code sent to it', async () => {
  const dialog = await openDialog('Change phone');
  await userEvent.type(dialog.getByLabelText('New phone'), '5551234567');
  server.answer('POST /api/auth/phone', { status: 202, json: { message: 'Sent.' } });
  await userEvent.click(dialog.getByRole('button', { name: 'Send code' }));
  expect(await dialog.findByRole('status')).toHaveTextContent('+1 (555) 123-4567');
  expect(server.callsTo('POST', '/api/auth/phone')[0]!.body).toEqual({ phone: '+15551234567' });
  await userEvent.type(dialog.getByLabelText('Code'), '123456');
  server.answer('POST /api/auth/phone/verify', { status: 204 });
  await userEvent.click(dialog.getByRole('button', { name: 'Change phone' }));
  expect(await screen.findByText('Your phone was changed')).toBeVisible();
});

it('a phone of another country is sent as a plus and digits', async () => {
  const dialog = await openDialog('Change phone');
  await userEvent.type(dialog.getByLabelText('New phone'), '+46701234567');
  expect(dialog.getByLabelText('New phone')).toHaveAccessibleDescription(/another country/);
  expect(dialog.getByRole('button', { name: 'Send code' })).toBeDisabled();
  await userEvent.click(dialog.getByRole('button', { name: 'My number is from another country' }));
  expect(await dialog.findByLabelText('Country of Your Number')).toHaveDisplayValue('Sweden (+46)');
  server.answer('POST /api/auth/phone', { status: 202, json: { message: 'Sent.' } });
  await userEvent.click(dialog.getByRole('button', { name: 'Send code' }));
  expect(await dialog.findByRole('status')).toHaveTextContent('+46');
  expect(server.callsTo('POST', '/api/auth/phone')[0]!.body).toEqual({ phone: '+46701234567' });
});

it('an email address changes once the mailed link is opened, and the dialog says so', async () => {
  const dialog = await openDialog('Change email');
  await userEvent.type(dialog.getByLabelText('New email address'), 'new@example.com');
  server.answer('POST /api/auth/email', { status: 202, json: { message: 'We sent a link to new@example.com.' } });
  await userEvent.click(dialog.getByRole('button', { name: 'Send link' }));
  expect(await dialog.findByRole('status')).toHaveTextContent('We sent a link to new@example.com.');
});
