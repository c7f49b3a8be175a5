// A page on which something is typed that is not saved is left only after a question.
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { resourceNamed } from '#src/resources/index.ts';
import { openConsole, useServer } from '../console.tsx';
import { sampleRow } from '../samples.ts';

const server = useServer();
const title = () => screen.findByLabelText<HTMLInputElement>(/^Title/);
const typeTask = async () => {
  openConsole('/app/tasks/create');
  await userEvent.type(await title(), 'Send the letter');
};
const question = async () => within(await screen.findByRole('dialog', { name: 'Leave this page?' }));
const isAsked = () => screen.queryByRole('dialog', { name: 'Leave this page?' }) !== null;
const menu = (name: string) => screen.getAllByRole('link', { name })[0]!;
const arrive = (name: string) => screen.findByRole('heading', { level: 1, name });

describe('a half-typed form', () => {
  it('asks before a link of the menu leaves it, and stays as it was for who stays', async () => {
    await typeTask();
    await userEvent.click(menu('Documents'));
    await userEvent.click((await question()).getByRole('button', { name: 'Stay' }));
    await waitFor(() => expect(isAsked()).toBe(false));
    expect(await title()).toHaveValue('Send the letter');
  });

  it('is kept for the next time by who leaves it so', async () => {
    await typeTask();
    await userEvent.click(menu('Documents'));
    await userEvent.click((await question()).getByRole('button', { name: 'Keep and leave' }));
    await arrive('Documents');
    cleanup();
    openConsole('/app/tasks/create');
    expect(await title()).toHaveValue('Send the letter');
    // What was filled in again is kept already.
    await userEvent.click(menu('Documents'));
    await arrive('Documents');
  });

  it('is forgotten by who discards it', async () => {
    await typeTask();
    await userEvent.click(menu('Documents'));
    await userEvent.click((await question()).getByRole('button', { name: 'Discard' }));
    await arrive('Documents');
    cleanup();
    openConsole('/app/tasks/create');
    expect(await title()).toHaveValue('');
  });

  it('asks before a key leaves it, once no box has the focus', async () => {
    await typeTask();
    (await title()).blur();
    await userEvent.keyboard('gf');
    expect((await question()).getByRole('button', { name: 'Stay' })).toBeVisible();
  });

  it('asks before the tab is closed', async () => {
    await typeTask();
    const closing = new Event('beforeunload', { cancelable: true });
    window.dispatchEvent(closing);
    expect(closing.defaultPrevented).toBe(true);
  });

  it('does not ask whoever saves or cancels it', async () => {
    await typeTask();
    server.rows.tasks = [sampleRow(resourceNamed('tasks'), { id: 't1', title: 'Send the letter' }) as { id: string }];
    server.answer('POST /api/tasks/', { status: 201, json: server.rows.tasks[0] });
    await userEvent.click(screen.getByRole('button', { name: /^(Save|Add|Create)/ }));
    await arrive('Send the letter');
    cleanup();
    await typeTask();
    await userEvent.click(screen.getByRole('link', { name: 'Cancel' }));
    await arrive('Tasks');
    expect(isAsked()).toBe(false);
  });
});

it('a form in which nobody typed is left at once', async () => {
  openConsole('/app/tasks/create');
  await title();
  await userEvent.click(menu('Documents'));
  await arrive('Documents');
  expect(isAsked()).toBe(false);
});
