// Taking an entry back: the dialog lists every entry that goes with it, and what stays, before the button is pressed.
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { resourceNamed } from '#src/resources/index.ts';
import { openConsole, useServer } from '../console.tsx';
import { sampleRow } from '../samples.ts';

const server = useServer();

function given(together: unknown) {
  const row = sampleRow(resourceNamed('transactions'), { status: 'in_force', is_imported: false, seq: 7 });
  const page = { ...row, security: null, void_reason: null, ocf: {}, prev_hash: '', hash: '', history: [], together };
  server.rows.transactions = [row];
  server.answer(`GET /api/transactions/${String(row.id)}`, { json: page });
  openConsole(`/app/transactions/${String(row.id)}/show`);
}
const opened = async () => {
  await userEvent.click(await screen.findByRole('button', { name: 'Undo' }));
  return within(await screen.findByRole('dialog'));
};

it('lists the whole unit and names what stays', async () => {
  given({
    count: 2,
    entries: [
      { id: 'a', seq: '6', summary: 'Converted SAFE-1', date: '2025-01-31' },
      { id: 'b', seq: '7', summary: 'Issued SS-1: 100 Series Seed to Harbor Fund', date: '2025-01-31' },
    ],
    stays: [
      { resource: 'shareholders', id: 's', name: 'Harbor Fund' },
      { resource: 'share-classes', id: 'c', name: 'Series Seed' },
    ],
  });
  const dialog = await opened();
  expect(await dialog.findByText('2 entries')).toBeVisible();
  const table = within(dialog.getByRole('region', { name: 'Entries that are undone, table' }));
  expect(
    table
      .getAllByRole('row')
      .slice(1)
      .map(({ textContent }) => textContent),
  ).toEqual([expect.stringContaining('Converted SAFE-1'), expect.stringContaining('Issued SS-1')]);
  expect(dialog.getByRole('link', { name: 'Harbor Fund' })).toBeVisible();
  expect(dialog.getByRole('link', { name: 'Series Seed' })).toBeVisible();
});

it('says that nothing else goes with an entry that was recorded alone', async () => {
  given({ count: 1, entries: [{ id: 'a', seq: '7', summary: 'Issued CS-1', date: '2025-01-31' }], stays: [] });
  expect(await (await opened()).findByText('Nothing else was recorded with it.')).toBeVisible();
});
