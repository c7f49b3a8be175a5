// Columns that a person chooses, and views that are saved and opened.
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it } from 'vitest';
import type { SavedView } from '#src/contract/views.ts';
import { arrange, arrangementIn } from '#src/admin/kit/list/arrangement.ts';
import { resourceNamed } from '#src/resources/index.ts';
import { openConsole, useServer } from '../console.tsx';
import { sampleRow } from '../samples.ts';

const server = useServer();
const tasks = resourceNamed('tasks');
beforeEach(() => {
  arrange('tasks', { columns: [], density: 'standard' });
  server.rows.tasks = [sampleRow(tasks, { id: 't1', title: 'File the report', status: 'pending' })];
});

const view: SavedView = {
  id: 'v1',
  resource: 'tasks',
  name: 'Urgent ones',
  filter: { priority: 'high' },
  sort: ['title', 'DESC'],
  columns: [{ field: 'title', width: 300 }, { field: 'created_at' }],
  density: 'compact',
  shared: 'company',
  is_own: false,
  version: 1,
};
const headings = async () => {
  const table = within(await screen.findByRole('table'));
  return table.getAllByRole('columnheader').map((each) => each.textContent);
};
async function openColumns(role = 'owner') {
  openConsole('/app/tasks', { role });
  await screen.findByText('File the report');
  await userEvent.click(screen.getByRole('button', { name: 'Columns' }));
  return within(await screen.findByRole('dialog', { name: 'Columns of tasks' }));
}

it('shows, hides and moves columns, and keeps that for this list', async () => {
  const dialog = await openColumns();
  await userEvent.click(dialog.getByRole('checkbox', { name: 'ID' }));
  await userEvent.click(dialog.getByRole('checkbox', { name: 'Created' }));
  await userEvent.click(dialog.getByRole('button', { name: 'Move Status up' }));
  await userEvent.type(dialog.getByRole('spinbutton', { name: 'Width of Title, in pixels' }), '320');
  await userEvent.click(dialog.getByRole('radio', { name: 'Compact' }));
  await userEvent.click(dialog.getByRole('button', { name: 'Show' }));
  expect(await headings()).toEqual([
    'Choose',
    'Title',
    'Status',
    'Priority',
    'Due Date',
    'Assigned to',
    'Created',
    'Actions',
  ]);
  expect(screen.getByRole('columnheader', { name: 'Title' })).toHaveStyle({ minWidth: '320px' });
  expect(JSON.parse(localStorage.getItem('list tasks')!)).toMatchObject({
    density: 'compact',
    columns: [{ field: 'title', width: 320 }, { field: 'status' }, {}, {}, {}, {}],
  });
  await userEvent.click(screen.getByRole('button', { name: 'Columns' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Reset' }));
  await userEvent.click(screen.getByRole('button', { name: 'Show' }));
  expect((await headings()).slice(1, 3)).toEqual(['ID', 'Title']);
});

it('opens a saved view as a tab: its filter, order, columns and rows', async () => {
  server.answer('GET /api/views', {
    json: [view, { ...view, id: 'v2', resource: 'payments', name: 'Of another list' }],
  });
  openConsole('/app/tasks');
  const tab = await screen.findByRole('button', { name: 'Urgent ones' });
  expect(screen.queryByRole('button', { name: 'Of another list' })).toBeNull();
  expect(tab).toHaveAttribute('aria-pressed', 'false');
  await userEvent.click(tab);
  await waitFor(() => expect(tab).toHaveAttribute('aria-pressed', 'true'));
  await waitFor(() => {
    const { query } = server.callsTo('GET', '/api/tasks/').at(-1)!;
    expect([query.get('sort'), query.get('filter')]).toEqual(['["title","DESC"]', '{"priority":"high"}']);
  });
  expect(await headings()).toEqual(['Choose', 'Title', 'Created', 'Actions']);
  expect(screen.getByRole('button', { name: 'All' })).toHaveAttribute('aria-pressed', 'false');
});

it('saves what is shown as a view, and replaces one of the same name', async () => {
  server.answer('GET /api/views', { json: [{ ...view, is_own: true }] });
  server.answer('POST /api/views', { status: 201, json: { ...view, id: 'v3', name: 'Mine' } });
  server.answer('PUT /api/views/v1', { json: { ...view, version: 2 } });
  const dialog = await openColumns();
  await userEvent.type(dialog.getByRole('textbox', { name: 'Name of the view' }), 'Mine');
  await userEvent.click(dialog.getByRole('button', { name: 'Save view' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(server.callsTo('POST', '/api/views')[0]?.body).toEqual({
    resource: 'tasks',
    name: 'Mine',
    filter: {},
    sort: ['due_date', 'ASC'],
    columns: [],
    density: 'standard',
    shared: 'me',
  });
  await userEvent.click(screen.getByRole('button', { name: 'Columns' }));
  await userEvent.type(await screen.findByRole('textbox', { name: 'Name of the view' }), 'Urgent ones');
  expect(screen.getByRole('checkbox', { name: 'For everybody in the company' })).toBeChecked();
  await userEvent.click(screen.getByRole('button', { name: 'Replace view' }));
  await waitFor(() =>
    expect(server.callsTo('PUT', '/api/views/v1')[0]?.body).toMatchObject({ shared: 'company', version: 1 }),
  );
});

it('offers a viewer no view of the company, and says why nothing was saved', async () => {
  server.answer('GET /api/views', { json: [view] });
  server.answer('POST /api/views', {
    status: 422,
    json: { detail: 'You have 100 views. Delete one that you no longer use.' },
  });
  const dialog = await openColumns('viewer');
  expect(dialog.queryByRole('checkbox', { name: 'For everybody in the company' })).toBeNull();
  expect(dialog.queryByRole('button', { name: /^Delete the view/ })).toBeNull();
  await userEvent.type(dialog.getByRole('textbox', { name: 'Name of the view' }), 'Mine');
  await userEvent.click(dialog.getByRole('button', { name: 'Save view' }));
  expect(await dialog.findByRole('alert')).toHaveTextContent('You have 100 views.');
});

it.each([
  '{',
  'undefined',
  '{"columns":null}',
  '{"columns":"x"}',
  '{"columns":[null]}',
  'null',
  '{"columns":[{"field":"title"},{"field":"title"}]}',
])('is not broken by what else the browser keeps: %s', (text) => {
  const { columns, density } = arrangementIn(text);
  expect(density).toBe('standard');
  expect(columns.length).toBeLessThan(2);
});

it('is left by All, with its columns', async () => {
  server.answer('GET /api/views', { json: [{ ...view, filter: {} }] });
  openConsole('/app/tasks');
  await userEvent.click(await screen.findByRole('button', { name: 'Urgent ones' }));
  await waitFor(async () => expect(await headings()).toHaveLength(4));
  await userEvent.click(screen.getByRole('button', { name: 'All' }));
  await waitFor(() =>
    expect(screen.getByRole('button', { name: 'Urgent ones' })).toHaveAttribute('aria-pressed', 'false'),
  );
  expect((await headings()).slice(1, 3)).toEqual(['ID', 'Title']);
});
