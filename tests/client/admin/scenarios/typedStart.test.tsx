// A scenario from nothing: its form, and the editor of what it starts from.
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import type { TypedStart } from '#src/domain/model/scenario/startState.ts';
import { openConsole, useServer } from '../console.tsx';
import type { Call } from '../console.tsx';

const server = useServer();

const start: TypedStart = {
  holders: [
    { id: 'h1', name: 'Ada' },
    { id: 'h2', name: 'Ben' },
  ],
  classes: [{ id: 'c1', name: 'Common', kind: 'COMMON' }],
  holdings: [
    { holder: 'h1', class: 'c1', shares: '6000000' },
    { holder: 'h2', class: 'c1', shares: '2000000' },
  ],
};
const record = {
  id: 'scenario-1',
  name: 'From nothing',
  as_of: null,
  posted_at: null,
  created_at: '2026-07-01T10:00:00.000Z',
  changed_at: '2026-07-01T10:00:00.000Z',
  version: 1,
  overtaken: null,
  posted_run: null,
  start,
  steps: [],
  shares: [],
  versions: [],
};

function given(changes: Record<string, unknown> = {}) {
  const saved = { ...record, ...changes };
  server.answer('GET /api/scenarios/scenario-1', { json: saved });
  server.answer('PUT /api/scenarios/scenario-1', ({ body }: Call) => ({
    json: { ...saved, ...(body as object), version: (body as { version: number }).version + 1 },
  }));
}
const saves = () => server.callsTo('PUT', '/api/scenarios/scenario-1').map(({ body }) => body as typeof record);
const table = () => screen.findByRole('region', { name: 'At the start, table' });
const rowOf = async (name: string) =>
  within(
    within(await table())
      .getByText(name, { selector: 'td' })
      .closest('tr')!,
  )
    .getAllByRole('cell')
    .map(({ textContent }) => textContent);

describe('the form of a new scenario', () => {
  it('starts from the ledger on a day unless one asks for nothing', async () => {
    server.answer('POST /api/scenarios/', { status: 201, json: record });
    given();
    openConsole('/app/scenarios/create');
    await userEvent.type(await screen.findByLabelText('Name'), 'Seed');
    expect(screen.getByLabelText('Start')).toHaveDisplayValue('Start from our ledger on a day');
    fireEvent.change(screen.getByLabelText(/^Starts from/), { target: { value: '2026-03-31' } });
    await userEvent.click(screen.getByRole('button', { name: 'New Scenario' }));
    await waitFor(() =>
      expect(server.callsTo('POST', '/api/scenarios/')[0]?.body).toEqual({ name: 'Seed', as_of: '2026-03-31' }),
    );
  });

  it('sends a first table to be overwritten, and no day, for one from nothing', async () => {
    server.answer('POST /api/scenarios/', { status: 201, json: record });
    given();
    openConsole('/app/scenarios/create');
    await userEvent.type(await screen.findByLabelText('Name'), 'Idea');
    await userEvent.selectOptions(screen.getByLabelText('Start'), 'Start from nothing');
    expect(screen.queryByLabelText(/^Starts from/)).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'New Scenario' }));
    await waitFor(() => expect(server.callsTo('POST', '/api/scenarios/')).toHaveLength(1));
    const { body } = server.callsTo('POST', '/api/scenarios/')[0]!;
    expect(body).toMatchObject({ name: 'Idea', start: { classes: [{ name: 'Common', kind: 'COMMON' }] } });
    expect(body).not.toHaveProperty('as_of');
    expect(await rowOf('Ada')).toEqual(['Ada', '6,000,000', '75.00']);
  });
});

describe('the editor of a typed start', () => {
  it('computes what is typed at once, and saves it', async () => {
    given();
    openConsole('/app/scenarios/scenario-1/show');
    const ada = await screen.findByRole('group', { name: 'Ada' });
    fireEvent.change(within(ada).getByLabelText('Shares'), { target: { value: '8,000,000' } });
    expect(await rowOf('Ada')).toEqual(['Ada', '8,000,000', '80.00']);
    await userEvent.click(screen.getByRole('button', { name: 'Holder' }));
    expect(await rowOf('Holder 3')).toEqual(['Holder 3', '1,000,000', '9.09']);
    await waitFor(() => expect(saves().at(-1)?.start.holdings).toHaveLength(3));
    expect(saves().at(-1)).not.toHaveProperty('as_of');
    await userEvent.click(screen.getByRole('button', { name: 'Remove Ben' }));
    expect(within(await table()).queryByText('Ben')).toBeNull();
    await waitFor(() =>
      expect(saves().at(-1)?.start.holdings).toEqual([
        { holder: 'h1', class: 'c1', shares: '8000000' },
        { holder: 'holder 3', class: 'c1', shares: '1000000' },
      ]),
    );
  });

  it('names each fault at its field, counts the other lines, and saves nothing', async () => {
    given({ steps: [{ kind: 'exit', proceeds: '10' }] });
    openConsole('/app/scenarios/scenario-1/show');
    await userEvent.click(await screen.findByRole('button', { name: /^Start/ }));
    const ada = screen.getByRole('group', { name: 'Ada' });
    fireEvent.change(within(ada).getByLabelText('Shares'), { target: { value: 'many' } });
    expect(within(ada).getByLabelText('Shares')).toHaveAccessibleDescription(/Enter a number/);
    fireEvent.change(screen.getByLabelText('Class 1'), { target: { value: ' ' } });
    expect(screen.getByLabelText('Class 1')).toHaveAccessibleDescription('Give a name.');
    expect(screen.getByText('2 fields to correct')).toBeVisible();
    expect(await rowOf('Ben')).toEqual(['Ben', '2,000,000', '100.00']);
    expect(screen.getByText(/^Not saved yet: correct the fields that are marked\./)).toBeVisible();
    expect(saves()).toEqual([]);
  });

  it('takes a class with its preference, options and a note, each with its fault at its field', async () => {
    given();
    openConsole('/app/scenarios/scenario-1/show');
    await userEvent.click(await screen.findByRole('button', { name: 'Class' }));
    const preferred = screen.getByRole('group', { name: 'Series A' });
    await userEvent.selectOptions(within(preferred).getByLabelText('After its preference'), 'Participating');
    fireEvent.change(within(preferred).getByLabelText('Participation cap'), { target: { value: '5' } });
    expect(within(preferred).getByLabelText('Participation cap')).toHaveAccessibleDescription(
      /at least the preference/,
    );
    fireEvent.change(within(preferred).getByLabelText('Participation cap'), { target: { value: '3000000' } });
    await userEvent.click(screen.getByRole('button', { name: 'Options' }));
    const options = screen.getByRole('group', { name: 'Options 1' });
    fireEvent.change(within(options).getByLabelText('Who has them'), { target: { value: 'Ben' } });
    expect(await rowOf('Ben')).toEqual(['Ben', '2,500,000', '29.41']);
    const convertibles = screen.getByRole('group', { name: 'SAFEs and notes' });
    await userEvent.click(within(convertibles).getByRole('button', { name: 'SAFE or note' }));
    await userEvent.click(within(convertibles).getByRole('checkbox', { name: /It is a note/ }));
    fireEvent.change(within(convertibles).getByLabelText('To'), { target: { value: '1999-01-01' } });
    expect(within(convertibles).getByLabelText('To')).toHaveAccessibleDescription(/ends on a day after it begins/);
    fireEvent.change(within(convertibles).getByLabelText('To'), { target: { value: '' } });
    expect(within(convertibles).getByLabelText('To')).toHaveAccessibleDescription('Enter a day.');
    fireEvent.change(within(convertibles).getByLabelText('To'), { target: { value: '2090-01-01' } });
    await waitFor(() =>
      expect(saves().at(-1)?.start).toMatchObject({
        classes: [{ name: 'Common' }, { name: 'Series A', participating: true, total_cap: '3000000' }],
        options: [{ id: 'h2', shares: '500000' }],
        convertibles: [{ id: 'SAFE 1', interest: { rate: '0.08', to: '2090-01-01' } }],
      }),
    );
  });
});
