// The form of a distribution shows its lines as the terms are typed; a distribution's page says who comes first and who is held.
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { resourceNamed } from '#src/resources/index.ts';
import { openConsole, useServer } from '../console.tsx';
import { usePhoneViewport } from '../phone.ts';
import { sampleRow, summed } from '../samples.ts';

const server = useServer();
const line = {
  shareholder_id: 'h1',
  shareholder: 'Grace',
  share_class_id: 'c1',
  shares: '10',
  option_shares: '4',
  gross: '100.00',
  tax: '30.00',
  net: '70.00',
  withholding_rate: '0.3',
  withholding_reason: 'No tax form: 30%',
  hold_reasons: ['no_tax_form'],
  excluded_reason: null,
};
const steps = [
  {
    kind: 'arrears',
    classes: [],
    due: '60.00',
    paid: '60.00',
    text: '1. Arrears of Series A: $60.00',
  },
  { kind: 'rest', classes: [], due: null, paid: '40.00', text: '2. The rest to Common: $40.00' },
];
const draft = summed({
  rows: [line],
  steps,
  total_gross: '100.00',
  total_tax: '30.00',
  total_net: '70.00',
  rounding_difference: '0',
  amount_per_share: '10',
  currency: 'USD',
});

it('asks for what is lacking, then shows lines, order and totals, and what the server refuses', async () => {
  server.rows['share-classes'] = [sampleRow(resourceNamed('share-classes'), { id: 'c1', name: 'Common' })];
  server.answer('POST /api/distributions/preview', { json: draft });
  openConsole('/app/distributions/create');
  const aside = within(await screen.findByRole('region', { name: 'Who gets what' }));
  expect(aside.getByText(/Enter the amount to see each line/)).toBeVisible();
  await userEvent.type(screen.getByLabelText(/^Amount\/Share/), '10');
  // The only class is ticked.
  await waitFor(() => expect(screen.getByLabelText('Common')).toBeChecked());
  await userEvent.type(screen.getByLabelText(/^Payment Date/), '2199-01-31');
  expect(await aside.findByText('1. Arrears of Series A: $60.00')).toBeVisible();
  expect(aside.getByText('30.00 withheld')).toBeVisible();
  expect(aside.getByText('100.00 gross. No tax form: 30%')).toBeVisible();
  expect(aside.getByText('Held: no tax form')).toBeVisible();
  const [call] = server.callsTo('POST', '/api/distributions/preview');
  expect(call!.body).toMatchObject({ type: 'dividend', amount_per_share: '10', share_class_ids: ['c1'] });
  expect(call!.body).not.toHaveProperty('amount_kind');
  server.answer('POST /api/distributions/preview', {
    status: 422,
    json: { code: 'no_dividend_base', detail: 'Enter the price on the share class.' },
  });
  await userEvent.type(screen.getByLabelText(/^Amount\/Share/), '0');
  expect(await aside.findByRole('alert')).toHaveTextContent('Enter the price on the share class.');
});

it.each(['12/31/2026', '31. Dezember 2026', 'tomorrow'])('stands while a record date is typed: %s', async (typed) => {
  server.rows['share-classes'] = [sampleRow(resourceNamed('share-classes'), { id: 'c1', name: 'Common' })];
  openConsole('/app/distributions/create');
  const aside = within(await screen.findByRole('region', { name: 'Who gets what' }));
  const box = screen.getByLabelText(/^Record Date/);
  await userEvent.clear(box);
  await userEvent.type(box, typed);
  expect(aside.getByText(/are entitled/)).toBeVisible();
  expect(box).toHaveValue(typed);
});

it('names the order, the reason of each tax, options, holds, and who holds today without being entitled', async () => {
  server.rows.distributions = [sampleRow(resourceNamed('distributions'), { id: 'd1', status: 'pending' })];
  server.answer('GET /api/distributions/d1/preview', {
    json: {
      ...draft,
      excluded: [
        {
          shareholder_id: 'h2',
          shareholder: 'Linus',
          share_class_id: 'c1',
          shares: '5',
          reason: 'not_held_on_record_date',
        },
      ],
      version: 1,
      record_date: '2024-06-30',
      payment_date: '2024-07-15',
      preview_hash: 'a',
      approval_refusal: null,
    },
  });
  openConsole('/app/distributions/d1/show');
  // The step at which it is approved and the page below it both say who comes first.
  expect((await screen.findAllByText('2. The rest to Common: $40.00'))[0]).toBeVisible();
  expect(screen.getByText('No tax form: 30%')).toBeVisible();
  expect(screen.getByText('4 as options')).toBeVisible();
  expect(screen.getByText('Held: no tax form')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Linus' })).toBeVisible();
});

it('tells a holder what holds a payment and what to do, and offers nobody to start it', async () => {
  const held = { id: 'p1', status: 'pending', is_held: true, hold_reasons: ['no_bank_details'], scheduled_date: null };
  server.rows.payments = [sampleRow(resourceNamed('payments'), held)];
  openConsole('/app/payments/p1/show');
  expect(await screen.findByText('On hold: no bank account.')).toBeVisible();
  expect(screen.getByText(/There is no bank account for this holder/)).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Start' })).not.toBeInTheDocument();
});

it('compares the frozen lines with today’s ledger when asked', async () => {
  server.rows.distributions = [
    sampleRow(resourceNamed('distributions'), { id: 'd1', status: 'approved', origin: null }),
  ];
  server.answer('GET /api/distributions/d1/preview', {
    json: {
      ...draft,
      excluded: [],
      version: 1,
      record_date: '2024-06-30',
      payment_date: '2024-07-15',
      preview_hash: null,
      approval_refusal: null,
    },
  });
  const text = 'The ledger now differs in 1 line. Cancel this distribution and declare it again.';
  const row = {
    shareholder_id: 'h2',
    shareholder: 'Linus',
    share_class_id: 'c1',
    shares_then: '0',
    shares_now: '40',
    gross_then: '0.00',
    gross_now: '40.00',
  };
  const entries = [{ id: 't1', seq: 9, date: '2024-01-15', summary: 'Issued CS-9' }];
  server.answer('GET /api/distributions/d1/comparison', {
    json: { is_same: false, text, rows: [row], entries, total_gross_then: '100.00', total_gross_now: '140.00' },
  });
  openConsole('/app/distributions/d1/show');
  await userEvent.click(await screen.findByRole('button', { name: 'Compare with today’s ledger' }));
  expect(await screen.findByText(text)).toBeVisible();
  expect(screen.getByRole('row', { name: 'Linus 0 40 0.00 40.00' })).toBeVisible();
  expect(screen.getByText(/Issued CS-9/)).toBeVisible();
});

it('shows the amount of each class as a bar, and what is unusual about the terms', async () => {
  server.rows['share-classes'] = [
    sampleRow(resourceNamed('share-classes'), { id: 'c1', name: 'Common' }),
    sampleRow(resourceNamed('share-classes'), { id: 'c2', name: 'Series A' }),
  ];
  const rows = [
    line,
    { ...line, shareholder_id: 'h2', share_class_id: 'c2', gross: '50.00', net: '50.00', tax: '0.00' },
  ];
  const message = 'Series B has a cumulative dividend and is not chosen.';
  const { by_class: _classes, counts: _counts, ...terms } = draft;
  const warnings = [
    { code: 'no_country', message: 'No country is recorded for Grace.' },
    { code: 'cumulative_left_out', message },
  ];
  const nobody = { shareholder_id: 'h1', shareholder: 'Grace', presumed: 'US', sign: null };
  const answer = summed({ ...terms, rows, warnings, without_country: { count: 1, rows: [nobody] } });
  server.answer('POST /api/distributions/preview', {
    json: { ...answer, counts: { ...answer.counts, lines: 70, not_paid: 3 } },
  });
  openConsole('/app/distributions/create');
  await userEvent.type(await screen.findByLabelText(/^Amount\/Share/), '10');
  await userEvent.click(await screen.findByLabelText('Common'));
  await userEvent.type(screen.getByLabelText(/^Payment Date/), '2199-01-31');
  const aside = within(await screen.findByRole('region', { name: 'Who gets what' }));
  const bars = within(await aside.findByRole('list', { name: 'Gross by share class' }));
  expect(bars.getAllByRole('listitem').map((each) => each.textContent)).toEqual([
    'Common 1 holder, 10 shares$100.00',
    'Series A 1 holder, 10 shares$50.00',
  ]);
  expect(aside.getByText(message)).toBeVisible();
  expect(aside.getByRole('link', { name: 'Enter the country of Grace' })).toHaveAttribute(
    'href',
    '/app/shareholders/h1',
  );
  expect(aside.getByText('And 68 more lines.')).toBeVisible();
  expect(aside.getByText('Lines that pay nothing')).toBeVisible();
});

it('draws the first lines of many, and more when asked', async () => {
  server.rows.distributions = [sampleRow(resourceNamed('distributions'), { id: 'd1', status: 'pending' })];
  const many = Array.from({ length: 201 }, (_, at) => ({
    ...line,
    shareholder_id: `h${at}`,
    shareholder: `Holder ${at}`,
  }));
  const whole = {
    ...draft,
    ...summed({ rows: many }),
    excluded: [],
    version: 1,
    preview_hash: 'a',
    approval_refusal: null,
  };
  server.answer('GET /api/distributions/d1/preview', (call) => ({
    json: { ...whole, rows: many.slice(0, Number(call.query.get('limit'))) },
  }));
  openConsole('/app/distributions/d1/show');
  const card = within((await screen.findByRole('heading', { name: 'Who gets what' })).closest('section')!);
  expect(await card.findByText('200 of 201 lines. The totals are of all.')).toBeVisible();
  expect(card.queryByText('Holder 200')).toBeNull();
  await userEvent.click(card.getByRole('button', { name: 'Show more' }));
  expect(await card.findByText('Holder 200')).toBeVisible();
  expect(card.queryByRole('button', { name: 'Show more' })).toBeNull();
});

describe('on a phone', () => {
  usePhoneViewport();
  it('folds all but the first lines of the preview, which is above the button of the form', async () => {
    const rows = Array.from({ length: 9 }, (_, at) => ({
      ...line,
      shareholder_id: `h${at}`,
      shareholder: `Holder ${at}`,
    }));
    server.rows['share-classes'] = [sampleRow(resourceNamed('share-classes'), { id: 'c1', name: 'Common' })];
    server.answer('POST /api/distributions/preview', { json: { ...summed({ ...draft, rows }), rows } });
    openConsole('/app/distributions/create');
    const aside = within(await screen.findByRole('region', { name: 'Who gets what' }));
    await userEvent.type(screen.getByLabelText(/^Amount\/Share/), '10');
    await waitFor(() => expect(screen.getByLabelText('Common')).toBeChecked());
    await userEvent.type(screen.getByLabelText(/^Payment Date/), '2199-01-31');
    expect(await aside.findByText('Holder 4')).toBeVisible();
    expect(aside.queryByText('Holder 5')).toBeNull();
    await userEvent.click(aside.getByRole('button', { name: 'Show all 9 lines' }));
    expect(aside.getByText('Holder 8')).toBeVisible();
    await waitFor(() => expect(aside.getByRole('button', { name: 'Show the first 5 lines' })).toHaveFocus());
  });
});

it('ticks no class where there are several, and leaves the only one alone once somebody unticked it', async () => {
  const named = (id: string, name: string) => sampleRow(resourceNamed('share-classes'), { id, name });
  server.rows['share-classes'] = [named('c1', 'Common'), named('c2', 'Series A')];
  const { unmount } = openConsole('/app/distributions/create');
  expect(await screen.findByLabelText('Common')).not.toBeChecked();
  expect(screen.getByLabelText('Series A')).not.toBeChecked();
  unmount();
  server.rows['share-classes'] = [named('c1', 'Common')];
  openConsole('/app/distributions/create');
  await waitFor(() => expect(screen.getByLabelText('Common')).toBeChecked());
  await userEvent.click(screen.getByLabelText('Common'));
  await userEvent.type(screen.getByLabelText(/^Name/), 'Dividend');
  expect(screen.getByLabelText('Common')).not.toBeChecked();
});
