// Saving when the response is lost, the browser is offline or the session has ended: the screen explains it, and the change
// is made only once.
import { onlineManager } from '@tanstack/react-query';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { resourceNamed } from '#src/resources/index.ts';
import { sampleRow } from '../samples.ts';
import { openConsole, useServer } from '../console.tsx';

const server = useServer();
const path = '/api/tasks/';
const unknown =
  'Sharebook could not be reached, so it is not known whether this was saved. Try again: it will not be done twice.';
const away = () => {
  throw new TypeError('Failed to fetch');
};
const complaints: string[] = [];

beforeEach(() => {
  complaints.length = 0;
  vi.spyOn(console, 'error').mockImplementation((...words: unknown[]) => void complaints.push(words.join(' ')));
});
afterEach(() => {
  act(() => onlineManager.setOnline(true));
  vi.restoreAllMocks();
});

const press = () => fireEvent.click(screen.getByRole('button', { name: 'Create Task' }));
const keys = () => server.callsTo('POST', path).map(({ headers }) => headers.get('Idempotency-Key'));

async function typeTask() {
  openConsole('/app/tasks/create');
  await userEvent.type(await screen.findByLabelText(/^Title/), 'Send the letter');
  await userEvent.type(screen.getByLabelText(/^Description/), 'To every holder');
}

describe('a generated form without an answer from the server', () => {
  it('says that the result is unknown, retries with the same key, and uses a new key for other values', async () => {
    server.answer(`POST ${path}`, away);
    await typeTask();
    press();
    expect(await screen.findByText(unknown)).toBeVisible();
    expect(screen.queryByText(/Nothing was saved/)).toBeNull();
    press();
    await waitFor(() => expect(keys()).toHaveLength(2));
    expect(keys()[0]).toBeTruthy();
    expect(keys()[1]).toBe(keys()[0]);
    await screen.findByRole('button', { name: 'Create Task' });
    await userEvent.type(screen.getByLabelText(/^Title/), ' today');
    press();
    await waitFor(() => expect(keys()).toHaveLength(3));
    expect(keys()[2]).not.toBe(keys()[0]);
  });

  it('keeps the key while the first attempt is still in progress', async () => {
    server.answer(`POST ${path}`, { status: 409, json: { detail: 'Still working.', code: 'idempotency_in_flight' } });
    await typeTask();
    press();
    expect(await screen.findByText('Still working.')).toBeVisible();
    press();
    await waitFor(() => expect(keys()).toHaveLength(2));
    expect(keys()[1]).toBe(keys()[0]);
  });

  it('says that nothing was saved when the server refused', async () => {
    server.answer(`POST ${path}`, { status: 409, json: { detail: 'There is one already.' } });
    await typeTask();
    press();
    expect(await screen.findByText('Nothing was saved. There is one already.')).toBeVisible();
  });

  it('clears the server’s refusal on the next attempt, even if the form itself stops that attempt', async () => {
    server.answer(`POST ${path}`, { status: 409, json: { detail: 'There is one already.' } });
    await typeTask();
    press();
    await screen.findByText('Nothing was saved. There is one already.');
    await userEvent.clear(screen.getByLabelText(/^Title/));
    press();
    expect(await screen.findByRole('heading', { name: 'One thing to correct:' })).toBeVisible();
    expect(screen.queryByText(/There is one already/)).toBeNull();
    expect(keys()).toHaveLength(1);
  });

  it('shows the error at once while the browser is offline', async () => {
    server.answer(`POST ${path}`, away);
    await typeTask();
    act(() => onlineManager.setOnline(false));
    press();
    expect(await screen.findByText(unknown)).toBeVisible();
  });
});

describe('a list while the browser is offline', () => {
  it('fails at once and offers Retry', async () => {
    server.answer(`GET ${path}`, away);
    act(() => onlineManager.setOnline(false));
    openConsole('/app/tasks');
    expect(
      await screen.findByText('Sharebook could not be reached. Check the connection and try again.'),
    ).toBeVisible();
    expect(screen.getByRole('button', { name: 'Retry' })).toBeVisible();
  });
});

describe('a session that ended while the user typed', () => {
  it('goes to sign-in without asking, keeps the typed text in the tab, and does not treat the refusal as success', async () => {
    const assign = vi.spyOn(window.location, 'assign').mockImplementation(() => undefined);
    server.answer(`POST ${path}`, { status: 401, json: { detail: 'Please sign in.' } });
    await typeTask();
    press();
    await waitFor(() => expect(assign).toHaveBeenCalledWith('/login'));
    expect(await screen.findByText('Nothing was saved. Please sign in.')).toBeVisible();
    const leaving = new Event('beforeunload', { cancelable: true });
    window.dispatchEvent(leaving);
    expect(leaving.defaultPrevented).toBe(false);
    expect(JSON.stringify({ ...sessionStorage })).toContain('Send the letter');
    expect(JSON.stringify({ ...localStorage })).not.toContain('Send the letter');
    expect(complaints.join()).not.toContain('Invalid dataProvider response');
  });
});

describe('a record that another user saved during an edit', () => {
  const task = (given: object) =>
    sampleRow(resourceNamed('tasks'), { id: 't1', version: 1, title: 'Send it', priority: 'low', ...given });
  const refused = { status: 409, json: { detail: 'This record was changed by someone else.', code: 'stale_version' } };
  /** Mara edits the title. Meanwhile Noah saved another title and description. */
  async function saveStaleRecord() {
    server.rows.tasks = [task({ description: 'To every holder' })];
    openConsole('/app/tasks/t1');
    const title = await screen.findByLabelText(/^Title/);
    await userEvent.clear(title);
    await userEvent.type(title, 'Send the letter');
    server.rows.tasks = [task({ version: 2, title: 'Send the notice', description: 'To every director' })];
    server.answer('PUT /api/tasks/t1', refused);
    fireEvent.click(screen.getByRole('button', { name: 'Save' }));
    const alert = await screen.findByRole('alert');
    expect(alert).toHaveTextContent('This was saved elsewhere while you were editing. Your changes are not saved yet.');
    return alert;
  }
  const sent = () => server.callsTo('PUT', '/api/tasks/t1').at(-1)?.body as Record<string, unknown>;

  it('is shown in both versions side by side, with the focus on them', async () => {
    const alert = await saveStaleRecord();
    await waitFor(() => expect(alert).toHaveFocus());
    const row = within(within(alert).getByRole('row', { name: /^Title/ }));
    expect(row.getAllByRole('cell').map(({ textContent }) => textContent)).toEqual([
      'Send the letter',
      'Send the notice',
    ]);
  });

  it('marks values that the user did not change', async () => {
    const alert = await saveStaleRecord();
    const row = within(within(alert).getByRole('row', { name: /^Description/ }));
    expect(row.getAllByRole('cell').map(({ textContent }) => textContent)).toEqual([
      'Not changed by you',
      'To every director',
    ]);
  });

  it('applies the user’s changes to the saved version, and reverts nothing else', async () => {
    const alert = await saveStaleRecord();
    fireEvent.click(within(alert).getByRole('button', { name: 'Keep my changes' }));
    expect(screen.getByLabelText(/^Title/)).toHaveValue('Send the letter');
    expect(screen.getByLabelText(/^Description/)).toHaveValue('To every director');
    expect(screen.queryByRole('alert')).toBeNull();
    server.answer('PUT /api/tasks/t1', ({ body }) => ({ json: { ...(body as object), version: 3 } }));
    fireEvent.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() =>
      expect(sent()).toMatchObject({ version: 2, title: 'Send the letter', description: 'To every director' }),
    );
  });

  it('is replaced by the saved version on request', async () => {
    const alert = await saveStaleRecord();
    fireEvent.click(within(alert).getByRole('button', { name: 'Use the saved version' }));
    expect(screen.getByLabelText(/^Title/)).toHaveValue('Send the notice');
    expect(screen.queryByRole('alert')).toBeNull();
    expect(JSON.stringify({ ...sessionStorage })).not.toContain('Send the letter');
  });
});
