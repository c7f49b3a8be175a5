// Editing the steps of a scenario: the names of new people, the focus, what a field says, and what the figures leave out.
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { openConsole, useServer } from '../console.tsx';
import { givenOffer, seed, start } from './offer.ts';

const server = useServer();
const open = async (steps = 'After Seed') => {
  openConsole('/app/scenarios/scenario-1/show');
  return screen.findByRole('region', { name: `${steps}, table` });
};
const steps = () => within(screen.getByRole('region', { name: 'Steps' }));

beforeEach(() => givenOffer(server));

describe('new steps', () => {
  it('are each for somebody else', async () => {
    givenOffer(server, { steps: [] });
    await open('At the start');
    for (const name of ['SAFE or note', 'Priced round', 'Priced round', 'Warrant', 'Warrant'])
      await userEvent.click(steps().getByRole('button', { name }));
    const table = await screen.findByRole('region', { name: 'After Warrant, table' });
    for (const name of ['New investor', 'New investor 2', 'New investor 3', 'New lender', 'New lender 2'])
      expect(within(table).getAllByText(name, { selector: 'td' })).toHaveLength(1);
  });
});

describe('the focus', () => {
  it('goes to the step that is chosen after one was removed by keyboard, and to the start after the last', async () => {
    await open();
    await userEvent.click(steps().getByRole('button', { name: 'Larger pool' }));
    steps().getByRole('button', { name: 'Remove Pool' }).focus();
    await userEvent.keyboard('{Enter}');
    await waitFor(() => expect(steps().getByRole('button', { name: /^1\. Seed/ })).toHaveFocus());
    steps().getByRole('button', { name: 'Remove Seed' }).focus();
    await userEvent.keyboard('{Enter}');
    await waitFor(() => expect(steps().getByRole('button', { name: /^Start/ })).toHaveFocus());
  });

  it('goes to the button that adds an investor after one was removed', async () => {
    await open();
    steps().getByRole('button', { name: 'Remove investor 1' }).focus();
    await userEvent.keyboard('{Enter}');
    await waitFor(() => expect(steps().getByRole('button', { name: 'Investor' })).toHaveFocus());
  });
});

describe('a field says what it takes', () => {
  it('in per cent where per cent are typed', async () => {
    await open();
    const target = screen.getByLabelText('Available after the round');
    fireEvent.change(target, { target: { value: '100' } });
    expect(target).toHaveAccessibleDescription(/less than 100 %, such as \d+ %\.$/);
    fireEvent.change(target, { target: { value: '1/3' } });
    expect(target).toHaveAccessibleDescription('Enter a number, such as 10 for 10 %.');
    expect(target).toHaveValue('1/3');
    fireEvent.change(target, { target: { value: '' } });
    expect(target).toHaveAccessibleDescription('Enter a number, such as 10 for 10 %.');
    fireEvent.change(target, { target: { value: '12.5 %' } });
    expect(target).not.toHaveAccessibleDescription();
    await waitFor(() =>
      expect(server.callsTo('PUT', '/api/scenarios/scenario-1')[0]?.body).toMatchObject({
        steps: [{ pool: { target: '0.125' } }],
      }),
    );
  });

  it('without a fraction where decimals are asked for', async () => {
    await open();
    const money = screen.getByLabelText('Pre-money valuation');
    for (const text of ['abc', '1/3', '']) {
      fireEvent.change(money, { target: { value: text } });
      expect(money).toHaveAccessibleDescription('Enter a number, such as 1,000,000.');
    }
    fireEvent.change(money, { target: { value: '-5' } });
    expect(money).toHaveAccessibleDescription('This must not be less than zero.');
  });
});

it('says above the table what the figures leave out', async () => {
  const note = 'SAFE-4 is in EUR, so it is not in these figures.';
  server.answer('GET /api/scenarios/scenario-1/start', { json: { ...start, notes: [note] } });
  const table = await open();
  const shown = screen.getByText(note);
  expect(shown).toBeVisible();
  expect(shown.compareDocumentPosition(table)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
});

it('offers a pro rata right as a part of the new shares', async () => {
  givenOffer(server, {
    steps: [
      {
        ...seed,
        investors: [
          { name: 'Harbor', amount: '2500000' },
          { shareholder_id: 'ben', name: 'Ben', pro_rata: 'held' },
        ],
      } as typeof seed,
    ],
  });
  await open();
  expect(screen.getAllByLabelText('Pays')[1]).toHaveDisplayValue('Pro rata');
  expect(screen.getByText(/% of the new shares, as in the table before/)).toBeVisible();
});
