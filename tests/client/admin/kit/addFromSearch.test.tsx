// A search for a record that finds nobody offers to add one, without leaving the form or losing what was typed in it.
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { resourceNamed } from '#src/resources/index.ts';
import { openConsole, useServer } from '../console.tsx';
import { sampleRow } from '../samples.ts';

const server = useServer();

async function searched(role?: string) {
  server.rows.shareholders = [];
  openConsole('/app/grants/create', role ? { role } : {});
  await userEvent.type(await screen.findByLabelText('Number of shares'), '1200');
  await userEvent.type(screen.getByRole('combobox', { name: /^(Holder|Shareholder)/ }), 'Sofia Maria Lindqvist');
}

it('adds whom the search did not find, chooses them, and keeps the form', async () => {
  const sofia = sampleRow(resourceNamed('shareholders'), { id: 'sofia', name: 'Sofia Maria Lindqvist' });
  server.answer('POST /api/shareholders/', { status: 201, json: sofia });
  await searched();
  await userEvent.click(await screen.findByRole('button', { name: 'Add “Sofia Maria Lindqvist”' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Add Shareholder' }));
  expect(dialog.getByLabelText(/^First Name/)).toHaveValue('Sofia Maria');
  expect(dialog.getByLabelText(/^Last Name/)).toHaveValue('Lindqvist');
  await userEvent.type(dialog.getByLabelText(/^Email/), 'sofia@example.com');
  server.rows.shareholders = [sofia];
  await userEvent.click(dialog.getByRole('button', { name: 'Add Shareholder' }));
  expect(await screen.findByDisplayValue('Sofia Maria Lindqvist')).toBeVisible();
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(screen.getByLabelText('Number of shares')).toHaveValue('1200');
  expect(server.callsTo('POST', '/api/shareholders/').map(({ body }) => body)).toEqual([
    expect.objectContaining({ first_name: 'Sofia Maria', last_name: 'Lindqvist', email: 'sofia@example.com' }),
  ]);
  // The form behind was not sent with it.
  expect(server.callsTo('POST', '/api/grants/')).toEqual([]);
});

it('says what is wrong at its field, and Cancel leads back to the search', async () => {
  server.answer('POST /api/shareholders/', {
    status: 422,
    json: {
      code: 'invalid_fields',
      detail: 'Please correct the marked fields.',
      errors: [{ field: 'email', message: 'This address is taken.' }],
    },
  });
  await searched();
  await userEvent.click(await screen.findByRole('button', { name: /^Add “/ }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Add Shareholder' }));
  await userEvent.click(dialog.getByRole('button', { name: 'Add Shareholder' }));
  expect((await dialog.findAllByText(/This address is taken\./)).length).toBeGreaterThan(0);
  await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }));
  expect(screen.getByLabelText('Number of shares')).toHaveValue('1200');
});
