// Changing the company's currency asks for confirmation if records use another currency. The dialog has the usual buttons.
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { openConsole, useServer } from '../console.tsx';

const server = useServer();

it('asks before the currency changes, with Cancel as the first button', async () => {
  const company = { client_display_name: 'Acme, Inc.', currency: 'USD', time_zone: 'UTC', is_sample: false };
  server.answer('GET /api/organization', { json: company });
  server.answer('PUT /api/organization', {
    status: 409,
    json: { code: 'currency_in_use', detail: 'Two certificates stay in USD.' },
  });
  openConsole('/app/settings/company');
  const currency = await screen.findByLabelText(/^Currency/);
  await userEvent.clear(currency);
  await userEvent.type(currency, 'EUR');
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Change the currency to EUR?' }));
  expect(dialog.getByText('Two certificates stay in USD.')).toBeVisible();
  expect(dialog.getAllByRole('button').map((button) => button.textContent)).toEqual(['Cancel', 'Change to EUR']);
});
