// Withholding rules in the settings: taken from a template after its sources were shown, listed in words, and removed.
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { formatDay } from '../../../../src/admin/kit/format.ts';
import { openConsole, useServer } from '../console.tsx';

const server = useServer();
const company = {
  client_display_name: 'Acme, Inc.',
  currency: 'USD',
  time_zone: 'UTC',
  is_sample: false,
  version: 4,
  withholding_rules: [],
};
const rule = { country: '*', holder_type: '*', distribution_type: 'dividend', form: '*', rate: '0.30' };
const template = {
  id: 'us',
  name: 'United States',
  about: '30 percent on holders abroad.',
  rules: [{ ...rule, source: '26 U.S.C. 1441', date: '2025-01-01' }],
};

it('says that nothing is withheld until the rules of a template are used', async () => {
  server.answer('GET /api/organization', { json: company });
  server.answer('GET /api/withholding-templates', { json: [template] });
  server.answer('POST /api/organization/withholding-template', { json: { ...company, withholding_rules: [rule] } });
  openConsole('/app/settings');
  expect(await screen.findByText('Nothing is withheld from payments.')).toBeVisible();
  await userEvent.click(await screen.findByRole('button', { name: 'Use rules: United States' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Use the withholding rules “United States”?' }));
  expect(dialog.getByText(`26 U.S.C. 1441, as of ${formatDay('2025-01-01')}`)).toBeVisible();
  server.answer('GET /api/organization', { json: { ...company, withholding_rules: [rule] } });
  await userEvent.click(dialog.getByRole('button', { name: 'Use 1 rule' }));
  const row = await screen.findByRole('row', { name: 'Any All Dividend Any 30%' });
  expect(row).toBeVisible();
  expect(server.callsTo('POST', '/api/organization/withholding-template').map(({ body }) => body)).toEqual([
    { template: 'us' },
  ]);
});

it('lists countries with the same rule in one line', async () => {
  const treaty = { ...rule, form: 'treaty', rate: '0.15' };
  const countries = [
    { ...treaty, country: 'AT' },
    { ...treaty, country: 'CN', rate: '0.1' },
    { ...treaty, country: 'DE' },
  ];
  server.answer('GET /api/organization', {
    json: { ...company, withholding_rules: [rule, ...countries, { ...treaty }] },
  });
  server.answer('GET /api/withholding-templates', { json: [] });
  openConsole('/app/settings');
  const table = within(await screen.findByRole('region', { name: 'Withholding rules, table' }));
  expect(table.getAllByRole('row').map((row) => row.textContent)).toEqual([
    'CountryHoldersDistributionsTax formRate',
    'AnyAllDividendAny30%',
    'AT, DEAllDividendClaims the treaty15%',
    'CNAllDividendClaims the treaty10%',
    'AnyAllDividendClaims the treaty15%',
  ]);
});

it('removes all rules after a question, and says so when that fails', async () => {
  server.answer('GET /api/organization', { json: { ...company, withholding_rules: [rule] } });
  server.answer('GET /api/withholding-templates', { json: [] });
  server.answer('PUT /api/organization', {
    status: 409,
    json: { code: 'stale_version', detail: 'Somebody saved it.' },
  });
  openConsole('/app/settings');
  await userEvent.click(await screen.findByRole('button', { name: 'Remove all rules' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Withhold nothing any more?' }));
  await userEvent.click(dialog.getByRole('button', { name: 'Remove all rules' }));
  expect(await dialog.findByRole('alert')).toHaveTextContent('The rules are as before.');
  expect(server.callsTo('PUT', '/api/organization').map(({ body }) => body)).toEqual([
    { withholding_rules: [], version: 4 },
  ]);
  server.answer('PUT /api/organization', { json: { ...company, withholding_rules: [] } });
  server.answer('GET /api/organization', { json: company });
  await userEvent.click(dialog.getByRole('button', { name: 'Remove all rules' }));
  expect(await screen.findByText('Nothing is withheld from payments.')).toBeVisible();
  // The button that opened the dialog is gone.
  await waitFor(() => expect(screen.getByRole('heading', { level: 1 })).toHaveFocus());
});
