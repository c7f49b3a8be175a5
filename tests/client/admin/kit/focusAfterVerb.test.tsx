// The keyboard focus stays on the page: when the pressed button disappears, the heading takes the focus.
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { resourceNamed } from '#src/resources/index.ts';
import { openConsole, useServer } from '../console.tsx';
import { sampleRow } from '../samples.ts';

const server = useServer();

async function pressEnterOn(name: string) {
  const button = await screen.findByRole('button', { name });
  button.focus();
  await userEvent.keyboard('{Enter}');
}
const headingHasFocus = (name: string) =>
  waitFor(() => expect(screen.getByRole('heading', { level: 1, name })).toHaveFocus());

it('focuses the heading after a task was completed with one press', async () => {
  const task = sampleRow(resourceNamed('tasks'), { id: 't1', title: 'File the report', status: 'pending' });
  server.rows.tasks = [task];
  server.answer('POST /api/tasks/t1/complete', () => {
    server.rows.tasks = [{ ...task, status: 'completed' }];
    return { json: server.rows.tasks[0] };
  });
  openConsole('/app/tasks/t1/show');
  await pressEnterOn('Mark completed');
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Mark completed' })).toBeNull());
  await headingHasFocus('File the report');
});

it('focuses the heading after the dialog of a command was answered', async () => {
  const payment = sampleRow(resourceNamed('payments'), {
    id: 'p1',
    distribution: 'Spring',
    shareholder: 'Ada',
    amount: '10.00',
    currency: 'USD',
    status: 'pending',
    scheduled_date: '2025-03-14',
  });
  server.rows.payments = [payment];
  server.answer('POST /api/payments/p1/start', () => {
    server.rows.payments = [{ ...payment, status: 'processing' }];
    return { json: server.rows.payments[0] };
  });
  openConsole('/app/payments/p1/show');
  await pressEnterOn('Start');
  await screen.findByRole('dialog');
  await pressEnterOn('Start $10.00');
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Start' })).toBeNull());
  await headingHasFocus('Spring, Ada');
});
