// Who a step is for: a shareholder of the company, whatever they hold, or somebody new.
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { openConsole, useServer } from '../console.tsx';
import type { Call } from '../console.tsx';
import { givenOffer, record, start } from './offer.ts';

const server = useServer();
const saves = () => server.callsTo('PUT', '/api/scenarios/scenario-1').map(({ body }) => body as typeof record);
const people = [
  { id: 'dora', name: 'Dora' },
  { id: 'dora-2', name: 'Dora Smith' },
  { id: 'ben', name: 'Ben' },
  { id: 'eve-1', name: 'Eve' },
  { id: 'eve-2', name: 'Eve' },
];
const open = async () => {
  openConsole('/app/scenarios/scenario-1/show');
  return screen.findByRole('region', { name: 'After Seed, table' });
};
const rowOf = (table: HTMLElement, name: string) =>
  within(within(table).getByText(name, { selector: 'td' }).closest('tr')!)
    .getAllByRole('cell')
    .map(({ textContent }) => textContent);

beforeEach(() => {
  givenOffer(server);
  // As the server searches: whatever contains the text.
  server.answer('GET /api/shareholders/', ({ query }: Call) => {
    const { q = '' } = JSON.parse(query.get('filter') ?? '{}') as { q?: string };
    return { json: people.filter(({ name }) => name.includes(q)) };
  });
  // Dora is one of the two others, with 100,000 of their shares, until a row is asked for her.
  server.answer('GET /api/scenarios/scenario-1/start', ({ query }: Call) => ({
    json:
      query.get('named') === 'dora'
        ? {
            ...start,
            others: 1,
            holders: [...start.holders, { id: 'dora', name: 'Dora' }],
            lots: [...start.lots.slice(0, 2), ['dora', 'common', '100000', 1], [null, 'common', '900000', 1]],
          }
        : start,
  }));
});

describe('a name in a step', () => {
  it('that exactly one shareholder has is that shareholder, however little they hold', async () => {
    const table = await open();
    const box = screen.getByLabelText('Investor 1');
    fireEvent.change(box, { target: { value: 'Dora' } });
    await waitFor(() =>
      expect(saves().at(-1)?.steps).toMatchObject([{ investors: [{ name: 'Dora', shareholder_id: 'dora' }] }]),
    );
    expect(box).not.toHaveAccessibleDescription();
    expect(within(table).getAllByText('Dora', { selector: 'td' })).toHaveLength(1);
    expect(rowOf(table, 'Dora')[1]).toBe('100,000');
    expect(rowOf(table, '1 other holder')[1]).toBe('900,000');
  });

  it('is suggested from all shareholders, and is somebody new only where nobody or several have it', async () => {
    await open();
    const box = screen.getByLabelText<HTMLInputElement>('Investor 1');
    fireEvent.change(box, { target: { value: 'Dor' } });
    await waitFor(() => expect(box).toHaveAccessibleDescription('New shareholder.'));
    expect([...box.list!.options].map(({ value }) => value)).toEqual(
      expect.arrayContaining(['Ada', 'Ben', 'Dora', 'Dora Smith']),
    );
    fireEvent.change(box, { target: { value: 'Eve' } });
    await waitFor(() =>
      expect(box).toHaveAccessibleDescription('Several holders have this name: a new shareholder is added.'),
    );
    await waitFor(() => expect(saves().at(-1)?.steps).toMatchObject([{ investors: [{ name: 'Eve' }] }]));
    expect(JSON.stringify(saves().at(-1)?.steps)).not.toMatch(/eve-/);
  });

  it('is found for grants, SAFEs, warrants and a pro rata right too', async () => {
    await open();
    await userEvent.selectOptions(screen.getByLabelText('Add an investor pro rata'), 'Another shareholder…');
    fireEvent.change(screen.getByLabelText('Investor 2', { selector: 'input' }), { target: { value: 'Dora' } });
    await waitFor(() =>
      expect(screen.getAllByLabelText('Pays')[1]).toHaveAccessibleDescription(
        '1.2500 % of the new shares, as in the table before.',
      ),
    );
    for (const [kind, label] of [
      ['SAFE or note', 'Investor'],
      ['Grant', 'Who gets the grant'],
      ['Warrant', 'Who gets the warrant'],
    ] as const) {
      await userEvent.click(screen.getByRole('button', { name: kind }));
      fireEvent.change(screen.getByLabelText(label), { target: { value: 'Dora' } });
    }
    const dora = { shareholder_id: 'dora', name: 'Dora' };
    await waitFor(() =>
      expect(saves().at(-1)?.steps).toMatchObject([
        { investors: [{}, { ...dora, pro_rata: 'held' }] },
        dora,
        dora,
        dora,
      ]),
    );
  });

  it('that is still looked for becomes no draft', async () => {
    let answer = () => {};
    const answered = new Promise<void>((resolve) => (answer = resolve));
    server.answer('GET /api/shareholders/', async () => {
      await answered;
      return { json: people };
    });
    await open();
    const button = screen.getByRole('button', { name: 'Prepare entries' });
    expect(button).toBeDisabled();
    fireEvent.change(screen.getByLabelText('Investor 1'), { target: { value: 'Dora' } });
    await screen.findByText(/^Saved\./);
    expect(button).toBeDisabled();
    answer();
    await waitFor(() => expect(button).toBeEnabled());
    expect(saves().at(-1)?.steps).toMatchObject([{ investors: [{ shareholder_id: 'dora' }] }]);
  });

  it('in a scenario that was typed in from nothing is nobody of the company', async () => {
    server.answer('GET /api/scenarios/scenario-1', {
      json: {
        ...record,
        as_of: null,
        start: {
          holders: [{ id: 'a', name: 'Ada' }],
          classes: [{ id: 'c', name: 'Common', kind: 'COMMON' }],
          holdings: [{ holder: 'a', class: 'c', shares: '6000000' }],
        },
      },
    });
    await open();
    const box = screen.getByLabelText('Investor 1');
    fireEvent.change(box, { target: { value: 'Dora' } });
    expect(box).toHaveAccessibleDescription('New shareholder.');
    await waitFor(() => expect(saves()).toHaveLength(1));
    expect(server.callsTo('GET', '/api/shareholders/')).toEqual([]);
  });
});
