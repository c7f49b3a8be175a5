// Settings lists the sessions of the signed-in person: the device in words, and a button to end each except the current one.
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { openConsole, useServer } from '../console.tsx';

const server = useServer();
const session = (id: string, user_agent: string, current: boolean) => ({
  id,
  created_at: '2026-11-24T08:00:00Z',
  last_seen_at: '2026-11-24T09:00:00Z',
  address: '192.0.2.7',
  user_agent,
  current,
});
const own = session('1', 'Mozilla/5.0 (Windows NT 10.0) Firefox/132.0', true);
const phone = session(
  '2',
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1',
  false,
);

it('names each device, and ends the one that is not recognised', async () => {
  server.answer('GET /api/organization', {
    json: { client_display_name: 'Acme, Inc.', currency: 'USD', time_zone: 'UTC', is_sample: false },
  });
  server.answer('GET /api/auth/sessions', { json: [own, phone] });
  server.answer('DELETE /api/auth/sessions/2', { status: 204 });
  openConsole('/app/you/security');
  const list = within(await screen.findByRole('list', { name: 'Your sessions' }));
  const [current, other] = list.getAllByRole('listitem') as [HTMLElement, HTMLElement];
  expect(within(current).getByText('Firefox on Windows')).toBeVisible();
  expect(within(current).getByText('This one')).toBeVisible();
  expect(within(current).queryByRole('button')).not.toBeInTheDocument();
  expect(within(other).getByText('Safari on iPhone')).toBeVisible();
  server.answer('GET /api/auth/sessions', { json: [own] });
  await userEvent.click(within(other).getByRole('button', { name: 'End the session of Safari on iPhone, 192.0.2.7' }));
  expect(await screen.findByText('The session was ended')).toBeVisible();
  expect(list.getAllByRole('listitem')).toHaveLength(1);
  expect(screen.queryByRole('button', { name: 'End all other sessions' })).not.toBeInTheDocument();
});

it('says in the card when a session could not be ended, and keeps the list', async () => {
  server.answer('GET /api/withholding-templates', { json: [] });
  server.answer('GET /api/auth/sessions', { json: [own, phone] });
  server.answer('DELETE /api/auth/sessions', { status: 503, json: { code: 'unavailable', detail: 'Try again soon.' } });
  openConsole('/app/you/security');
  await userEvent.click(await screen.findByRole('button', { name: 'End all other sessions' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('Try again soon.');
  expect(screen.getAllByRole('button', { name: /^End the session/ })).toHaveLength(1);
});
