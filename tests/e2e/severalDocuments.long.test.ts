// A folder of papers, filed at once in the sample company: what their names say, what is asked, a refusal, a retry after a lost
// connection, and what a holder then reads.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { seriousViolationsOf } from '../support/axe.ts';
import { launchBrowser } from '../support/browser.ts';
import { newDataDir, startServer } from '../support/runningServer.ts';
import type { RunningServer } from '../support/runningServer.ts';
import { PATIENCE_MS } from '../support/time/patience.ts';

const dataDir = newDataDir('several');
let server: RunningServer;
let browser: Browser;
let page: Page;
beforeAll(async () => {
  server = await startServer(dataDir, { DEMO: 'on' });
  browser = await launchBrowser();
  page = await signedIn('mara@tidewater.example');
  await page.goto(`${server.address}/app/documents`);
});
afterAll(async () => {
  await browser?.close();
  await server?.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

async function signedIn(email: string): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'en-US' });
  const answer = await context.request.post(`${server.address}/api/auth/login`, {
    data: { email, password: 'sample-company' },
  });
  const session = (await answer.json()) as { access_token: string; user: unknown };
  await context.addInitScript(
    ([token, user]) => {
      localStorage.setItem('access_token', token!);
      localStorage.setItem('user', user!);
    },
    [session.access_token, JSON.stringify(session.user)],
  );
  const opened = await context.newPage();
  opened.setDefaultTimeout(PATIENCE_MS);
  return opened;
}

/** A PDF with a text of its own. */
const pdf = (name: string, text = name) => ({
  name,
  mimeType: 'application/pdf',
  buffer: Buffer.from(
    `%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj 2 0 obj<</Type/Pages/Kids[]/Count 0>>endobj\n% ${text}\ntrailer<</Root 1 0 R>>\n%%EOF`,
  ),
});
const box = (name: string) => page.getByRole('dialog').getByRole('combobox', { name });
const chosen = (name: string) => box(name).evaluate((select: HTMLSelectElement) => select.selectedOptions[0]!.text);
const row = (name: string) => page.getByRole('row').filter({ has: page.getByLabel(`Name of ${name}`) });

it('reads from each name what the file is and whom it concerns, and asks about the rest first', async () => {
  const open = page.getByRole('button', { name: 'Upload several' });
  await open.focus();
  await page.keyboard.press('Enter');
  await page.getByText('Drop files or a folder here').waitFor();
  await page
    .getByLabel('Files to upload')
    .setInputFiles([
      pdf('Stock Certificate CB-018.pdf'),
      pdf('2023-05-01 Board consent.pdf'),
      pdf('W-9 Watanabe.pdf'),
      pdf('W-9 Watanabe copy.pdf', 'W-9 Watanabe.pdf'),
      pdf('SAFE Okafor 2023.pdf'),
      pdf('scan0001.pdf'),
      { name: 'side letter.pdf', mimeType: 'application/pdf', buffer: Buffer.from('not a PDF') },
    ]);
  await expect.poll(() => chosen('Type of Stock Certificate CB-018.pdf')).toBe('Certificate');
  await expect.poll(() => chosen('What Stock Certificate CB-018.pdf belongs to')).toBe('CB-18 · Kenji Watanabe');
  await expect.poll(() => chosen('Who may read Stock Certificate CB-018.pdf')).toBe('Kenji Watanabe');
  await expect.poll(() => chosen('Type of 2023-05-01 Board consent.pdf')).toBe('Other');
  await expect.poll(() => chosen('Who may read 2023-05-01 Board consent.pdf')).toBe('The company only');
  await expect.poll(() => chosen('Who may read W-9 Watanabe.pdf')).toBe('Kenji Watanabe');
  await row('W-9 Watanabe copy.pdf').getByText('The same file as W-9 Watanabe.pdf in this list.').waitFor();
  await row('W-9 Watanabe copy.pdf').getByText('Left out').waitFor();
  const names = await page
    .getByRole('textbox', { name: /^Name of / })
    .evaluateAll((all) => all.map((each) => each.getAttribute('aria-label')));
  expect(names.slice(0, 2).sort()).toEqual(['Name of SAFE Okafor 2023.pdf', 'Name of scan0001.pdf']);
  await page.getByText('2 files have something to answer.').waitFor();
  expect(await seriousViolationsOf(page, '[role=dialog]')).toEqual([]);
});

it('is answered by keyboard, one by one or for several at once', async () => {
  await box('Who may read SAFE Okafor 2023.pdf').focus();
  expect(
    await box('Who may read SAFE Okafor 2023.pdf').evaluate((select: HTMLSelectElement) =>
      [...select.options].map(({ text }) => text),
    ),
  ).toEqual(expect.arrayContaining(['Daniel Okafor', 'Okafor Holdings LLC']));
  await page.keyboard.type('Okafor H');
  await expect.poll(() => chosen('Who may read SAFE Okafor 2023.pdf')).toBe('Okafor Holdings LLC');
  await page.getByRole('checkbox', { name: 'Select scan0001.pdf' }).focus();
  await page.keyboard.press('Space');
  await box('Type of the selected files').selectOption('other');
  await box('Who may read the selected files').selectOption({ label: 'Another shareholder…' });
  await page.keyboard.type('Grace');
  await page.getByRole('option', { name: 'Grace Okonkwo' }).waitFor();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect.poll(() => chosen('Who may read scan0001.pdf')).toBe('Grace Okonkwo');
  await page.getByLabel('Name of scan0001.pdf').fill('Welcome letter');
  await page.getByRole('button', { name: 'File 6 documents' }).waitFor();
});

it('stops where the connection is lost, files the rest on a retry, and keeps what the server refuses at its row', async () => {
  /** Of a window that is about to be closed. */
  const warns = () => page.evaluate(() => !window.dispatchEvent(new Event('beforeunload', { cancelable: true })));
  let uploads = 0;
  let isWarned = false;
  await page.route('**/api/documents/upload', async (route) => {
    uploads += 1;
    if (uploads === 1) isWarned = await warns();
    return uploads === 3 ? route.abort() : route.continue();
  });
  await page.getByRole('button', { name: 'File 6 documents' }).click();
  await page.getByText('Not filed. ').first().waitFor();
  expect(isWarned).toBe(true);
  await expect.poll(() => warns()).toBe(false);
  await page.getByRole('button', { name: /^File \d documents$/ }).click();
  await row('side letter.pdf')
    .getByText(/^Not filed\. .*content is no PDF/)
    .waitFor();
  await page.getByText('5 documents of 7 filed.').waitFor();
  await page.getByRole('button', { name: 'Retry 1 document' }).click();
  await row('side letter.pdf').getByText('Not filed', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Leave out side letter.pdf' }).click();
  await page.getByRole('button', { name: 'Close' }).click();
  await page.unroute('**/api/documents/upload');
  await page.getByRole('row', { name: /Welcome letter\.pdf/ }).waitFor();
  await expect.poll(() => page.getByRole('row', { name: /W-9 Watanabe/ }).count()).toBe(1);
});

it('says of a file that is filed already that it is, and leaves it out', async () => {
  await page.getByRole('button', { name: 'Upload several' }).click();
  await page.getByLabel('Files to upload').setInputFiles([pdf('tax form.pdf', 'W-9 Watanabe.pdf')]);
  await page.getByText(/^Filed already as W-9 Watanabe\.pdf on /).waitFor();
  await expect.poll(() => page.getByRole('button', { name: 'File documents' }).isDisabled()).toBe(true);
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
});

it('reads whom a file concerns from the folder that it was in', async () => {
  const folder = join(dataDir, 'Papers');
  mkdirSync(join(folder, 'Grace Okonkwo'), { recursive: true });
  writeFileSync(join(folder, 'Grace Okonkwo', 'agreement.txt'), 'agreed');
  writeFileSync(join(folder, 'Grace Okonkwo', '.DS_Store'), 'of the system');
  await page.getByRole('button', { name: 'Upload several' }).click();
  await page.getByLabel('Folder to upload').setInputFiles(folder);
  await expect.poll(() => chosen('Who may read agreement.txt')).toBe('Grace Okonkwo');
  await expect.poll(() => page.getByRole('textbox', { name: /^Name of / }).count()).toBe(1);
  await page.getByRole('button', { name: 'Cancel' }).click();
});

it('takes files that are dropped on the list', async () => {
  const data = await page.evaluateHandle(() => {
    const transfer = new DataTransfer();
    transfer.items.add(new File(['minutes of a meeting'], 'minutes.txt', { type: 'text/plain' }));
    return transfer;
  });
  const list = page.getByRole('region', { name: 'Documents, table' });
  await list.dispatchEvent('dragover', { dataTransfer: data });
  await list.dispatchEvent('drop', { dataTransfer: data });
  await page.getByLabel('Name of minutes.txt').waitFor();
  await expect.poll(() => chosen('Type of minutes.txt')).toBe('Other');
  // Escape asks before it throws the answers away; the button does at once.
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Keep editing' }).click();
  await page.getByLabel('Name of minutes.txt').waitFor();
  await page.getByRole('button', { name: 'Cancel' }).click();
});

it('a holder reads what is about them, and nothing of others or of the company', async () => {
  const own = await signedIn('kenji@holders.example');
  await own.goto(`${server.address}/app/documents`);
  await own.getByRole('row', { name: /Stock Certificate CB-018\.pdf/ }).waitFor();
  await own.getByRole('row', { name: /W-9 Watanabe\.pdf/ }).waitFor();
  expect(await own.getByText('Board consent').count()).toBe(0);
  expect(await own.getByText('Welcome letter').count()).toBe(0);
  expect(await own.getByText('SAFE Okafor').count()).toBe(0);
  expect(await own.getByRole('button', { name: 'Upload several' }).count()).toBe(0);
});
