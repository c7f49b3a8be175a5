// Follows docs/add-a-resource.md: its declaration gives the console a menu entry, a list and a form.
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { followThePage } from '../support/addAResourcePage.ts';

const page = await followThePage();
// Replaces the registry by one with the lines of the page, before any screen reads it.
vi.doMock('#src/resources/index.ts', () => import(/* @vite-ignore */ page.registryFile));
const { openConsole, useServer } = await import('./admin/console.tsx');

const server = useServer();
const consent = {
  id: 'consent-1',
  title: 'Grant of options',
  held_on: '2024-03-01',
  status: 'out_for_signature',
  notes: null,
  version: 1,
};
afterAll(() => page.remove());

describe('the resource of docs/add-a-resource.md in the console', () => {
  it('is in the menu, where the page put it', async () => {
    openConsole('/app/board-consents');
    expect(await screen.findByRole('link', { name: 'Board consents' })).toHaveAttribute('href', '/app/board-consents');
  });

  it('has a list with its declared labels', async () => {
    server.rows['board-consents'] = [consent];
    openConsole('/app/board-consents');
    expect(await screen.findByRole('link', { name: 'Grant of options' })).toBeVisible();
    expect(screen.getByRole('heading', { level: 1, name: 'Board consents' })).toBeVisible();
    const headers = within(screen.getByRole('table')).getAllByRole('columnheader');
    expect(headers.map(({ textContent }) => textContent)).toEqual(['Title', 'Effective date', 'Status', 'Actions']);
    expect(within(screen.getByRole('table')).getByText('Out for signature')).toBeVisible();
  });

  it('has a form that checks the required fields and sends the entered values', async () => {
    server.answer('POST /api/board-consents/', { status: 201, json: consent });
    openConsole('/app/board-consents/create');
    const title = await screen.findByRole('textbox', { name: /^Title/ });
    fireEvent.click(screen.getByRole('button', { name: 'Add Consent' }));
    expect((await screen.findAllByText('This is required.')).length).toBeGreaterThan(0);
    fireEvent.change(title, { target: { value: 'Grant of options' } });
    fireEvent.change(screen.getByLabelText(/^Effective date/), { target: { value: '2024-03-01' } });
    fireEvent.click(screen.getByRole('button', { name: 'Add Consent' }));
    await waitFor(() => expect(server.callsTo('POST', '/api/board-consents/')).toHaveLength(1));
    expect(server.callsTo('POST', '/api/board-consents/')[0]!.body).toMatchObject({
      title: 'Grant of options',
      held_on: '2024-03-01',
      status: 'draft',
    });
  });

  it('is not shown to a shareholder', async () => {
    openConsole('/app/board-consents', { role: 'shareholder' });
    expect(await screen.findByRole('link', { name: 'Certificates' })).toBeVisible();
    expect(await screen.findByRole('heading', { name: 'You cannot see board consents' })).toBeVisible();
    expect(screen.queryByRole('table')).toBeNull();
    expect(screen.queryByRole('link', { name: 'Board consents' })).toBeNull();
  });
});
