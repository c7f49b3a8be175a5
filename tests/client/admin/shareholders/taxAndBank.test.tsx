// The tax number and bank account on a shareholder's page: entered, shown in full, and a change that waits for a decision.
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { formatDay, today } from '#src/admin/kit/format.ts';
import { resourceNamed } from '#src/resources/index.ts';
import { openConsole, useServer } from '../console.tsx';
import { sampleRow } from '../samples.ts';

const server = useServer();
const details = {
  tax_id_last4: '6789',
  bank_account_last4: null,
  bank_account_counts_from: null,
  bank_change: null,
  tax_profile: null,
  tax_profile_change: null,
  country_change: null,
  may_sign_tax_form: false,
};

async function openPage(given: object, user?: object) {
  server.rows.shareholders = [sampleRow(resourceNamed('shareholders'), { name: 'Ruth Aldane', ...details, ...given })];
  openConsole('/app/shareholders/shareholders-1/show', user);
  return within(await screen.findByRole('region', { name: 'Tax and bank' }));
}

it('an account is entered with the fields of its kind, and a refusal stands at its field', async () => {
  const card = await openPage({});
  await userEvent.click(card.getByRole('button', { name: 'Enter the bank account' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Enter the bank account' }));
  expect(dialog.getByLabelText(/^Routing number/)).toBeVisible();
  await userEvent.selectOptions(dialog.getByLabelText(/^Kind of account/), 'iban');
  expect(dialog.queryByLabelText(/^Routing number/)).not.toBeInTheDocument();
  await userEvent.type(dialog.getByLabelText(/^IBAN/), 'DE00');
  server.answer('PUT /api/shareholders/shareholders-1', {
    status: 422,
    json: {
      code: 'invalid_fields',
      detail: 'Please correct the marked fields.',
      errors: [{ field: 'bank_account.iban', message: 'This is not an IBAN.' }],
    },
  });
  await userEvent.click(dialog.getByRole('button', { name: 'Save bank account' }));
  await waitFor(() => expect(dialog.getByLabelText(/^IBAN/)).toHaveAccessibleDescription(/This is not an IBAN/));
  expect(server.callsTo('PUT', '/api/shareholders/shareholders-1')[0]!.body).toEqual({
    bank_account: { iban: 'DE00' },
  });
});

it('an account abroad is entered by BIC and number, with the bank and its country by name', async () => {
  const card = await openPage({});
  await userEvent.click(card.getByRole('button', { name: 'Enter the bank account' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Enter the bank account' }));
  await userEvent.selectOptions(dialog.getByLabelText(/^Kind of account/), 'foreign');
  await userEvent.selectOptions(dialog.getByLabelText(/^Country of the bank/), 'Japan');
  await userEvent.type(dialog.getByLabelText(/^Bank/), 'MUFG Bank');
  await userEvent.type(dialog.getByLabelText(/^BIC/), 'BOTKJPJT');
  await userEvent.type(dialog.getByLabelText(/^Account number/), '1234567890');
  server.answer('PUT /api/shareholders/shareholders-1', { json: {} });
  await userEvent.click(dialog.getByRole('button', { name: 'Save bank account' }));
  await waitFor(() =>
    expect(server.callsTo('PUT', '/api/shareholders/shareholders-1')[0]!.body).toEqual({
      bank_account: { country: 'JP', bank: 'MUFG Bank', bic: 'BOTKJPJT', account_number: '1234567890' },
    }),
  );
});

it('a number is shown in full after a warning that the holder sees it', async () => {
  const card = await openPage({});
  await userEvent.click(card.getByRole('button', { name: 'Show the tax number' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'The tax number of Ruth Aldane' }));
  expect(dialog.getByText(/Ruth Aldane can see that/)).toBeVisible();
  server.answer('POST /api/shareholders/shareholders-1/reveal', { json: { value: '123-45-6789' } });
  await userEvent.click(dialog.getByRole('button', { name: 'Show tax number' }));
  expect(await dialog.findByText('123-45-6789')).toBeVisible();
});

it('a change is decided by an administrator who did not enter it', async () => {
  const change = { last4: '3000', at: '2026-11-24T08:00:00Z', by: 'Mara Lindqvist', may_approve: true };
  const card = await openPage({ bank_account_last4: '5678', bank_change: change });
  expect(card.getByRole('note')).toHaveTextContent('ending in 3000 was entered by Mara Lindqvist');
  await userEvent.click(card.getByRole('button', { name: 'Approve new account' }));
  expect(await screen.findByRole('dialog', { name: 'Pay Ruth Aldane to the account ending in 3000?' })).toBeVisible();
});

const w8 = {
  country: 'NO',
  form: 'W-8BEN',
  form_signed_on: null,
  form_valid_until: null,
  withholding_rate: '0.15',
  confirmed_at: '2026-01-05T08:00:00.000Z',
  backup_withholding: false,
  treaty_country: null,
  treaty_rate: null,
  document_id: null,
};

it('what a holder said about tax waits beside what counts, and is confirmed or rejected as it was seen', async () => {
  const at = '2026-11-24T08:00:00.000Z';
  const profile = { ...w8, country: 'US', form: 'W-9', withholding_rate: null, confirmed_at: null };
  const card = await openPage({ tax_profile: w8, tax_profile_change: { at, by: 'Ruth Aldane', profile } });
  expect(card.getByText(/^W-8BEN, Norway, 15% is withheld/)).toBeVisible();
  expect(card.getByRole('note')).toHaveTextContent(
    /W-9, United States: sent by Ruth Aldane on .* Until you confirm it/,
  );
  expect(card.getByRole('button', { name: 'Reject tax form' })).toBeVisible();
  await userEvent.click(card.getByRole('button', { name: 'Confirm tax form' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Confirm form W-9 of Ruth Aldane?' }));
  server.answer('POST /api/shareholders/shareholders-1/tax-profile/confirm', { json: {} });
  await userEvent.click(dialog.getByRole('button', { name: 'Confirm tax form' }));
  await waitFor(() =>
    expect(server.callsTo('POST', '/api/shareholders/shareholders-1/tax-profile/confirm')[0]!.body).toEqual({ at }),
  );
});

it('a holder reads that their word waits, and that their country counts for letters alone', async () => {
  const change = { at: '2026-11-24T08:00:00.000Z', by: 'You' };
  const holder = { role: 'shareholder', account_type: 'shareholder' };
  const said = { tax_profile_change: { ...change, profile: null }, country_change: { ...change, counts: 'NO' } };
  const card = await openPage({ tax_profile: w8, country: 'US', ...said }, holder);
  const [profile, country] = card.getAllByRole('note');
  expect(profile).toHaveTextContent(/Removal of the tax profile: sent by you on .* Until the company confirms it/);
  expect(country).toHaveTextContent(/is United States since .* For tax, Norway counts until the company confirms it/);
  expect(card.queryByRole('button', { name: /^Confirm/ })).not.toBeInTheDocument();
});

it('who entered a change can only withdraw it, and a holder sees neither a decision nor the number', async () => {
  const change = { last4: '3000', at: '2026-11-24T08:00:00Z', by: 'You', may_approve: false };
  const card = await openPage({ bank_change: change });
  expect(card.queryByRole('button', { name: 'Approve new account' })).not.toBeInTheDocument();
  expect(card.getByRole('button', { name: 'Reject' })).toBeVisible();
});

it('a holder changes their own and cannot show it', async () => {
  const holder = { role: 'shareholder', account_type: 'shareholder' };
  const card = await openPage({}, holder);
  expect(card.getByRole('button', { name: 'Change the tax number' })).toBeVisible();
  expect(card.queryByRole('button', { name: /^Show/ })).not.toBeInTheDocument();
});

it('a viewer has no such card', async () => {
  server.rows.shareholders = [sampleRow(resourceNamed('shareholders'), { name: 'Ruth Aldane' })];
  openConsole('/app/shareholders/shareholders-1/show', { role: 'viewer' });
  await screen.findByRole('region', { name: 'Facts' });
  expect(screen.queryByRole('region', { name: 'Tax and bank' })).not.toBeInTheDocument();
});

it('the statement of a day is made on the page, for the company too', async () => {
  await openPage({});
  const day = await screen.findByLabelText('Statement of holdings on');
  expect(day).toHaveValue(formatDay(today()));
  await userEvent.click(screen.getByRole('button', { name: 'PDF' }));
  await waitFor(() =>
    expect(server.callsTo('GET', '/api/shareholders/shareholders-1/holdings-statement.pdf')).toHaveLength(1),
  );
});
