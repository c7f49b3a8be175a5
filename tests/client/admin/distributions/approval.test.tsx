// Approval covers only the figures in the step. If they changed meanwhile, the dialog shows the new ones before approval.
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { formatDay } from '#src/admin/kit/format.ts';
import { resourceNamed } from '#src/resources/index.ts';
import { openConsole, useServer } from '../console.tsx';
import { sampleRow, seenPreview as seen } from '../samples.ts';

const server = useServer();
const URL = '/api/distributions/d1';
const givenDistribution = () => {
  server.rows.distributions = [
    sampleRow(resourceNamed('distributions'), { id: 'd1', name: 'Spring', status: 'pending', version: 3 }),
  ];
  server.answer(`GET ${URL}/lacking`, { json: { count: 0, to_ask: 0, rows: [] } });
};
const openStep = async () => {
  givenDistribution();
  openConsole('/app/distributions/d1/show?step=approve');
  return within(await screen.findByRole('region', { name: 'Approve Spring?' }));
};

it('sends the hash of the shown figures; when they changed, it shows the difference and asks again', async () => {
  server.answer(`GET ${URL}/preview`, { json: seen('a', '0.10') });
  const detail = 'Somebody saved this since you opened it. Reload and try again.';
  server.answer(`POST ${URL}/approve`, { status: 409, json: { detail, code: 'stale_version' } });
  const step = await openStep();
  expect((await step.findAllByText('$0.10')).length).toBeGreaterThan(0);
  expect(step.getByText('$0.0275')).toBeVisible();
  // As in `canBeCancelled`: a failed or returned payment does not prevent the cancellation.
  expect(step.getByText(/cancel the distribution as long as no payment is under way or completed/)).toBeVisible();
  server.answer(`GET ${URL}/preview`, { json: seen('b', '50.00', { version: 4 }) });
  const approve = step.getByRole('button', { name: 'Approve distribution' });
  await userEvent.click(approve);
  expect(await step.findByText(/Net to pay: was \$0\.10, is now \$50\.00\./)).toBeVisible();
  expect(step.queryByText(detail)).toBeNull();
  server.answer(`POST ${URL}/approve`, { json: server.rows.distributions![0] });
  await userEvent.click(approve);
  expect(server.callsTo('POST', `${URL}/approve`)).toHaveLength(1);
  expect(approve).toBeDisabled();
  await userEvent.click(step.getByRole('checkbox', { name: 'I have reviewed the new figures' }));
  await userEvent.click(approve);
  expect(await screen.findByText('Spring approved')).toBeVisible();
  expect(server.callsTo('POST', `${URL}/approve`).map(({ body }) => body)).toEqual([
    { preview_hash: 'a', version: 3 },
    { preview_hash: 'b', version: 4 },
  ]);
});

it('tells a user who may not approve the reason before they press the button', async () => {
  const message = 'A different administrator must approve this.';
  server.answer(`GET ${URL}/preview`, {
    json: seen('a', '0.10', { approval_refusal: { code: 'second_person_needed', message } }),
  });
  const reason = `You created it or changed it last. ${message}`;
  givenDistribution();
  openConsole('/app/distributions/d1/show');
  const approve = await screen.findByRole('button', { name: 'Approve distribution' });
  await waitFor(() => expect(approve).toHaveAccessibleDescription(reason));
  expect(approve).toBeDisabled();
  expect(screen.getByRole('button', { name: 'Approve By another person' })).toHaveAttribute('aria-expanded', 'true');
  cleanup();
  openConsole('/app/distributions');
  await userEvent.click(await screen.findByRole('button', { name: /^Actions/ }));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Approve' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Approve Spring?' }));
  await waitFor(() =>
    expect(dialog.getByRole('button', { name: 'Approve distribution' })).toHaveAccessibleDescription(reason),
  );
  expect(dialog.getByRole('button', { name: 'Approve distribution' })).toBeDisabled();
});

it('shows a future record date in the reader’s date format', async () => {
  const message = 'The record date, 2026-11-25, is in the future. Who is entitled is known only at its end.';
  server.answer(`GET ${URL}/preview`, {
    json: seen('a', '0.10', { approval_refusal: { code: 'record_date_ahead', message } }),
  });
  givenDistribution();
  openConsole('/app/distributions/d1/show');
  const approve = await screen.findByRole('button', { name: 'Approve distribution' });
  await waitFor(() =>
    expect(approve).toHaveAccessibleDescription(message.replace('2026-11-25', formatDay('2026-11-25'))),
  );
});

it('calls a future payment payable, not paid', async () => {
  server.answer(`GET ${URL}/preview`, { json: seen('a', '0.10', { payment_date: '2031-07-15' }) });
  const step = await openStep();
  expect(await step.findByText('Payable on')).toBeVisible();
  expect(step.queryByText('Paid on')).toBeNull();
});
