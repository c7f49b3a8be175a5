// The page of a scenario: it computes by itself at each change, names a fault at its field, and saves shortly after.
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { runScenario } from '#src/domain/model/scenario/runScenario.ts';
import { readState } from '#src/domain/model/scenario/startState.ts';
import type { Step } from '#src/domain/model/scenario/steps.ts';
import { openConsole, useServer } from '../console.tsx';
import { givenOffer, record, seed, start } from './offer.ts';

const server = useServer();

const given = (changes: Partial<typeof record> = {}) => givenOffer(server, changes);
const saves = () => server.callsTo('PUT', '/api/scenarios/scenario-1').map(({ body }) => body as typeof record);
const rowOf = (table: HTMLElement, name: string) =>
  within(within(table).getByText(name, { selector: 'td' }).closest('tr')!)
    .getAllByRole('cell')
    .map(({ textContent }) => textContent);
const tableAfter = (name: string) => screen.findByRole('region', { name: `${name}, table` });

beforeEach(() => given());

describe('a scenario', () => {
  it('shows each holder before and after the step, and how a part is computed', async () => {
    openConsole('/app/scenarios/scenario-1/show');
    const table = await tableAfter('After Seed');
    expect(rowOf(table, 'Ada').slice(0, 3)).toEqual(['Ada', '5,000,000', '62.50']);
    expect(rowOf(table, '2 other holders')[1]).toBe('1,000,000');
    const { tables } = runScenario(readState(start), [seed], 2);
    const ada = tables[1]!.rows.find(({ name }) => name === 'Ada')!;
    await userEvent.click(within(table).getByRole('button', { name: /^39\.\d\d %, how it is computed$/ }));
    expect(table).toHaveTextContent(
      `5,000,000 ÷ ${Number(tables[1]!.total).toLocaleString('en')} = ${ada.percent.slice(0, 5)}`,
    );
    await userEvent.click(screen.getByRole('button', { name: /^SAFE-1 converts/ }));
    expect(screen.getByText('500,000.00 ÷ 0.5625 = 888,888 shares, and 0.50 in cash')).toBeVisible();
  });

  it('computes at once, and is saved by itself with its version', async () => {
    openConsole('/app/scenarios/scenario-1/show');
    const table = await tableAfter('After Seed');
    fireEvent.change(screen.getByLabelText('Pre-money valuation'), { target: { value: '20,000,000' } });
    const { tables } = runScenario(readState(start), [{ ...seed, pre_money: '20000000' } as Step], 2);
    expect(rowOf(table, 'Harbor')[3]).toBe(
      Number(tables[1]!.rows.find(({ name }) => name === 'Harbor')!.total).toLocaleString('en'),
    );
    expect(screen.getByText('Saving…')).toBeVisible();
    await screen.findByText(/^Saved\./);
    expect(saves()).toHaveLength(1);
    expect(saves()[0]).toMatchObject({ name: 'Offer A', version: 3, steps: [{ pre_money: '20000000' }] });
    fireEvent.change(screen.getByLabelText('Name'), { target: { value: 'Offer B' } });
    await waitFor(() => expect(saves()[1]).toMatchObject({ name: 'Offer B', version: 4 }));
  });

  it('names a fault at its field, keeps the last table that can be computed, and saves nothing', async () => {
    openConsole('/app/scenarios/scenario-1/show');
    await tableAfter('After Seed');
    fireEvent.change(screen.getByLabelText('Money'), { target: { value: 'a lot' } });
    expect(screen.getByLabelText('Money')).toHaveAccessibleDescription(/Enter a number/);
    expect(await tableAfter('At the start')).toBeVisible();
    expect(screen.getByText(/^Not saved yet: correct the fields that are marked\./)).toBeVisible();
    fireEvent.change(screen.getByLabelText('Money'), { target: { value: '2500000' } });
    expect(await tableAfter('After Seed')).toBeVisible();
    expect(screen.getByText(/^Saved\./)).toBeVisible();
    expect(saves()).toEqual([]);
  });

  it('says that somebody else has changed it, and shows theirs', async () => {
    server.answer('PUT /api/scenarios/scenario-1', {
      status: 409,
      json: { code: 'stale_version', detail: 'It was changed meanwhile.' },
    });
    openConsole('/app/scenarios/scenario-1/show');
    await tableAfter('After Seed');
    fireEvent.change(screen.getByLabelText('Name'), { target: { value: 'Mine' } });
    expect(await screen.findByRole('alert')).toHaveTextContent('Somebody else has changed this scenario.');
    given({ name: 'Theirs', version: 9 });
    await userEvent.click(screen.getByRole('button', { name: 'Show theirs' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'Theirs' })).toBeVisible();
  });

  it('adds, moves and removes steps by keyboard, and says so', async () => {
    openConsole('/app/scenarios/scenario-1/show');
    await tableAfter('After Seed');
    const steps = screen.getByRole('region', { name: 'Steps' });
    await userEvent.click(within(steps).getByRole('button', { name: 'Larger pool' }));
    expect(await tableAfter('After Pool')).toBeVisible();
    const up = within(steps).getByRole('button', { name: 'Move Pool up' });
    up.focus();
    await userEvent.keyboard('{Enter}');
    expect(within(steps).getByText('Pool is now step 1 of 2.')).toBeInTheDocument();
    await waitFor(() => expect(within(steps).getByRole('button', { name: 'Move Pool up' })).toHaveFocus());
    await waitFor(() =>
      expect(
        saves()
          .at(-1)
          ?.steps.map(({ kind }) => kind),
      ).toEqual(['pool', 'round']),
    );
    await userEvent.click(within(steps).getByRole('button', { name: 'Remove Pool' }));
    await waitFor(() =>
      expect(
        saves()
          .at(-1)
          ?.steps.map(({ kind }) => kind),
      ).toEqual(['round']),
    );
  });

  it('adds a holder who keeps their part of the new shares', async () => {
    openConsole('/app/scenarios/scenario-1/show');
    const table = await tableAfter('After Seed');
    await userEvent.selectOptions(screen.getByLabelText('Add an investor pro rata'), 'Ben');
    const ben = screen.getByRole('group', { name: 'Ben' });
    expect(within(ben).getByLabelText('Pays')).toHaveAccessibleDescription(
      '25.0000 % of the new shares, as in the table before.',
    );
    expect(rowOf(table, 'Ben')[1]).toBe('2,000,000');
    await userEvent.click(screen.getByRole('button', { name: /^Ben buys/ }));
    // A quarter of all shares is Ben's: a quarter of all the new money, with his.
    expect(screen.getByText('This part of all the new money is 833,333.33, rounded down to the cent.')).toBeVisible();
    await waitFor(() =>
      expect(saves()[0]?.steps).toMatchObject([
        { investors: [{ name: 'Harbor' }, { shareholder_id: 'ben', name: 'Ben', pro_rata: 'held' }] },
      ]),
    );
    fireEvent.change(within(screen.getByRole('group', { name: 'Harbor' })).getByLabelText('Money'), {
      target: { value: '6000000' },
    });
    expect(screen.getByText('This part of all the new money is 2,000,000.00, rounded down to the cent.')).toBeVisible();
  });

  it('expresses an MFN that takes a later SAFE’s terms, a note with interest, and a warrant', async () => {
    given({ steps: [] });
    openConsole('/app/scenarios/scenario-1/show');
    const steps = await screen.findByRole('region', { name: 'Steps' });
    const add = (name: string) => userEvent.click(within(steps).getByRole('button', { name }));
    await add('SAFE or note');
    await add('SAFE or note');
    await userEvent.click(within(steps).getByRole('checkbox', { name: /It is a note/ }));
    await userEvent.selectOptions(within(steps).getByLabelText('Compounding'), 'Compounds quarterly');
    fireEvent.change(within(steps).getByLabelText('Interest per year'), { target: { value: '9' } });
    await userEvent.click(within(steps).getByRole('button', { name: /^1\. SAFE or note/ }));
    await userEvent.selectOptions(within(steps).getByLabelText('Terms'), 'Best terms of later ones (MFN)');
    await userEvent.click(within(steps).getByRole('checkbox', { name: 'New SAFE 2, New investor 2' }));
    await add('Warrant');
    fireEvent.change(within(steps).getByLabelText('Exercise price'), { target: { value: 'much' } });
    expect(within(steps).getByLabelText('Exercise price')).toHaveAccessibleDescription(/Enter a number/);
    fireEvent.change(within(steps).getByLabelText('Exercise price'), { target: { value: '2' } });
    await waitFor(() =>
      expect(saves().at(-1)?.steps).toMatchObject([
        { kind: 'convertible', instrument: { id: 'New SAFE 1', type: 'mfn', better_of: ['New SAFE 2'] } },
        { instrument: { id: 'New SAFE 2', interest: { rate: '0.09', compounding: 'QUARTERLY' } } },
        { kind: 'warrant', share_class_id: 'common', strike: '2' },
      ]),
    );
    expect(rowOf(await tableAfter('After Warrant'), 'New lender')[3]).toBe('80,000');
  });

  it('summarizes a round as a term sheet, which is printed alone and at the end of the scenario', async () => {
    const terms = { ...seed, preference_multiple: '1', participating: true, total_cap: '3' } as Step;
    given({ steps: [terms] });
    openConsole('/app/scenarios/scenario-1/show');
    await tableAfter('After Seed');
    expect(screen.queryByRole('article')).toBeNull();
    fireEvent(window, new Event('beforeprint'));
    expect(await screen.findByRole('article', { name: 'Summary of terms, Seed' })).toBeInTheDocument();
    fireEvent(window, new Event('afterprint'));
    expect(screen.queryByRole('article')).toBeNull();
    await userEvent.click(screen.getByRole('link', { name: 'Term sheet' }));
    const sheet = await screen.findByRole('article', { name: 'Summary of terms, Seed' });
    expect(sheet).toHaveTextContent('SecuritySeries Seed, a new class of preferred stock');
    const { tables } = runScenario(readState(start), [terms], 2);
    const { price, new_shares } = tables[1]!.round!;
    expect(sheet).toHaveTextContent(`Price of a share$${price}`);
    expect(sheet).toHaveTextContent(`for ${Number(new_shares).toLocaleString('en')} shares`);
    expect(sheet).toHaveTextContent(/Participates with the common stock up to \$\d\.\d+ a share together/);
    expect(rowOf(within(sheet).getByRole('region', { name: 'Conversions, table' }), 'SAFE-1').slice(1, 3)).toEqual([
      'Cleo',
      '500,000.00',
    ]);
    expect(rowOf(within(sheet).getByRole('region', { name: 'After the round, table' }), 'Ada')[1]).toBe('5,000,000');
    expect(screen.queryByRole('region', { name: 'Steps' })).toBeNull();
    await userEvent.click(screen.getByRole('link', { name: 'Offer A' }));
    expect(await tableAfter('After Seed')).toBeVisible();
  });

  it('shows an exit by class and by holder, and moves its price by a slider', async () => {
    given({ steps: [seed, { kind: 'exit', proceeds: '20000000' }] });
    openConsole('/app/scenarios/scenario-1/show');
    const exit = await screen.findByRole('region', { name: 'Exit' });
    expect(within(exit).getByRole('img')).toHaveAccessibleName(/Common \$/);
    // The SAFE has a series of its own, which is paid beside it.
    expect(
      within(exit).getByText('Series Seed has been paid its preference. Series Seed-1 has been paid its preference.'),
    ).toBeVisible();
    await userEvent.click(within(exit).getByRole('button', { name: 'By holder' }));
    expect(rowOf(exit, 'Ada')[2]).toMatch(/^\d\d\.\d\d$/);
    const slider = within(exit).getByRole('slider', { name: 'Price of the company' });
    fireEvent.change(slider, { target: { value: '500' } });
    expect(within(exit).getByText('$10,000,000,000.00 for the company.')).toBeVisible();
    await waitFor(() => expect(saves()[0]?.steps[1]).toMatchObject({ proceeds: '10000000000' }));
  });

  it('keeps the figures of the time when its drafts were posted, and cannot be changed', async () => {
    given({ posted_run: runScenario(readState(start), [seed], 2), posted_at: '2026-07-02T10:00:00.000Z' });
    openConsole('/app/scenarios/scenario-1/show');
    await tableAfter('After Seed');
    expect(screen.getByText(/^Its drafts were posted on/)).toBeVisible();
    expect(screen.getByLabelText('Pre-money valuation')).toBeDisabled();
    expect(screen.queryByRole('button', { name: 'Prepare entries' })).toBeNull();
    expect(server.callsTo('GET', '/api/scenarios/scenario-1/start')).toEqual([]);
  });

  it('offers to start again where a later entry overtook it', async () => {
    given({ overtaken: { entries: 1, message: '1 entry came after.' } });
    server.answer('POST /api/scenarios/scenario-1/start-again', { json: { ...record, version: 4 } });
    openConsole('/app/scenarios/scenario-1/show');
    await userEvent.click(await screen.findByRole('button', { name: 'Start again from today' }));
    await waitFor(() => expect(server.callsTo('GET', '/api/scenarios/scenario-1/start').length).toBeGreaterThan(1));
  });

  it('says that the ledger could not be read, and reads it again', async () => {
    server.answer('GET /api/scenarios/scenario-1/start', { status: 500, json: { detail: 'It failed.' } });
    openConsole('/app/scenarios/scenario-1/show');
    const retry = await screen.findByRole('button', { name: /Retry|Try again/ });
    server.answer('GET /api/scenarios/scenario-1/start', { json: start });
    await userEvent.click(retry);
    expect(await tableAfter('After Seed')).toBeVisible();
  });

  it('is read only for a viewer', async () => {
    openConsole('/app/scenarios/scenario-1/show', { role: 'viewer' });
    await tableAfter('After Seed');
    expect(screen.queryByRole('button', { name: 'Duplicate' })).toBeNull();
    expect(screen.getByLabelText('Pre-money valuation')).toBeDisabled();
  });
});

describe('the drafts of a scenario', () => {
  const drafts = [
    { id: 'd1', kind: 'share_class', summary: 'Add Series Seed' },
    { id: 'd2', kind: 'certificate', summary: 'Issue 2,539,618 Series Seed to Harbor' },
  ];

  it('are reviewed, and the chosen ones are posted together', async () => {
    server.answer('POST /api/scenarios/scenario-1/drafts', { status: 201, json: { drafts } });
    server.answer('POST /api/drafts/post', { json: { posted: [], charter: { classes: [], plans: [] } } });
    openConsole('/app/scenarios/scenario-1/show');
    await userEvent.click(await screen.findByRole('button', { name: 'Prepare entries' }));
    const dialog = await screen.findByRole('dialog', { name: 'Prepare entries' });
    expect(within(dialog).getByText(/recorded together, dated Jun 30, 2026: all of them or none/)).toBeVisible();
    await userEvent.click(await within(dialog).findByRole('checkbox', { name: /^Issue 2,539,618/ }));
    await userEvent.click(within(dialog).getByRole('button', { name: 'Post 1 draft' }));
    await waitFor(() => expect(server.callsTo('POST', '/api/drafts/post')[0]?.body).toEqual({ ids: ['d1'] }));
  });

  it('stay where they are when the ledger refuses them', async () => {
    server.answer('POST /api/scenarios/scenario-1/drafts', { status: 201, json: { drafts } });
    server.answer('POST /api/drafts/post', {
      status: 409,
      json: { code: 'scenario_overtaken', detail: 'Entries came after this scenario was started.' },
    });
    openConsole('/app/scenarios/scenario-1/show');
    await userEvent.click(await screen.findByRole('button', { name: 'Prepare entries' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Post 2 drafts' }));
    expect(await screen.findByText(/Entries came after this scenario was started/)).toBeVisible();
    expect(screen.getByRole('button', { name: 'Post 2 drafts' })).toBeEnabled();
  });
});
