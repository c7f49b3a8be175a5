// A saved form leaves no draft, even if reloaded lists still change the closing form.
import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { resourceNamed } from '#src/resources/index.ts';
import { openConsole, useServer } from '../console.tsx';
import { sampleRow } from '../samples.ts';

const server = useServer();
afterEach(() => vi.restoreAllMocks());

const drafts = () => Object.keys(sessionStorage).filter((key) => key.startsWith('draft:'));
const row = (name: string, given: object = {}) => sampleRow(resourceNamed(name), { ...given });

it('leaves no draft of a recorded round', async () => {
  const safe = (id: string) =>
    row('convertibles', { id, convertible_number: id, status: 'outstanding', currency: 'USD', converts_by: 'SAFE' });
  server.rows.convertibles = [safe('SAFE-1'), safe('SAFE-2')];
  server.rows['share-classes'] = [row('share-classes', { name: 'Series A' })];
  server.rows.shareholders = [row('shareholders', { name: 'Fund' })];
  server.answer('POST /api/convertibles/convert-in-round', ({ body }) => {
    if (!(body as { dry_run?: boolean }).dry_run) server.rows.convertibles = [safe('SAFE-2')];
    return {
      json: {
        preview_hash: 'a'.repeat(64),
        currency: 'USD',
        rules: [],
        conversions: [],
        series: [],
        issues: [],
        ownership: [],
        pool: null,
        charter: { needed: '0', free: '0', short: [], refusal: null },
        price_warnings: [],
      },
    };
  });
  openConsole('/app/convertibles/round');
  await screen.findByRole('option', { name: 'Series A' });
  await userEvent.selectOptions(screen.getByLabelText('Share class'), 'share-classes-1');
  await userEvent.type(screen.getByLabelText('Pre-money valuation'), '16,500,000');
  await userEvent.type(screen.getByLabelText('Investor'), 'Fund');
  await userEvent.click(await screen.findByRole('option', { name: /Fund/ }));
  await userEvent.type(screen.getByLabelText('Amount'), '3,000,000');
  expect(drafts()).toHaveLength(1);
  await screen.findByText('Shares by conversion');
  await userEvent.click(screen.getByRole('button', { name: 'Convert 2 and issue the new shares' }));
  expect(await screen.findByText(/^The round of .* was recorded$/)).toBeVisible();
  await screen.findByRole('heading', { level: 1, name: 'Cap table' });
  expect(drafts()).toEqual([]);
  cleanup();
  openConsole('/app/convertibles/round');
  await screen.findByRole('option', { name: 'Series A' });
  expect(screen.queryByText('What you typed here before has been restored.')).toBeNull();
});

it('leaves no draft of a saved edit', async () => {
  server.rows.tasks = [row('tasks', { title: 'Send it', priority: 'low', version: 1 })];
  server.answer('PUT /api/tasks/tasks-1', ({ body }) => {
    Object.assign(server.rows.tasks![0]!, body, { version: 2 });
    return { json: server.rows.tasks![0] };
  });
  openConsole('/app/tasks/tasks-1');
  await userEvent.type(await screen.findByLabelText(/^Title/), ' today');
  expect(drafts()).toHaveLength(1);
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Save' })).toBeNull());
  await screen.findByRole('heading', { level: 1 });
  expect(drafts()).toEqual([]);
});

it('leaves no draft of a completed command', async () => {
  server.rows.certificates = [row('certificates', { last_entry: 7, acknowledgement: null, acknowledgements: [] })];
  server.answer('POST /api/certificates/certificates-1/dispute', { json: server.rows.certificates[0] });
  openConsole('/app/certificates/certificates-1/show', { role: 'shareholder', account_type: 'shareholder' });
  await userEvent.click(await screen.findByRole('button', { name: 'Something is wrong' }));
  await userEvent.type(await screen.findByRole('textbox'), 'It should be 1,200.');
  expect(drafts()).toHaveLength(1);
  await userEvent.click(screen.getByRole('button', { name: /Tell/ }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(drafts()).toEqual([]);
});
