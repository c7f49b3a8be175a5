// A day is typed as people write days, is written out at once, and is sent as the wire has it.
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { resourceNamed } from '#src/resources/index.ts';
import { openConsole, useServer } from '../console.tsx';
import { sampleRow } from '../samples.ts';

const server = useServer();
const box = (label: RegExp) => screen.findByRole<HTMLInputElement>('textbox', { name: label });
const around = (input: HTMLElement) => within(input.closest<HTMLElement>('.field')!);

describe('a day in a form', () => {
  beforeEach(async () => {
    openConsole('/app/tasks/create');
    await userEvent.type(await box(/^Title/), 'Call the bank');
  });

  it.each([
    ['31.12.2026', 'Thursday, December 31, 2026'],
    ['31.12.26', 'Thursday, December 31, 2026'],
    ['01/02/2026', 'Friday, January 2, 2026'],
    ['1 Feb 2026', 'Sunday, February 1, 2026'],
  ])('typed as %s is written out while it is typed', async (typed, inFull) => {
    await userEvent.type(await box(/^Due/), typed);
    expect(screen.getByText(inFull)).toBeInTheDocument();
  });

  it('is written out in the box once it is left, and sent as the wire has it', async () => {
    const due = await box(/^Due/);
    await userEvent.type(due, '31.12.26');
    await userEvent.tab();
    expect(due).toHaveValue('Dec 31, 2026');
    // What was written out is read again.
    await userEvent.click(due);
    await userEvent.keyboard('{End} ');
    await userEvent.tab();
    expect(due).toHaveValue('Dec 31, 2026');
    await userEvent.click(due);
    await userEvent.keyboard('{ArrowUp}');
    expect(screen.getByText('Friday, January 1, 2027')).toBeInTheDocument();
    await userEvent.keyboard('{ArrowDown}');
    server.answer('POST /api/tasks/', { status: 201, json: sampleRow(resourceNamed('tasks'), { id: 't1' }) });
    await userEvent.click(screen.getByRole('button', { name: /^(Save|Add|Create)/ }));
    await waitFor(() => expect(server.callsTo('POST', '/api/tasks/')).toHaveLength(1));
    expect(server.callsTo('POST', '/api/tasks/')[0]!.body).toMatchObject({ due_date: '2026-12-31' });
  });

  it.each([
    ['soon', 'Enter a day, such as 12/31/2026.'],
    ['31.2.2026', 'This day does not exist.'],
  ])('that is none, %s, is said at the field when it is left, and is not sent', async (typed, fault) => {
    const due = await box(/^Due/);
    await userEvent.type(due, typed);
    expect(screen.queryByText(fault)).toBeNull();
    await userEvent.tab();
    await waitFor(() => expect(due).toHaveAccessibleDescription(fault));
    expect(due).toHaveValue(typed);
    expect(due).toBeInvalid();
    await userEvent.click(screen.getByRole('button', { name: /^(Save|Add|Create)/ }));
    await waitFor(() => expect(around(due).getAllByText(fault)).toHaveLength(1));
    expect(server.callsTo('POST', '/api/tasks/')).toHaveLength(0);
  });
});

describe('a day above a table', () => {
  it('is asked for once it is whole, and nothing is for what is no day', async () => {
    openConsole('/app/cap-table');
    const day = await screen.findByLabelText<HTMLInputElement>('As of');
    const asked = () => server.calls.filter(({ path, query }) => /cap-?table/.test(path) && query.get('as_of'));
    await userEvent.clear(day);
    await userEvent.type(day, '31.12.20');
    const before = asked().length;
    await userEvent.type(day, '24');
    await waitFor(() => expect(asked().at(-1)?.query.get('as_of')).toBe('2024-12-31'));
    expect(asked().length).toBeGreaterThan(before);
    expect(asked().some(({ query }) => query.get('as_of')!.startsWith('2020'))).toBe(false);
    await userEvent.clear(day);
    await userEvent.type(day, 'last year{Tab}');
    expect(around(day).getByText('Enter a day, such as 12/31/2026.')).toBeInTheDocument();
    expect(asked().at(-1)?.query.get('as_of')).not.toMatch(/last/);
  });
});
