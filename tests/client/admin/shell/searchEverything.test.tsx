// The search over everything: what it asks, shows and opens, by keyboard alone.
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { resourceNamed } from '#src/resources/index.ts';
import { openConsole, useServer } from '../console.tsx';
import { sampleRow } from '../samples.ts';

const server = useServer();

const found = [
  { resource: 'shareholders', id: 's1', title: 'Sofia Lindqvist', subtitle: 'Employee', why: 'name' },
  { resource: 'threads', id: 'm1', title: 'Address of Sofia', subtitle: '2026-01-05', why: 'subject' },
];

async function openSearch(role?: string) {
  openConsole('/app/tasks', role ? { role } : {});
  await screen.findByRole('heading', { level: 1 });
  await userEvent.keyboard('{Control>}k{/Control}');
  return screen.findByRole('combobox', { name: 'Search everything' });
}

it('asks the server once typing pauses, and opens what is chosen by keyboard', async () => {
  server.answer('GET /api/search', { json: found });
  server.rows.messages = [sampleRow(resourceNamed('messages'), { id: 'm1', subject: 'Address of Sofia' })];
  const input = await openSearch();
  expect(screen.getByText('Type two letters or more.')).toBeVisible();
  await userEvent.type(input, 'sofia');
  const options = within(await screen.findByRole('listbox', { name: 'Found' }));
  await options.findByRole('option', { name: /Sofia Lindqvist/ });
  expect(server.callsTo('GET', '/api/search').at(-1)?.query.get('q')).toBe('sofia');
  expect(options.getByRole('option', { name: /Address of Sofia/ })).toHaveTextContent('Jan 5, 2026');
  await userEvent.keyboard('{ArrowDown}{Enter}');
  expect(await screen.findByRole('heading', { level: 1, name: 'Address of Sofia' })).toBeVisible();
  expect(screen.queryByRole('dialog')).toBeNull();
});

it('offers pages and actions at once, those of the role alone', async () => {
  server.answer('GET /api/search', { json: [] });
  await userEvent.type(await openSearch(), 'issue cert');
  expect(await screen.findByRole('option', { name: 'Issue Certificate' })).toBeVisible();
  await userEvent.clear(screen.getByRole('combobox', { name: 'Search everything' }));
  await userEvent.type(screen.getByRole('combobox', { name: 'Search everything' }), 'legder');
  expect(await screen.findByRole('option', { name: 'Ledger' })).toBeVisible();
});

it('offers a shareholder no action and no page of the company’s', async () => {
  server.answer('GET /api/search', { json: [] });
  const input = await openSearch('shareholder');
  await userEvent.type(input, 'certificate');
  expect((await screen.findAllByRole('option')).map((each) => each.textContent)).toEqual(['Certificates']);
  await userEvent.clear(input);
  await userEvent.type(input, 'settings');
  expect(await screen.findByText(/^Nothing matches/)).toBeVisible();
});

it('says why it failed, and closes by Escape', async () => {
  server.answer('GET /api/search', { status: 503, json: { detail: 'The server is busy. Try again in a moment.' } });
  await userEvent.type(await openSearch(), 'zz');
  expect(await screen.findByText('The server is busy. Try again in a moment.')).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

it('opens what is found for what was typed, however early Enter is pressed', async () => {
  server.answer('GET /api/search', ({ query }) => ({ json: query.get('q') === 'address' ? [found[1]] : [found[0]] }));
  server.rows.messages = [sampleRow(resourceNamed('messages'), { id: 'm1', subject: 'Address of Sofia' })];
  const input = await openSearch();
  await userEvent.type(input, 'sofia');
  await screen.findByRole('option', { name: /Sofia Lindqvist/ });
  await userEvent.clear(input);
  await userEvent.type(input, 'address{Enter}');
  expect(await screen.findByRole('heading', { level: 1, name: 'Address of Sofia' })).toBeVisible();
});
