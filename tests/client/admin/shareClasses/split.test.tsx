// Splitting a class: a preview shows every holder first, exactly that preview is recorded, and changed figures need a new preview.
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { formatDay } from '#src/admin/kit/format.ts';
import { resourceNamed } from '#src/resources/index.ts';
import { openConsole, useServer } from '../console.tsx';
import { chooseAction } from '../recordActions.ts';
import type { Call } from '../console.tsx';
import { sampleRow } from '../samples.ts';

const server = useServer();
afterEach(() => vi.restoreAllMocks());

const path = '/api/share-classes/share-classes-1/split';
const answer = {
  transaction_id: null,
  price: { per_share: '12', source: 'valuation', on: '2024-05-01' },
  price_after: '8',
  par_value: { before: '0.0003', after: '0.0002' },
  original_issue_price: null,
  holders: [
    { shareholder_id: 'h1', shareholder: 'Ann Lee', before: '225', after: '337', cash_in_lieu: '4.00' },
    { shareholder_id: 'h2', shareholder: 'Bob Ray', before: '1000', after: '1500', cash_in_lieu: '0.00' },
  ],
  total_cash_in_lieu: '4.00',
  certificates: [
    {
      id: 'x',
      number: 'CS-1',
      new_number: 'CS-3',
      shareholder_id: 'h1',
      shareholder: 'Ann Lee',
      before: '225',
      after: '337',
    },
  ],
  grants: [
    {
      id: 'g',
      number: 'OPT-1',
      new_number: 'OPT-2',
      shareholder_id: 'h2',
      shareholder: 'Bob Ray',
      before: '481',
      after: '721',
      price_before: '0.1',
      price_after: '0.0667',
    },
  ],
  warrants: [],
  plans: [{ equity_plan_id: 'equity-plans-1', before: '1000', after: '1499' }],
  authorized: { before: '1000000', after: '1500000' },
  conversions: [{ share_class_id: 'p', to_share_class_id: 'share-classes-1', before: '1:1', after: '3:2' }],
  unnamed_conversions: [],
};

async function openSplit(reply: object | ((call: Call) => object) = { json: answer }) {
  server.rows['share-classes'] = [sampleRow(resourceNamed('share-classes'), { name: 'Common' })];
  server.rows['equity-plans'] = [sampleRow(resourceNamed('equity-plans'), { name: 'Plan 2021' })];
  server.answer(`POST ${path}`, reply);
  openConsole('/app/share-classes/share-classes-1/show');
  await chooseAction('Split');
  const dialog = within(await screen.findByRole('dialog', { name: 'Split Common' }));
  await userEvent.type(await dialog.findByLabelText('New shares'), '3');
  await userEvent.clear(dialog.getByLabelText('For every'));
  await userEvent.type(dialog.getByLabelText('For every'), '2');
  return dialog;
}
const show = (dialog: ReturnType<typeof within>) =>
  userEvent.click(dialog.getByRole('button', { name: 'Preview the split' }));
const bodies = () => server.callsTo('POST', path).map(({ body }) => body as Record<string, unknown>);

describe('a split', () => {
  it('without a price says how many holders have a fraction, in the singular for one', async () => {
    const unpriced = answer.holders.map((each) => ({
      ...each,
      cash_in_lieu: each.shareholder_id === 'h1' ? null : '0.00',
    }));
    const dialog = await openSplit({ json: { ...answer, holders: unpriced, total_cash_in_lieu: null } });
    await show(dialog);
    expect(await dialog.findByText(/1 of them has a fraction of a share/)).toBeVisible();
  });

  it('shows every holder with the cash for fractions, then records the split', async () => {
    const dialog = await openSplit();
    await show(dialog);
    const row = (await dialog.findByText('Ann Lee')).closest('tr')!;
    expect(row).toHaveTextContent('Ann Lee225337$4.00');
    expect(dialog.getByText('All holders').closest('tr')).toHaveTextContent('All holders1,2251,837$4.00');
    expect(
      dialog.getByText(/\$4\.00 of cash in lieu of fractions, to 1 of them\. A share is then worth \$8\.00/),
    ).toBeVisible();
    expect(bodies()).toEqual([expect.objectContaining({ numerator: '3', denominator: '2', dry_run: true })]);
    await userEvent.click(dialog.getByRole('button', { name: 'Split 3 for 2' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(bodies()[1]).not.toHaveProperty('dry_run');
    expect(await screen.findByText('Common was split 3 for 2')).toBeVisible();
    await waitFor(() => expect(screen.getByRole('heading', { level: 1 })).toHaveFocus());
  });

  it('shows certificates, grants with their strike prices, and the changes of the class and its plans', async () => {
    const dialog = await openSplit();
    await show(dialog);
    await userEvent.click(await dialog.findByRole('button', { name: /^Certificates/ }));
    expect(dialog.getByText('CS-3')).toBeVisible();
    await userEvent.click(dialog.getByRole('button', { name: /^Grants/ }));
    expect(dialog.getByText('OPT-1').closest('tr')).toHaveTextContent('OPT-1OPT-2Bob Ray481721$0.10$0.0667');
    expect(dialog.queryByRole('button', { name: /^Warrants/ })).toBeNull();
    expect(dialog.getByRole('button', { name: 'Grants 1' })).toBeVisible();
    await userEvent.click(dialog.getByRole('button', { name: /^Class and plans/ }));
    expect(dialog.getByText('Authorized shares').closest('tr')).toHaveTextContent('1,000,0001,500,000');
    expect(await dialog.findByText('Reserved, Plan 2021')).toBeVisible();
    expect(dialog.getByText('3:2')).toBeVisible();
  });

  it('names the preferred classes that do not say into which class they convert', async () => {
    const dialog = await openSplit({ json: { ...answer, unnamed_conversions: ['Series A', 'Series Seed'] } });
    await show(dialog);
    expect(
      await dialog.findByText(
        /^Series A and Series Seed do not say into which common class they convert, so this split leaves the ratio as it is\./,
      ),
    ).toBeVisible();
  });

  it('of a preferred class that names no class shows its ratio into common', async () => {
    const own = [{ share_class_id: 'share-classes-1', to_share_class_id: null, before: '1:1', after: '2:3' }];
    const dialog = await openSplit({ json: { ...answer, conversions: own } });
    await show(dialog);
    await userEvent.click(await dialog.findByRole('button', { name: /^Class and plans/ }));
    expect((await dialog.findByText('Common into common')).closest('tr')).toHaveTextContent('1:12:3');
    expect(dialog.queryByText(/not say into which/)).toBeNull();
  });

  it('asks for a new preview when a figure changes', async () => {
    const dialog = await openSplit();
    await show(dialog);
    await dialog.findByText('Ann Lee');
    await userEvent.type(dialog.getByLabelText(/Price per share/), '1,250.50');
    expect(dialog.getByText(/The inputs changed. Preview again./)).toBeVisible();
    await show(dialog);

    await waitFor(() => expect(bodies()[1]).toMatchObject({ price_per_share: '1250.50', dry_run: true }));
  });

  it('says why it was refused, and that nothing was recorded', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const detail = (day: string) => `There is an entry of this class on ${day}.`;
    const dialog = await openSplit({ status: 409, json: { code: 'later_entries', detail: detail('2024-07-15') } });
    await show(dialog);
    expect(await dialog.findByRole('alert')).toHaveTextContent(
      `Nothing was recorded. ${detail(formatDay('2024-07-15'))}`,
    );
    expect(dialog.getByRole('button', { name: 'Preview the split' })).toBeEnabled();
  });

  it('refuses a one-for-one split without asking the server', async () => {
    const dialog = await openSplit();
    await userEvent.clear(dialog.getByLabelText('New shares'));
    await userEvent.type(dialog.getByLabelText('New shares'), '2');
    await show(dialog);
    expect(await dialog.findByRole('alert')).toHaveTextContent('A one-for-one split changes nothing.');
    expect(bodies()).toEqual([]);
  });

  it('renders part of a thousand holders, can find each of them, and totals all', async () => {
    const holders = Array.from({ length: 1000 }, (_, index) => ({
      shareholder_id: `h${index}`,
      shareholder: `Holder ${String(index).padStart(4, '0')}`,
      before: '2',
      after: '3',
      cash_in_lieu: '0.00',
    }));
    const dialog = await openSplit({ json: { ...answer, holders, total_cash_in_lieu: '0.00' } });
    await show(dialog);
    expect(await dialog.findByText('All holders')).toBeVisible();
    expect(dialog.getByText('All holders').closest('tr')).toHaveTextContent('2,0003,000');
    expect(dialog.getAllByRole('row')).toHaveLength(102);
    expect(dialog.queryByText('Holder 0777')).toBeNull();
    await userEvent.type(dialog.getByRole('searchbox', { name: 'Find in holders' }), '0777');
    expect(dialog.getByText('Holder 0777')).toBeVisible();
  });
});

describe('other screens', () => {
  it('the approval as a new shareholder hides the field for an existing shareholder', async () => {
    server.rows.shareholders = [sampleRow(resourceNamed('shareholders'), { name: 'Grace Hopper' })];
    server.rows['join-requests'] = [sampleRow(resourceNamed('join-requests'), { status: 'pending', name: 'Gil' })];
    server.answer('POST /api/join-requests/join-requests-1/approve', { json: {} });
    openConsole('/app/join-requests/join-requests-1/show');
    fireEvent.click(await screen.findByRole('button', { name: 'Approve' }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.getByLabelText(/^Shareholder/)).toBeVisible();
    await userEvent.selectOptions(dialog.getByLabelText(/^Is this person in your records/), 'true');
    expect(dialog.queryByLabelText(/^Shareholder/)).toBeNull();
    await userEvent.click(dialog.getByRole('button', { name: 'Give access as a new shareholder' }));
    await waitFor(() =>
      expect(server.callsTo('POST', '/api/join-requests/join-requests-1/approve')[0]?.body).toEqual({ create: true }),
    );
  });

  it('a payment is named by its holder and amount, and shows its completion day without a time', async () => {
    server.rows.payments = [
      sampleRow(resourceNamed('payments'), {
        shareholder: 'Grace Hopper',
        amount: '1031.2',
        completed_at: '2025-03-14T00:00:00.000Z',
        status: 'completed',
      }),
    ];
    openConsole('/app/payments');
    expect(await screen.findByRole('button', { name: 'Actions for Grace Hopper, $1,031.20' })).toBeVisible();
    await userEvent.click(screen.getByText('$1,031.20'));
    const facts = within(await screen.findByRole('region', { name: 'Facts' }));
    expect(facts.getByText('Completed', { selector: 'dt' }).nextSibling).toHaveTextContent(formatDay('2025-03-14'));
    expect(facts.queryByText(/12:00/)).toBeNull();
  });
});
