// Withholding rules in the settings: taken from a template after its sources were shown, added, changed and removed.
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { formatDay } from '#src/admin/kit/format.ts';
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
  openConsole('/app/settings/tax');
  expect(
    await screen.findByText('There are no rules: only a rate on a holder’s tax profile is withheld.'),
  ).toBeVisible();
  await userEvent.click(await screen.findByRole('button', { name: 'Use rules: United States' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Use the withholding rules “United States”?' }));
  expect(dialog.getByText(`26 U.S.C. 1441, as of ${formatDay('2025-01-01')}`)).toBeVisible();
  server.answer('GET /api/organization', { json: { ...company, withholding_rules: [rule] } });
  await userEvent.click(dialog.getByRole('button', { name: 'Use 1 rule' }));
  const row = await screen.findByRole('row', { name: /^Any All Dividend Any 30%/ });
  expect(row).toBeVisible();
  expect(server.callsTo('POST', '/api/organization/withholding-template').map(({ body }) => body)).toEqual([
    { template: 'us' },
  ]);
});

it('removes all rules after a question, and says so when that fails', async () => {
  server.answer('GET /api/organization', { json: { ...company, withholding_rules: [rule] } });
  server.answer('GET /api/withholding-templates', { json: [] });
  server.answer('PUT /api/organization', {
    status: 409,
    json: { code: 'stale_version', detail: 'Somebody saved it.' },
  });
  openConsole('/app/settings/tax');
  await userEvent.click(await screen.findByRole('button', { name: 'Remove all rules' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Remove all withholding rules?' }));
  await userEvent.click(dialog.getByRole('button', { name: 'Remove all rules' }));
  expect(await dialog.findByRole('alert')).toHaveTextContent('The rules are as before.');
  expect(server.callsTo('PUT', '/api/organization').map(({ body }) => body)).toEqual([
    { withholding_rules: [], version: 4 },
  ]);
  server.answer('PUT /api/organization', { json: { ...company, withholding_rules: [] } });
  server.answer('GET /api/organization', { json: company });
  await userEvent.click(dialog.getByRole('button', { name: 'Remove all rules' }));
  expect(
    await screen.findByText('There are no rules: only a rate on a holder’s tax profile is withheld.'),
  ).toBeVisible();
  // The button that opened the dialog is gone.
  await waitFor(() => expect(screen.getByRole('heading', { level: 1 })).toHaveFocus());
});

const german = { country: 'DE', holder_type: 'individual', distribution_type: '*', form: 'missing', rate: '0.26375' };
const givenRules = (...withholding_rules: object[]) => {
  server.answer('GET /api/organization', { json: { ...company, withholding_rules } });
  server.answer('GET /api/withholding-templates', { json: [] });
  server.answer('PUT /api/organization', { json: company });
  openConsole('/app/settings/tax');
};
const sent = () => server.callsTo('PUT', '/api/organization').map(({ body }) => body);
const CHANGE_GERMAN = { name: 'Change the rule: Germany, people, all distributions, form missing: 26.375%' };

it('adds a rule to the others, after its faults were shown at their fields', async () => {
  givenRules(rule);
  await userEvent.click(await screen.findByRole('button', { name: 'Add a rule' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Add a rule' }));
  const country = dialog.getByRole('combobox', { name: /^Country/ });
  const rate = dialog.getByRole('textbox', { name: /^Rate in percent/ });
  await userEvent.type(rate, '130');
  await userEvent.click(dialog.getByRole('button', { name: 'Add rule' }));
  expect(rate).toHaveAccessibleDescription(/At least 0 and at most 100 percent\./);
  await userEvent.selectOptions(dialog.getByRole('combobox', { name: /^Tax form/ }), 'Claims the treaty');
  await userEvent.clear(rate);
  await userEvent.type(rate, '26.375');
  await userEvent.click(dialog.getByRole('button', { name: 'Add rule' }));
  expect(country).toHaveAccessibleDescription(/Name the country whose treaty it is\./);
  expect(sent()).toEqual([]);
  await userEvent.selectOptions(country, 'Germany');
  await userEvent.selectOptions(dialog.getByRole('combobox', { name: /^Holders/ }), 'People');
  await userEvent.selectOptions(dialog.getByRole('combobox', { name: /^Tax form/ }), 'Missing');
  await userEvent.keyboard('{Enter}');
  await userEvent.click(dialog.getByRole('button', { name: 'Add rule' }));
  expect(await screen.findByText('The rule was added')).toBeVisible();
  expect(sent()).toEqual([{ withholding_rules: [rule, german], version: 4 }]);
});

it('refuses a second rule for the same', async () => {
  givenRules(rule);
  await userEvent.click(await screen.findByRole('button', { name: 'Add a rule' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Add a rule' }));
  await userEvent.selectOptions(dialog.getByRole('combobox', { name: /^Distributions/ }), 'Dividend');
  await userEvent.type(dialog.getByRole('textbox', { name: /^Rate in percent/ }), '15');
  await userEvent.click(dialog.getByRole('button', { name: 'Add rule' }));
  expect(dialog.getByRole('combobox', { name: /^Country/ })).toHaveAccessibleDescription(
    /There is a rule for the same/,
  );
  expect(sent()).toEqual([]);
});

it('changes one rule, and leaves the others as they are', async () => {
  givenRules(rule, german);
  await userEvent.click(await screen.findByRole('button', CHANGE_GERMAN));
  const dialog = within(await screen.findByRole('dialog', { name: 'Change the rule' }));
  const rate = dialog.getByRole('textbox', { name: /^Rate in percent/ });
  expect(rate).toHaveValue('26.375');
  await userEvent.clear(rate);
  await userEvent.type(rate, '0');
  await userEvent.click(dialog.getByRole('button', { name: 'Save rule' }));
  expect(await screen.findByText('The rule was changed')).toBeVisible();
  expect(sent()).toEqual([{ withholding_rules: [rule, { ...german, rate: '0' }], version: 4 }]);
});

it('removes one rule; where somebody saved meanwhile, nothing is changed, and it is said', async () => {
  givenRules(rule, german);
  server.answer('PUT /api/organization', {
    status: 409,
    json: { code: 'stale_version', detail: 'Somebody saved it.' },
  });
  await userEvent.click(await screen.findByRole('button', CHANGE_GERMAN));
  const dialog = within(await screen.findByRole('dialog', { name: 'Change the rule' }));
  await userEvent.click(dialog.getByRole('button', { name: 'Remove rule' }));
  expect(await dialog.findByRole('alert')).toHaveTextContent(/The rules are as before\..*Somebody saved it\./);
  server.answer('PUT /api/organization', { json: company });
  await userEvent.click(dialog.getByRole('button', { name: 'Remove rule' }));
  expect(await screen.findByText('The rule was removed')).toBeVisible();
  expect(sent().at(-1)).toEqual({ withholding_rules: [rule], version: 4 });
});

it('folds many rules, and finds those that contain a word', async () => {
  const countries = ['DE', 'FR', 'SE', 'JP', 'CA', 'GB'];
  const withholding_rules = countries.map((country) => ({ ...rule, country }));
  server.answer('GET /api/organization', { json: { ...company, withholding_rules } });
  server.answer('GET /api/withholding-templates', { json: [] });
  openConsole('/app/settings/tax');
  await userEvent.click(await screen.findByText('6 rules'));
  expect(screen.getAllByRole('button', { name: /^Change the rule/ })).toHaveLength(6);
  await userEvent.type(screen.getByRole('searchbox', { name: 'Search the rules' }), 'sweden');
  expect(screen.getAllByRole('button', { name: /^Change the rule/ })).toHaveLength(1);
  await userEvent.type(screen.getByRole('searchbox', { name: 'Search the rules' }), '?');
  expect(screen.getByText('No rule matches.')).toBeVisible();
});
