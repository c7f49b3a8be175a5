// One button asks all holders of a distribution who lack something; a holder’s payment says what is missing and leads to it.
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { resourceNamed } from '#src/resources/index.ts';
import { openConsole, useServer } from '../console.tsx';
import { sampleRow, seenPreview } from '../samples.ts';

const server = useServer();

it('shows who lacks what and was asked, and asks them all; then the next step is open', async () => {
  server.rows.distributions = [sampleRow(resourceNamed('distributions'), { id: 'd1', status: 'pending' })];
  const rows = [
    {
      shareholder_id: 's1',
      shareholder: 'Ada Holder',
      lacks: ['bank_details', 'tax_form'],
      is_asked: true,
      is_reached: true,
    },
    { shareholder_id: 's2', shareholder: 'Ben Holder', lacks: ['country'], is_asked: false, is_reached: false },
  ];
  server.answer('GET /api/distributions/d1/lacking', { json: { count: 2, to_ask: 1, rows } });
  openConsole('/app/distributions/d1/show');
  const step = within(await screen.findByRole('region', { name: 'Ask for missing details' }));
  const lines = within(await step.findByRole('list', { name: 'What is missing' })).getAllByRole('listitem');
  expect(lines.map(({ textContent }) => textContent)).toEqual([
    'Ada Holder: bank account, tax form (asked)',
    'Ben Holder: country (does not use the portal: invite them first)',
  ]);
  const asked = rows.map((row) => ({ ...row, is_asked: true }));
  server.answer('GET /api/distributions/d1/preview', { json: seenPreview('a', '0.10') });
  server.answer('POST /api/distributions/d1/ask-holders', () => {
    server.answer('GET /api/distributions/d1/lacking', { json: { count: 2, to_ask: 0, rows: asked } });
    return { json: { asked: 1, not_reached: 1 } };
  });
  await userEvent.click(step.getByRole('button', { name: 'Ask 2 holders' }));
  // It says so for a few seconds.
  expect(await screen.findByText(/^1 holder was asked\. 1 holder does not use the portal/)).toBeVisible();
  expect(server.callsTo('POST', '/api/distributions/d1/ask-holders')).toHaveLength(1);
  expect(await screen.findByRole('button', { name: 'Missing forms and accounts 2 holders asked' })).toHaveAttribute(
    'aria-expanded',
    'false',
  );
  await waitFor(() => expect(screen.getByRole('heading', { level: 2, name: 'Approve' })).toHaveFocus());
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
  for (const [name, detail] of [
    ['Enter your bank account', 'bank_details'],
    ['Sign a tax form', 'tax_form'],
  ] as const)
    expect(screen.getByRole('link', { name })).toHaveAttribute('href', `/app/shareholders/s1/show?enter=${detail}`);
});
