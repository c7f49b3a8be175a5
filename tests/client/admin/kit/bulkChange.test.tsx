// Setting a field of several rows: what would change is shown before, and who only reads has no such button.
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { resourceNamed } from '#src/resources/index.ts';
import { openConsole, useServer } from '../console.tsx';
import { sampleRow } from '../samples.ts';

const server = useServer();
const tasks = () => ['one', 'two'].map((id) => sampleRow(resourceNamed('tasks'), { id, title: `Task ${id}` }));

it('chooses rows, shows what would change and what is refused, and changes them', async () => {
  server.rows.tasks = tasks();
  server.answer('POST /api/tasks/bulk', {
    json: { done: 1, unchanged: 0, refused: [{ id: 'two', code: 'conflict', detail: 'It is closed.' }] },
  });
  openConsole('/app/tasks');
  for (const box of await screen.findAllByRole('checkbox', { name: /^Choose/ })) await userEvent.click(box);
  const bar = within(await screen.findByRole('region', { name: 'Several at once' }));
  expect(bar.getByText('2 tasks chosen')).toBeVisible();
  await userEvent.click(bar.getByRole('button', { name: 'Change' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Change 2 tasks' }));
  await userEvent.selectOptions(dialog.getByLabelText(/^What changes/), 'Priority');
  await userEvent.selectOptions(await dialog.findByLabelText(/^Priority/), 'Urgent');
  const ahead = await dialog.findByRole('region', { name: 'What would change' });
  await waitFor(() => expect(ahead).toHaveTextContent('1 task would change; 1 refused.'));
  expect(within(ahead).getByText('It is closed.')).toBeVisible();
  const asked = server.callsTo('POST', '/api/tasks/bulk').map(({ body }) => body as Record<string, unknown>);
  expect(asked.every(({ dry_run }) => dry_run)).toBe(true);
  await userEvent.click(dialog.getByRole('button', { name: 'Change 1 task' }));
  expect(await screen.findByText('Changed: 1 task')).toBeVisible();
  const meant = server
    .callsTo('POST', '/api/tasks/bulk')
    .filter(({ body }) => !(body as object & { dry_run?: true }).dry_run);
  expect(meant.map(({ body }) => body)).toEqual([{ ids: ['one', 'two'], set: { priority: 'urgent' } }]);
});

it('asks of documents who may see them with the inputs of an upload, and what would change once somebody is chosen', async () => {
  server.rows.documents = ['one', 'two'].map((id) =>
    sampleRow(resourceNamed('documents'), { id, name: `Letter ${id}.pdf` }),
  );
  server.rows.shareholders = [sampleRow(resourceNamed('shareholders'), { id: 's1', name: 'Grace Hopper' })];
  server.answer('POST /api/documents/bulk', {
    json: { done: 1, unchanged: 0, refused: [{ id: 'two', code: 'signed_form', detail: 'It is signed.' }] },
  });
  openConsole('/app/documents');
  for (const box of await screen.findAllByRole('checkbox', { name: /^Choose/ })) await userEvent.click(box);
  await userEvent.click(await screen.findByRole('button', { name: 'Change' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Change 2 documents' }));
  const what = await dialog.findByLabelText(/^What changes/);
  expect(
    within(what)
      .getAllByRole('option')
      .map(({ textContent }) => textContent),
  ).toEqual(['Type', 'Visible to']);
  await userEvent.selectOptions(what, 'Visible to');
  const audience = await dialog.findByLabelText(/^Visible to/);
  expect(audience).toHaveValue('company');
  await userEvent.selectOptions(audience, 'Chosen shareholders');
  expect(dialog.getByText('Choose at least one shareholder.')).toBeVisible();
  expect(dialog.getByRole('button', { name: 'Change documents' })).toBeDisabled();
  await userEvent.type(dialog.getByRole('combobox', { name: 'Shareholders' }), 'Gra');
  await userEvent.click(await screen.findByRole('option', { name: /^Grace Hopper/ }));
  const ahead = await dialog.findByRole('region', { name: 'What would change' });
  await waitFor(() => expect(ahead).toHaveTextContent('1 document would change; 1 refused.'));
  expect(within(ahead).getByText('Letter two.pdf')).toBeVisible();
  await userEvent.click(dialog.getByRole('button', { name: 'Change 1 document' }));
  expect(await screen.findByText('Changed: 1 document')).toBeVisible();
  const bodies = server.callsTo('POST', '/api/documents/bulk').map(({ body }) => body as Record<string, unknown>);
  const set = { audience: 'shareholders', shareholder_ids: ['s1'] };
  expect(bodies.filter(({ dry_run }) => !dry_run)).toEqual([{ ids: ['one', 'two'], set }]);
  // What is not chosen yet is not asked for.
  expect(bodies).not.toContainEqual(expect.objectContaining({ set: { ...set, shareholder_ids: [] } }));
  expect(bodies.map((body) => JSON.stringify(body.set))).not.toContain('{"type":null}');
});

it.each(['viewer', 'shareholder'] as const)('the role %s chooses no tasks', async (role) => {
  server.rows.tasks = tasks();
  openConsole('/app/tasks', { role, account_type: role === 'shareholder' ? 'shareholder' : 'client' });
  expect(await screen.findByText('Task one')).toBeVisible();
  expect(screen.queryByRole('checkbox')).toBeNull();
});
