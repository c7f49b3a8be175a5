// Checks on a screen what the recipes of docs/recipes.md add. Runs in the copy of the repository in which the recipes were
// performed.
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { resourceNamed } from '#src/resources/index.ts';
import { openConsole, useServer } from '../client/admin/console.tsx';
import { sampleRow } from '../client/admin/samples.ts';

const server = useServer();
const ada = () => sampleRow(resourceNamed('shareholders'), { name: 'Ada', type: 'individual', nickname: 'Ace' });

it('shows the column in the form', async () => {
  server.rows.shareholders = [ada()];
  openConsole('/app/shareholders/shareholders-1');
  expect(await screen.findByLabelText(/^Nickname/)).toHaveValue('Ace');
});

it('has a chip for the filter, which narrows the list', async () => {
  server.rows.shareholders = [ada()];
  openConsole('/app/shareholders');
  const chip = await screen.findByRole('combobox', { name: 'Country' });
  fireEvent.change(chip, { target: { value: 'IT' } });
  const asked = () => server.callsTo('GET', '/api/shareholders/').at(-1)!.query.get('filter');
  await waitFor(() => expect(JSON.parse(asked()!)).toEqual({ country: 'IT' }));
});

it('shows the status as a chip', async () => {
  server.rows.distributions = [sampleRow(resourceNamed('distributions'), { status: 'on_hold' })];
  openConsole('/app/distributions');
  expect(await screen.findByText('On hold')).toBeVisible();
});

it('opens the dialog of the verb from its button, and sends its answers', async () => {
  server.rows.shareholders = [ada()];
  openConsole('/app/shareholders/shareholders-1/show');
  const button = (await screen.findAllByRole('button', { name: 'Welcome' }))[0]!;
  fireEvent.click(button);
  const dialog = within(await screen.findByRole('dialog', { name: 'Welcome Ada?' }));
  fireEvent.change(dialog.getByLabelText(/^How/), { target: { value: 'By letter' } });
  fireEvent.click(dialog.getByRole('button', { name: 'Welcome' }));
  const path = '/api/shareholders/shareholders-1/welcome';
  await waitFor(() => expect(server.callsTo('POST', path)[0]?.body).toEqual({ reason: 'By letter' }));
});

it('asks for the setting in Settings', async () => {
  openConsole('/app/settings/company');
  expect(await screen.findByLabelText(/^End of the fiscal year/)).toBeVisible();
});
