// The menu: its entries and their order, the pages of each as tabs, and the addresses of before.
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { menuEntries } from '#src/admin/shell/menuEntries.ts';
import { roles } from '#src/resources/kit/access.ts';
import { resourceNamed } from '#src/resources/index.ts';
import { mara, membershipOf, openConsole, useServer } from '../console.tsx';
import { sampleRow } from '../samples.ts';

const server = useServer();

const drawer = async () => within(await screen.findByRole('navigation', { name: 'Main' }));
const words = (links: HTMLElement[]) => links.map(({ textContent }) => textContent);

describe('the side navigation', () => {
  it('has the eight entries in their order, then the rest in two groups', async () => {
    openConsole('/app/tasks');
    expect(words((await drawer()).getAllByRole('link'))).toEqual([
      'Dashboard',
      'Shareholders',
      'Certificates',
      'Distributions',
      'Payments',
      'Documents',
      'Tasks',
      'Messages',
      'Cap table',
      'Securities',
      'Plans and classes',
      'Scenarios',
      'People',
      'Records',
      'Settings',
    ]);
    const groups = (await drawer()).getAllByRole('group');
    expect(groups.map((group) => words(within(group).getAllByRole('link')).length)).toEqual([4, 3]);
    for (const name of ['Equity', 'Company'])
      expect((await drawer()).getByRole('group', { name })).toContainElement(screen.getByText(name));
    expect((await drawer()).getByRole('link', { name: 'Tasks' })).toHaveAttribute('aria-current', 'page');
  });

  it.each(roles)('shows no icon twice to the role %s', (role) => {
    const icons = menuEntries(role).flatMap(({ entries }) => entries.map(({ icon }) => icon));
    expect(icons.filter((icon, at) => icons.indexOf(icon) !== at)).toEqual([]);
  });

  it('is shorter for a shareholder', async () => {
    openConsole('/app/tasks', { role: 'shareholder', account_type: 'shareholder' });
    expect(words((await drawer()).getAllByRole('link'))).toEqual([
      'Dashboard',
      'Portfolio',
      'Certificates',
      'Distributions',
      'Payments',
      'Documents',
      'Tasks',
      'Messages',
    ]);
  });

  it('has a shareholder’s own record beside the portfolio, and the other kinds of securities that they hold beside the certificates', async () => {
    const ada = { ...mara, role: 'shareholder', account_type: 'shareholder' } as const;
    const membership = membershipOf(ada, { shareholder_id: 'ada' });
    server.answer('GET /api/auth/me', { json: { user: ada, memberships: [membership], active: ada.client_name } });
    server.rows.warrants = [sampleRow(resourceNamed('warrants'))];
    server.answer('GET /api/portfolio', { json: [] });
    openConsole('/app/portfolio', ada);
    const beside = within(await screen.findByRole('navigation', { name: 'Portfolio' }));
    expect(await beside.findByRole('link', { name: 'What you own' })).toHaveAttribute(
      'href',
      '/app/shareholders/ada/show',
    );
    fireEvent.click((await drawer()).getByRole('link', { name: 'Certificates' }));
    const tabs = within(await screen.findByRole('navigation', { name: 'Certificates' }));
    expect(words(tabs.getAllByRole('link'))).toEqual(['Certificates', 'Warrants']);
    fireEvent.click(tabs.getByRole('link', { name: 'Warrants' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'Warrants' })).toBeVisible();
    expect((await drawer()).getByRole('link', { name: 'Certificates' })).toHaveAttribute('aria-current', 'page');
  });

  it.each(roles)('starts with the dashboard for the role %s', (role) => {
    expect(menuEntries(role)[0]?.entries[0]?.label).toBe('Dashboard');
  });

  it.each([
    ['legends', 'Legends', 'certificates', 'Certificates'],
    ['vesting-terms', 'Vesting schedules', 'grants', 'Grants'],
    ['vesting-terms', 'Vesting schedules', 'equity-plans', 'Grants'],
  ])('has no entry for %s (%s), which the list of %s links to and back', async (name, label, user, back) => {
    openConsole(`/app/${user}`);
    const main = within(await screen.findByRole('main'));
    expect((await drawer()).queryByRole('link', { name: label })).toBeNull();
    const link = await main.findByRole('link', { name: label });
    expect(link).toHaveAttribute('href', `/app/${name}`);
    fireEvent.click(link);
    expect(await main.findByRole('heading', { level: 1, name: label })).toBeVisible();
    fireEvent.click(main.getByRole('link', { name: back }));
    expect(await main.findByRole('heading', { level: 1, name: back })).toBeVisible();
  });

  it.each([
    ['/app/payments', 'Payments', ['Payments', 'Payment batches', 'Bank statements', 'Unclaimed money', 'Tax forms']],
    ['/app/cap-table', 'Cap table', ['Table', 'Over time', 'Registers']],
    ['/app/grants', 'Securities', ['Grants', 'SAFEs and notes', 'Warrants']],
    ['/app/valuations', 'Plans and classes', ['Share classes', 'Equity plans', 'Valuations']],
    ['/app/drafts', 'Scenarios', ['Scenarios', 'Drafts']],
    ['/app/members', 'People', ['Members', 'Board', 'Access requests']],
    ['/app/export', 'Records', ['Ledger', 'Audit trail', 'Import', 'Export']],
    [
      '/app/settings/tax',
      'Settings',
      ['Company', 'Shareholder access', 'Payments', 'Tax', 'Notifications to holders', 'Data'],
    ],
    ['/app/you/security', 'You', ['Profile', 'Sign-in and security', 'Notifications']],
  ])('%s is a page of %s, with the others as tabs', async (at, name, pages) => {
    openConsole(at);
    const tabs = within(await screen.findByRole('navigation', { name }));
    expect(words(tabs.getAllByRole('link'))).toEqual(pages);
    const current = tabs.getAllByRole('link').filter((link) => link.getAttribute('aria-current') === 'page');
    expect(current.map((link) => link.getAttribute('href'))).toEqual([at]);
    // One's own pages are in the menu at the top right.
    const entries = (await drawer()).queryAllByRole('link', { current: 'page' });
    expect(words(entries).map((each) => each?.replace(/\d+ waiting$/, ''))).toEqual(name === 'You' ? [] : [name]);
  });

  it.each([
    ['/app/analytics', 'Over time', '/app/cap-table/over-time'],
    ['/app/tax-papers?year=2024', 'Tax forms', '/app/payments/tax-forms'],
    ['/app/settings', 'Company', '/app/settings/company'],
    ['/app/account', 'Profile', '/app/you/profile'],
  ])('the address %s of before leads to %s', async (before, name, now) => {
    openConsole(before);
    const tab = await within(await screen.findByRole('main')).findByRole('link', { name, current: 'page' });
    expect(tab).toHaveAttribute('href', now);
  });

  it('keeps what an address of before asked for', async () => {
    openConsole('/app/tax-papers?year=2024');
    await waitFor(() => expect(server.callsTo('GET', '/api/yearly-tax-forms')[0]?.query.get('year')).toBe('2024'));
  });

  it('leads a shareholder who opens the settings to their own page', async () => {
    openConsole('/app/settings', { role: 'shareholder', account_type: 'shareholder' });
    expect(await screen.findByRole('heading', { level: 1, name: 'Profile' })).toBeVisible();
  });

  it('offers a reader of the company no settings that only administrators change', async () => {
    openConsole('/app/settings/tax', { role: 'viewer' });
    expect(await screen.findByText(/these settings/)).toBeVisible();
    expect((await drawer()).getByRole('link', { name: 'Settings' })).toHaveAttribute('href', '/app/settings/company');
  });

  it('folds a group, keeps it folded, and still shows where one is', async () => {
    openConsole('/app/members');
    const group = within((await drawer()).getByRole('group', { name: 'Company' }));
    fireEvent.click(group.getByRole('button', { name: 'Company' }));
    expect(words(group.getAllByRole('link'))).toEqual(['People']);
    cleanup();
    openConsole('/app/tasks');
    const again = within((await drawer()).getByRole('group', { name: 'Company' }));
    expect(again.getByRole('button', { name: 'Company' })).toHaveAttribute('aria-expanded', 'false');
    expect(again.queryAllByRole('link')).toEqual([]);
    fireEvent.click(again.getByRole('button', { name: 'Company' }));
    expect(again.getAllByRole('link')).toHaveLength(3);
  });

  it('counts the waiting access requests', async () => {
    server.rows['join-requests'] = [
      { id: 'j1', status: 'pending' },
      { id: 'j2', status: 'pending' },
    ];
    openConsole('/app/tasks');
    expect(await (await drawer()).findByText('2')).toBeVisible();
  });
});
