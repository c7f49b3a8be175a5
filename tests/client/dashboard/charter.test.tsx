// The dashboard keeps open what falls short of the charter or of a plan.
import { screen } from '@testing-library/react';
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
  it('keeps open what falls short of the charter or of a plan, with its figures', async () => {
    const parts = {
      outstanding: '8000000',
      kept_for_conversion: '3500000',
      kept_for_options: '0',
      kept_for_warrants: '0',
    };
    const common = { share_class: 'Common', authorized: '11000000', needed: '13000000', missing: '2000000' };
    const plan = { equity_plan: 'Plan', reserved: '1000000', needed: '1300000', missing: '300000' };
    const decisions = [
      { kind: 'charter_short', total: 1, rows: [{ id: 'c', ...common, ...parts, kept_in_pool: '1500000' }] },
      { kind: 'pool_short', total: 1, rows: [{ id: 'p', ...plan }] },
    ];
    server.answer('GET /api/dashboard', { json: { ...empty, decisions } });
    openConsole('/app/dashboard');
    const title = 'Common is short of 2,000,000 authorized shares';
    expect(await screen.findByRole('link', { name: `Authorize more: ${title}` })).toHaveAttribute(
      'href',
      '/app/share-classes/c/show',
    );
    expect(
      screen.getByText(/11,000,000 authorized, 13,000,000 needed \(8,000,000 outstanding, 3,500,000/),
    ).toBeVisible();
    expect(
      screen.getByRole('link', { name: 'Reserve more: Plan granted 300,000 shares more than are reserved' }),
    ).toHaveAttribute('href', '/app/equity-plans/p/show');
  });
});
