// The dashboard starts with the response that its page requested before the console's code, and uses it only until
// something is written.
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';

// The early answers expire ten seconds after the console's code was read. With fake timers they never expire here.
vi.hoisted(() => vi.useFakeTimers({ toFake: ['setTimeout', 'performance'] }));

import { openConsole, useServer } from '../admin/console.tsx';
import { eventually } from '#tests/support/time/eventually.ts';

const server = useServer();
const dashboard = {
  total_shareholders: 26,
  active_certificates: 30,
  distributions: 2,
  total_shares: 10_545_000,
  recent_activity: [],
  decisions: [],
};
const task = { id: 'task-1', title: 'File the election', due_date: '2026-12-01', status: 'pending', priority: 'high' };

const early = performance.now();
beforeEach(() => {
  vi.useRealTimers();
  vi.spyOn(performance, 'now').mockReturnValue(early);
});
afterEach(() => {
  delete window.sharebookFirstCalls;
  vi.restoreAllMocks();
});

it('shows the early response first, and requests it again when the dashboard is opened after a write', async () => {
  const first = { ...dashboard, upcoming_tasks: [task] };
  const text = JSON.stringify(first);
  window.sharebookFirstCalls = {
    token: 'token-1',
    answers: { '/api/dashboard': Promise.resolve(new Response(text)) },
    texts: { '/api/dashboard': text },
  };
  server.answer('GET /api/dashboard', { json: { ...dashboard, upcoming_tasks: [] } });
  server.answer('GET /api/cap-table/', {
    json: {
      as_of: '2026-07-14',
      basis: 'outstanding',
      classes: [],
      rows: [],
      instruments: [],
      convertibles: [],
      total: '0',
    },
  });
  server.answer('POST /api/tasks/', { json: { ...task, id: 'task-2', title: 'Send the letter' }, status: 201 });
  openConsole('/app/dashboard');
  expect(await screen.findByText('File the election')).toBeVisible();
  expect(server.callsTo('GET', '/api/dashboard')).toHaveLength(0);

  const menu = within(screen.getByRole('navigation', { name: 'Main' }));
  await userEvent.click(menu.getByRole('link', { name: 'Tasks' }));
  await userEvent.click((await screen.findAllByRole('link', { name: 'Create Task' }))[0]!);
  await userEvent.type(await screen.findByLabelText(/^Title/), 'Send the letter');
  await userEvent.click(screen.getByRole('button', { name: 'Create Task' }));
  await eventually(() => expect(server.callsTo('POST', '/api/tasks/')).toHaveLength(1));
  await userEvent.click(menu.getByRole('link', { name: 'Dashboard' }));
  expect(await screen.findByText('No upcoming tasks')).toBeVisible();
  expect(screen.queryByText('File the election')).toBeNull();
});
