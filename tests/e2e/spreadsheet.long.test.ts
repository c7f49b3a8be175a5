// A spreadsheet on the screens of a company that has just signed up: chosen, asked about, applied, seen in the cap table, undone.
import { expect, it } from 'vitest';
import { seriousViolationsOf } from '../support/axe.ts';
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
  await newcomer.page.getByRole('checkbox').check();
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
    .getByText(/The table was not saved/)
    .waitFor();
});

it('names an error at its cell, and the row can be left out', async () => {
  await choose('wrong.csv', TABLE.replace('3000000,05/04/2024', '-3,31/01/2024').replace(/Total.*\n/, ''));
  await newcomer.page.getByRole('heading', { level: 1, name: 'wrong.csv' }).waitFor();
  await newcomer.page.getByText('Errors to settle').waitFor();
  await newcomer.page.getByRole('region', { name: 'Errors' }).getByText('Row 3, column D “Shares”').waitFor();
  await expect.poll(() => button(/^Apply:/).isDisabled()).toBe(true);
  await button('Leave row 3 out').click();
  await newcomer.page.getByText('Errors to settle').waitFor({ state: 'detached' });
  await newcomer.page.getByRole('button', { name: 'Read row 3' }).waitFor();
  await newcomer.page.getByRole('main').getByRole('link', { name: 'Import' }).click();
  // Not applied, so it waits; then it is discarded.
  await newcomer.page.getByRole('link', { name: 'Continue with wrong.csv' }).waitFor();
  await button('Discard wrong.csv').click();
  await button('Discard it').click();
  await newcomer.page.getByText('Not applied yet').waitFor({ state: 'detached' });
});

const active = () =>
  newcomer.page.evaluate(() => {
    const { dataset, textContent } = document.activeElement as HTMLElement;
    return { row: dataset.row, column: dataset.column, text: textContent };
  });
/** The cell that has the focus, once it is this one. */
const atCell = (row: number, column: number) =>
  newcomer.page.waitForFunction(
    ([row, column]) => {
      const { dataset } = document.activeElement as HTMLElement;
      return dataset.row === row && dataset.column === column;
    },
    [String(row), String(column)],
  );

it('is corrected in the file itself by keyboard, from fault to fault, and undone', async () => {
  const { page } = newcomer;
  const { keyboard } = page;
  // The second fault is far below: its page is read once it is in view.
  const many = Array.from(
    { length: 400 },
    (_, index) => `Holder ${index},h${index}@sheet.example,Common,10,2024-05-06`,
  );
  many[0] = 'Holder 0,h0@sheet.example,Common,ten,2024-05-06';
  many[398] = 'Holder 398,h398@sheet.example,Common,-3,2024-05-06';
  await choose('faults.csv', ['Holder,Email,Class,Shares,Issue Date', ...many, ''].join('\n'));
  await page.getByText('2 cells with an error').waitFor();
  await page.getByRole('grid', { name: 'The table, as it was read' }).waitFor();
  await page.getByRole('gridcell', { name: 'Holder 0', exact: true }).waitFor();
  expect(await seriousViolationsOf(page)).toEqual([]);
  await page.getByRole('gridcell', { name: 'Holder 0', exact: true }).click();
  await keyboard.press('F8');
  await atCell(2, 4);
  expect((await active()).text).toContain('Error: This is not read as a number.');
  await page.getByText('Enter a whole number such as 1000000.').first().waitFor();
  await keyboard.press('F8');
  await atCell(400, 4);
  await page.getByRole('gridcell', { name: /^-3/ }).waitFor();
  // Typing begins anew; Escape leaves the cell as it was.
  await keyboard.type('77');
  await keyboard.press('Escape');
  await atCell(400, 4);
  expect((await active()).text).toMatch(/^-3/);
  await keyboard.type('77');
  await keyboard.press('Enter');
  await page.getByText('1 cell with an error').waitFor();
  await keyboard.press('Shift+F8');
  await atCell(2, 4);
  await keyboard.press('F2');
  await keyboard.press('Control+a');
  await keyboard.type('10');
  await keyboard.press('Enter');
  await page.getByText('Ready to apply').waitFor();
  await keyboard.press('Control+z');
  await page.getByText('1 cell with an error').waitFor();
  await page.getByText('The last change is undone. Left: 1 error.').waitFor({ state: 'attached' });
  await page.getByRole('button', { name: 'Undo Ctrl Z' }).click();
  await page.getByText('2 cells with an error').waitFor();
  // A column's menu, by keyboard.
  await page.getByRole('gridcell', { name: 'Holder 0', exact: true }).click();
  await keyboard.press('ArrowUp');
  await keyboard.press('ArrowUp');
  await keyboard.press('Enter');
  await expect
    .poll(() => labelled('Meaning of column A “Holder”').evaluate((menu) => menu === document.activeElement))
    .toBe(true);
  await keyboard.press('Escape');
  await atCell(0, 1);
  await newcomer.page.getByRole('main').getByRole('link', { name: 'Import' }).click();
  await button('Discard faults.csv').click();
  await button('Discard it').click();
  await page.getByText('Not applied yet').waitFor({ state: 'detached' });
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
  await expect.poll(() => newcomer.page.getByRole('radio', { name: 'Month first' }).isChecked()).toBe(true);
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
