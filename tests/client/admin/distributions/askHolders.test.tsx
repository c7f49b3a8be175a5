// One button asks all holders of a distribution who lack something; a holder’s payment says what is missing and leads to it.
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { resourceNamed } from '#src/resources/index.ts';
import { openConsole, useServer } from '../console.tsx';
import { sampleRow } from '../samples.ts';

const server = useServer();

it('shows who lacks what, and asks them all', async () => {
  server.rows.distributions = [sampleRow(resourceNamed('distributions'), { id: 'd1', status: 'pending' })];
  const rows = [
    { shareholder_id: 's1', shareholder: 'Ada Holder', lacks: ['bank_details', 'tax_form'], is_reached: true },
    { shareholder_id: 's2', shareholder: 'Ben Holder', lacks: ['country'], is_reached: false },
  ];
  server.answer('GET /api/distributions/d1/lacking', { json: { count: 2, rows } });
  server.answer('POST /api/distributions/d1/ask-holders', { json: { asked: 1, not_reached: 1 } });
  openConsole('/app/distributions/d1/show');
  await userEvent.click(await screen.findByRole('button', { name: 'Ask for missing details' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Ask for missing details' }));
  const lines = within(await dialog.findByRole('list', { name: 'What is missing' })).getAllByRole('listitem');
  expect(lines.map(({ textContent }) => textContent)).toEqual([
    'Ada Holder: bank account, tax form',
    'Ben Holder: country (does not use the portal: invite them first)',
  ]);
  await userEvent.click(dialog.getByRole('button', { name: 'Ask 2 holders' }));
  await waitFor(() => expect(server.callsTo('POST', '/api/distributions/d1/ask-holders')).toHaveLength(1));
  expect(await screen.findByText(/^1 holder was asked\. 1 holder does not use the portal/)).toBeVisible();
});

it('a payment says what is withheld without a tax form, and links to both', async () => {
  const waiting = [{ currency: 'USD', amount: '76.00' }];
  const missing = [
    { detail: 'bank_details', waiting, rate: null },
    { detail: 'tax_form', waiting, rate: '0.24' },
  ];
  server.rows.payments = [
    sampleRow(resourceNamed('payments'), { id: 'p1', status: 'pending', shareholder_id: 's1', how: [], missing }),
  ];
  openConsole('/app/payments/p1/show', { role: 'shareholder', account_type: 'shareholder' });
  expect(await screen.findByText(/^24% is withheld without it/)).toBeVisible();
  for (const name of ['Enter your bank account', 'Sign a tax form'])
    expect(screen.getByRole('link', { name })).toHaveAttribute('href', '/app/shareholders/s1/show');
});
