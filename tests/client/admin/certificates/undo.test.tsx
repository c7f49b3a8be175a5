// Undo on the page of a record: it says what it takes back, and where the record goes with it, one is at its list again.
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { resourceNamed } from '#src/resources/index.ts';
import { openConsole, useServer } from '../console.tsx';
import { sampleRow, shownBeside } from '../samples.ts';

const server = useServer();
const PAGE = 'GET /api/certificates/certificates-1';
const entry = { id: 't7', seq: '7', summary: 'Issued CS-1: 1,200 Common to Eve', date: '2025-03-14' };
const VOID = 'POST /api/transactions/t7/void';

function given(undo: unknown, role: 'owner' | 'staff' = 'owner', address = '/app/certificates/certificates-1/show') {
  const certificates = resourceNamed('certificates');
  const row = sampleRow(certificates, { certificate_number: 'CS-1' });
  server.answer(PAGE, { json: { ...row, ...shownBeside(certificates, row), undo } });
  const ledger = resourceNamed('transactions');
  const together = { count: 1, entries: [entry], stays: [] };
  const written = { security: null, void_reason: null, ocf: {}, prev_hash: '', hash: '', history: [], together };
  const transaction = sampleRow(ledger, { ...entry, seq: 7 });
  server.answer('GET /api/transactions/t7', { json: { ...transaction, ...written } });
  server.answer(VOID, { json: { ...transaction, status: 'voided' } });
  openConsole(address, { role });
}

it('is two presses, and leads to the list where nothing of the record is left', async () => {
  given(entry);
  await userEvent.click(await screen.findByRole('button', { name: 'Undo' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Undo entry 7?' }));
  expect(dialog.getByText(/^Issued CS-1: 1,200 Common to Eve\./)).toBeVisible();
  expect(await dialog.findByText('Nothing else was recorded with it.')).toBeVisible();
  server.answer(PAGE, { status: 404, json: { detail: 'Not found.', code: 'not_found' } });
  await userEvent.click(dialog.getByRole('button', { name: 'Undo' }));
  expect(await screen.findByText('Undone: Issued CS-1: 1,200 Common to Eve')).toBeVisible();
  expect(server.callsTo('POST', '/api/transactions/t7/void').map(({ body }) => body)).toEqual([
    { reason: 'Recorded by mistake' },
  ]);
  expect(await screen.findByRole('heading', { level: 1, name: 'Certificates' })).toBeVisible();
});

it('stays open with the reason where it is refused', async () => {
  given(entry, 'owner', '/app/certificates/certificates-1/show?undo=1');
  const dialog = within(await screen.findByRole('dialog', { name: 'Undo entry 7?' }));
  const detail = '“Transferred CS-1” (entry No. 9, 2025-04-01) depends on this. Take that back first.';
  server.answer(VOID, { status: 409, json: { detail, code: 'entry_depended_on' } });
  await userEvent.click(dialog.getByRole('button', { name: 'Undo' }));
  expect(await dialog.findByText(/“Transferred CS-1” \(entry No\. 9, Apr 1, 2025\) depends on this\./)).toBeVisible();
  await userEvent.click(dialog.getByRole('button', { name: 'Keep it' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

it('is not there where nothing can be undone', async () => {
  given(null, 'owner', '/app/certificates/certificates-1/show?undo=1');
  await screen.findByRole('link', { name: 'Audit trail' });
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
  expect(screen.queryByRole('dialog')).toBeNull();
});
