// The screen of a spreadsheet that is being brought in.
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { SheetReading } from '../../../../src/contract/sheets.ts';
import { openConsole, useServer } from '../console.tsx';

const server = useServer();
afterEach(() => vi.restoreAllMocks());

const reading: SheetReading = {
  id: 's1',
  status: 'ready',
  import_id: null,
  file_name: 'holders.xlsx',
  created_at: '2026-06-30T10:00:00Z',
  source: 'generic',
  company: null,
  as_of: '2026-06-30',
  tables: [],
  questions: [],
  findings: [
    {
      code: 'email_missing',
      severity: 'warning',
      tab: 'Cap Table',
      row: 4,
      column: 'B',
      heading: 'Email',
      value: null,
      message: 'Ada King has no email.',
    },
  ],
  skipped: [],
  links: [],
  tie_out: [{ what: 'class', name: 'Common', file: '1000', ours: '900', difference: '-100' }],
  records: { stakeholders: 1, stock_issuances: 2, grants: 1, convertibles: 0, warrants: 0, transactions: 3 },
  people: [],
  people_counts: { new: 1, changed: 0, same: 0 },
  changes: { new: 3, changed: 0, same: 0, gone: 0 },
};
beforeEach(() => {
  server.answer('GET /api/sheets/s1', { json: reading });
});

it('applies once a difference is explained and the warnings are accepted, and shows a refusal in words', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  server.answer('POST /api/sheets/s1/apply', {
    status: 409,
    json: { detail: 'The ledger does not take these entries.' },
  });
  openConsole('/app/imports/sheets/s1');
  const part = within(await screen.findByRole('region', { name: 'Apply' }));
  const apply = part.getByRole('button', { name: 'Apply: 2 certificates, 1 grant' });
  expect(part.getByText('Say why 1 total differs.')).toBeVisible();
  expect(part.getByText('Read and accept 1 warning.')).toBeVisible();
  expect(apply).toBeDisabled();
  await userEvent.type(screen.getByRole('textbox', { name: 'Why Common differs' }), 'Sold back in May');
  await userEvent.click(screen.getByRole('checkbox', { name: 'Accept the warning' }));
  await userEvent.click(apply);
  expect(await part.findByRole('alert')).toHaveTextContent(
    'Nothing was applied. The ledger does not take these entries.',
  );
  expect(server.callsTo('POST', '/api/sheets/s1/apply')[0]!.body).toEqual({
    accept_warnings: true,
    differences: [{ what: 'class', name: 'Common', reason: 'Sold back in May' }],
  });
});

it('says where a warning is, in the file’s own places', async () => {
  openConsole('/app/imports/sheets/s1');
  expect(await screen.findByText('Ada King has no email.')).toBeVisible();
  expect(screen.getByText('Tab Cap Table, row 4, column B “Email”')).toBeVisible();
});
