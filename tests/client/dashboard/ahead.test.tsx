// What the dashboard says below the decisions, and how little the list of setting up takes once most of it is done.
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { openConsole, useServer } from '../admin/console.tsx';

const server = useServer();
const empty = {
  total_shareholders: 0,
  active_certificates: 0,
  distributions: 0,
  total_shares: 0,
  recent_activity: [],
  upcoming_tasks: [],
};

describe('the dashboard', () => {
  it('says what is issued and promised, what is left to grant and what is paid next', async () => {
    const next_payment = {
      id: 'd1',
      name: 'Spring dividend',
      payment_date: '2030-03-01',
      currency: 'USD',
      count: 3,
      total: '4500.00',
    };
    const ahead = { fully_diluted: '12431011', pool_available: '431007', next_payment };
    server.answer('GET /api/dashboard', { json: { ...empty, ahead } });
    openConsole('/app/dashboard');
    expect(await screen.findByText('12,431,011')).toBeVisible();
    expect(screen.getByText('431,007')).toBeVisible();
    expect(screen.getByText('$4,500.00')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Spring dividend' })).toHaveAttribute('href', '/app/distributions/d1/show');
    expect(screen.getByText(/3 payments on Mar 1, 2030/)).toBeVisible();
  });

  it('needs one line for setting up once five of seven steps are done, and unfolds', async () => {
    const steps = ['company', 'classes', 'holders', 'holdings', 'invite', 'tie_out', 'documents'];
    const setup = {
      answers: null,
      dismissed: false,
      steps: steps.map((id, at) => ({ id, state: at < 5 ? 'done' : 'open' })),
    };
    server.answer('GET /api/dashboard', { json: { ...empty, setup } });
    openConsole('/app/dashboard');
    const line = within(await screen.findByRole('region', { name: 'Set up your company' }));
    expect(line.getByText(/5 of 7 done/)).toBeVisible();
    expect(line.getByRole('link', { name: 'Compare the totals' })).toBeVisible();
    expect(screen.queryByText('Add the share classes')).toBeNull();
    await userEvent.click(line.getByRole('button', { name: 'Show the list' }));
    expect(await screen.findByText('Add the share classes')).toBeVisible();
  });

  it('leads to the distribution whose shareholders have no bank account', async () => {
    const rows = [
      { id: 'd1', name: 'Spring dividend', payment_date: '2030-03-01', count: 4 },
      { id: 'd2', name: 'Autumn dividend', payment_date: '2030-09-01', count: 1 },
    ];
    server.answer('GET /api/dashboard', {
      json: { ...empty, decisions: [{ kind: 'accounts_missing', total: 2, rows }] },
    });
    openConsole('/app/dashboard');
    const link = await screen.findByRole('link', {
      name: 'Ask them: 4 shareholders of Spring dividend have no bank account',
    });
    expect(link).toHaveAttribute('href', '/app/distributions/d1/show');
    expect(screen.getByText('1 shareholder of Autumn dividend has no bank account')).toBeVisible();
  });
});
