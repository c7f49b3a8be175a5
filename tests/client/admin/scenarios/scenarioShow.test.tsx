// The page of a scenario: steps at the left, the table after the chosen one at the right, run on the page and saved by itself.
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { resourceNamed } from '../../../../src/resources/index.ts';
import { openConsole, useServer } from '../console.tsx';
import { sampleRow } from '../samples.ts';

const server = useServer();
afterEach(() => vi.restoreAllMocks());

const ADDRESS = '/api/scenarios/scenarios-1';
const start = {
  as_of: '2026-03-01',
  holders: [
    { id: 'ann', name: 'Ann Lee' },
    { id: 'bob', name: 'Bob Roy' },
  ],
  others: 0,
  classes: [
    {
      id: 'common',
      name: 'Common',
      kind: 'COMMON',
      ratio: ['1', '1'],
      converts_to: null,
      places: 0,
      allows_fractions: false,
      preference_per_share: '0',
      participating: false,
      cap_per_share: null,
      rank: 0,
    },
  ],
  lots: [
    ['ann', 'common', '6000000', 1],
    ['bob', 'common', '2000000', 1],
  ],
  rights: [],
  plans: [],
  convertibles: [],
};

function givenScenario(extra: object = {}, role = 'owner') {
  server.rows.scenarios = [
    sampleRow(resourceNamed('scenarios'), {
      name: 'Next round',
      as_of: '2026-03-01',
      posted_at: null,
      version: 1,
      start: null,
      steps: [],
      overtaken: null,
      posted_run: null,
      shares: [],
      versions: [],
      ...extra,
    }),
  ];
  server.answer(`GET ${ADDRESS}/start`, { json: start });
  server.answer(`PUT ${ADDRESS}`, ({ body }) => ({
    json: { ...server.rows.scenarios![0], ...(body as object), version: 2 },
  }));
  openConsole('/app/scenarios/scenarios-1/show', { role: role as 'owner' });
}

/** Each test leaves nothing to be saved after it. */
const allSaved = () => screen.findByText('Saved', {}, { timeout: 3000 });
const row = (name: string) => screen.getByRole('rowheader', { name }).closest('tr')!;
const saved = () =>
  server.callsTo('PUT', ADDRESS).map(({ body }) => body as { steps: { kind: string }[]; version: number });

describe('a scenario', () => {
  it('adds a step by one click, shows before and after, and saves by itself', async () => {
    givenScenario();
    await userEvent.click(await screen.findByRole('button', { name: 'Round' }));
    // 2,500,000 of 12,500,000 is a fifth.
    expect(row('Series Seed investors')).toHaveTextContent('20.00%');
    expect(row('Ann Lee')).toHaveTextContent('6,000,0006,000,000–60.00% from 75.00%');
    await waitFor(() => expect(saved()).toHaveLength(1), { timeout: 3000 });
    expect(saved()[0]).toMatchObject({ version: 1, steps: [{ kind: 'round', pre_money: '10000000' }] });
    const money = screen.getByLabelText('Pre-money valuation');
    await userEvent.clear(money);
    await userEvent.type(money, '7,500,000');
    expect(row('Series Seed investors')).toHaveTextContent('25.00%');
    await waitFor(() => expect(saved().at(-1)).toMatchObject({ version: 2, steps: [{ pre_money: '7500000' }] }), {
      timeout: 3000,
    });
  });

  it('marks the field that has no answer, and shows the table before it', async () => {
    givenScenario({ steps: [{ kind: 'pool', quantity: '100000' }] });
    const quantity = await screen.findByLabelText('More shares in the pool');
    expect(row('Unallocated pool')).toHaveTextContent('100,000');
    await userEvent.clear(quantity);
    await userEvent.type(quantity, '1.5');
    expect(quantity).toBeInvalid();
    expect(screen.getByText('A whole number of shares.')).toBeVisible();
    expect(screen.getByText(/^The chosen step has no answer yet/)).toBeVisible();
    expect(screen.queryByRole('rowheader', { name: 'Unallocated pool' })).toBeNull();
    await allSaved();
  });

  it('is reordered with buttons, and an exit stays the last', async () => {
    givenScenario({
      steps: [
        { kind: 'pool', quantity: '100000' },
        { kind: 'exit', proceeds: '80000000', costs: '0', debt: '0' },
      ],
    });
    expect(await screen.findByRole('heading', { name: 'Who is paid what' })).toBeVisible();
    expect(screen.getAllByText('60,000,000.00')).not.toHaveLength(0);
    await userEvent.click(screen.getByRole('button', { name: 'Split' }));
    const names = () =>
      within(screen.getByRole('region', { name: 'Steps' }))
        .getAllByRole('button', { name: /^\d\. / })
        .map((button) => button.textContent);
    expect(names()).toEqual(['1. Larger pool', '2. Split', '3. Exit']);
    await userEvent.click(screen.getByRole('button', { name: 'Move Split up' }));
    expect(names()).toEqual(['1. Split', '2. Larger pool', '3. Exit']);
    await userEvent.click(screen.getByRole('button', { name: 'Remove Larger pool' }));
    expect(names()).toEqual(['1. Split', '2. Exit']);
    await allSaved();
    expect(
      saved()
        .at(-1)!
        .steps.map(({ kind }) => kind),
    ).toEqual(['split', 'exit']);
  });

  it('says that the ledger went on, and starts again', async () => {
    givenScenario({ overtaken: { entries: 1, message: '1 entry came after this scenario was started.' } });
    server.answer(`POST ${ADDRESS}/start-again`, { json: {} });
    await userEvent.click(await screen.findByRole('button', { name: 'Start again from today' }));
    expect(server.callsTo('POST', `${ADDRESS}/start-again`)).toHaveLength(1);
  });

  it('becomes drafts, which are posted together', async () => {
    server.rows.drafts = [1, 2].map((n) =>
      sampleRow(resourceNamed('drafts'), { id: `d${n}`, summary: `Draft ${n}`, posted_at: null }),
    );
    givenScenario();
    server.answer('POST /api/drafts/post', { json: { posted: [] } });
    await userEvent.click(await screen.findByRole('button', { name: 'Post all 2 together' }));
    expect(server.callsTo('POST', '/api/drafts/post')[0]!.body).toEqual({ ids: ['d1', 'd2'] });
    expect(await screen.findByText('Posted 2 drafts')).toBeVisible();
  });

  it('is only read by a viewer', async () => {
    givenScenario({ steps: [{ kind: 'pool', quantity: '100000' }] }, 'viewer');
    expect(await screen.findByLabelText('More shares in the pool')).toBeDisabled();
    for (const name of ['Round', 'Share', 'Duplicate', 'Turn into drafts'])
      expect(screen.queryByRole('button', { name })).toBeNull();
  });
});
