// Converting several SAFEs and notes together with the new issue: the form shows the server's preview of the round, and
// records exactly that round.
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { resourceNamed } from '#src/resources/index.ts';
import { openConsole, useServer } from '../console.tsx';
import type { Call } from '../console.tsx';
import { sampleRow } from '../samples.ts';

const server = useServer();
afterEach(() => vi.restoreAllMocks());

const path = '/api/convertibles/convert-in-round';
const HASH = 'a'.repeat(64);
const answer = {
  recorded: false,
  preview_hash: HASH,
  share_class_id: 'share-classes-1',
  share_class: 'Series A',
  currency: 'USD',
  price_per_share: '1.5',
  pre_money: '16500000',
  post_money: '19500000',
  rules: ['A post-money cap is divided by 10,000,000 shares: the fully diluted table and all that converts.'],
  series: [
    { name: 'Series A-1', price_per_share: '0.5', shares: '1000000', authorized_shares: '1000000', is_new: true },
    { name: 'Series A-2', price_per_share: '1.2', shares: '90000', authorized_shares: '90000', is_new: true },
  ],
  conversions: [
    {
      id: 'safe-1',
      convertible_number: 'SAFE-1',
      shareholder: 'One Holder',
      invested: '500000',
      interest: '0',
      binding: 'cap',
      price: '0.5',
      shares: '1000000',
      cash: '0',
      share_class: 'Series A-1',
      mfn: false,
      formula: ['By the cap: 5,000,000.00 ÷ 10,000,000 shares = 0.5000'],
    },
    {
      id: 'note-1',
      convertible_number: 'NOTE-1',
      shareholder: 'Note Holder',
      invested: '100000',
      interest: '8000',
      binding: 'discount',
      price: '1.2',
      shares: '90000',
      cash: '0.64',
      share_class: 'Series A-2',
      mfn: false,
      formula: ['108,000.00 ÷ 1.2000 = 90,000 shares'],
    },
  ],
  issues: [{ shareholder_id: 'shareholders-1', shareholder: 'Fund', shares: '2000000', paid: '3000000', left: '0' }],
  converted_shares: '1090000',
  new_shares: '2000000',
  new_money: '3000000',
  pool: null,
  total_before: '8000000',
  total_after: '11090000',
  ownership: [
    {
      shareholder_id: 'ann',
      name: 'Ann Lee',
      before: '8000000',
      percent_before: '100.0000',
      after: '8000000',
      percent_after: '72.1371',
    },
    {
      shareholder_id: 'new',
      name: 'New money',
      before: '0',
      percent_before: '0.0000',
      after: '3090000',
      percent_after: '27.8629',
    },
  ],
  charter: { needed: '3090000', free: '4000000', short: [], refusal: null },
  price_warnings: [],
};

function givenRound(reply: object | ((call: Call) => object) = { json: answer }) {
  const safe = (id: string, extra: object) =>
    sampleRow(resourceNamed('convertibles'), {
      id,
      convertible_number: id.toUpperCase(),
      shareholder: `Holder of ${id}`,
      status: 'outstanding',
      accrued_interest: null,
      mfn: false,
      currency: 'USD',
      ...extra,
    });
  server.rows.convertibles = [
    safe('safe-1', { amount: '500000', valuation_cap: '5000000', cap_basis: 'POST_MONEY', discount: null }),
    safe('note-1', {
      amount: '100000',
      valuation_cap: null,
      discount: '0.2',
      accrued_interest: '8000',
    }),
  ];
  server.rows['share-classes'] = [sampleRow(resourceNamed('share-classes'), { name: 'Series A' })];
  server.rows['equity-plans'] = [];
  server.rows.shareholders = [sampleRow(resourceNamed('shareholders'), { name: 'Fund', type: 'entity' })];
  server.answer(`POST ${path}`, reply);
}

async function fill() {
  openConsole('/app/convertibles/round');
  await screen.findByRole('option', { name: 'Series A' });
  await userEvent.clear(screen.getByLabelText('Date of the round'));
  await userEvent.type(screen.getByLabelText('Date of the round'), '2026-03-01');
  await userEvent.selectOptions(screen.getByLabelText('Share class'), 'share-classes-1');
  await userEvent.type(screen.getByLabelText('Pre-money valuation'), '16,500,000');
  await userEvent.type(screen.getByLabelText('Investor'), 'Fund');
  await userEvent.click(await screen.findByRole('option', { name: /Fund/ }));
  await userEvent.type(screen.getByLabelText('Amount'), '3,000,000');
}
const shown = () => within(screen.getByRole('region', { name: 'The round' }));
const bodies = () => server.callsTo('POST', path).map(({ body }) => body as Record<string, unknown>);

describe('a round', () => {
  it('lists the missing fields, then shows price, lines and owners, and records exactly that round', async () => {
    givenRound((call) => ({ json: { ...answer, recorded: !(call.body as { dry_run?: boolean }).dry_run } }));
    const { unmount } = openConsole('/app/convertibles/round');
    expect(await screen.findByText(/^Enter the share class, the valuation and each investor and amount/)).toBeVisible();
    await screen.findByRole('checkbox', { name: /SAFE-1/ });
    unmount();
    await fill();
    expect(await shown().findByText('SAFE-1, One Holder')).toBeVisible();
    expect(shown().getByText('Price per share').nextSibling).toHaveTextContent('$1.50');
    expect(shown().getByText('Shares by conversion').nextSibling).toHaveTextContent('1,090,000');
    expect(shown().getByText('Series A-1 at $0.50 a share, by the cap')).toBeVisible();
    expect(shown().getByText('Series A-2 at $1.20 a share, by the discount; $0.64 is left in cash')).toBeVisible();
    expect(shown().getByText(/^A post-money cap is divided by 10,000,000 shares/)).toBeVisible();
    expect(shown().getByText('Ann Lee').closest('tr')).toHaveTextContent('100.00%8,000,00072.14%8,000,000');
    const asked = {
      date: '2026-03-01',
      share_class_id: 'share-classes-1',
      pre_money: '16500000',
      pricing_method: 'percent_ownership',
      converts_into: 'own_series',
      convertibles: [{ id: 'safe-1' }, { id: 'note-1' }],
      investors: [{ shareholder_id: 'shareholders-1', amount: '3000000' }],
    };
    expect(bodies().at(-1)).toEqual({ ...asked, dry_run: true });
    await userEvent.click(screen.getByRole('button', { name: 'Convert 2 and issue the new shares' }));
    await waitFor(() => expect(bodies()).toContainEqual({ ...asked, preview_hash: HASH }));
    expect(await screen.findByText(/^The round of .* was recorded$/)).toBeVisible();
  });

  it('leaves out an unticked convertible, and accepts another investor', async () => {
    givenRound();
    await fill();
    await userEvent.click(screen.getByRole('checkbox', { name: /NOTE-1/ }));
    await userEvent.click(screen.getByRole('button', { name: 'Add another investor' }));
    await waitFor(() => expect(screen.getByLabelText('Investor 2')).toHaveFocus());
    expect(await shown().findByText('Enter each investor and amount to see the round.')).toBeVisible();
    await userEvent.type(screen.getByLabelText('Investor 2'), 'Fund');
    await userEvent.click(await screen.findByRole('option', { name: /Fund/ }));
    await userEvent.type(screen.getByLabelText('Amount from investor 2'), '5');
    await waitFor(() =>
      expect(bodies().at(-1)).toMatchObject({
        convertibles: [{ id: 'safe-1' }],
        investors: [{ amount: '3000000' }, { shareholder_id: 'shareholders-1', amount: '5' }],
      }),
    );
    expect(screen.getByRole('button', { name: 'Convert 1 and issue the new shares' })).toBeEnabled();
  });

  it('does not tick convertibles that cannot take part, and says why', async () => {
    givenRound();
    server.rows.convertibles = [
      ...server.rows.convertibles!,
      ...['eur', 'loan', 'odd'].map((id) => ({ ...server.rows.convertibles![0]!, id, convertible_number: id })),
    ];
    Object.assign(server.rows.convertibles[1]!, { interest_payout: 'CASH' });
    Object.assign(server.rows.convertibles[2]!, { currency: 'EUR' });
    Object.assign(server.rows.convertibles[3]!, { converts_by: 'NONE' });
    Object.assign(server.rows.convertibles[4]!, { converts_by: 'OTHER' });
    await fill();
    const box = (name: RegExp) => screen.getByRole('checkbox', { name });
    for (const [name, reason] of [
      [/^eur,/, 'It is in EUR and the round in USD: convert it separately.'],
      [/^loan,/, 'It has no conversion right: cancel it and issue the shares instead.'],
      [/^odd,/, 'It has its own conversion terms: convert it separately.'],
    ] as const) {
      expect(box(name)).not.toBeChecked();
      expect(box(name)).toBeDisabled();
      expect(box(name)).toHaveAccessibleDescription(reason);
    }
    expect(screen.getByText('$8,000.00 interest, paid in cash')).toBeVisible();
    await waitFor(() => expect(bodies().at(-1)?.convertibles).toEqual([{ id: 'safe-1' }, { id: 'note-1' }]));
  });

  it('uses the currency of the issued class', async () => {
    givenRound();
    Object.assign(server.rows['share-classes']![0]!, { currency: 'EUR' });
    Object.assign(server.rows.convertibles![1]!, { currency: 'EUR' });
    await fill();
    await waitFor(() => expect(bodies().at(-1)?.convertibles).toEqual([{ id: 'note-1' }]));
    expect(screen.getByRole('checkbox', { name: /^SAFE-1/ })).toBeDisabled();
  });

  it('says which series it adds beside the class, unless one class is chosen', async () => {
    givenRound(({ body }) => ({
      json: (body as { converts_into?: string }).converts_into === 'round_class' ? { ...answer, series: [] } : answer,
    }));
    await fill();
    const added = 'Series A-1 is a new series with the rights of Series A, an original issue price of $0.50';
    expect(await shown().findByText(new RegExp(added.replace('$', '\\$')))).toBeVisible();
    expect(bodies().at(-1)).toMatchObject({ converts_into: 'own_series' });
    await userEvent.selectOptions(screen.getByLabelText('Converts into'), 'The class of the round');
    await waitFor(() => expect(bodies().at(-1)).toMatchObject({ converts_into: 'round_class' }));
    await waitFor(() => expect(shown().queryByText(/is a new series/)).toBeNull());
  });

  it('warns of another price that the class has on record', async () => {
    const warning = 'Series A has $5.00 as its original issue price on record, and $2.50 is paid for a share.';
    givenRound({ json: { ...answer, price_warnings: [warning] } });
    await fill();
    expect(await shown().findByText(new RegExp(warning.replaceAll('$', '\\$')))).toBeVisible();
  });

  it('says why it cannot be computed, and by how many shares the charter falls short', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const sentence = 'NOTE-1 is in EUR and the round in USD. Leave it out and convert it separately.';
    givenRound(({ body }) =>
      (body as { convertibles: unknown[] }).convertibles.length === 2
        ? {
            status: 422,
            json: {
              code: 'other_currency',
              detail: sentence,
              errors: [{ field: 'convertibles.1.id', message: sentence }],
            },
          }
        : {
            json: {
              ...answer,
              charter: {
                needed: '3090000',
                free: '3000000',
                short: [
                  { share_class_id: 'x', share_class: 'Common', authorized: '900', needed: '90900', short: '90000' },
                ],
                refusal: 'The round issues 3,090,000. Authorize more first.',
              },
            },
          },
    );
    await fill();
    expect(await shown().findByRole('alert')).toHaveTextContent(sentence);
    await userEvent.click(screen.getByRole('checkbox', { name: /NOTE-1/ }));
    expect(
      await shown().findByText(/falls short by 90,000 shares of Common, .*: 900 authorized, 90,900 needed\./),
    ).toBeVisible();
    expect(shown().getByRole('link', { name: 'Authorize more' })).toHaveAttribute('href', '/app/share-classes/x/show');
    expect(shown().getByText(/Authorize more first\. The round cannot be recorded until then/)).toBeVisible();
  });

  it('is not recorded, and is loaded again, when it changed since it was shown', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const changed = 'The data behind these figures changed since you saw them.';
    givenRound(({ body }) =>
      (body as { dry_run?: boolean }).dry_run
        ? { json: answer }
        : { status: 409, json: { code: 'preview_changed', detail: changed, errors: [] } },
    );
    await fill();
    await shown().findByText('SAFE-1, One Holder');
    const before = bodies().length;
    await userEvent.click(screen.getByRole('button', { name: 'Convert 2 and issue the new shares' }));
    expect(await screen.findByText(`Nothing was recorded. ${changed}`)).toBeVisible();
    await waitFor(() =>
      expect(
        bodies()
          .slice(before)
          .filter(({ dry_run }) => dry_run),
      ).toHaveLength(1),
    );
  });

  it('is offered in the list of convertibles to users who may convert', async () => {
    givenRound();
    const { unmount } = openConsole('/app/convertibles');
    const link = await screen.findByRole('link', { name: 'Convert in a round' });
    expect(link).toHaveAttribute('href', '/app/convertibles/round');
    unmount();
    openConsole('/app/convertibles', { role: 'viewer' });
    expect(await screen.findByRole('heading', { level: 1, name: 'SAFEs and notes' })).toBeVisible();
    expect(screen.queryByRole('link', { name: 'Convert in a round' })).toBeNull();
  });

  it('says that no convertible is outstanding, and is not open to a viewer', async () => {
    givenRound();
    server.rows.convertibles = [];
    const { unmount } = openConsole('/app/convertibles/round');
    expect(await screen.findByRole('heading', { name: 'No convertible is outstanding' })).toBeVisible();
    unmount();
    openConsole('/app/convertibles/round', { role: 'viewer' });
    expect(await screen.findByRole('heading', { name: 'You cannot see the form for a round' })).toBeVisible();
  });
});
