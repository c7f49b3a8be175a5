// Scenarios side by side: the ends, and an exit at one price.
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it } from 'vitest';
import type { CompareAnswer } from '#src/contract/scenarios/scenarios.ts';
import { openConsole, useServer } from '../console.tsx';
import type { Call } from '../console.tsx';

const server = useServer();

const scenario = (id: string, name: string) => ({
  id,
  name,
  as_of: '2026-06-30',
  price: '2',
  total: '1000',
  waterfalls: [],
  is_posted: false,
  exit: null,
});
const ends: CompareAnswer = {
  scenarios: [scenario('a', 'Offer A'), scenario('b', 'Offer B')],
  rows: [{ shareholder_id: 'ada', name: 'Ada', figures: [{ total: '600', percent: '60.0000' }, null] }],
  exit_classes: [],
  exit_holders: [],
};
const exitOf = (net: string, convert: string[]) => ({ net, per_common_share: { exact: '1', decimal: '1' }, convert });
const paid: CompareAnswer = {
  ...ends,
  scenarios: ends.scenarios.map((each, index) => ({ ...each, exit: exitOf('50000000', index === 1 ? ['seed'] : []) })),
  exit_classes: [
    { id: 'common', name: 'Common', paid: ['30000000.00', '28500000.00'] },
    { id: 'seed', name: 'Series Seed', paid: ['20000000.00', '21500000.00'] },
  ],
  exit_holders: [
    { id: 'ada', name: 'Ada', paid: ['18000000.00', '17100000.00'] },
    { id: 'new:Fund', name: 'Fund', paid: [null, '21500000.00'] },
    { id: null, name: 'All others', paid: ['32000000.00', '11400000.00'] },
  ],
};
const asked = () =>
  server.callsTo('POST', '/api/scenarios/compare').flatMap(({ body }) => (body as { exit?: object }).exit ?? []);
const cellsOf = (name: string) =>
  within(screen.getByRole('region', { name: 'Exits, table' }))
    .getByText(name, { selector: 'td' })
    .closest('tr')!
    .textContent?.replace(name, '');

beforeEach(() => {
  server.rows.scenarios = [
    { id: 'a', name: 'Offer A' },
    { id: 'b', name: 'Offer B' },
  ];
  server.answer('POST /api/scenarios/compare', ({ body }: Call) => {
    const { exit } = body as { exit?: { proceeds: string } };
    if (exit?.proceeds === '-1')
      return {
        status: 422,
        json: {
          code: 'invalid_fields',
          detail: 'No.',
          errors: [{ field: 'exit.proceeds', message: 'Not less than zero.' }],
        },
      };
    return { json: exit ? paid : ends };
  });
});

it('pays an exit at one price by class and by holder, with the difference to the first', async () => {
  openConsole('/app/scenarios/compare?ids=a,b');
  expect(await screen.findByRole('region', { name: 'Exits, table' })).toBeVisible();
  expect(asked()).toEqual([{ proceeds: '50000000' }]);
  expect(cellsOf('Common')).toBe('30,000,000.0060.00 %28,500,000.0057.00 % (−1,500,000.00)');
  expect(cellsOf('Series Seed')).toBe('20,000,000.0040.00 %21,500,000.0043.00 % (+1,500,000.00)converts into common');
  await userEvent.click(screen.getByRole('button', { name: 'By holder' }));
  expect(cellsOf('Fund')).toBe('–0.00 %21,500,000.0043.00 % (+21,500,000.00)');
  expect(cellsOf('All others')).toMatch(/^32,000,000\.00/);
  fireEvent.change(screen.getByLabelText('Price of the company'), { target: { value: '60,000,000' } });
  fireEvent.change(screen.getByLabelText('Debt'), { target: { value: '1000000' } });
  await waitFor(() => expect(asked().at(-1)).toEqual({ proceeds: '60000000', debt: '1000000' }));
});

it('names a fault at its field, asks nothing for what is no figure, and says why nothing came', async () => {
  openConsole('/app/scenarios/compare?ids=a,b');
  const price = await screen.findByLabelText('Price of the company');
  fireEvent.change(price, { target: { value: 'much' } });
  expect(price).toHaveAccessibleDescription('Enter an amount such as 50,000,000.');
  fireEvent.change(price, { target: { value: '-1' } });
  await waitFor(() => expect(price).toHaveAccessibleDescription('Not less than zero.'));
  expect(asked()).not.toContainEqual({ proceeds: 'much' });
  server.answer('POST /api/scenarios/compare', ({ body }: Call) =>
    (body as { exit?: object }).exit ? { status: 500, json: { detail: 'It failed.' } } : { json: ends },
  );
  fireEvent.change(price, { target: { value: '7' } });
  const retry = await screen.findByRole('button', { name: /Retry|Try again/ });
  server.answer('POST /api/scenarios/compare', { json: paid });
  await userEvent.click(retry);
  expect(await screen.findByRole('region', { name: 'Exits, table' })).toBeVisible();
});

it('says of a posted scenario that another exit is modelled anew', async () => {
  const scenarios = paid.scenarios.map((each, index) =>
    index === 1 ? { ...each, is_posted: true, exit: null } : each,
  );
  server.answer('POST /api/scenarios/compare', { json: { ...paid, scenarios } });
  openConsole('/app/scenarios/compare?ids=a,b');
  expect(await screen.findByText(/^Offer B: drafts were posted/)).toBeVisible();
});
