// What is approved is what the dialog shows; when it changed meanwhile, it is shown anew before anything is fixed.
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { resourceNamed } from '../../../src/resources/index.ts';
import { openConsole, useServer } from './console.tsx';
import { sampleRow } from './samples.ts';

const server = useServer();
const seen = (hash: string, total: string) => ({
  rows: [
    {
      shareholder_id: 'h1',
      shareholder: 'Grace',
      share_class_id: 'c1',
      shares: '10',
      gross: total,
      tax: '0.00',
      net: total,
      excluded_reason: null,
    },
  ],
  total_gross: total,
  total_tax: '0.00',
  total_net: total,
  rounding_difference: '0',
  preview_hash: hash,
});

it('sends what was seen, and shows the new figures when it is told that they changed', async () => {
  server.rows.distributions = [
    sampleRow(resourceNamed('distributions'), { id: 'd1', name: 'Spring', status: 'pending', version: 3 }),
  ];
  server.answer('GET /api/distributions/d1/preview', { json: seen('a', '0.10') });
  const detail = 'The terms or the amounts changed since you looked at them.';
  server.answer('POST /api/distributions/d1/approve', { status: 409, json: { detail, code: 'preview_changed' } });
  openConsole('/app/distributions/d1/show');
  await userEvent.click(await screen.findByRole('button', { name: 'Approve' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Approve Spring?' }));
  expect((await dialog.findAllByText('$0.10')).length).toBeGreaterThan(0);
  server.answer('GET /api/distributions/d1/preview', { json: seen('b', '50.00') });
  await userEvent.click(dialog.getByRole('button', { name: 'Approve distribution' }));
  expect(await dialog.findByText(detail)).toBeVisible();
  expect((await dialog.findAllByText('$50.00')).length).toBeGreaterThan(0);
  server.answer('POST /api/distributions/d1/approve', { json: server.rows.distributions[0] });
  await userEvent.click(dialog.getByRole('button', { name: 'Approve distribution' }));
  expect(await screen.findByText('Spring approved')).toBeVisible();
  expect(server.callsTo('POST', '/api/distributions/d1/approve').map(({ body }) => body)).toEqual([
    { preview_hash: 'a', version: 3 },
    { preview_hash: 'b', version: 3 },
  ]);
});
