// The screen of the yearly tax forms: figures, what is missing, making forms, and who may take tax numbers out.
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import type { TaxYear, TaxYearRow } from '#src/contract/yearlyTaxForms.ts';
import { openConsole, useServer } from '../console.tsx';

const server = useServer();
const row = (shareholder: string, extra: Partial<TaxYearRow> = {}): TaxYearRow => ({
  shareholder_id: shareholder.toLowerCase(),
  shareholder,
  form: '1099-DIV',
  part: '',
  boxes: [],
  gross: '1110.89',
  tax: '0.00',
  net: '1110.89',
  lacking: [],
  state: 'made',
  paper: { id: 'p1', number: 1, corrects: null },
  ...extra,
});
const year: TaxYear = {
  year: 2024,
  years: [2025, 2024],
  rows: [
    row('Ann'),
    row('Berta', {
      form: '1042-S',
      part: '06 15.00',
      tax: '38.81',
      state: 'changed',
      lacking: ['tax_number', 'exemption_code'],
      paper: { id: 'p3', number: 3, corrects: 2 },
    }),
    row('Cleo', { state: 'new', paper: null }),
  ],
  unreported: [
    {
      shareholder_id: 'ann',
      shareholder: 'Ann',
      type: 'other',
      currency: 'EUR',
      gross: '3.33',
      tax: '0.00',
      reason: 'not_in_dollars',
    },
  ],
  counts: { forms: 3, new: 1, changed: 1, lacking: 1, unreported: 1 },
  made_forms: ['1099-DIV', '1042-S'],
  total_gross: '3332.67',
  total_tax: '38.81',
  total_net: '3293.86',
};
const open = (answer: TaxYear | null = year, role = 'owner') => {
  if (answer) server.answer('GET /api/yearly-tax-forms', { json: answer });
  else server.answer('GET /api/yearly-tax-forms', { status: 500, json: { detail: 'Out of order.' } });
  openConsole('/app/payments/tax-forms?year=2024', { role });
};
const lineOf = async (name: RegExp) => within(await screen.findByRole('row', { name }));

it('shows each form with its figures, what is missing, and what is on no form', async () => {
  open();
  expect((await lineOf(/^Ann 1099-DIV/)).getByText('1,110.89')).toBeVisible();
  const berta = await lineOf(/^Berta/);
  expect(berta.getByText('Income code 06, 15.00%')).toBeVisible();
  expect(berta.getByText('To be corrected')).toBeVisible();
  expect(berta.getByText('No. 3, corrects no. 2')).toBeVisible();
  expect(berta.getByText('tax number, exemption code (box 3a)')).toBeVisible();
  expect((await lineOf(/^Ann Other/)).getByText(/These forms are in US dollars/)).toBeVisible();
  expect(screen.getByText('$3,332.67')).toBeVisible();
});
it('makes and corrects forms after a question that says how many', async () => {
  open();
  await userEvent.click(await screen.findByRole('button', { name: 'Make forms' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Make forms of 2024?' }));
  expect(dialog.getByText(/^1 form is made/)).toBeVisible();
  expect(dialog.getByText(/^1 form was made with other figures/)).toBeVisible();
  server.answer('POST /api/yearly-tax-forms', {
    status: 409,
    json: { code: 'year_not_over', detail: '2024 is not over yet.' },
  });
  await userEvent.click(dialog.getByRole('button', { name: 'Make forms' }));
  expect(await dialog.findByRole('alert')).toHaveTextContent('Nothing was made. 2024 is not over yet.');
  server.answer('POST /api/yearly-tax-forms', () => {
    server.answer('GET /api/yearly-tax-forms', { json: { ...year, counts: { ...year.counts, new: 0, changed: 0 } } });
    return { json: { made: 1, corrected: 1, unchanged: 1 } };
  });
  await userEvent.click(dialog.getByRole('button', { name: 'Make forms' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Make forms' })).toBeNull());
  await waitFor(() => expect(screen.getByRole('heading', { level: 1 })).toHaveFocus());
  expect(server.callsTo('POST', '/api/yearly-tax-forms').at(-1)).toMatchObject({ body: { year: 2024 } });
});
it('offers the files with tax numbers to administrators alone', async () => {
  open(year, 'staff');
  await lineOf(/^Ann 1099-DIV/);
  expect(screen.queryByRole('button', { name: /as CSV/ })).toBeNull();
});
it('offers a file of each form that was made', async () => {
  open();
  await lineOf(/^Ann 1099-DIV/);
  expect(screen.getAllByRole('button', { name: /as CSV/ }).map(({ textContent }) => textContent)).toEqual([
    '1099-DIV as CSV',
    '1042-S as CSV',
  ]);
});
it('says that nothing was paid', async () => {
  open({ ...year, rows: [], unreported: [], counts: { forms: 0, new: 0, changed: 0, lacking: 0, unreported: 0 } });
  expect(await screen.findByRole('heading', { name: 'Nothing was paid in 2024' })).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Make forms' })).toBeNull();
});
it('says that it could not be read', async () => {
  open(null);
  expect(await screen.findByText('The tax forms could not be loaded')).toBeVisible();
});
