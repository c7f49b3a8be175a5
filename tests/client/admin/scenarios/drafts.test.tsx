// Drafts are reviewed with their terms, and a scenario of which a part was posted says so.
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { runScenario } from '#src/domain/model/scenario/runScenario.ts';
import { readState } from '#src/domain/model/scenario/startState.ts';
import { openConsole, useServer } from '../console.tsx';
import { givenOffer, seed, start } from './offer.ts';

const server = useServer();

const draft = (id: string, kind: string, summary: string, body: object) => ({
  id,
  kind,
  summary,
  body,
  scenario_id: 'scenario-1',
  scenario: 'Offer A',
  position: 0,
  result_id: null,
  posted_at: null as string | null,
  created_at: '2026-07-01T10:00:00.000Z',
});
const shareClass = draft('d1', 'share_class', 'Add Series Seed, preferred, with 3,816,194 shares authorized', {
  name: 'Series Seed',
  class_type: 'PREFERRED',
  prefix: 'SS-',
  seniority: 2,
  authorized_shares: '3816194',
  price_per_share: '0.6593',
  votes_per_share: 1,
  liquidation_preference_multiple: '1.5',
  participation_cap_multiple: '3',
});
const certificate = draft('d2', 'certificate', 'Issue 2,539,618 Series Seed to Ben at 0.6593', {
  quantity: '2539618',
  issue_date: '2026-06-30',
  share_class_id: 'new:Series Seed',
  shareholder_id: 'ben',
  price_per_share: '0.6593',
});
const others = [
  draft('d3', 'convertible', 'Issue a SAFE of 250,000 to Harbor', {
    kind: 'SAFE',
    date: '2026-06-30',
    terms: { post_money_cap: '8000000', discount: '0.2' },
    amount: '250000',
    shareholder_id: 'new:Harbor',
  }),
  draft('d4', 'reserve', 'Change the reserve of Plan to 2,000,000, 500,000 more', {
    equity_plan_id: 'plan',
    reserved: '2000000',
    date: '2026-06-30',
    reason: 'Pool increase of a scenario',
  }),
  draft('d5', 'conversion', 'Convert SAFE-1', {
    convertible_id: 'safe',
    share_class_id: 'seed',
    quantity: '888888',
    price_per_share: '0.5625',
    date: '2026-06-30',
    reason: 'Seed',
  }),
];

const listed = ({ id, kind, summary }: typeof shareClass) => ({ id, kind, summary });

/** Label and value of each fact under an element. */
const factsOf = (within_: HTMLElement) =>
  Object.fromEntries(
    within(within_)
      .getAllByRole('term')
      .map((term) => [term.textContent, term.nextElementSibling!.textContent]),
  );
const enough = { classes: [], plans: [] };
const short = {
  share_class_id: 'common',
  share_class: 'Common',
  authorized: '11000000',
  needed: '13000000',
  missing: '2000000',
  outstanding: '8000000',
  kept_for_conversion: '3500000',
  kept_for_options: '0',
  kept_for_warrants: '0',
  kept_in_pool: '1500000',
};
const openDialog = async () => {
  await userEvent.click(await screen.findByRole('button', { name: 'Prepare entries' }));
  return screen.findByRole('dialog', { name: 'Prepare entries' });
};

beforeEach(() => {
  givenOffer(server);
  server.rows.drafts = [shareClass, certificate];
  server.rows.shareholders = [{ id: 'ben', name: 'Ben' }];
  server.rows['share-classes'] = [{ id: 'seed', name: 'Series Seed' }];
  server.rows['equity-plans'] = [{ id: 'plan', name: 'Plan 2026' }];
  server.rows.convertibles = [{ id: 'safe', convertible_number: 'SAFE-1' }];
  server.answer('POST /api/scenarios/scenario-1/drafts', {
    status: 201,
    json: { drafts: [shareClass, certificate].map(listed) },
  });
  server.answer('POST /api/drafts/check', { json: { charter: enough } });
});

describe('the terms of a draft', () => {
  it('are opened in the dialog, in the words of what it becomes', async () => {
    openConsole('/app/scenarios/scenario-1/show');
    const dialog = await openDialog();
    const button = await within(dialog).findByRole('button', { name: `Terms: ${shareClass.summary}` });
    expect(button).toHaveAttribute('aria-expanded', 'false');
    await userEvent.click(button);
    const line = button.closest('li')!;
    await within(line).findByText('Original issue price');
    expect(factsOf(line)).toMatchObject({
      Name: 'Series Seed',
      Type: 'Preferred',
      'Original issue price': '$0.6593',
      'Participation cap, times the price': '3',
    });
    expect(Object.keys(factsOf(line))).toHaveLength(9);
    await userEvent.click(within(dialog).getByRole('button', { name: `Terms: ${certificate.summary}` }));
    const second = within(dialog)
      .getByRole('button', { name: `Terms: ${certificate.summary}` })
      .closest('li')!;
    await within(second).findByText('Ben');
    expect(factsOf(second)).toEqual({
      'Share Class': 'Series Seed, which another draft adds',
      Holder: 'Ben',
      Quantity: '2,539,618',
      'Issue Date': 'Jun 30, 2026',
      'Price per share': '$0.6593',
    });
  });

  it('that could not be read say so, and are read again', async () => {
    server.answer('GET /api/drafts/d1', { status: 500, json: { detail: 'It failed.' } });
    openConsole('/app/scenarios/scenario-1/show');
    const dialog = await openDialog();
    await userEvent.click(await within(dialog).findByRole('button', { name: `Terms: ${shareClass.summary}` }));
    const retry = await within(dialog).findByRole('button', { name: /Retry|Try again/ });
    server.answer('GET /api/drafts/d1', { json: shareClass });
    await userEvent.click(retry);
    expect(await within(dialog).findByText('Original issue price')).toBeVisible();
  });

  it('stand on its own page, whatever it becomes', async () => {
    server.rows.drafts = others;
    const shown: Record<string, object> = {
      d3: {
        Holder: 'Harbor, which another draft adds',
        Kind: 'SAFE',
        Amount: '$250,000.00',
        'Valuation cap': '$8,000,000.00',
        Discount: '20%',
      },
      d4: { 'Equity plan': 'Plan 2026', 'Shares reserved': '2,000,000', Date: 'Jun 30, 2026' },
      d5: { Convertible: 'SAFE-1', 'Share class': 'Series Seed', Shares: '888,888', 'Conversion price': '$0.5625' },
    };
    for (const [id, terms] of Object.entries(shown)) {
      const { unmount } = openConsole(`/app/drafts/${id}/show`);
      const card = await screen.findByRole('region', { name: 'Terms' });
      await waitFor(() => expect(factsOf(card)).toMatchObject(terms));
      expect(within(card).getByRole('link', { name: 'its scenario' })).toHaveAttribute(
        'href',
        '/app/scenarios/scenario-1/show',
      );
      unmount();
    }
  });
});

describe('what would fall short', () => {
  const words =
    'Common: 11,000,000 authorized, 13,000,000 needed (8,000,000 outstanding, 3,500,000 for conversion, 1,500,000 in the pool), 2,000,000 missing.';

  it('is shown before posting, of the drafts that are chosen', async () => {
    server.answer('POST /api/drafts/check', ({ body }) => ({
      json: { charter: (body as { ids: string[] }).ids.length > 1 ? enough : { ...enough, classes: [short] } },
    }));
    openConsole('/app/scenarios/scenario-1/show');
    const dialog = await openDialog();
    await within(dialog).findByText(certificate.summary);
    expect(within(dialog).queryByText(/falls short/)).toBeNull();
    await userEvent.click(within(dialog).getByRole('checkbox', { name: shareClass.summary }));
    expect(await within(dialog).findByText(/shares are missing. The dashboard shows it/)).toBeVisible();
    expect(within(dialog).getByText('Common').closest('li')).toHaveTextContent(words);
  });

  it('offers to add the drafts that cure what others made fall short since', async () => {
    const cure = { id: 'cure', kind: 'authorize', summary: 'Authorize more of Common', posted_at: null };
    const cures = [{ scenario_id: 'scenario-1', kind: 'authorize', summary: cure.summary }];
    server.answer('POST /api/drafts/check', ({ body }) => ({
      json: (body as { ids: string[] }).ids.includes('cure')
        ? { charter: enough, cures: [] }
        : { charter: { ...enough, classes: [short] }, cures },
    }));
    server.answer('POST /api/drafts/cures', () => {
      server.rows.drafts = [cure, shareClass, certificate].map((each) => ({ ...each, posted_at: null }));
      return { status: 201, json: { ids: ['cure'] } };
    });
    openConsole('/app/scenarios/scenario-1/show');
    const dialog = await openDialog();
    const offer = await within(dialog).findByRole('button', { name: 'Add drafts that authorize or reserve more' });
    await userEvent.click(offer);
    expect(await within(dialog).findByRole('checkbox', { name: cure.summary })).toBeChecked();
    expect(within(dialog).getByRole('button', { name: 'Post 3 drafts' })).toBeEnabled();
  });

  it('or the other price that the class of a round has on record', async () => {
    const warning = 'Series A has $5.00 as its original issue price on record, and $2.50 is paid for a share.';
    server.answer('POST /api/drafts/check', { json: { charter: enough, price_warnings: [warning] } });
    openConsole('/app/scenarios/scenario-1/show');
    const dialog = await openDialog();
    expect(await within(dialog).findByText(warning)).toBeVisible();
    expect(within(dialog).queryByText(/falls short/)).toBeNull();
  });
});

describe('a scenario of which a part was posted', () => {
  const posted_run = runScenario(readState(start), [seed], 2);

  it('stays open after only a part is posted, and says how many are left', async () => {
    server.answer('POST /api/drafts/post', () => {
      givenOffer(server, { posted_run });
      server.rows.drafts = [{ ...shareClass, posted_at: '2026-07-02T10:00:00.000Z' }, certificate];
      return { json: { posted: [], charter: enough } };
    });
    openConsole('/app/scenarios/scenario-1/show');
    const dialog = await openDialog();
    await userEvent.click(await within(dialog).findByRole('checkbox', { name: certificate.summary }));
    await userEvent.click(within(dialog).getByRole('button', { name: 'Post 1 draft' }));
    expect(await screen.findByText(/^1 draft of this scenario was posted, and 1 is left\./)).toBeVisible();
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(screen.getByText('Partly posted')).toBeVisible();
    expect(screen.queryByText(/nothing here is in the ledger/)).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Review what is left' }));
    const again = await screen.findByRole('dialog', { name: 'Prepare entries' });
    expect(await within(again).findByRole('button', { name: 'Post 1 draft' })).toBeEnabled();
    expect(within(again).getByRole('checkbox', { name: /^Add Series Seed/ })).toBeDisabled();
  });

  it('leads to the cap table once all are posted', async () => {
    server.answer('POST /api/drafts/post', { json: { posted: [], charter: enough } });
    openConsole('/app/scenarios/scenario-1/show');
    const dialog = await openDialog();
    await userEvent.click(await within(dialog).findByRole('button', { name: 'Post 2 drafts' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'Cap table' })).toBeVisible();
  });
});
