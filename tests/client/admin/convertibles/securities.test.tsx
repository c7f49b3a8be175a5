// The screens of grants, convertibles and warrants: they show the consequences before the button is pressed, and send the
// typed values.
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { formatDay } from '#src/admin/kit/format.ts';
import { arithmeticOf } from '#src/admin/screens/convertibles/convertibleVerbs.tsx';
import { resourceNamed } from '#src/resources/index.ts';
import { openConsole, useServer } from '../console.tsx';
import { isOffered } from '../recordActions.ts';
import type { Call } from '../console.tsx';
import { sampleRow } from '../samples.ts';

const server = useServer();
afterEach(() => vi.restoreAllMocks());

const plan = { name: 'Plan 2021', reserved: '900000', available: '50000', outstanding: '850000', exercised: '0' };
const grant = {
  grant_number: 'OPT-7',
  shareholder: 'Ada Lovelace',
  shareholder_id: 'shareholders-1',
  compensation_type: 'OPTION_ISO',
  share_class: 'Common',
  quantity: '1000',
  outstanding: '900',
  exercised: '100',
  granted: '1000',
  vested: '500',
  vested_outstanding: '400',
  unvested: '500',
  unvested_outstanding: '500',
  exercise_price: '0.5',
  currency: 'USD',
  early_exercisable: false,
  exercise_until: null,
  status: 'active',
  schedule: {
    is_known: true,
    name: '4 years, 1-year cliff',
    description: '12/48 vests after a year.',
    stopped_on: null,
    tranches: [
      { date: '2025-01-01', quantity: '250', vested: '250' },
      { date: '2025-02-01', quantity: '21', vested: '271' },
    ],
    milestones: [{ id: 'launch', words: 'The launch', reached_on: null }],
  },
};

function givenRecords() {
  server.rows['share-classes'] = [sampleRow(resourceNamed('share-classes'), { name: 'Common', outstanding: '10' })];
  server.rows['equity-plans'] = [
    sampleRow(resourceNamed('equity-plans'), { ...plan, share_class_ids: ['share-classes-1'] }),
  ];
  server.rows.shareholders = [sampleRow(resourceNamed('shareholders'), { name: 'Ada Lovelace', type: 'individual' })];
  server.rows.grants = [sampleRow(resourceNamed('grants'), grant)];
  server.rows.valuations = [
    sampleRow(resourceNamed('valuations'), { price_per_share: '1.12', effective_date: '2026-01-05', currency: 'USD' }),
  ];
}

const choose = async (name: string, typed: string) => {
  await userEvent.type(screen.getByLabelText(name), typed);
  await userEvent.click(await screen.findByRole('option', { name: /Ada/ }));
};

describe('editing a plan', () => {
  const cancelled = 'Cancelled shares';
  it('shows the fixed choice for cancelled shares, and sends it unchanged, once the plan has grants', async () => {
    givenRecords();
    const row = server.rows['equity-plans']![0]!;
    Object.assign(row, { default_cancellation_behavior: 'RETIRE', cancellation_fixed: true });
    server.answer('PUT /api/equity-plans/equity-plans-1', { json: row });
    openConsole('/app/equity-plans/equity-plans-1/edit');
    expect(await screen.findByText(/^Cancelled shares: Are retired\. This can no longer be edited/)).toBeVisible();
    expect(screen.queryByLabelText(new RegExp(cancelled))).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(server.callsTo('PUT', '/api/equity-plans/equity-plans-1')).toHaveLength(1));
    const [sent] = server.callsTo('PUT', '/api/equity-plans/equity-plans-1');
    expect(sent!.body).toMatchObject({ default_cancellation_behavior: 'RETIRE' });
  });
  it('asks what happens to cancelled shares while the plan has no grants', async () => {
    givenRecords();
    openConsole('/app/equity-plans/equity-plans-1/edit');
    expect(await screen.findByLabelText(new RegExp(cancelled))).toBeVisible();
  });
});

describe('granting', () => {
  it('shows the remaining pool and the vesting dates, and sends the typed values', async () => {
    givenRecords();
    server.answer('POST /api/grants/', { status: 201, json: { id: 'grants-1', ...grant } });
    openConsole('/app/grants/create?equity_plan_id=equity-plans-1');
    await screen.findByRole('option', { name: 'Common' });
    await choose('Holder', 'Ada');
    await userEvent.type(screen.getByLabelText('Number of shares'), '48,000');
    await userEvent.type(screen.getByLabelText('Exercise price'), '1');
    await userEvent.clear(screen.getByLabelText('Vesting start'));
    await userEvent.type(screen.getByLabelText('Vesting start'), '2026-01-31');
    await userEvent.clear(screen.getByLabelText('Grant date'));
    await userEvent.type(screen.getByLabelText('Grant date'), '2026-01-31');
    const preview = within(screen.getByRole('region', { name: 'If you grant this' }));
    expect(await preview.findByText('Plan 2021 after this: 2,000 available')).toBeVisible();
    expect(preview.getByText('50,000 available now, 48,000 granted by this, of 900,000 reserved.')).toBeVisible();
    expect(preview.getByText(/^12,000 on .*then 36 times/)).toBeVisible();
    expect(preview.getByText('$48,000.00')).toBeVisible();
    expect(await preview.findByText(/Below the latest valuation/)).toBeVisible();
    const unit = screen.getByLabelText('Left: counted in');
    expect(unit).toHaveValue('MONTHS');
    expect(screen.getByLabelText('Terminated for cause')).toHaveValue('0');
    await userEvent.clear(screen.getByLabelText('Left'));
    await userEvent.type(screen.getByLabelText('Left'), '90');
    await userEvent.selectOptions(unit, 'Days');
    await userEvent.clear(screen.getByLabelText('Terminated for cause'));
    await userEvent.type(screen.getByLabelText('Terminated for cause'), '91');
    expect(await screen.findByText(/longer for cause \(91 days\)/)).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Grant 48,000 options' }));
    await waitFor(() => expect(server.callsTo('POST', '/api/grants/')).toHaveLength(1));
    expect(server.callsTo('POST', '/api/grants/')[0]!.body).toMatchObject({
      shareholder_id: 'shareholders-1',
      equity_plan_id: 'equity-plans-1',
      share_class_id: 'share-classes-1',
      quantity: '48000',
      exercise_price: '1',
      vesting: { vesting_start: '2026-01-31', months: 48, cliff_months: 12 },
      termination_exercise_windows: expect.arrayContaining([
        { reason: 'VOLUNTARY_OTHER', period: 90, period_type: 'DAYS' },
        { reason: 'INVOLUNTARY_DEATH', period: 12, period_type: 'MONTHS' },
        { reason: 'INVOLUNTARY_WITH_CAUSE', period: 91, period_type: 'DAYS' },
      ]),
    });
  });

  it('warns when the number exceeds the pool', async () => {
    givenRecords();
    openConsole('/app/grants/create?equity_plan_id=equity-plans-1');
    await screen.findByRole('option', { name: 'Common' });
    await userEvent.type(screen.getByLabelText('Number of shares'), '50001');
    expect(await screen.findByText(/More than the 50,000 that are available today/)).toBeVisible();
  });

  it('does not ask for an exercise price for units', async () => {
    givenRecords();
    openConsole('/app/grants/create');
    await screen.findByRole('option', { name: 'Common' });
    await userEvent.selectOptions(screen.getByLabelText('Kind'), 'RSU');
    expect(screen.queryByLabelText('Exercise price')).toBeNull();
    expect(screen.getByRole('button', { name: 'Grant units' })).toBeVisible();
  });
});

describe('a grant', () => {
  it('shows its figures, its vesting dates as a table, and only the commands that apply', async () => {
    givenRecords();
    openConsole('/app/grants/grants-1/show');
    await userEvent.click(await screen.findByRole('button', { name: 'Show all 2 dates' }));
    expect(screen.getByRole('region', { name: 'Vesting dates, table' })).toHaveTextContent('271');
    expect(await screen.findByRole('button', { name: 'Exercise' })).toBeVisible();
    expect(await isOffered('Record a milestone')).toBe(true);
    expect(await isOffered('Release shares')).toBe(false);
  });

  it('created by a split shows what was granted and exercised before, in today’s shares', async () => {
    givenRecords();
    const line = { granted: '2000', exercised_total: '702', cancelled_total: '200', outstanding: '1098' };
    const now = { quantity: '1398', exercised: '100', vested: '1102', issued_on: '2026-01-01' };
    server.rows.grants = [sampleRow(resourceNamed('grants'), { ...grant, ...line, ...now })];
    openConsole('/app/grants/grants-1/show');
    const figure = async (label: string) => (await screen.findByText(label)).parentElement;
    expect(await figure('Granted')).toHaveTextContent(/^Granted2,000.*, in today’s shares$/);
    expect(await figure('Vested')).toHaveTextContent(/^Vested1,102by today, of the total granted$/);
    expect(await figure('Exercised')).toHaveTextContent(/^Exercised702602 before Jan 1, 2026$/);
    expect(await figure('Lapsed')).toHaveTextContent(/^Lapsed200or cancelled$/);
    expect(await figure('Outstanding')).toHaveTextContent(/^Outstanding1,098/);
  });

  it('is exercised for the vested options that are not exercised yet', async () => {
    givenRecords();
    openConsole('/app/grants/grants-1/show');
    await userEvent.click(await screen.findByRole('button', { name: 'Exercise' }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.getByLabelText('Options')).toHaveValue('400');
    expect(await dialog.findByText('$200.00')).toBeVisible();
    expect(dialog.getByRole('button', { name: 'Exercise 400' })).toBeEnabled();
  });

  it('is exercised for the options vested on the entered day', async () => {
    givenRecords();
    server.answer('GET /api/grants/grants-1', ({ query }: Call) => ({
      json: {
        ...server.rows.grants![0],
        ...(query.get('as_of') ? { vested: '250', vested_outstanding: '150', exercised: '100' } : {}),
      },
    }));
    openConsole('/app/grants/grants-1/show');
    await userEvent.click(await screen.findByRole('button', { name: 'Exercise' }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.getByText('Vested by today, not yet exercised').nextSibling).toHaveTextContent('400');
    fireEvent.change(dialog.getByLabelText('Date'), { target: { value: '2025-01-31' } });
    const label = `Vested by ${formatDay('2025-01-31')}, not yet exercised`;
    await waitFor(() => expect(dialog.getByText(label).nextSibling).toHaveTextContent('150'));
    expect(dialog.getByText(`More than has vested by ${formatDay('2025-01-31')}.`)).toBeVisible();
    expect(server.callsTo('GET', '/api/grants/grants-1').at(-1)!.query.get('as_of')).toBe('2025-01-31');
  });

  it('says that the vested number is not known if its schedule is missing', async () => {
    givenRecords();
    server.rows.grants = [
      sampleRow(resourceNamed('grants'), {
        ...grant,
        vested: null,
        unvested: null,
        unvested_outstanding: null,
        schedule: { ...grant.schedule, is_known: false, tranches: [], milestones: [] },
      }),
    ];
    openConsole('/app/grants/grants-1/show');
    expect(await screen.findByText(/what has vested is not known/)).toBeVisible();
  });
});

describe('a list with figures of a day', () => {
  it('is loaded for the chosen day', async () => {
    givenRecords();
    openConsole('/app/grants');
    await userEvent.click(await screen.findByRole('button', { name: /As of today/ }));
    await userEvent.type(await screen.findByLabelText('At the end of'), '2025-03-31');
    await waitFor(() => {
      const asked = server.callsTo('GET', '/api/grants/').map(({ query }) => [query.get('as_of'), query.get('filter')]);
      expect(asked).toContainEqual(['2025-03-31', '{}']);
    });
  });
});

describe('the documents and dialogs of a security', () => {
  it('attach files to a warrant when it is issued, and name a file that failed', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    givenRecords();
    const made = sampleRow(resourceNamed('warrants'), { warrant_number: 'W-1', shareholder_id: 'shareholders-1' });
    server.rows.warrants = [made];
    server.answer('POST /api/warrants/', { status: 201, json: made });
    server.answer('POST /api/documents/upload', ({ body }) =>
      ((body as FormData).get('file') as File).name === 'broken.pdf'
        ? { status: 415, json: { detail: 'This is no PDF.' } }
        : { status: 201, json: { id: 'd1' } },
    );
    openConsole('/app/warrants/create');
    await screen.findByRole('option', { name: 'Common' });
    await choose('Holder', 'Ada');
    await userEvent.selectOptions(screen.getByLabelText('Share class'), 'Common');
    await userEvent.type(screen.getByLabelText('Number of shares'), '1,000');
    await userEvent.type(screen.getByLabelText('Exercise price'), '1');
    await userEvent.upload(screen.getByLabelText('Files to attach'), [
      new File(['%PDF-'], 'warrant.pdf'),
      new File(['x'], 'broken.pdf'),
    ]);
    await userEvent.click(screen.getByRole('button', { name: 'Issue warrant on 1,000 shares' }));
    expect(await screen.findByText(/W-1 issued, but broken.pdf was not attached: This is no PDF\./)).toBeVisible();
    const uploads = server.callsTo('POST', '/api/documents/upload').map(({ body }) => body as FormData);
    expect(uploads.map((form) => form.get('security_id'))).toEqual(['warrants-1', 'warrants-1']);
  });
  it('name no number on the Convert button while it is zero', async () => {
    server.rows.convertibles = [sampleRow(resourceNamed('convertibles'), { status: 'outstanding' })];
    openConsole('/app/convertibles/convertibles-1/show');
    await userEvent.click(await screen.findByRole('button', { name: 'Convert' }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.getByRole('button', { name: 'Convert' })).toBeVisible();
    await userEvent.type(dialog.getByLabelText('Shares'), '0');
    expect(dialog.getByRole('button', { name: 'Convert' })).toBeVisible();
    await userEvent.type(dialog.getByLabelText('Shares'), '{Backspace}1,200');
    expect(dialog.getByRole('button', { name: 'Convert into 1,200 shares' })).toBeVisible();
  });
  it.each(['grants', 'convertibles', 'warrants'])(
    'list the documents on the page of %s, and attach more',
    async (name) => {
      givenRecords();
      const resource = resourceNamed(name);
      const record = name === 'grants' ? server.rows.grants![0]! : sampleRow(resource);
      server.rows[name] = [record];
      server.rows.documents = [sampleRow(resourceNamed('documents'), { name: 'Signed.pdf' })];
      openConsole(`/app/${name}/${name}-1/show`);
      expect(await screen.findByText('Signed.pdf')).toBeVisible();
      const asked = server.callsTo('GET', '/api/documents/').at(-1)!.query.get('filter');
      expect(JSON.parse(asked!)).toEqual({ security_id: `${name}-1` });
      await userEvent.click(screen.getByRole('button', { name: 'Attach' }));
      expect(await screen.findByRole('dialog', { name: `Attach to ${String(record[resource.title])}` })).toBeVisible();
    },
  );
});

describe('issuing a SAFE', () => {
  it('shows its ownership at the cap, and sends a percentage as a fraction', async () => {
    givenRecords();
    server.answer('POST /api/convertibles/', { status: 201, json: { id: 'c-1', convertible_number: 'SAFE-1' } });
    openConsole('/app/convertibles/create');
    await screen.findByLabelText('Investor');
    await choose('Investor', 'Ada');
    await userEvent.type(screen.getByLabelText('Amount invested'), '500000');
    await userEvent.type(screen.getByLabelText('Cap'), '10,000,000');
    await userEvent.type(screen.getByLabelText(/Discount/), '20');
    expect(await screen.findByText('5.00%')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Issue SAFE over $500,000.00' }));
    await waitFor(() => expect(server.callsTo('POST', '/api/convertibles/')).toHaveLength(1));
    expect(server.callsTo('POST', '/api/convertibles/')[0]!.body).toMatchObject({
      kind: 'SAFE',
      amount: '500000',
      terms: { post_money_cap: '10000000', discount: '0.2' },
    });
  });
});

describe('the refusal of a convertible', () => {
  it.each([
    ['terms.maturity_date', /^Maturity/],
    ['terms.interest.rate', /^Interest per year/],
    ['terms.post_money_cap', /^Cap$/],
    ['security_law_exemptions.0.jurisdiction', /^Jurisdiction/],
  ])('for %s is shown at its input', async (field, label) => {
    givenRecords();
    const errors = [{ field, message: 'Not like this.' }];
    server.answer('POST /api/convertibles/', {
      status: 422,
      json: { code: 'invalid_fields', detail: 'Please correct the marked fields.', errors },
    });
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    openConsole('/app/convertibles/create');
    await screen.findByLabelText('Investor');
    await userEvent.selectOptions(screen.getByLabelText('Kind'), 'NOTE');
    await choose('Investor', 'Ada');
    await userEvent.type(screen.getByLabelText('Amount invested'), '500000');
    await userEvent.type(screen.getByLabelText('Cap'), '10,000,000');
    await userEvent.click(screen.getByRole('button', { name: /^Issue note/ }));
    await waitFor(() => expect(screen.getByLabelText(label)).toHaveAttribute('aria-invalid', 'true'));
    expect(screen.getByLabelText(label)).toHaveAccessibleDescription(/Not like this/);
  });
});

describe('the calculation of a conversion', () => {
  const note = {
    id: 'c-1',
    amount: '100000',
    valuation_cap: null,
    discount: '0.2',
    mechanism: {
      interest_rates: [{ rate: '0.08', accrual_start_date: '2024-01-01' }],
      day_count_convention: 'ACTUAL_365',
      interest_accrual_period: 'ANNUAL',
      compounding_type: 'SIMPLE',
    },
  };
  it('gives 108,000 shares for a note of 100,000 at 8 % after 365 days, with 20 % off a price of 1.25', () => {
    const { lines } = arithmeticOf(note, { date: '2024-12-31', round_price: '1.25' });
    expect(lines.at(-1)).toContain('108,000 shares');
  });
  it('counts only the principal of a note whose interest is paid in cash', () => {
    const paid = { ...note, mechanism: { ...note.mechanism, interest_payout: 'CASH' } };
    const { lines } = arithmeticOf(paid, { date: '2024-12-31', round_price: '1.25' });
    expect(lines.at(-1)).toContain('100,000 shares');
  });
  it('gives 500,000 shares for a SAFE of 500,000 at a cap of 10,000,000 over 10,000,000 shares', () => {
    const safe = { id: 'c-2', amount: '500000', valuation_cap: '10000000', discount: null, mechanism: null };
    const { lines } = arithmeticOf(safe, { date: '2025-01-01', capitalization: '10,000,000' });
    expect(lines.at(-1)).toContain('500,000 shares');
  });
  it('asks for a missing price of the round', () => {
    expect(arithmeticOf(note, { date: '2024-12-31' }).lines.at(-1)).toMatch(/Enter the price of the round/);
    const uncapped = { id: 'c-3', amount: '500000', currency: 'USD', valuation_cap: null, discount: '0.2' };
    expect(arithmeticOf(uncapped, { date: '2025-01-01' })).toEqual({
      lines: ['Enter the price of the round to see the shares.'],
      result: null,
    });
  });
});

describe('converting a SAFE', () => {
  it('proposes the divisor from the cap table, and fills in the computed shares and price', async () => {
    givenRecords();
    const safe = (id: string, amount: string, valuation_cap: string) => ({
      ...sampleRow(resourceNamed('convertibles')),
      id,
      amount,
      valuation_cap,
      cap_basis: 'POST_MONEY',
      discount: null,
      currency: 'USD',
      kind: 'SAFE',
      accrued_interest: null,
      status: 'outstanding',
    });
    // Interest that is paid in cash does not convert and does not count in the divisor.
    const cash = { kind: 'NOTE', interest_payout: 'CASH', accrued_interest: '90000' };
    server.rows.convertibles = [safe('c-1', '200000', '4000000'), { ...safe('c-2', '800000', '8000000'), ...cash }];
    server.answer('GET /api/cap-table/', { json: { total: '10000000', classes: [], rows: [] } });
    server.answer('POST /api/convertibles/c-1/convert', { json: { resulting: [] } });
    openConsole('/app/convertibles/c-1/show');
    await userEvent.click(await screen.findByRole('button', { name: 'Convert' }));
    const dialog = within(await screen.findByRole('dialog'));
    await waitFor(() => expect(dialog.getByLabelText(/^Shares the cap is divided by/)).toHaveValue('11764705'));
    await userEvent.click(await dialog.findByRole('button', { name: /^Use 588,235 shares at \$0\.34/ }));
    expect(dialog.getByLabelText('Shares')).toHaveValue('588235');
    expect(dialog.getByLabelText('Conversion price')).toHaveValue('0.34');
    await userEvent.selectOptions(dialog.getByLabelText('Share class'), 'Common');
    await userEvent.click(dialog.getByRole('button', { name: 'Convert into 588,235 shares' }));
    await waitFor(() => expect(server.callsTo('POST', '/api/convertibles/c-1/convert')).toHaveLength(1));
    const [sent] = server.callsTo('POST', '/api/convertibles/c-1/convert');
    expect(sent!.body).toMatchObject({ quantity: '588235', price_per_share: '0.34' });
    expect(sent!.body).not.toHaveProperty('capitalization');
  });
  it('shows the free shares of the class, and by how many the charter falls short', async () => {
    const room = { authorized_shares: '1000000', outstanding: '174196', kept: '0', kept_for_conversion: '0' };
    server.rows['share-classes'] = [sampleRow(resourceNamed('share-classes'), { name: 'Common', ...room })];
    server.rows.convertibles = [sampleRow(resourceNamed('convertibles'), { status: 'outstanding', currency: 'USD' })];
    openConsole('/app/convertibles/convertibles-1/show');
    await userEvent.click(await screen.findByRole('button', { name: 'Convert' }));
    const dialog = within(await screen.findByRole('dialog'));
    await userEvent.selectOptions(dialog.getByLabelText('Share class'), 'Common');
    expect((await dialog.findByText('Free to issue')).nextSibling).toHaveTextContent('825,804');
    await userEvent.type(dialog.getByLabelText('Shares'), '900000');
    await userEvent.type(dialog.getByLabelText('Conversion price'), '0.5');
    expect(dialog.getByText(/^The charter falls short by 74,196:/)).toBeVisible();
    expect(dialog.getByText('Value at the price you entered').nextSibling).toHaveTextContent('$450,000.00');
  });
});

describe('a shareholder', () => {
  it('has tabs beside the certificates only for the kinds of securities they hold', async () => {
    givenRecords();
    openConsole('/app/certificates', { role: 'shareholder', account_type: 'shareholder' });
    const tabs = within(await screen.findByRole('navigation', { name: 'Certificates' }));
    expect(await tabs.findByRole('link', { name: 'Grants' })).toBeVisible();
    expect(tabs.queryByRole('link', { name: 'Warrants' })).toBeNull();
    expect(tabs.queryByRole('link', { name: 'Equity plans' })).toBeNull();
  });
});

describe('the interest of a note', () => {
  const note = (extra: object) => ({
    ...sampleRow(resourceNamed('convertibles'), { convertible_number: 'NOTE-1', kind: 'NOTE', currency: 'USD' }),
    triggers: [],
    ...extra,
  });
  it('is marked as paid in cash in the list and on the page', async () => {
    server.rows.convertibles = [note({ accrued_interest: '8000', interest_payout: 'CASH', converted_interest: null })];
    const { unmount } = openConsole('/app/convertibles');
    expect((await screen.findByText('$8,000.00')).closest('td')).toHaveTextContent('$8,000.00 paid in cash');
    unmount();
    openConsole('/app/convertibles/convertibles-1/show');
    expect((await screen.findByText('Interest to date')).nextSibling).toHaveTextContent('$8,000.00 paid in cash');
    expect(screen.queryByText('Interest converted')).toBeNull();
  });
  it('is on the page of the note when it has converted', async () => {
    const figures = { accrued_interest: null, interest_payout: 'DEFERRED', converted_interest: '8000' };
    server.rows.convertibles = [note({ status: 'converted', ...figures })];
    openConsole('/app/convertibles/convertibles-1/show');
    expect((await screen.findByText('Interest converted')).nextSibling).toHaveTextContent('$8,000.00');
  });
});
