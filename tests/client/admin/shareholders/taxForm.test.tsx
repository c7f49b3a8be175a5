// A tax form on a shareholder's page: what is in force in words, and the form that the holder fills in and signs.
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { resourceNamed } from '#src/resources/index.ts';
import { openConsole, useServer } from '../console.tsx';
import { sampleRow } from '../samples.ts';

const server = useServer();
const details = {
  tax_id_last4: null,
  bank_account_last4: null,
  bank_account_counts_from: null,
  bank_change: null,
  tax_profile: null,
  tax_profile_change: null,
  country_change: null,
  may_sign_tax_form: true,
};
const profile = {
  country: 'NO',
  form: 'W-8BEN',
  form_signed_on: '2024-01-03',
  form_valid_until: '2199-12-31',
  backup_withholding: false,
  treaty_country: null,
  treaty_rate: null,
  withholding_rate: null,
  confirmed_at: '2024-01-04T10:00:00Z',
  document_id: null,
};
const holder = { role: 'shareholder', account_type: 'shareholder' } as const;

async function openPage(given: object, user?: object) {
  server.rows.shareholders = [
    sampleRow(resourceNamed('shareholders'), {
      type: 'individual',
      name: 'Ruth Aldane',
      version: 4,
      ...details,
      ...given,
    }),
  ];
  openConsole('/app/shareholders/shareholders-1/show', user);
  return within(await screen.findByRole('region', { name: 'Tax and bank' }));
}
async function openForm(given: object = {}) {
  const card = await openPage(given, holder);
  await userEvent.click(card.getByRole('button', { name: 'Sign a tax form' }));
  return within(await screen.findByRole('dialog', { name: 'Sign a tax form' }));
}

it('the form in force is shown in words, to staff without its paper', async () => {
  const card = await openPage({ tax_profile: profile, may_sign_tax_form: false });
  expect(card.getByText(/W-8BEN, Norway, signed Jan 3, 2024, valid until Dec 31, 2199/)).toBeVisible();
  expect(card.queryByRole('link', { name: 'Open the signed tax form' })).not.toBeInTheDocument();
  expect(card.queryByRole('button', { name: /Sign/ })).not.toBeInTheDocument();
});

it('an expired form says so, and its paper is one click away for who may read it', async () => {
  const expired = { ...profile, form_valid_until: '2025-12-31', document_id: 'documents-1' };
  const card = await openPage({ tax_profile: expired, may_sign_tax_form: false });
  expect(card.getByText('Expired Dec 31, 2025')).toBeVisible();
  expect(card.getByRole('link', { name: 'Open the signed tax form' })).toHaveAttribute(
    'href',
    '/app/documents/documents-1/show',
  );
});

it('a person is offered the forms for people, an entity those for entities', async () => {
  const dialog = await openForm();
  const options = within(dialog.getByRole('group', { name: 'Which form' })).getAllByRole('radio');
  expect(options.map((option) => (option as HTMLInputElement).value)).toEqual(['W-9', 'W-8BEN']);
});

it('asks for what the answers need, and says what is declared', async () => {
  const dialog = await openForm();
  await userEvent.click(dialog.getByRole('radio', { name: /^W-8BEN/ }));
  expect(dialog.getByText(/It shows that you are not taxed as a person of the United States/)).toBeVisible();
  await userEvent.selectOptions(dialog.getByLabelText(/^Tax number that you give/), 'none');
  expect(dialog.queryByLabelText(/^Tax number$/)).not.toBeInTheDocument();
  expect(dialog.getByLabelText(/^Why you have none/)).toBeVisible();
  await userEvent.selectOptions(dialog.getByLabelText(/^Treaty country/), 'Norway');
  expect(dialog.getByText(/I am a resident of Norway within the meaning/)).toBeVisible();
});

it('names what is missing at its fields and sends nothing', async () => {
  const dialog = await openForm();
  await userEvent.click(dialog.getByRole('radio', { name: /^W-9/ }));
  await userEvent.clear(dialog.getByLabelText(/^Name/));
  await userEvent.type(dialog.getByLabelText(/^Name/), 'Ruth Aldane');
  await userEvent.type(dialog.getByLabelText(/^Full name of the person who signs/), 'R. A.');
  await userEvent.click(dialog.getByRole('button', { name: 'Sign W-9' }));
  await waitFor(() =>
    expect(dialog.getByLabelText(/^Full name of the person who signs/)).toHaveAccessibleDescription(
      /Type the name as it is given above/,
    ),
  );
  expect(dialog.getByRole('checkbox')).toHaveAccessibleDescription(/Without it the form does not count/);
  expect(server.callsTo('POST', '/api/shareholders/shareholders-1/tax-form')).toEqual([]);
});

it('is signed with the answers asked for, the day, and the version that was read', async () => {
  const dialog = await openForm({ street_1: '12 Harbour Street', city: 'Portland', country: 'US' });
  await userEvent.click(dialog.getByRole('radio', { name: /^W-9/ }));
  await userEvent.selectOptions(dialog.getByLabelText(/^Kind of number/), 'ssn');
  await userEvent.type(dialog.getByLabelText(/^Number/), '123456789');
  await userEvent.selectOptions(dialog.getByLabelText(/^Has the IRS told you/), 'No');
  await userEvent.type(dialog.getByLabelText(/^Full name of the person who signs/), 'Ruth Aldane');
  await userEvent.click(dialog.getByRole('checkbox'));
  server.answer('POST /api/shareholders/shareholders-1/tax-form', { status: 201, json: profile });
  await userEvent.click(dialog.getByRole('button', { name: 'Sign W-9' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  const [call] = server.callsTo('POST', '/api/shareholders/shareholders-1/tax-form');
  expect(call!.body).toMatchObject({
    form: 'W-9',
    name: 'Ruth Aldane',
    tax_classification: 'individual',
    city: 'Portland',
    tin: '123456789',
    backup_withholding: false,
    declared: true,
    version: 4,
    signed_on: expect.stringMatching(/^\d{4}-\d{2}-\d{2}$/),
  });
  expect(call!.body).not.toHaveProperty('capacity');
});

it('says at the name that the record has another one, and what to do, and sends nothing', async () => {
  const dialog = await openForm({ street_1: '12 Harbour Street', city: 'Portland', country: 'US' });
  await userEvent.click(dialog.getByRole('radio', { name: /^W-9/ }));
  await userEvent.clear(dialog.getByLabelText(/^Name/));
  await userEvent.type(dialog.getByLabelText(/^Name/), 'Ruth Alder');
  await userEvent.selectOptions(dialog.getByLabelText(/^Federal tax classification/), 'trust_estate');
  await userEvent.click(dialog.getByRole('button', { name: 'Sign W-9' }));
  await waitFor(() =>
    expect(dialog.getByLabelText(/^Name/)).toHaveAccessibleDescription(
      /records say Ruth Aldane\. Sign under this name/,
    ),
  );
  expect(dialog.getByLabelText(/^Federal tax classification/)).toHaveAccessibleDescription(/you are a person/);
  expect(server.callsTo('POST', '/api/shareholders/shareholders-1/tax-form')).toEqual([]);
});

it('the company enters a profile from paper, and sees at its field what the server refuses', async () => {
  const card = await openPage({ may_sign_tax_form: false, country: 'NO' });
  await userEvent.click(card.getByRole('button', { name: 'Enter the tax profile' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Enter the tax profile' }));
  expect(dialog.getByLabelText(/^Country of residence/)).toHaveValue('NO');
  await userEvent.selectOptions(dialog.getByLabelText(/^Tax form/), 'W-8BEN');
  await userEvent.type(dialog.getByLabelText(/^Rate for this holder/), '30');
  server.answer('PUT /api/shareholders/shareholders-1', {
    status: 422,
    json: {
      code: 'invalid_fields',
      detail: 'Please correct the marked fields.',
      errors: [{ field: 'tax_profile.withholding_rate', message: 'A rate is at most 1.' }],
    },
  });
  await userEvent.click(dialog.getByRole('button', { name: 'Save tax profile' }));
  await waitFor(() => expect(dialog.getByLabelText(/^Rate for this holder/)).toBeInvalid());
  server.answer('PUT /api/shareholders/shareholders-1', { json: { id: 'shareholders-1' } });
  await userEvent.clear(dialog.getByLabelText(/^Rate for this holder/));
  await userEvent.type(dialog.getByLabelText(/^Rate for this holder/), '0.15');
  await userEvent.click(dialog.getByRole('button', { name: 'Save tax profile' }));
  expect(await screen.findByText('The tax profile was saved')).toBeVisible();
  const sent = { country: 'NO', form: 'W-8BEN', form_valid_until: null, withholding_rate: '0.15' };
  expect(server.callsTo('PUT', '/api/shareholders/shareholders-1').at(-1)!.body).toEqual({ tax_profile: sent });
});

it('a form that nobody confirmed says so, and a rate that was entered is named', async () => {
  const card = await openPage({ tax_profile: { ...profile, confirmed_at: null, withholding_rate: '0.15' } });
  expect(card.getByText('Not confirmed')).toBeVisible();
  expect(card.getByText(/15% is withheld/)).toBeVisible();
});

it('begins with the form and the number that the country on record asks for', async () => {
  const dialog = await openForm({ country: 'NO' });
  expect(dialog.getByRole('radio', { name: /^W-8BEN/ })).toBeChecked();
  expect(dialog.getByLabelText(/^Tax number that you give/)).toHaveValue('foreign');
  await userEvent.click(dialog.getByRole('radio', { name: /^W-9/ }));
  await waitFor(() => expect(dialog.getByLabelText(/^Kind of number/)).toHaveValue(''));
});

it('takes the country of citizenship for the address where none is known, and keeps one that is', async () => {
  const dialog = await openForm({ country: null });
  expect(dialog.getAllByRole('radio').filter((each) => (each as HTMLInputElement).checked)).toEqual([]);
  await userEvent.click(dialog.getByRole('radio', { name: /^W-8BEN/ }));
  await userEvent.selectOptions(dialog.getByLabelText(/^Country of citizenship/), 'Japan');
  await waitFor(() => expect(dialog.getByLabelText('Country')).toHaveValue('JP'));
  await userEvent.selectOptions(dialog.getByLabelText('Country'), 'Norway');
  await userEvent.selectOptions(dialog.getByLabelText(/^Country of citizenship/), 'Sweden');
  expect(dialog.getByLabelText('Country')).toHaveValue('NO');
});

it('is open at once for who comes from what waits for them', async () => {
  server.rows.shareholders = [
    sampleRow(resourceNamed('shareholders'), { type: 'individual', name: 'Ruth Aldane', ...details }),
  ];
  openConsole('/app/shareholders/shareholders-1/show?enter=tax_form', holder);
  const dialog = within(await screen.findByRole('dialog', { name: 'Sign a tax form' }));
  await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});
