// The bell counts and lists what is new in all companies; a line marks itself as read and leads to its record; Settings choose
// what is mailed.
import { screen, within, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { mara, openConsole, useServer } from '../console.tsx';
import { eventually } from '#tests/support/time/eventually.ts';

const server = useServer();

const notice = (id: string, extra: object = {}) => ({
  id,
  kind: 'task_assigned',
  text: `You have a new task: ${id}.`,
  advice: null,
  resource: 'tasks',
  record_id: 'tasks-1',
  client_name: 'acme',
  client_display_name: 'Acme, Inc.',
  created_at: '2026-11-24T09:00:00Z',
  read_at: null,
  ...extra,
});
const read = { read_at: '2026-11-24T10:00:00Z' };

function answerNotices(notices: object[], unread: number, has_more = false) {
  server.answer('GET /api/notices', ({ query }) =>
    query.get('before')
      ? { json: { notices: [notice('oldest', read)], unread, has_more: false } }
      : { json: { notices, unread, has_more } },
  );
  server.answer('GET /api/auth/me', {
    json: { user: mara, memberships: [], active: 'acme', email_verified: true, unread_notices: unread },
  });
}

async function openBell(name: string | RegExp) {
  await userEvent.click(await screen.findByRole('button', { name }));
  return within(await screen.findByRole('dialog', { name: 'Notices' }));
}

describe('the bell', () => {
  it('counts what is new, lists it with its company, and marks all of it as read', async () => {
    answerNotices([notice('sign'), notice('seen', { ...read, client_display_name: 'Beta Ltd' })], 1);
    server.answer('POST /api/notices/read', { status: 204 });
    openConsole('/app/notices');
    const panel = await openBell('Notices, 1 unread');
    const [first, second] = (await panel.findAllByRole('listitem')) as [HTMLElement, HTMLElement];
    expect(first).toHaveTextContent('New: You have a new task: sign.');
    expect(first).toHaveTextContent('Acme, Inc.');
    expect(second).toHaveTextContent('Beta Ltd');
    expect(second).not.toHaveTextContent('New:');
    answerNotices([notice('sign', read)], 0);
    await userEvent.click(panel.getByRole('button', { name: 'Mark all as read' }));
    expect(server.callsTo('POST', '/api/notices/read')).toHaveLength(1);
    await eventually(() => expect(panel.queryByRole('button', { name: 'Mark all as read' })).toBeNull());
    expect(panel.queryByText(/New:/)).toBeNull();
    await userEvent.keyboard('{Escape}');
    await waitFor(async () => expect(await screen.findByRole('button', { name: 'Notices' })).toHaveFocus());
  });

  it('marks one as read, and says so when that fails', async () => {
    answerNotices([notice('sign')], 1);
    openConsole('/app/notices');
    const panel = await openBell('Notices, 1 unread');
    server.answer('POST /api/notices/sign/read', { status: 503, json: { detail: 'Try again soon.' } });
    await userEvent.click(panel.getByRole('button', { name: 'Mark as read: You have a new task: sign.' }));
    expect(await screen.findByText(/Try again soon\./)).toBeVisible();
    server.answer('POST /api/notices/sign/read', { status: 204 });
    answerNotices([notice('sign', read)], 0);
    await userEvent.click(panel.getByRole('button', { name: 'Mark as read: You have a new task: sign.' }));
    await eventually(() => expect(panel.queryByRole('button', { name: /^Mark as read/ })).toBeNull());
  });

  it('says when there is nothing, and when the list could not be read', async () => {
    answerNotices([], 0);
    openConsole('/app/settings/company');
    const panel = await openBell('Notices');
    expect(await panel.findByText('Nothing new')).toBeVisible();
    await userEvent.keyboard('{Escape}');
    server.answer('GET /api/notices', { status: 503, json: { detail: 'The service is temporarily unavailable.' } });
    const again = await openBell('Notices');
    expect(await again.findByText('Your notices could not be loaded')).toBeVisible();
    answerNotices([notice('sign')], 1);
    await userEvent.click(again.getByRole('button', { name: 'Retry' }));
    expect(await again.findByRole('link', { name: /You have a new task: sign\./ })).toBeVisible();
  });

  it('counts no further than ninety-nine', async () => {
    answerNotices([], 100);
    openConsole('/app/notices');
    expect(await screen.findByRole('button', { name: 'Notices, 99+ unread' })).toHaveTextContent('99+');
  });
});

describe('all notices', () => {
  it('show older ones when asked', async () => {
    answerNotices([notice('newest'), notice('last', read)], 1, true);
    openConsole('/app/notices');
    await userEvent.click(await screen.findByRole('button', { name: 'Show older' }));
    expect(await screen.findByText('You have a new task: oldest.')).toBeVisible();
    expect(server.callsTo('GET', '/api/notices').map(({ query }) => query.get('before'))).toContain('last');
    expect(screen.queryByRole('button', { name: 'Show older' })).toBeNull();
  });
});

describe('the link of a notice', () => {
  it('marks it as read and leads to its record', async () => {
    answerNotices([notice('sign')], 1);
    server.rows.tasks = [{ id: 'tasks-1', title: 'Sign the consent', status: 'pending', priority: 'low', version: 1 }];
    server.answer('GET /api/notices/sign', { json: notice('sign') });
    server.answer('POST /api/notices/sign/read', { status: 204 });
    openConsole('/app/notices/sign');
    expect(await screen.findByRole('heading', { level: 1, name: 'Sign the consent' })).toBeVisible();
    expect(server.callsTo('POST', '/api/notices/sign/read')).toHaveLength(1);
  });

  it('opens the other company first', async () => {
    const assign = vi.spyOn(window.location, 'assign').mockImplementation(() => undefined);
    answerNotices([], 0);
    server.answer('GET /api/notices/other', { json: notice('other', { ...read, client_name: 'beta' }) });
    server.answer('POST /api/auth/switch', { json: { access_token: 'next', user: { ...mara, client_name: 'beta' } } });
    openConsole('/app/notices/other');
    await eventually(() => expect(assign).toHaveBeenCalledWith('/app/tasks/tasks-1/show'));
    expect(server.callsTo('POST', '/api/auth/switch')[0]!.body).toEqual({ client_name: 'beta' });
    assign.mockRestore();
  });

  it('says when it is no longer shown', async () => {
    answerNotices([], 0);
    openConsole('/app/notices/gone');
    expect(await screen.findByText('This is no longer shown to you')).toBeVisible();
  });
});

describe('the choice of mails', () => {
  const PATH = '/api/notices/preferences';
  const preferences = (by_mail: boolean) => [
    { kind: 'payment_failed', label: 'A payment to you failed', waits: false, by_mail: true },
    { kind: 'task_assigned', label: 'A task for you', waits: true, by_mail },
  ];

  it('is saved at once, and stays as it was when saving fails', async () => {
    answerNotices([], 0);
    server.answer(`GET ${PATH}`, { json: preferences(true) });
    openConsole('/app/you/notifications');
    const hourly = within(await screen.findByRole('group', { name: 'Together, at most once an hour' }));
    expect(screen.getByRole('group', { name: 'At once' })).toHaveTextContent('A payment to you failed');
    server.answer(`PUT ${PATH}`, { status: 429, json: { detail: 'Try again soon.' } });
    await userEvent.click(hourly.getByRole('checkbox', { name: 'A task for you' }));
    expect(await screen.findByText(/Your choice was not saved\..*Try again soon\./)).toBeVisible();
    expect(hourly.getByRole('checkbox', { name: 'A task for you' })).toBeChecked();
    server.answer(`PUT ${PATH}`, { json: preferences(false) });
    await userEvent.click(hourly.getByRole('checkbox', { name: 'A task for you' }));
    await eventually(() => expect(hourly.getByRole('checkbox', { name: 'A task for you' })).not.toBeChecked());
    expect(server.callsTo('PUT', PATH).at(-1)!.body).toEqual({ task_assigned: false });
  });

  it('says that an address must be confirmed first', async () => {
    server.answer(`GET ${PATH}`, { json: preferences(true) });
    server.answer('GET /api/auth/me', {
      json: { user: mara, memberships: [], active: 'acme', email_verified: false, unread_notices: 0 },
    });
    openConsole('/app/you/notifications');
    expect(await screen.findByText(/Mails are sent once you have confirmed mara@acme\.example/)).toBeVisible();
  });
});
