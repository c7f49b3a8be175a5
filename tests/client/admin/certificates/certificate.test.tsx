// The page of a certificate and its commands: the chain as links, approvals and legends, vesting, and dialogs that show
// their consequences in figures before they send anything.
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { placeChain } from '#src/admin/screens/certificates/chainLayout.ts';
import { formatDay } from '#src/admin/kit/format.ts';
import { resourceNamed } from '#src/resources/index.ts';
import { buttonVerbs } from '#src/resources/kit/verb.ts';
import { verbsOf } from '#src/resources/verbs/index.ts';
import { openConsole, useServer } from '../console.tsx';
import { chooseAction } from '../recordActions.ts';
import { sampleRow } from '../samples.ts';

const server = useServer();
afterEach(() => vi.restoreAllMocks());

const node = (id: string, number: string, more: Record<string, unknown> = {}) => ({
  id,
  number,
  resource: 'certificates',
  shareholder: 'Elena Petrova',
  quantity: '70000',
  date: '2024-08-16',
  status: 'active',
  ended_on: null,
  ...more,
});
/** The transfer of a part of CS-9, which left this balance. */
const recorded_by = { id: 'tx-9', seq: '9', summary: 'Transferred CS-9: 45,000 of 115,000', date: '2024-08-16' };
const certificate = {
  certificate_number: 'CS-12',
  recorded_by,
  quantity: '70000',
  shareholder: 'Elena Petrova',
  shareholder_id: 'h1',
  share_class: 'Common',
  share_class_id: 'c1',
  issue_date: '2024-08-16',
  acquired_on: '2022-04-04',
  accepted_on: null,
  price_per_share: '0.05',
  status: 'active',
  ended: null,
  vesting: null,
  converts_to: [],
  filed: {
    consideration_text: 'Services rendered',
    board_approval_date: '2024-08-10',
    stockholder_approval_date: null,
    security_law_exemptions: [{ description: 'Rule 701', jurisdiction: 'US' }],
    issuance_type: 'FOUNDERS_STOCK',
    cost_basis: '3500.00',
    legends: [{ id: 'l1', name: 'Securities Act of 1933', text: 'Not registered; may not be sold.' }],
  },
  chain: {
    nodes: [
      node('cs9', 'CS-9', { quantity: '115000', status: 'transferred', ended_on: '2024-08-16' }),
      node('cs11', 'CS-11', { quantity: '45000', shareholder: 'Rafael Costa' }),
      node('certificates-1', 'CS-12'),
    ],
    links: [
      { from: 'cs9', to: 'certificates-1', is_balance: true },
      { from: 'cs9', to: 'cs11', is_balance: false },
    ],
    is_cut: false,
  },
};
const vesting = {
  vesting_start: '2024-01-01',
  vested: '20000',
  tranches: [
    { date: '2025-01-01', quantity: '20000' },
    { date: '2199-01-01', quantity: '50000' },
  ],
};

/** It continues no other, so it can be retracted. */
const issuedByItself = {
  acquired_on: '2024-08-16',
  recorded_by: null,
  chain: { nodes: [node('certificates-1', 'CS-12')], links: [], is_cut: false },
};

function given(more: Record<string, unknown> = {}, user = {}) {
  server.rows.certificates = [sampleRow(resourceNamed('certificates'), { ...certificate, ...more })];
  server.rows.shareholders = [
    sampleRow(resourceNamed('shareholders'), { id: 's1', name: 'Grace Hopper' }),
    sampleRow(resourceNamed('shareholders'), { id: 's2', name: 'Ada Lovelace' }),
  ];
  openConsole('/app/certificates/certificates-1/show', user);
}
async function openVerb(label: string) {
  await chooseAction(label);
  return within(await screen.findByRole('dialog'));
}
const sent = (verb: string) => server.callsTo('POST', `/api/certificates/certificates-1/${verb}`)[0]?.body;

describe('the page of a certificate', () => {
  it('shows its chain as links in order of time, with the source of each certificate', async () => {
    given();
    const chain = within(await screen.findByRole('region', { name: 'Chain of the certificate' }));
    const items = chain.getAllByRole('listitem').map(({ textContent }) => textContent);
    expect(items[0]).toContain('CS-9');
    expect(items.at(-1)).toContain('Today');
    expect(chain.getByRole('link', { name: /^CS-11/ })).toHaveAttribute('href', '/app/certificates/cs11/show');
    expect(chain.getByText('CS-12, this one').closest('[aria-current]')).toHaveTextContent('balance of CS-9');
  });

  it('fades the chain at an edge where it continues', async () => {
    vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(300);
    vi.spyOn(HTMLElement.prototype, 'scrollWidth', 'get').mockReturnValue(800);
    given();
    const chain = await screen.findByRole('region', { name: 'Chain of the certificate' });
    fireEvent.scroll(chain, { target: { scrollLeft: 0 } });
    expect(chain).toHaveAttribute('tabindex', '0');
    expect(chain.parentElement).toHaveAttribute('data-more', 'right');
    fireEvent.scroll(chain, { target: { scrollLeft: 500 } });
    expect(chain.parentElement).toHaveAttribute('data-more', 'left');
    vi.restoreAllMocks();
  });

  it.each([
    [70_000, ['Quantity']],
    [65_000, ['Shares', 'Quantity']],
  ])('shows one number, or both where shares and quantity differ: %s', async (num_shares, labels) => {
    given({ num_shares });
    const facts = within(await screen.findByRole('region', { name: 'Facts' }));
    expect(facts.queryAllByText(/^(Shares|Quantity)$/).map(({ textContent }) => textContent)).toEqual(labels);
  });

  it('links to the entry that it came from, and then offers no retraction', async () => {
    given();
    const facts = within(await screen.findByRole('region', { name: 'Facts' }));
    expect(facts.getByRole('link', { name: recorded_by.summary })).toHaveAttribute(
      'href',
      expect.stringContaining('tx-9'),
    );
    const names = buttonVerbs(verbsOf('certificates'), { status: 'active', accepted_on: null, recorded_by }, 'owner');
    expect(names.map(({ name }) => name)).not.toContain('retract');
  });
  it('says on which later day the certificate will end, and that nothing else can be recorded for it', async () => {
    given({
      status: 'active',
      ended: { verb: 'transferred', date: '2199-01-01', quantity: '70000', transaction_id: 't' },
    });
    expect(await screen.findByText(new RegExp(`will be transferred on ${formatDay('2199-01-01')}`))).toHaveTextContent(
      'Nothing else can be recorded for this certificate unless that entry is undone.',
    );
    const offered = (ended: unknown) =>
      buttonVerbs(
        verbsOf('certificates'),
        { status: 'active', accepted_on: null, recorded_by: null, ended },
        'owner',
      ).map(({ name }) => name);
    expect(offered(null)).toEqual(expect.arrayContaining(['transfer', 'repurchase', 'reissue', 'retract', 'cancel']));
    expect(offered({ verb: 'transferred', date: '2199-01-01' })).toEqual([]);
  });

  it('shows the day of acquisition, the exemption, the kind of stock and the texts of the legends', async () => {
    given();
    expect(
      await screen.findByText(`${formatDay('2022-04-04')}, carried over from an earlier certificate`),
    ).toBeVisible();
    expect(screen.getByText('Rule 701 (US)')).toBeVisible();
    expect(screen.getByText('Founders’ stock')).toBeVisible();
    expect(screen.getByText('Not registered; may not be sold.')).toBeVisible();
  });

  it('shows how much is vested today, with all vesting dates as a table', async () => {
    given({ vesting });
    const card = within(await screen.findByRole('region', { name: 'Vesting' }));
    expect(card.getByText('20,000')).toBeVisible();
    expect(card.getByText('50,000')).toBeVisible();
    await userEvent.click(card.getByRole('button', { name: 'Show all 2 dates' }));
    expect(card.getByRole('table')).toHaveTextContent('70,000');
  });

  it('shows for a closed certificate how much had vested by then, and nothing about today', async () => {
    given({ vesting, status: 'cancelled' });
    const card = within(await screen.findByRole('region', { name: 'Vesting' }));
    expect(card.getByText('Vested when it was closed')).toBeVisible();
    expect(card.queryByText(/today/)).toBeNull();
  });

  it('shows the cost that the server sends', async () => {
    given({ cost: '3499.9955', currency: 'EUR' });
    expect(await screen.findByText('€3,499.9955')).toBeVisible();
  });
  it('says that the cost is unknown if the amount paid was not entered', async () => {
    given({ cost: null, price_per_share: '2.50', is_price_entered: false });
    expect(await screen.findByText('unknown')).toBeVisible();
    expect(screen.getByText('The amount paid was not entered.')).toBeVisible();
    expect(screen.getByText('$2.50 a share; none was entered')).toBeVisible();
    expect(screen.queryByText('Price per share')).toBeNull();
  });
  it('says that no price is on record if the class has none either', async () => {
    given({ cost: null, price_per_share: null, is_price_entered: false });
    expect(await screen.findByText('No price is on record')).toBeVisible();
    expect(screen.queryByText(/none was entered/)).toBeNull();
  });

  it('says that an upcoming certificate is not issued yet, and offers to cancel it', async () => {
    given({ status: 'upcoming', cost: null });
    expect(await screen.findByText(/will be held by/)).toBeVisible();
    expect(screen.getByText('Not issued yet')).toBeVisible();
    expect(screen.queryByText(/^Cost/)).toBeNull();
    expect(await screen.findByRole('button', { name: 'Cancel certificate' })).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Transfer' })).toBeNull();
  });

  it('lists the documents attached to it, and attaches another to it', async () => {
    given();
    await waitFor(() =>
      expect(server.callsTo('GET', '/api/documents/')[0]?.query.get('filter')).toBe('{"security_id":"certificates-1"}'),
    );
    server.answer('POST /api/documents/upload', { status: 201, json: { id: 'd1' } });
    await userEvent.click(await screen.findByRole('button', { name: 'Attach' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Attach to CS-12' }));
    await userEvent.upload(dialog.getByLabelText('File'), new File(['%PDF-'], 'consent.pdf'));
    await userEvent.click(dialog.getByRole('button', { name: 'Upload' }));
    await waitFor(() => expect(server.callsTo('POST', '/api/documents/upload')).toHaveLength(1));
    const body = server.callsTo('POST', '/api/documents/upload')[0]?.body as FormData;
    expect(body.get('security_id')).toBe('certificates-1');
  });

  it.each(['owner', 'admin', 'staff'])(
    'offers retraction to owner and admin only, and conversion only with a right: %s',
    async (role) => {
      for (const converts_to of [
        [],
        [{ share_class_id: 'c2', share_class: 'Common B', numerator: '2', denominator: '1' }],
      ]) {
        given({ ...issuedByItself, converts_to }, { role });
        fireEvent.click(await screen.findByRole('button', { name: 'Actions' }));
        expect(await screen.findByRole('menuitem', { name: 'Reissue' })).toBeVisible();
        const offered = ['Retract', 'Convert'].map((name) => screen.queryByRole('menuitem', { name }) !== null);
        expect(offered).toEqual([role !== 'staff', converts_to.length > 0]);
        cleanup();
      }
    },
  );
});

describe('a transfer', () => {
  const pick = async (dialog: ReturnType<typeof within>, label: string, name: string) => {
    await userEvent.type(dialog.getByRole('combobox', { name: label }), name.slice(0, 3));
    await userEvent.click(await screen.findByRole('option', { name: new RegExp(`^${name}`) }));
  };
  it('to several buyers sends the number of each, and shows a refusal at the input of that buyer', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    given();
    await screen.findByRole('button', { name: 'Transfer' });
    const dialog = await openVerb('Transfer');
    await userEvent.click(dialog.getByRole('button', { name: 'Add another buyer' }));
    await pick(dialog, 'Buyer 1', 'Grace Hopper');
    await userEvent.clear(dialog.getByLabelText('Shares for buyer 1'));
    await userEvent.type(dialog.getByLabelText('Shares for buyer 1'), '30,000');
    await pick(dialog, 'Buyer 2', 'Ada Lovelace');
    await userEvent.type(dialog.getByLabelText('Shares for buyer 2'), '15,000');
    expect(dialog.getByText('2 certificates, 45,000 shares')).toBeVisible();
    expect(dialog.getByText('25,000 shares')).toBeVisible();
    server.answer('POST /api/certificates/certificates-1/transfer', {
      status: 422,
      json: { detail: 'Not so.', errors: [{ field: 'recipients.1.quantity', message: 'Too many.' }] },
    });
    await userEvent.click(dialog.getByRole('button', { name: 'Transfer 45,000 shares' }));
    await waitFor(() => expect(dialog.getByLabelText('Shares for buyer 2')).toHaveAccessibleDescription(/Too many\./));
    expect(sent('transfer')).toMatchObject({
      recipients: [
        { shareholder_id: 's1', quantity: '30000' },
        { shareholder_id: 's2', quantity: '15000' },
      ],
    });
  });

  it('of unvested shares asks for the board’s approval', async () => {
    given({ vesting });
    server.answer('POST /api/certificates/certificates-1/transfer', { json: {} });
    await screen.findByRole('button', { name: 'Transfer' });
    const dialog = await openVerb('Transfer');
    await pick(dialog, 'To', 'Grace Hopper');
    await userEvent.click(dialog.getByRole('checkbox', { name: /The board has approved/ }));
    await userEvent.click(dialog.getByRole('button', { name: 'Transfer 70,000 shares' }));
    await waitFor(() => expect(sent('transfer')).toMatchObject({ approves_unvested: true, quantity: '70000' }));
  });
});

describe('the other commands', () => {
  it('clear a refusal on the next attempt, even if the dialog itself stops that attempt', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    given({ vesting });
    server.answer('POST /api/certificates/certificates-1/repurchase', { status: 409, json: { detail: 'Too early.' } });
    const dialog = await openVerb('Repurchase');
    await userEvent.click(await dialog.findByRole('button', { name: 'Repurchase 50,000 shares' }));
    expect(await dialog.findByRole('heading', { name: 'Too early.' })).toBeVisible();
    await userEvent.type(dialog.getByLabelText('Price per share'), 'x');
    await userEvent.click(dialog.getByRole('button', { name: /^Repurchase/ }));
    expect(await dialog.findByRole('heading', { name: 'One thing to correct:' })).toBeVisible();
    expect(dialog.queryByText('Too early.')).toBeNull();
  });

  it('repurchase the unvested shares, and vested ones only where that is chosen in words', async () => {
    given({ vesting });
    server.answer('POST /api/certificates/certificates-1/repurchase', { json: {} });
    const dialog = await openVerb('Repurchase');
    await dialog.findByRole('button', { name: 'Repurchase 50,000 shares' });
    expect(dialog.getByText('Vested shares included').nextSibling).toHaveTextContent('0');
    await userEvent.clear(dialog.getByLabelText(/^Shares/));
    await userEvent.type(dialog.getByLabelText(/^Shares/), '60000');
    await userEvent.click(dialog.getByRole('button', { name: 'Repurchase 60,000 shares' }));
    expect(await dialog.findByRole('heading', { name: 'One thing to correct:' })).toBeVisible();
    expect(dialog.getAllByText(/Only 50,000 have not vested/)[0]).toBeVisible();
    await userEvent.click(
      dialog.getByRole('checkbox', { name: /Also repurchase from the 20,000 shares that have vested/ }),
    );
    await userEvent.click(await dialog.findByRole('button', { name: 'Repurchase 70,000 shares' }));
    await waitFor(() => expect(sent('repurchase')).toMatchObject({ quantity: '70000' }));
    expect(sent('repurchase')).not.toHaveProperty('takes_vested');
  });

  it.each([
    ['vest', vesting],
    ['do not vest', null],
  ])('ask how many are repurchased where the shares %s and the number is emptied', async (_, its) => {
    given({ vesting: its });
    const dialog = await openVerb('Repurchase');
    await dialog.findByText(/closes as/);
    const price = dialog.getByLabelText('Price per share');
    await userEvent.clear(price);
    await userEvent.type(price, '1');
    expect(dialog.getByText('Amount')).toBeVisible();
    await userEvent.clear(dialog.getByLabelText(/^Shares/));
    expect(dialog.queryAllByText(/included|Amount/)).toEqual([]);
    await userEvent.click(dialog.getByRole('button', { name: 'Repurchase' }));
    expect(await dialog.findByRole('heading', { name: 'One thing to correct:' })).toBeVisible();
    expect(dialog.getAllByText('Enter how many shares are repurchased.')[0]).toBeVisible();
  });

  it('start a repurchase with the unvested shares and the price paid, and focus the heading afterwards', async () => {
    given({ vesting });
    server.answer('POST /api/certificates/certificates-1/repurchase', { json: {} });
    const dialog = await openVerb('Repurchase');
    await dialog.findByRole('button', { name: 'Repurchase 50,000 shares' });
    expect(dialog.getByLabelText('Price per share')).toHaveValue('0.05');
    expect(dialog.getByText('$2,500.00')).toBeVisible();
    await userEvent.click(dialog.getByRole('button', { name: 'Repurchase 50,000 shares' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(sent('repurchase')).toMatchObject({ quantity: '50000', price_per_share: '0.05' });
    await waitFor(() => expect(screen.getByRole('heading', { level: 1 })).toHaveFocus());
  });

  it.each([
    ['Reissue', 'reissue', 'Reason', 'Reissue CS-12'],
    ['Replace a lost one', 'replace', 'What happened to it', 'Replace CS-12'],
    ['Retract', 'retract', 'Reason', 'Retract CS-12'],
  ])('%s asks for the reason and the day', async (label, verb, field, button) => {
    given(issuedByItself);
    server.answer(`POST /api/certificates/certificates-1/${verb}`, { json: {} });
    await screen.findByRole('button', { name: 'Actions' });
    const dialog = await openVerb(label);
    await userEvent.type(dialog.getByLabelText(field), 'Torn');
    await userEvent.click(dialog.getByRole('button', { name: button }));
    await waitFor(() => expect(sent(verb)).toMatchObject({ reason: 'Torn', date: expect.any(String) }));
  });

  it('show the result of a conversion before it is sent', async () => {
    const right = { share_class_id: 'c2', share_class: 'Common A', numerator: '5', denominator: '2', rounding: 'DOWN' };
    given({ converts_to: [right] });
    server.answer('POST /api/certificates/certificates-1/convert', { json: {} });
    await screen.findByRole('button', { name: 'Actions' });
    const dialog = await openVerb('Convert');
    await userEvent.clear(dialog.getByLabelText(/^Shares/));
    await userEvent.type(dialog.getByLabelText(/^Shares/), '1,001');
    expect(dialog.getByText('2,502 shares')).toBeVisible();
    expect(dialog.getByText('68,999 shares')).toBeVisible();
    await userEvent.click(dialog.getByRole('button', { name: 'Convert 1,001 shares' }));
    await waitFor(() => expect(sent('convert')).toMatchObject({ to_share_class_id: 'c2', quantity: '1001' }));
  });

  it('consolidate with others of the same holding', async () => {
    given();
    server.rows.certificates!.push(
      sampleRow(resourceNamed('certificates'), {
        ...certificate,
        id: 'b',
        certificate_number: 'CS-3',
        quantity: '500',
      }),
    );
    server.answer('POST /api/certificates/consolidate', { json: {} });
    await screen.findByRole('button', { name: 'Actions' });
    const dialog = await openVerb('Consolidate');
    await userEvent.click(dialog.getByRole('button', { name: 'Consolidate' }));
    expect(dialog.getByRole('link', { name: 'Together with' })).toBeVisible();
    await userEvent.click(await dialog.findByRole('checkbox', { name: /CS-3, 500 shares/ }));
    expect(dialog.getByText('70,500 shares')).toBeVisible();
    await userEvent.click(dialog.getByRole('button', { name: 'Consolidate 2 certificates' }));
    await waitFor(() =>
      expect(server.callsTo('POST', '/api/certificates/consolidate')[0]?.body).toMatchObject({
        certificate_ids: ['certificates-1', 'b'],
      }),
    );
  });
});

describe('the list', () => {
  const rows = () => {
    const row = (id: string, more: object) => sampleRow(resourceNamed('certificates'), { ...certificate, id, ...more });
    server.rows.certificates = [
      row('certificates-1', {}),
      row('b', { certificate_number: 'CS-3', quantity: '500' }),
      row('c', { certificate_number: 'CS-4', shareholder_id: 'another' }),
    ];
    openConsole('/app/certificates');
  };
  const box = async (number: string) =>
    within((await screen.findByRole('link', { name: number })).closest('tr')!).getByRole('checkbox');

  it('consolidates the selected certificates, only of one holder and class', async () => {
    rows();
    server.answer('POST /api/certificates/consolidate', { json: {} });
    await userEvent.click(await box('CS-12'));
    await userEvent.click(await box('CS-4'));
    expect(
      await screen.findByText('Only certificates of the same holder and class can be consolidated.'),
    ).toBeVisible();
    await userEvent.click(await box('CS-4'));
    await userEvent.click(await box('CS-3'));
    await userEvent.click(screen.getByRole('button', { name: 'Consolidate' }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(await dialog.findByText('70,500 shares')).toBeVisible();
    await userEvent.click(dialog.getByRole('button', { name: 'Consolidate 2 certificates' }));
    await waitFor(() => expect(server.callsTo('POST', '/api/certificates/consolidate')).toHaveLength(1));
  });

  it('opens a record by a click anywhere on its row, except on a button', async () => {
    rows();
    const row = (await screen.findByRole('link', { name: 'CS-12' })).closest('tr')!;
    await userEvent.click(within(row).getByRole('button', { name: 'Actions for CS-12' }));
    expect(await screen.findByRole('menuitem', { name: 'Open' })).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await userEvent.click(within(row).getByText('1,200'));
    expect(await screen.findByRole('heading', { level: 1, name: 'CS-12' })).toBeVisible();
  });
});

describe('the layout of a chain', () => {
  const link = (from: string, to: string) => ({ from, to });
  it('puts every box after its source, and no two in one place', () => {
    const links = [
      link('a', 'b'),
      link('a', 'c'),
      link('b', 'd'),
      link('c', 'd'),
      link('x', 'd'),
      link('d', 'e'),
      link('d', 'f'),
    ];
    const placed = placeChain('d', links);
    const step = new Map(placed.map((each) => [each.id, each.step]));
    for (const { from, to } of links) expect(step.get(from)!).toBeLessThan(step.get(to)!);
    expect(new Set(placed.map(({ step, at }) => `${step} ${at}`)).size).toBe(7);
    expect(placed.every(({ at }) => at >= 0)).toBe(true);
  });
});
