// A refusal about one field is shown at its input and once in the summary above the form. No toast repeats it.
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { resourceNamed } from '#src/resources/index.ts';
import { openConsole, useServer } from '../console.tsx';
import { sampleRow } from '../samples.ts';

const server = useServer();
beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(() => undefined));
afterEach(() => vi.restoreAllMocks());

const refusal = 'This was said before.';
const refused = (field: string) => ({ status: 422, json: { detail: refusal, errors: [{ field, message: refusal }] } });

it('shows a refusal twice in a dialog: at its input and in the summary', async () => {
  server.rows.payments = [sampleRow(resourceNamed('payments'), { status: 'processing', distribution: 'Spring' })];
  server.answer('POST /api/payments/payments-1/fail', refused('reason'));
  openConsole('/app/payments/payments-1/show');
  await userEvent.click(await screen.findByRole('button', { name: 'Mark failed' }));
  const dialog = within(await screen.findByRole('dialog'));
  const reason = dialog.getByRole('textbox', { name: /^(Reason|What)/ });
  await userEvent.type(reason, 'No such account');
  await userEvent.click(dialog.getByRole('button', { name: /failed/i }));
  await waitFor(() => expect(reason).toHaveAccessibleDescription(expect.stringContaining(refusal)));
  const summary = dialog.getByRole('alert');
  expect(within(summary).getByRole('heading', { name: 'One thing to correct:' })).toBeVisible();
  expect(summary.textContent.split(refusal)).toHaveLength(2);
  expect(document.body.textContent.split(refusal)).toHaveLength(3);
});

it('shows a refusal twice on a page: at its input and in the summary', async () => {
  server.answer('POST /api/tasks/', refused('title'));
  openConsole('/app/tasks/create');
  const title = await screen.findByLabelText(/^Title/);
  await userEvent.type(title, 'Send the letter');
  await userEvent.click(screen.getByRole('button', { name: 'Create Task' }));
  await waitFor(() => expect(title).toHaveAccessibleDescription(expect.stringContaining(refusal)));
  expect(screen.getByRole('heading', { name: 'Nothing was saved. One thing to correct:' })).toBeVisible();
  expect(document.body.textContent.split(refusal)).toHaveLength(3);
});
