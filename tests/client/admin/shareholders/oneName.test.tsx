// The form of a shareholder with one name.
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { resourceNamed } from '#src/resources/index.ts';
import { startFields } from '#src/admin/screens/setup/startForm.ts';
import { openConsole, useServer } from '../console.tsx';
import { sampleRow } from '../samples.ts';

const server = useServer();
const PATH = '/api/shareholders/';
const press = () => userEvent.click(screen.getByRole('button', { name: 'Add Shareholder' }));

it('adds somebody with a first or a last name alone, and nobody without any', async () => {
  server.answer(`POST ${PATH}`, { status: 201, json: sampleRow(resourceNamed('shareholders'), { id: 'h1' }) });
  openConsole('/app/shareholders/create');
  const last = await screen.findByLabelText(/^Last Name/);
  expect(last).toHaveAccessibleDescription(/one name needs only one of the two/);
  await press();
  expect((await screen.findAllByText('This is required.')).length).toBeGreaterThan(0);
  expect(server.callsTo('POST', PATH)).toEqual([]);
  await userEvent.type(last, 'Sukarno');
  await press();
  await waitFor(() => expect(server.callsTo('POST', PATH)).toHaveLength(1));
  expect(server.callsTo('POST', PATH)[0]!.body).toMatchObject({ type: 'individual', last_name: 'Sukarno' });
});

it('saves an edit of somebody with one name', async () => {
  const wayan = {
    id: 'h1',
    type: 'individual',
    name: 'Wayan',
    first_name: 'Wayan',
    last_name: null,
    entity_name: null,
  };
  server.rows.shareholders = [
    sampleRow(resourceNamed('shareholders'), { ...wayan, email: 'w@example.com', country: 'ID', is_active: true }),
  ];
  server.answer('PUT /api/shareholders/h1', { json: server.rows.shareholders[0] });
  openConsole('/app/shareholders/h1');
  const city = await screen.findByLabelText(/^City/);
  await userEvent.clear(city);
  await userEvent.type(city, 'Ubud');
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(server.callsTo('PUT', '/api/shareholders/h1')).toHaveLength(1));
  expect(server.callsTo('PUT', '/api/shareholders/h1')[0]!.body).toMatchObject({ city: 'Ubud', first_name: 'Wayan' });
});

it('asks for one of the two names in the first cap table', () => {
  const required = (values: Record<string, unknown>) => {
    const fields = startFields({ shareholders: 1, classes: 1, ...values });
    return ['first_name_1', 'last_name_1'].map((name) => (fields[name] as { required?: boolean }).required);
  };
  expect(required({})).toEqual([true, true]);
  expect(required({ first_name_1: 'Wayan' })).toEqual([true, false]);
  expect(required({ last_name_1: 'Sukarno' })).toEqual([false, true]);
});
