// Two minutes before a session ends its person is told, and stays by one press.
import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { showEnding } from '#src/admin/session/SessionEnding.tsx';
import { openConsole, useServer } from '../console.tsx';

const server = useServer();
const ends = (may_stay: boolean) => act(async () => showEnding({ in_seconds: 120, may_stay }));
const asked = () => server.callsTo('GET', '/api/auth/me').length;

it('a session that ends is kept by one press, which disturbs nothing', async () => {
  openConsole('/app/tasks');
  await screen.findByRole('heading', { level: 1, name: 'Tasks' });
  await ends(true);
  const alert = screen.getByRole('alert');
  expect(alert).toHaveTextContent(/You will be signed out at \d{1,2}:\d\d.*What you are typing is kept/);
  const before = asked();
  await userEvent.click(screen.getByRole('button', { name: 'Stay signed in' }));
  expect(screen.queryByRole('alert')).toBeNull();
  expect([asked() - before, screen.getByRole('heading', { level: 1 }).textContent]).toEqual([1, 'Tasks']);
});

it('a refusal says why, and the button stays', async () => {
  openConsole('/app/tasks');
  await ends(true);
  server.answer('GET /api/auth/me', { status: 503, json: { code: 'unavailable', detail: 'Not now.' } });
  await userEvent.click(screen.getByRole('button', { name: 'Stay signed in' }));
  expect(await screen.findByText('Not now.')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Stay signed in' })).toBeEnabled();
  await act(async () => showEnding({}));
});

it('one whose longest time is over says that it cannot be kept', async () => {
  openConsole('/app/tasks');
  await ends(false);
  expect(screen.getByRole('alert')).toHaveTextContent('you are asked again who you are');
  expect(screen.queryByRole('button', { name: 'Stay signed in' })).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Understood' }));
  expect(screen.queryByRole('alert')).toBeNull();
});

it('goes by itself once the session was used elsewhere', async () => {
  openConsole('/app/tasks');
  await ends(true);
  await act(async () => showEnding({}));
  expect(screen.queryByRole('alert')).toBeNull();
});
