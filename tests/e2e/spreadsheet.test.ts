// A spreadsheet on the screens of a company that has just signed up: chosen, asked about, applied, seen in the cap table, undone.
import { rmSync } from 'node:fs';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { launchBrowser } from '../support/browser.ts';
import { messageTo, newDataDir, startServer } from '../support/runningServer.ts';
import type { RunningServer } from '../support/runningServer.ts';

let dataDir: string;
let server: RunningServer;
let browser: Browser;
let page: Page;

beforeAll(async () => {
  dataDir = newDataDir('spreadsheet');
  server = await startServer(dataDir);
  browser = await launchBrowser();
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'en-US' });
  page = await context.newPage();
  page.setDefaultTimeout(20_000);
});
afterAll(async () => {
  await browser?.close();
  await server?.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

const labelled = (label: string | RegExp) => page.getByLabel(label).first();
const button = (name: string | RegExp) => page.getByRole('button', { name });

/** Both days may be read in two ways. */
const TABLE = `Holder,Email,Class,Shares,Issue Date
Ada Okafor,ada@sheet.example,Common,5000000,03/04/2024
Ben Lindqvist,ben@sheet.example,Common,3000000,05/04/2024
Total,,,8000000,
`;
const fileOf = (name: string, text: string) => ({ name, mimeType: 'text/csv', buffer: Buffer.from(text) });
const choose = (name: string, text: string) => page.locator('input[type=file]').setInputFiles(fileOf(name, text));

it('leads from the first questions to the imports', async () => {
  await page.goto(`${server.address}/signup`);
  await labelled('First Name').fill('Sheila');
  await labelled('Last Name').fill('Sheet');
  await labelled('Email Address').fill('sheila@sheet.example');
  await labelled('Phone Number').fill('15551239002');
  await button('Next: Account Setup').click();
  await page.getByLabel('Client Name', { exact: true }).fill('sheet');
  await labelled('Company Display Name').fill('Sheet, Inc.');
  await page.getByLabel('Password', { exact: true }).fill('Right-to-the-share-1');
  await labelled('Confirm Password').fill('Right-to-the-share-1');
  await page.getByRole('checkbox').click();
  await button('Create Account').click();
  const [, code] = await messageTo(dataDir, '+15551239002', /code is (\d{6})/);
  await labelled('Verification Code').fill(code!);
  await page.getByRole('button', { name: 'Verify', exact: true }).click();
  await page.getByRole('link', { name: 'Start with your cap table' }).click();
  await page.getByRole('link', { name: /^Spreadsheet or another product’s export/ }).click();
  await page.getByText('Choose a file, or drop it here').waitFor();
});

it('refuses a file that is no table in words', async () => {
  await choose('nothing.csv', '\0\0\0\0');
  await page
    .getByRole('alert')
    .getByText(/Nothing of the table was kept/)
    .waitFor();
});

it('names an error at its cell, and the row can be left out', async () => {
  await choose('wrong.csv', TABLE.replace('3000000,05/04/2024', '-3,31/01/2024').replace(/Total.*\n/, ''));
  await page.getByRole('heading', { level: 1, name: 'wrong.csv' }).waitFor();
  await page.getByText('Errors to settle').waitFor();
  await page.getByRole('region', { name: 'Errors' }).getByText('Row 3, column D “Shares”').waitFor();
  expect(await button(/^Apply:/).isDisabled()).toBe(true);
  await button('Leave row 3 out').click();
  await page.getByText('Errors to settle').waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Read row 3' }).waitFor();
  await page.getByRole('main').getByRole('link', { name: 'Import and export' }).click();
  // Not applied, so it waits; then it is given up.
  await page.getByRole('link', { name: 'Continue with wrong.csv' }).waitFor();
  await button('Give up wrong.csv').click();
  await button('Give it up').click();
  await page.getByText('Not applied yet').waitFor({ state: 'detached' });
});

it('asks what the file does not say, and says what applying writes', async () => {
  await choose('holders.csv', TABLE);
  await page.getByRole('heading', { level: 1, name: 'holders.csv' }).waitFor();
  await page.getByText('Questions to answer').waitFor();
  const apply = button('Apply: 2 certificates');
  await page.getByRole('radio', { name: 'Month first' }).click();
  await page.getByText('Ready to apply').waitFor();
  await page.reload();
  await page.getByText('Ready to apply').waitFor();
  expect(await page.getByRole('radio', { name: 'Month first' }).isChecked()).toBe(true);
  // Answered otherwise, and back again.
  await page.getByRole('radio', { name: 'Day first' }).click();
  await page.getByRole('radio', { name: 'Month first' }).click();
  await page.getByRole('row', { name: /^Outstanding shares 8,000,000 8,000,000 0 Agrees$/ }).waitFor();
  const warnings = page.getByRole('checkbox', { name: /^Accept/ });
  if ((await warnings.count()) > 0) await warnings.check();
  await apply.click();
  await page.getByText('This import has been applied.').first().waitFor();
});

it('is in the cap table, and out of it once undone', async () => {
  const imported = page.url();
  await page.goto(`${server.address}/app/cap-table`);
  await page.getByRole('row', { name: /^Total 8,000,000/ }).waitFor();
  await page.goto(imported);
  await button('Undo import').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Undo the import' }).click();
  await page.getByText('This import has been applied.').waitFor({ state: 'detached' });
  await page.goto(`${server.address}/app/certificates`);
  await page.getByText('No certificates yet').waitFor();
});
