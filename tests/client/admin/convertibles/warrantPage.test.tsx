// The sentence at the top of a warrant's page says what its holder may buy now, or what became of it.
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { resourceNamed } from '#src/resources/index.ts';
import { openConsole, useServer } from '../console.tsx';
import { sampleRow } from '../samples.ts';

const server = useServer();

it.each([
  [{ status: 'active', outstanding: '600' }, 'Ada may buy 600 Common at $1.00 a share'],
  [{ status: 'upcoming' }, 'Ada may buy 1,000 Common at $1.00 a share'],
  [{ status: 'expired', outstanding: '600' }, 'Ada could buy 600 Common at $1.00 a share; the warrant expired'],
  [{ status: 'cancelled' }, 'Ada could buy 1,000 Common at $1.00 a share; the warrant was cancelled'],
  [{ status: 'transferred' }, 'Ada could buy 1,000 Common at $1.00 a share; the warrant was transferred'],
  [{ status: 'exercised', exercised_total: '1000' }, 'Ada bought 1,000 Common at $1.00 a share'],
  [
    { status: 'exercised', quantity: '600', exercised_total: '400', cancelled_total: '600' },
    'Ada bought 400 Common at $1.00 a share; 600 lapsed or were cancelled',
  ],
])('a warrant with %j', async (figures, sentence) => {
  const shown = { shareholder: 'Ada', share_class: 'Common', exercise_price: '1', currency: 'USD', granted: '1000' };
  const nothing = { quantity: '1000', outstanding: '0', exercised_total: '0', cancelled_total: '0' };
  server.rows.warrants = [sampleRow(resourceNamed('warrants'), { ...shown, ...nothing, ...figures })];
  openConsole('/app/warrants/warrants-1/show');
  expect(await screen.findByText(sentence)).toBeVisible();
});
