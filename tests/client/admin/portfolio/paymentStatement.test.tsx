// The statement of payments on a holder's page: the sums of a year, the year picked, and the copies of tax forms.
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import type { PaymentStatement } from '#src/contract/statements.ts';
import { resourceNamed } from '#src/resources/index.ts';
import { openConsole, useServer } from '../console.tsx';
import { sampleRow } from '../samples.ts';

const server = useServer();
const statement = (year: number, extra: Partial<PaymentStatement> = {}): PaymentStatement => ({
  shareholder_id: 'h1',
  year,
  currency: 'USD',
  rows: [],
  total_gross: '0.00',
  total_tax: '0.00',
  total_net: '0.00',
  totals: [],
  years: [2024],
  ...extra,
});
const paid = {
  payment_id: 'p1',
  distribution_id: 'd1',
  distribution: 'Spring',
  share_class: null,
  paid_date: '2024-07-16',
  currency: 'USD',
  gross: '1123.12',
  tax: '32.47',
  net: '1090.65',
};
const open = (answer: (year: number) => PaymentStatement) => {
  server.rows.shareholders = [{ ...sampleRow(resourceNamed('shareholders'), { id: 'h1' }), document_ids: [] }];
  server.answer('GET /api/shareholders/h1/statement', ({ query }) => ({
    json: answer(Number(new URLSearchParams(query).get('year'))),
  }));
  server.answer('GET /api/shareholders/h1/yearly-tax-forms', {
    json: {
      rows: [
        { id: 't2', year: 2024, number: 2, form: '1099-DIV', corrects: 1, is_current: true },
        { id: 't1', year: 2024, number: 1, form: '1099-DIV', corrects: null, is_current: false },
      ],
    },
  });
  openConsole('/app/shareholders/h1/show?tab=payments');
};

it('has the sums of the year that is picked, and offers the tax forms', async () => {
  const sums = { gross: paid.gross, tax: paid.tax, net: paid.net };
  open((year) =>
    year === 2024 ? statement(2024, { rows: [paid], totals: [{ currency: 'USD', ...sums }] }) : statement(year),
  );
  const years = await screen.findByRole('combobox', { name: 'Paid in' });
  expect(await screen.findByText(/^Nothing was paid in/)).toBeVisible();
  await userEvent.selectOptions(years, '2024');
  expect(await screen.findByText('1 payment: $1,123.12 gross, $32.47 withheld, $1,090.65 net.')).toBeVisible();
  expect(screen.getByRole('button', { name: '2024: 1099-DIV, corrected' })).toBeVisible();
  expect(screen.getByRole('button', { name: '2024: 1099-DIV, replaced' })).toBeVisible();
});
it('is not there for a holder who was never paid', async () => {
  open((year) => statement(year, { years: [] }));
  expect(await screen.findByRole('button', { name: '2024: 1099-DIV, corrected' })).toBeVisible();
  expect(screen.queryByRole('combobox', { name: 'Paid in' })).toBeNull();
});
