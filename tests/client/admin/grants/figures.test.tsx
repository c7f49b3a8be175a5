// The figures at the top of a grant's page add up to what was granted.
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { Row } from '#server/db/database.ts';
import { resourceNamed } from '#src/resources/index.ts';
import { openConsole, useServer } from '../console.tsx';
import { sampleRow } from '../samples.ts';

const server = useServer();

function open(figures: Row) {
  server.rows.grants = [sampleRow(resourceNamed('grants'), { grant_number: 'OPT-7', granted: '48000', ...figures })];
  openConsole('/app/grants/grants-1/show');
}
const figure = async (label: string) => (await screen.findByText(label)).parentElement;

it('what was repurchased, and what is unvested where the outstanding part does not say so', async () => {
  open({
    vested: '24000',
    unvested: '6000',
    cancelled_total: '8000',
    repurchased: '10000',
    exercised_total: '40000',
    outstanding: '0',
    vested_outstanding: '0',
    unvested_outstanding: '0',
  });
  expect(await figure('Unvested')).toHaveTextContent(/^Unvested6,000of the total granted$/);
  expect(await figure('Repurchased')).toHaveTextContent(/^Repurchased10,000before it had vested$/);
  expect(await figure('Lapsed')).toHaveTextContent(/^Lapsed8,000or cancelled$/);
});

it('nothing that is not there', async () => {
  open({ unvested: '600', unvested_outstanding: '600', cancelled_total: '0', repurchased: '0' });
  expect(await figure('Granted')).toBeVisible();
  for (const label of ['Unvested', 'Repurchased', 'Lapsed']) expect(screen.queryByText(label)).toBeNull();
});

it('nothing unvested of a form that is to come: until then that is of the one it continues', async () => {
  open({ status: 'upcoming', vested: '0', unvested: '48000', outstanding: '0', unvested_outstanding: '0' });
  expect(await figure('Granted')).toBeVisible();
  expect(screen.queryByText('Unvested')).toBeNull();
});
