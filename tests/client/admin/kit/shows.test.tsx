// The detail pages: the history of a record, the holders of a class, and only the commands that the server accepts.
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { resourceNamed } from '#src/resources/index.ts';
import { openConsole, useServer } from '../console.tsx';
import { chooseAction, isOffered } from '../recordActions.ts';
import { sampleRow, summed } from '../samples.ts';

const server = useServer();
const at = '2026-03-14T12:00:00Z';

function given(name: string, more: Record<string, unknown>, user: Parameters<typeof openConsole>[1] = {}) {
  server.rows[name] = [sampleRow(resourceNamed(name), more)];
  return openConsole(`/app/${name}/${name}-1/show`, user);
}
const history = async () => within(await screen.findByRole('region', { name: 'History' }));

describe('the history of a record', () => {
  it.each(['tasks', 'documents', 'shareholders', 'payments', 'join-requests'])('is on the page of %s', async (name) => {
    given(name, { history: [{ at, actor: 'Mara Lind', text: 'changed the day to 2026-03-01' }] });
    expect((await history()).getByText('Changed the day to Mar 1, 2026')).toBeVisible();
    expect((await history()).getByText(/^Mara Lind · /)).toBeVisible();
    expect((await history()).getByText(/Newest first\./)).toBeVisible();
  });

  it('leads administrators to the trail of the record, and nobody else', async () => {
    const more = { history: [{ at, actor: 'Mara Lind', text: 'changed it' }] };
    given('tasks', more);
    const filter = encodeURIComponent(JSON.stringify({ resource: 'tasks', resource_id: 'tasks-1' }));
    expect(await (await history()).findByRole('link', { name: 'Audit trail' })).toHaveAttribute(
      'href',
      `/app/audit?filter=${filter}`,
    );
    cleanup();
    given('tasks', more, { role: 'staff' });
    await (await history()).findByText('Changed it');
    expect((await history()).queryByRole('link', { name: 'Audit trail' })).not.toBeInTheDocument();
  });

  it('shows the day on which a ledger entry takes effect', async () => {
    given('share-classes', {
      history: [{ date: '2026-03-01', at, actor: null, text: 'Authorized 10' }],
    });
    expect((await history()).getByText('Authorized 10')).toBeVisible();
    expect((await history()).getByText(/^Mar 1, 2026, recorded /)).toBeVisible();
    // The list is sorted by recording time, not by the day shown first.
    expect((await history()).getByText(/Last recorded first\./)).toBeVisible();
  });

  it('calls the reader You, at a ledger entry and at an import', async () => {
    const mine = { actor: 'Mara Lind', actor_id: 'account-1' };
    given('certificates', {
      history: [
        { id: 't2', at, date: '2026-03-01', actor: 'You', text: 'Mine' },
        { id: 't1', at, date: '2026-03-01', actor: 'Mara Lind', text: 'Of another' },
      ],
    });
    const lines = await (await history()).findAllByRole('listitem');
    expect(lines.map(({ textContent }) => textContent)).toEqual([
      expect.stringMatching(/^MineYou · /),
      expect.stringMatching(/^Of anotherMara Lind · /),
    ]);
    cleanup();
    server.rows.imports = [sampleRow(resourceNamed('imports'), { ...mine, status: 'applied' })];
    openConsole('/app/imports/imports-1/show');
    expect(await screen.findByText(/^Uploaded by you/)).toBeVisible();
    expect(screen.queryByText(/Mara Lind/)).toBeNull();
  });

  it('shows the newest entries first, and the rest on request', async () => {
    const entries = Array.from({ length: 14 }, (_, index) => ({ at, actor: null, text: `Entry ${14 - index}` }));
    given('equity-plans', { history: entries });
    expect((await history()).getByText('Entry 14')).toBeVisible();
    expect((await history()).queryByText('Entry 1')).toBeNull();
    fireEvent.click((await history()).getByRole('button', { name: 'Show all 14 entries' }));
    expect((await history()).getByText('Entry 1')).toBeVisible();
    expect((await history()).queryByRole('button')).toBeNull();
  });

  it('shows a split in one line, which opens its entries', async () => {
    const details = ['Reissued CS-1', 'Issued CS-2: 200 Common to Ada Lovelace'];
    given('share-classes', {
      history: [{ at, date: '2026-03-01', actor: null, text: 'Split of Common 2 for 1', details }],
    });
    const behind = (await history()).getByText('Issued CS-2: 200 Common to Ada Lovelace');
    expect(behind).not.toBeVisible();
    fireEvent.click((await history()).getByText('2 entries with it'));
    expect(behind).toBeVisible();
  });

  it('says that nothing has been recorded', async () => {
    given('tasks', {});
    expect((await history()).getByText('Nothing has been recorded yet.')).toBeVisible();
  });
});

describe('a share class', () => {
  it('lists its holders of today', async () => {
    given('share-classes', { holders: [{ shareholder_id: 's1', shareholder: 'Grace Hopper', shares: '12500' }] });
    const row = within((await screen.findByRole('link', { name: 'Grace Hopper' })).closest('tr')!);
    expect(row.getByText('12,500')).toBeVisible();
  });
  it('names the preferred classes that do not say into which class they convert', async () => {
    given('share-classes', { kept: '0', kept_for_conversion: '0', unnamed_conversions: ['Series Seed'] });
    expect(
      await screen.findByText(
        'Series Seed does not say into which common class it converts, so no class keeps shares for that. Edit that class and choose “Converts to”.',
      ),
    ).toBeVisible();
  });
});

describe('a share class with many holders', () => {
  it('shows its largest holders, and links to all of them', async () => {
    const holders = Array.from({ length: 50 }, (_, n) => ({
      shareholder_id: `s${n}`,
      shareholder: `Holder ${n}`,
      shares: '10',
    }));
    given('share-classes', { holders, holder_count: 20_000 });
    expect(await screen.findByText(/The 50 largest of 20,000/)).toBeVisible();
    expect(screen.getByRole('link', { name: 'See all of them in the cap table' })).toHaveAttribute(
      'href',
      '/app/cap-table',
    );
  });
});

describe('a valuation', () => {
  it('is named by its class and day, because a class has many valuations', async () => {
    given('valuations', {
      share_class: 'Common',
      effective_date: '2026-09-08',
      price_per_share: '1.12',
      price_today: '1.12',
      currency: 'USD',
    });
    expect(await screen.findByRole('heading', { level: 1, name: 'Common, Sep 8, 2026' })).toBeVisible();
    expect(screen.getByText('$1.12 per share from that day')).toBeVisible();
    expect(screen.getByText('No report is attached yet.')).toBeVisible();
  });
  it('shows the price adjusted for splits, with the recorded price beside it', async () => {
    given('valuations', { price_per_share: '0.25', price_today: '0.1667', currency: 'USD' });
    expect(
      await screen.findByText(/^\$0\.1667 per share today, adjusted for splits; recorded as \$0\.25 per share/),
    ).toBeVisible();
  });
});

describe('a vesting schedule', () => {
  it('describes the allocation of shares in words', async () => {
    given('vesting-terms', { allocation_type: 'CUMULATIVE_ROUND_DOWN' });
    expect(await screen.findByText('Round the running total down')).toBeVisible();
  });
  it('shows an unknown allocation type unchanged', async () => {
    given('vesting-terms', { allocation_type: 'AS_AGREED' });
    expect(await screen.findByText('AS_AGREED')).toBeVisible();
  });
});

describe('Delete', () => {
  it.each(['shareholders', 'share-classes'])('is offered on %s only while the record can be deleted', async (name) => {
    given(name, { can_delete: false });
    expect(await screen.findByRole('link', { name: 'Edit' })).toBeVisible();
    expect(await isOffered('Delete')).toBe(false);
    cleanup();
    given(name, { can_delete: true });
    expect(await screen.findByRole('link', { name: 'Edit' })).toBeVisible();
    expect(await isOffered('Delete')).toBe(true);
  });
  it('asks for a valuation by its class and day, not for the class', async () => {
    given('valuations', { share_class: 'Common', effective_date: '2026-09-08', currency: 'USD' });
    fireEvent.click(await screen.findByRole('button', { name: 'Delete' }));
    const asked = 'Delete the valuation Common, Sep 8, 2026?';
    expect(await screen.findByRole('dialog', { name: asked })).toBeVisible();
  });
});

describe('changing the authorized shares', () => {
  it('asks for a number, and does not accept UNLIMITED', async () => {
    given('share-classes', { authorized_shares: 'UNLIMITED' });
    fireEvent.click(await screen.findByRole('button', { name: 'Change authorized shares' }));
    const dialog = within(await screen.findByRole('dialog'));
    const box = dialog.getByLabelText('Authorized shares');
    expect(box).toHaveValue('');
    expect(box).not.toHaveAccessibleDescription(/UNLIMITED/);
    fireEvent.change(box, { target: { value: 'UNLIMITED' } });
    fireEvent.click(dialog.getByRole('button', { name: /^Authorize/ }));
    await waitFor(() => expect(box).toHaveAccessibleDescription(/A number such as 10000000\./));
  });
});

describe('changing the conversion ratio', () => {
  it('is not offered on a class that does not convert', async () => {
    given('share-classes', { name: 'Common', class_type: 'COMMON', converts_to_share_class_id: null });
    expect(await screen.findByRole('button', { name: 'Change authorized shares' })).toBeVisible();
    expect(await isOffered('Change the conversion ratio')).toBe(false);
  });
  it('shows the result for a hundred shares, and sends the new ratio', async () => {
    given('share-classes', { name: 'Series A', class_type: 'PREFERRED', conversion_ratio: '1' });
    await chooseAction('Change the conversion ratio');
    const dialog = within(await screen.findByRole('dialog'));
    fireEvent.change(dialog.getByLabelText('New shares'), { target: { value: '6' } });
    fireEvent.change(dialog.getByLabelText(/For shares of this class/), { target: { value: '5' } });
    expect(dialog.getByText('120')).toBeVisible();
    fireEvent.change(dialog.getByLabelText(/Reason/), { target: { value: 'Anti-dilution' } });
    fireEvent.click(dialog.getByRole('button', { name: 'Change the ratio' }));
    await waitFor(() =>
      expect(server.callsTo('POST', '/api/share-classes/share-classes-1/adjust-ratio')[0]?.body).toMatchObject({
        numerator: '6',
        denominator: '5',
      }),
    );
  });
});

describe('the amounts of a distribution', () => {
  const line = {
    shareholder_id: 'h1',
    shareholder: 'Ada Lovelace',
    share_class_id: 'share-classes-1',
    shares: '100',
    gross: '50.00',
    tax: '0.00',
    net: '50.00',
    excluded_reason: null,
    hold_reasons: [],
    option_shares: '0',
    withholding_rate: '0',
    withholding_reason: null,
  };
  const sums = {
    total_gross: '50.00',
    total_tax: '0.00',
    total_net: '50.00',
    steps: [],
    excluded: [],
    rounding_difference: '0.00',
  };
  const heads = async () => {
    await screen.findAllByText('Ada Lovelace');
    return screen.getAllByRole('columnheader').map(({ textContent }) => textContent);
  };
  it('have no column for withheld tax if nothing is withheld', async () => {
    server.answer('GET /api/distributions/distributions-1/preview', { json: summed({ rows: [line], ...sums }) });
    given('distributions', { status: 'pending' });
    expect(await heads()).toEqual(['Shareholder', 'Share class', 'Shares', 'Gross, $', 'Net, $']);
    expect(screen.queryByText('Withheld')).toBeNull();
  });
  it('name their currency', async () => {
    const answer = { rows: [line], ...sums, currency: 'EUR' };
    server.answer('GET /api/distributions/distributions-1/preview', { json: summed(answer) });
    given('distributions', { status: 'pending', currency: 'EUR' });
    expect(await heads()).toEqual(['Shareholder', 'Share class', 'Shares', 'Gross, €', 'Net, €']);
  });
  it('have a column for withheld tax if something is withheld, and say why a line is not paid', async () => {
    const rows = [
      { ...line, tax: '5.00', net: '45.00' },
      {
        ...line,
        share_class_id: 'c2',
        gross: '0.00',
        net: '0.00',
        excluded_reason: 'rounds_to_zero',
        hold_reasons: [],
        option_shares: '0',
        withholding_rate: '0',
        withholding_reason: null,
      },
    ];
    const answer = { rows, ...sums, total_tax: '5.00', total_net: '45.00' };
    server.answer('GET /api/distributions/distributions-1/preview', { json: summed(answer) });
    given('distributions', { status: 'pending' });
    expect(await screen.findByRole('columnheader', { name: 'Withheld, $' })).toBeVisible();
    expect(screen.getByText('Not paid: rounds to zero')).toBeVisible();
  });
});

describe('the subtitle of a distribution', () => {
  it.each([
    ['a rate', { amount_per_share: '0.05', total_amount: null }, '$0.05 per share, payable Mar 1, 2026.'],
    ['a sum', { amount_per_share: null, total_amount: '100.00' }, '$100.00 to divide, payable Mar 1, 2026.'],
    [
      'both',
      { amount_per_share: '0.05', total_amount: '100.00' },
      '$0.05 per share, $100.00 in all, payable Mar 1, 2026.',
    ],
  ])('describes the amount: %s', async (_, amounts, words) => {
    const sums = { total_gross: '0.00', total_tax: '0.00', total_net: '0.00', rounding_difference: '0' };
    server.answer('GET /api/distributions/distributions-1/preview', {
      json: summed({ rows: [], steps: [], excluded: [], ...sums }),
    });
    given('distributions', { status: 'pending', payment_date: '2026-03-01', ...amounts });
    expect(await screen.findByText(words)).toBeVisible();
  });
});

describe('a distribution that was approved', () => {
  it.each([
    ['approved', 'Who gets what'],
    ['paid', 'Who was paid what'],
  ])('keeps its lines, totals and rounding difference while it is %s', async (status, title) => {
    const line = {
      shareholder_id: 'h1',
      shareholder: 'Ada Lovelace',
      share_class_id: 'c1',
      excluded_reason: null,
      hold_reasons: [],
      option_shares: '0',
      withholding_rate: '0',
      withholding_reason: null,
    };
    const rows = [
      { ...line, shares: '1000', gross: '33.33', tax: '0.00', net: '33.33' },
      { ...line, share_class_id: 'c2', shares: '234', gross: '66.67', tax: '0.00', net: '66.67' },
    ];
    const sums = {
      total_gross: '100.00',
      total_tax: '0.00',
      total_net: '100.00',
      steps: [],
      excluded: [],
      rounding_difference: '0.0042',
    };
    server.answer('GET /api/distributions/distributions-1/preview', { json: summed({ rows, ...sums }) });
    given('distributions', { status, record_date: '2026-01-10' });
    expect(await screen.findByText(/^Frozen at approval, as of the record date/)).toBeVisible();
    expect(screen.getByText('$0.0042')).toBeVisible();
    expect(screen.getByRole('row', { name: 'Total 1,234 100.00 100.00' })).toBeVisible();
    const headings = screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent);
    expect(headings.indexOf('Progress')).toBe(0);
    expect(headings.indexOf(title)).toBeGreaterThan(0);
  });
});

describe('the payments of a distribution', () => {
  it('are counted with their sums, and with the paid part of the total', async () => {
    given('distributions', {
      status: 'approved',
      payment_sums: [
        { status: 'completed', count: 2, amount: '40.10' },
        { status: 'failed', count: 1, amount: '9.95' },
      ],
    });
    expect(await screen.findByText('$40.10 paid of $50.05')).toBeVisible();
    expect(screen.getByRole('link', { name: '2 completed' }).closest('li')).toHaveTextContent('$40.10');
    expect(screen.getByRole('link', { name: '1 failed' }).closest('li')).toHaveTextContent('$9.95');
    expect(screen.getByRole('link', { name: '0 to pay' }).closest('li')).toHaveTextContent('$0.00');
    const { query } = server.callsTo('GET', '/api/payments/').at(-1)!;
    expect(query.get('sort')).toBe('["shareholder_id","ASC"]');
  });
});

describe('a distribution that was cancelled', () => {
  it('keeps its approved lines if it was approved before', async () => {
    const payment = sampleRow(resourceNamed('payments'), {
      distribution_id: 'distributions-1',
      shareholder: 'Ada King',
    });
    server.rows.payments = [{ ...payment, status: 'failed', failure_reason: 'distribution_cancelled' }];
    const line = {
      shareholder_id: 'h1',
      shareholder: 'Ada King',
      share_class_id: 'c1',
      excluded_reason: null,
      hold_reasons: [],
      option_shares: '0',
      withholding_rate: '0',
      withholding_reason: null,
    };
    const rows = [{ ...line, shares: '1000', gross: '33.33', tax: '0.00', net: '33.33' }];
    const sums = {
      total_gross: '33.33',
      total_tax: '0.00',
      total_net: '33.33',
      steps: [],
      excluded: [],
      rounding_difference: '0.0042',
    };
    server.answer('GET /api/distributions/distributions-1/preview', {
      json: summed({ rows, ...sums, preview_hash: null }),
    });
    const payment_sums = [{ status: 'failed', count: 1, amount: '33.33' }];
    given('distributions', { status: 'cancelled', record_date: '2026-01-10', payment_sums });
    const card = (await screen.findByRole('heading', { name: 'Payments that were not made' })).closest('section');
    expect(await within(card!).findByText('Ada King')).toBeVisible();
    const approved = (await screen.findByRole('heading', { name: 'What was approved' })).closest('section');
    expect(approved).toHaveTextContent(/cancelled.*its payments will not be made.*record date, Jan 10, 2026/);
    expect(within(approved!).getByRole('row', { name: 'Ada King … 1,000 33.33 33.33' })).toBeVisible();
    expect(within(approved!).getByRole('row', { name: 'Total 1,000 33.33 33.33' })).toBeVisible();
    expect(screen.getByText('$0.0042')).toBeVisible();
    expect(screen.queryByText('Net to pay')).toBeNull();
  });
  it('has neither lines nor payments if it was never approved', async () => {
    given('distributions', { status: 'cancelled', payment_sums: [] });
    await screen.findByRole('heading', { name: 'Facts' });
    expect(screen.queryByRole('heading', { name: /not made|approved|Who gets what/ })).toBeNull();
    expect(server.callsTo('GET', '/api/distributions/distributions-1/preview')).toEqual([]);
  });
});

describe('an entry of the ledger', () => {
  const entry = {
    object_type: 'TX_CONVERTIBLE_ISSUANCE',
    security_id: 's1',
    security: { id: 's1', number: 'SAFE-3', resource: 'convertibles' },
    ocf: { object_type: 'TX_CONVERTIBLE_ISSUANCE', custom_id: 'SAFE-3' },
    hash: 'abc123',
    history: [],
  };
  it('links to its security of any kind, and names the kind of entry', async () => {
    given('transactions', entry);
    expect(await screen.findByRole('link', { name: 'SAFE-3' })).toHaveAttribute('href', '/app/convertibles/s1/show');
    expect(screen.getByText('Convertible issuance')).toBeVisible();
    expect(server.callsTo('GET', '/api/certificates/s1')).toEqual([]);
    expect(screen.queryByText('Nothing has been recorded yet.')).toBeNull();
  });
  it('shows the original entry and its hash on request', async () => {
    given('transactions', entry);
    fireEvent.click(await screen.findByText('The entry as it was written'));
    expect(screen.getByText(/"custom_id": "SAFE-3"/)).toBeVisible();
    expect(screen.getByText('abc123')).toBeVisible();
  });
});
