// The card of a distribution's progress shows what is held apart from what can be paid, so that its parts add up.
import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { resourceNamed } from '#src/resources/index.ts';
import { openConsole, useServer } from '../console.tsx';
import { sampleRow } from '../samples.ts';

const server = useServer();
const open = async () => {
  server.rows.distributions = [
    {
      ...sampleRow(resourceNamed('distributions'), { id: 'd1', status: 'approved', currency: 'USD' }),
      payment_sums: [
        { status: 'completed', count: 1, amount: '20.00' },
        { status: 'pending', count: 3, amount: '100.10' },
      ],
    },
  ];
  openConsole('/app/distributions/d1/show');
  return within(await screen.findByRole('region', { name: 'Progress' }));
};

it('held and to pay are parts of what is pending, each with its count, its sum and its list', async () => {
  server.answer('GET /api/payments/totals', ({ query }) => {
    expect(JSON.parse(query.get('filter')!)).toEqual({ distribution_id: 'd1', is_held: true });
    return { json: [{ currency: 'USD', count: 2, gross: '99.00', tax: '9.00', net: '90.00' }] };
  });
  const card = await open();
  const held = await card.findByRole('link', { name: '2 held' });
  expect(held.closest('li')).toHaveTextContent('Held$90.002');
  const filter = new URL(held.getAttribute('href')!, 'http://localhost').searchParams.get('filter')!;
  expect(JSON.parse(filter)).toEqual({ distribution_id: 'd1', status: 'pending', is_held: true });
  expect(card.getByRole('link', { name: '1 to pay' }).closest('li')).toHaveTextContent('$10.10');
  expect(card.queryByRole('link', { name: /pending/ })).toBeNull();
  expect(card.getByText('$20.00 paid of $120.10')).toBeVisible();
});

it('where nothing is held, everything pending is to pay', async () => {
  server.answer('GET /api/payments/totals', { json: [] });
  const card = await open();
  expect((await card.findByRole('link', { name: '0 held' })).closest('li')).toHaveTextContent('$0.00');
  expect(card.getByRole('link', { name: '3 to pay' }).closest('li')).toHaveTextContent('$100.10');
});

it('where what is held cannot be read, it is said, and the pending ones are shown together', async () => {
  server.answer('GET /api/payments/totals', { status: 500, json: { detail: 'No.' } });
  const card = await open();
  expect(await card.findByText('The number of held payments could not be loaded.')).toBeVisible();
  expect(card.getByRole('link', { name: '3 pending' }).closest('li')).toHaveTextContent('$100.10');
});
