// The vesting dates of a grant: the defaults of the form, and the page that the holder sees.
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { resourceNamed } from '#src/resources/index.ts';
import { openConsole, useServer } from '../console.tsx';
import { sampleRow } from '../samples.ts';

const server = useServer();

it('the vesting start follows the grant date until the user changes it', async () => {
  openConsole('/app/grants/create');
  const [day, start] = [await screen.findByLabelText('Grant date'), screen.getByLabelText('Vesting start')];
  fireEvent.change(day, { target: { value: '2025-02-03' } });
  await waitFor(() => expect(start).toHaveValue('Feb 3, 2025'));
  fireEvent.change(start, { target: { value: '2025-01-06' } });
  fireEvent.change(day, { target: { value: '2025-02-10' } });
  await waitFor(() => expect(day).toHaveValue('2025-02-10'));
  expect(start).toHaveValue('2025-01-06');
});
it('a grant shows its holder the vesting schedule without a link to it', async () => {
  const schedule = {
    is_known: true,
    name: 'Four years',
    description: null,
    stopped_on: null,
    tranches: [],
    milestones: [],
  };
  server.rows.grants = [sampleRow(resourceNamed('grants'), { vesting_terms_id: 'vt1', schedule })];
  openConsole('/app/grants/grants-1/show', { role: 'shareholder', account_type: 'shareholder' });
  const facts = within(await screen.findByRole('region', { name: 'Facts' }));
  expect(facts.getByText('Vesting schedule').nextSibling).toHaveTextContent('Four years');
  expect(facts.queryByRole('link', { name: 'Four years' })).toBeNull();
});
it('a grant closed by a split shows its price adjusted for splits, and the recorded price beside it', async () => {
  const prices = { exercise_price: '0.90', exercise_price_today: '0.6', currency: 'USD' };
  server.rows.grants = [sampleRow(resourceNamed('grants'), { ...prices, compensation_type: 'OPTION_NSO' })];
  openConsole('/app/grants/grants-1/show');
  const facts = within(await screen.findByRole('region', { name: 'Facts' }));
  const price = facts.getByText('Exercise price').nextSibling;
  expect(price).toHaveTextContent('$0.60 adjusted for splits, recorded as $0.90');
  expect(screen.getByText(/ at \$0\.60, granted to/)).toBeVisible();
});
