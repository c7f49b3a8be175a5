// Typing in a first cap table: what the shareholders are to the company goes with it.
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { openConsole, useServer } from '../console.tsx';

const server = useServer();
const type = (label: RegExp, index: number, text: string) =>
  userEvent.type(screen.getAllByLabelText(label)[index]!, text);

it('a person is a founder unless another is chosen, and of an entity it is asked', async () => {
  server.answer('GET /api/setup', { json: { answers: null, steps: [], dismissed: false } });
  server.answer('POST /api/setup/start', { status: 201, json: { total: '3000' } });
  openConsole('/app/welcome/start');
  await screen.findAllByLabelText(/^First Name/);
  await type(/^First Name/, 0, 'Ada');
  await type(/^Last Name/, 0, 'Byron');
  await type(/^Shares$/, 0, '1000');
  await userEvent.selectOptions(screen.getAllByLabelText(/^Who/)[1]!, 'Entity');
  await type(/^Entity Name/, 0, 'Fund Ltd');
  await type(/^Shares$/, 1, '2000');
  const [person, entity] = screen.getAllByLabelText(/^Relationship/) as [HTMLElement, HTMLElement];
  expect(within(person).getByRole<HTMLOptionElement>('option', { name: 'Founder' }).selected).toBe(true);
  const press = () => userEvent.click(screen.getByRole('button', { name: 'Issue 3,000 shares' }));
  await press();
  expect(await screen.findByText('This is required.')).toBeVisible();
  expect(server.callsTo('POST', '/api/setup/start')).toEqual([]);
  await userEvent.selectOptions(entity, 'Investor');
  await press();
  await waitFor(() => expect(server.callsTo('POST', '/api/setup/start')).toHaveLength(1));
  expect(server.callsTo('POST', '/api/setup/start')[0]!.body).toMatchObject({
    holders: [{ relationship: 'founder' }, { relationship: 'investor' }],
  });
});
