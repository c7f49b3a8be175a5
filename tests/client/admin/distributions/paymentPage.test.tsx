// The page of a payment: why it did not arrive and what to do, and starting it before its day.
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { resourceNamed } from '#src/resources/index.ts';
import { openConsole, useServer } from '../console.tsx';
import { sampleRow } from '../samples.ts';

const server = useServer();

function given(name: string, more: Record<string, unknown>, user: Parameters<typeof openConsole>[1] = {}) {
  server.rows[name] = [sampleRow(resourceNamed(name), more)];
  return openConsole(`/app/${name}/${name}-1/show`, user);
}

describe('a payment that did not arrive', () => {
  const events = [{ verb: 'failed', at: '2026-03-14T10:00:00Z' }];
  const failed = { status: 'failed', failure_reason: 'account closed', shareholder: 'Ada Lovelace', events };
  const late = { status: 'pending', scheduled_date: '2025-03-14', failure_reason: null };
  it('shows the company the reason and what to do', async () => {
    given('payments', failed);
    expect(await screen.findByText('It failed: account closed.')).toBeVisible();
    expect(screen.getByText(/Resolve the problem with Ada Lovelace, then retry/)).toBeVisible();
  });
  it('shows its holder the reason, and a link to write to the company', async () => {
    given('payments', { ...failed, distribution: 'Spring', scheduled_date: '2026-03-14' }, { role: 'shareholder' });
    expect(await screen.findByRole('heading', { level: 1, name: 'Spring, Ada Lovelace' })).toBeVisible();
    expect(await screen.findByText('It failed: account closed.')).toBeVisible();
    fireEvent.click(screen.getByRole('link', { name: 'Write to the company' }));
    expect(await screen.findByLabelText(/^Subject/)).toHaveValue('Payment of Mar 14, 2026 from Spring');
  });
  it('says that it was returned', async () => {
    given('payments', { ...failed, events: [...events, { ...events[0], verb: 'returned' }] });
    expect(await screen.findByText('It was returned: account closed.')).toBeVisible();
  });
  it('is shown as late to the company and to the holder, each with a hint', async () => {
    const { unmount } = given('payments', late);
    expect(await screen.findByText('It was due on Mar 14, 2025 and was not started.')).toBeVisible();
    expect(screen.getByText(/Start it, or change its date/)).toBeVisible();
    unmount();
    given('payments', late, { role: 'shareholder' });
    expect(await screen.findByText(/the company has not sent it yet/)).toBeVisible();
    expect(screen.queryByText(/Check whether the money arrived/)).toBeNull();
  });
  it('does not tell its holder that nothing is left to do while the bank account is missing', async () => {
    const missing = [{ detail: 'bank_details', waiting: [{ currency: 'USD', amount: '1782.14' }], rate: null }];
    given('payments', { ...late, missing }, { role: 'shareholder' });
    expect(await screen.findByText('Your bank account is missing.')).toBeVisible();
    expect(screen.getByText(/of yours waits for it/)).toHaveTextContent('$1,782.14 of yours waits for it.');
    expect(screen.getByText(/the company has not sent it yet/)).toBeVisible();
    expect(screen.getByText(/It can be sent once you have supplied what is missing/)).toBeVisible();
    expect(screen.queryByText(/Nothing is left for you to do/)).toBeNull();
  });
  it('asks its holder to look for it once it is under way', async () => {
    given('payments', { ...late, status: 'processing' }, { role: 'shareholder' });
    expect(await screen.findByText(/the company has not recorded its arrival yet/)).toBeVisible();
  });
  it('has no notice after it arrived, and names a cancelled distribution as the reason', async () => {
    const { unmount } = given('payments', { ...late, status: 'completed' });
    await screen.findByRole('heading', { name: 'Facts' });
    expect(screen.queryByText(/It was due on/)).toBeNull();
    unmount();
    given('payments', { ...failed, failure_reason: 'distribution_cancelled' });
    expect(await screen.findByText('The distribution was cancelled.')).toBeVisible();
    expect(screen.getAllByText('Cancelled').length).toBeGreaterThan(0);
    expect(screen.queryByText('Failed')).toBeNull();
  });
});

describe('starting a payment', () => {
  const start = async (scheduled_date: string) => {
    given('payments', { status: 'pending', scheduled_date });
    server.answer('POST /api/payments/payments-1/start', { json: { id: 'payments-1' } });
    fireEvent.click(await screen.findByRole('button', { name: 'Start' }));
    return within(await screen.findByRole('dialog'));
  };
  it('before its date requires a reason, and marks an empty reason as invalid', async () => {
    const dialog = await start('2199-03-14');
    expect(dialog.getByLabelText('Reason for starting early')).toBeRequired();
    fireEvent.change(dialog.getByLabelText('Reason for starting early'), { target: { value: '  ' } });
    fireEvent.click(dialog.getByRole('button', { name: /^Start / }));
    await waitFor(() => expect(dialog.getByLabelText('Reason for starting early')).toBeInvalid());
    expect(server.callsTo('POST', '/api/payments/payments-1/start')).toEqual([]);
  });
  it('on its date needs no reason', async () => {
    const dialog = await start('2025-03-14');
    expect(dialog.getByLabelText(/^Reason/)).not.toBeRequired();
    fireEvent.click(dialog.getByRole('button', { name: /^Start / }));
    await waitFor(() => expect(server.callsTo('POST', '/api/payments/payments-1/start')).toHaveLength(1));
  });
});
