// A spreadsheet on the screens of a company that has just signed up: chosen, asked about, applied, seen in the cap table, undone.
import { expect, it } from 'vitest';
import { useNewcomer } from '../support/browser.ts';
import { messageTo } from '../support/runningServer.ts';

const newcomer = useNewcomer('spreadsheet');

const labelled = (label: string | RegExp) => newcomer.page.getByLabel(label).first();
const button = (name: string | RegExp) => newcomer.page.getByRole('button', { name });

/** Both days may be read in two ways. */
const TABLE = `Holder,Email,Class,Shares,Issue Date
Ada Okafor,ada@sheet.example,Common,5000000,03/04/2024
Ben Lindqvist,ben@sheet.example,Common,3000000,05/04/2024
Total,,,8000000,
`;
const fileOf = (name: string, text: string) => ({ name, mimeType: 'text/csv', buffer: Buffer.from(text) });
const choose = (name: string, text: string) =>
  newcomer.page.locator('input[type=file]').setInputFiles(fileOf(name, text));

it('leads from the first questions to the imports', async () => {
  await newcomer.page.goto(`${newcomer.address}/signup`);
  await labelled('First Name').fill('Sheila');
  await labelled('Last Name').fill('Sheet');
  await labelled('Email Address').fill('sheila@sheet.example');
  await labelled('Phone Number').fill('15551239002');
  await button('Next: Account Setup').click();
  await newcomer.page.getByLabel('Client Name', { exact: true }).fill('sheet');
  await labelled('Company Display Name').fill('Sheet, Inc.');
  await newcomer.page.getByLabel('Password', { exact: true }).fill('Right-to-the-share-1');
  await labelled('Confirm Password').fill('Right-to-the-share-1');
  await newcomer.page.getByRole('checkbox').click();
  await button('Create Account').click();
  const [, code] = await messageTo(newcomer.dataDir, '+15551239002', /code is (\d{6})/);
  await labelled('Verification Code').fill(code!);
  await newcomer.page.getByRole('button', { name: 'Verify', exact: true }).click();
  await newcomer.page.getByRole('link', { name: 'Start with your cap table' }).click();
  await newcomer.page.getByRole('link', { name: /^Spreadsheet or another product’s export/ }).click();
  await newcomer.page.getByText('Choose a file, or drop it here').waitFor();
});

it('refuses a file that is no table in words', async () => {
  await choose('nothing.csv', '\0\0\0\0');
  await newcomer.page
    .getByRole('alert')
    .getByText(/Nothing of the table was kept/)
    .waitFor();
});

it('names an error at its cell, and the row can be left out', async () => {
  await choose('wrong.csv', TABLE.replace('3000000,05/04/2024', '-3,31/01/2024').replace(/Total.*\n/, ''));
  await newcomer.page.getByRole('heading', { level: 1, name: 'wrong.csv' }).waitFor();
  await newcomer.page.getByText('Errors to settle').waitFor();
  await newcomer.page.getByRole('region', { name: 'Errors' }).getByText('Row 3, column D “Shares”').waitFor();
  expect(await button(/^Apply:/).isDisabled()).toBe(true);
  await button('Leave row 3 out').click();
  await newcomer.page.getByText('Errors to settle').waitFor({ state: 'detached' });
  await newcomer.page.getByRole('button', { name: 'Read row 3' }).waitFor();
  await newcomer.page.getByRole('main').getByRole('link', { name: 'Import and export' }).click();
  // Not applied, so it waits; then it is given up.
  await newcomer.page.getByRole('link', { name: 'Continue with wrong.csv' }).waitFor();
  await button('Give up wrong.csv').click();
  await button('Give it up').click();
  await newcomer.page.getByText('Not applied yet').waitFor({ state: 'detached' });
});

it('asks what the file does not say, and says what applying writes', async () => {
  await choose('holders.csv', TABLE);
  await newcomer.page.getByRole('heading', { level: 1, name: 'holders.csv' }).waitFor();
  await newcomer.page.getByText('Questions to answer').waitFor();
  const apply = button('Apply: 2 certificates');
  await newcomer.page.getByRole('radio', { name: 'Month first' }).click();
  await newcomer.page.getByText('Ready to apply').waitFor();
  await newcomer.page.reload();
  await newcomer.page.getByText('Ready to apply').waitFor();
  expect(await newcomer.page.getByRole('radio', { name: 'Month first' }).isChecked()).toBe(true);
  // Answered otherwise, and back again.
  await newcomer.page.getByRole('radio', { name: 'Day first' }).click();
  await newcomer.page.getByRole('radio', { name: 'Month first' }).click();
  await newcomer.page.getByRole('row', { name: /^Outstanding shares 8,000,000 8,000,000 0 Agrees$/ }).waitFor();
  const warnings = newcomer.page.getByRole('checkbox', { name: /^Accept/ });
  if ((await warnings.count()) > 0) await warnings.check();
  await apply.click();
  await newcomer.page.getByText('This import has been applied.').first().waitFor();
});

it('is in the cap table, and out of it once undone', async () => {
  const imported = newcomer.page.url();
  await newcomer.page.goto(`${newcomer.address}/app/cap-table`);
  await newcomer.page.getByRole('row', { name: /^Total 8,000,000/ }).waitFor();
  await newcomer.page.goto(imported);
  await button('Undo import').click();
  await newcomer.page.getByRole('dialog').getByRole('button', { name: 'Undo the import' }).click();
  await newcomer.page.getByText('This import has been applied.').waitFor({ state: 'detached' });
  await newcomer.page.goto(`${newcomer.address}/app/certificates`);
  await newcomer.page.getByText('No certificates yet').waitFor();
});
