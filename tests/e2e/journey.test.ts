// Follows a new user from sign-up to a shareholder who sees only their own records, in a real browser with a real server.
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchBrowser } from '../support/browser.ts';
import { messageTo, newDataDir, startServer } from '../support/runningServer.ts';
import type { RunningServer } from '../support/runningServer.ts';
import { samplePackage } from '../support/samplePackage.ts';
import { PATIENCE_MS } from '../support/time/patience.ts';

let dataDir: string;
let server: RunningServer;
let browser: Browser;
let page: Page;
const troubles: string[] = [];

beforeAll(async () => {
  dataDir = newDataDir('journey');
  server = await startServer(dataDir);
  browser = await launchBrowser();
  page = await openPage();
});
afterAll(async () => {
  await browser?.close();
  await server?.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

async function openPage(): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'en-US' });
  const opened = await context.newPage();
  opened.setDefaultTimeout(PATIENCE_MS);
  opened.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) troubles.push(`${opened.url()}: ${message.text()}`);
  });
  opened.on('pageerror', (error) => troubles.push(`${opened.url()}: ${String(error)}`));
  return opened;
}

const go = (path: string) => page.goto(`${server.address}${path}`);
const heading = (name: string | RegExp) => page.getByRole('heading', { level: 1, name });
async function signUp(
  on: Page,
  who: { first: string; last: string; email: string; phone: string; password: string },
  account: () => Promise<void>,
) {
  await on.getByLabel('First Name').fill(who.first);
  await on.getByLabel('Last Name').fill(who.last);
  await on.getByLabel('Email Address').fill(who.email);
  await on.getByLabel('Phone Number').fill(who.phone);
  await on.getByRole('button', { name: 'Next: Account Setup' }).click();
  await account();
  await on.getByLabel('Password', { exact: true }).fill(who.password);
  await on.getByLabel('Confirm Password').fill(who.password);
  await on.getByRole('checkbox').check();
  const terms = on.locator('label').getByRole('link', { name: /^Terms of Service/ });
  expect(await terms.evaluate((link) => getComputedStyle(link).textDecorationLine)).toBe('underline');
  await on.getByRole('button', { name: 'Create Account' }).click();
  const [, code] = await messageTo(dataDir, `+${who.phone}`, /code is (\d{6})/);
  await on.getByLabel('Verification Code').fill(code!);
  await on.getByRole('button', { name: 'Verify', exact: true }).click();
  await on.waitForURL('**/app/dashboard');
}

const founder = {
  first: 'Fiona',
  last: 'Founder',
  email: 'fiona@acme.example',
  phone: '15551230001',
  password: 'Right-to-the-share-1',
};
const holder = {
  first: 'Jane',
  last: 'Eyre',
  email: 'jane@holders.example',
  phone: '15551230002',
  password: 'Only-my-own-rows-2',
};

describe('a new user', () => {
  it('creates an account for the company with the code from the outbox', async () => {
    await go('/');
    await page.getByRole('link', { name: 'Start Free Trial' }).first().click();
    await signUp(page, founder, async () => {
      await page.getByLabel('Client Name', { exact: true }).fill('acme');
      await page.getByLabel('Company Display Name').fill('Acme Holdings');
    });
    await heading('Dashboard').waitFor();
    await page.getByText('No upcoming tasks').waitFor();
  });

  it('confirms the email address with the mailed link, of which the console reminds', async () => {
    await page.getByText('Confirm your email address.').waitFor();
    const [link] = await messageTo(dataDir, founder.email, /\/confirm-email\?token=[\w-]+/);
    await go(link);
    await page.getByRole('button', { name: 'Confirm This Address' }).click();
    await page.getByRole('link', { name: 'Go to the dashboard' }).click();
    await heading('Dashboard').waitFor();
    await page.getByText('No upcoming tasks').waitFor();
    expect(await page.getByText('Confirm your email address.').count()).toBe(0);
  });

  it('imports a package, sees its findings, and sees its figures in the cap table', async () => {
    const { bytes, expected } = await samplePackage();
    await go('/app/imports');
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'acme.ocf.zip', mimeType: 'application/zip', buffer: bytes });
    await page.getByText(expected.finding).first().waitFor();
    const accept = page.getByRole('checkbox');
    if (await accept.count()) await accept.first().check();
    await page.getByRole('button', { name: /^Apply/ }).click();
    await page.getByText('This import has been applied.').waitFor();
    await go('/app/cap-table');
    for (const { date, total } of expected.totals) {
      await page.getByLabel('As of').fill(date);
      await page.getByRole('row', { name: new RegExp(`^Total.*${total}`) }).waitFor();
    }
  });

  it('adds a shareholder and a class, issues a certificate and transfers a part of it', async () => {
    await go('/app/shareholders/create');
    await page.getByLabel(/^First Name/).fill(holder.first);
    await page.getByLabel(/^Last Name/).fill(holder.last);
    await page.getByLabel(/^Email/).fill(holder.email);
    await page.getByRole('button', { name: /Add Shareholder|Add shareholder|Save/ }).click();
    await heading('Jane Eyre').waitFor();
    await go('/app/share-classes/create');
    await page.getByLabel(/^Name/).fill('Common');
    await page.getByLabel(/^Certificate prefix/).fill('CS-');
    await page.getByLabel(/^Authorized/).fill('1000000');
    await page.getByLabel(/^Votes per share/).fill('1');
    await page.getByLabel(/^Seniority/).fill('1');
    await page.getByRole('button', { name: /Add Share Class|Add share class|Save/ }).click();
    await heading('Common').waitFor();
    await go('/app/certificates/create');
    await page.getByLabel(/^Holder/).fill('Jane Eyre');
    await page
      .getByRole('option', { name: /^Jane Eyre/ })
      .first()
      .click();
    await page.getByRole('radio', { name: 'Common', exact: true }).check();
    await page.getByLabel(/^Number of shares/).fill('10000');
    await page.getByLabel(/^Issue date/).fill('2024-01-15');
    await page.getByRole('button', { name: 'Issue 10,000 shares' }).click();
    await heading('CS-1').waitFor();
    await page.getByRole('button', { name: 'Transfer' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel(/^To/).fill('Fiona');
    await page.getByRole('option', { name: /Fiona/ }).first().click();
    await dialog
      .getByLabel(/shares/i)
      .first()
      .fill('4000');
    await dialog.getByLabel(/date/i).first().fill('2024-03-01');
    await dialog.getByRole('button', { name: /^Transfer/ }).click();
    await page.getByText('CS-3').first().waitFor();
    await page.getByText('Transferred').first().waitFor();
  });

  it('uploads a document and gets the same bytes back', async () => {
    await go('/app/documents');
    const file = join(dataDir, 'minutes.txt');
    writeFileSync(file, 'Minutes of the first meeting.\n');
    await page.getByRole('button', { name: 'Upload Document' }).first().click();
    const dialog = page.getByRole('dialog');
    const upload = dialog.getByRole('button', { name: 'Upload', exact: true });
    await expect.poll(() => upload.isDisabled()).toBe(true);
    await dialog.locator('input[type=file]').setInputFiles(file);
    await dialog.getByText('Selected: minutes.txt').waitFor();
    await upload.click();
    await page.getByRole('link', { name: 'minutes.txt' }).click();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: /Download/ }).click(),
    ]);
    const stream = await download.createReadStream();
    const chunks: Buffer[] = [];
    for await (const chunk of stream) chunks.push(chunk as Buffer);
    expect(Buffer.concat(chunks).toString()).toBe('Minutes of the first meeting.\n');
  });

  it('creates a task, deletes another, and creates a thread and a distribution', async () => {
    await go('/app/tasks/create');
    await page.getByLabel(/^Title/).fill('File the annual report');
    await page.getByRole('button', { name: /Create Task|Create task|Save/ }).click();
    await heading('File the annual report').waitFor();
    await go('/app/tasks/create');
    await page.getByLabel(/^Title/).fill('Entered twice');
    await page.getByRole('button', { name: /Create Task|Create task|Save/ }).click();
    await heading('Entered twice').waitFor();
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete task' }).click();
    await page.getByText('The task was deleted').waitFor();
    await page.getByRole('link', { name: 'File the annual report' }).waitFor();
    expect(await page.getByRole('link', { name: 'Entered twice' }).count()).toBe(0);
    await go('/app/messages/create');
    await page.getByLabel(/^Subject/).fill('Welcome');
    await page.getByLabel(/^Message/).fill('Your certificate is entered.');
    await page.getByLabel(/^To/).selectOption({ label: 'Every shareholder' });
    await page.getByRole('button', { name: /^Send/ }).click();
    await heading('Welcome').waitFor();
    await go('/app/distributions/create');
    await page.getByLabel(/^Name/).fill('First dividend');
    await page.getByRole('checkbox', { name: /^Common/ }).check();
    await page.getByLabel(/^Amount\/Share/).fill('0.25');
    await page.getByLabel(/^Record date/i).fill('2024-04-01');
    await page.getByLabel(/^Payment date/i).fill('2024-04-15');
    await page.getByRole('button', { name: /Create Distribution|Create distribution/ }).click();
    await heading('First dividend').waitFor();
    await page.getByText('1,500.00').first().waitFor();
    // The step before it may be open: a tax form or an account may be missing.
    await page.getByRole('button', { name: /^Approve To approve/ }).click();
    await page.getByRole('button', { name: 'Approve distribution' }).click();
    await page.getByText('Approved').first().waitFor();
  });

  it('invites a shareholder, who signs up in another browser and sees only their own records', async () => {
    await go('/app/shareholders');
    await page.getByRole('link', { name: 'Jane Eyre', exact: true }).click();
    await page.getByRole('button', { name: /Invite to portal/ }).click();
    const confirm = page.getByRole('dialog').getByRole('button', { name: /invit/i });
    if (await confirm.count()) await confirm.click();
    const [, path] = await messageTo(dataDir, holder.email, /(\/signup\?invite=\S+)/);
    const theirs = await openPage();
    await theirs.goto(`${server.address}${path}`);
    await signUp(theirs, holder, async () => undefined);
    await theirs.goto(`${server.address}/app/certificates`);
    await theirs.getByRole('link', { name: 'CS-3' }).waitFor();
    const text = await theirs.locator('main').innerText();
    expect(text).not.toContain('CS-2');
    expect(text).toMatch(/of 2/);
    expect(await theirs.getByRole('link', { name: 'Shareholders' }).count()).toBe(0);
    expect(await theirs.getByRole('button', { name: 'Issue Certificate' }).count()).toBe(0);
    await theirs.goto(`${server.address}/app/payments`);
    await theirs.getByText('$1,500.00').waitFor();
    await theirs.context().close();
  });

  it('finds everything after the server has restarted', async () => {
    // An open page asks for changes meanwhile, and the browser notes that nobody answers.
    await page.goto('about:blank');
    expect(await server.stop()).toBe(0);
    const port = new URL(server.address).port;
    server = await startServer(dataDir, { PORT: port });
    await go('/app/certificates');
    await page.getByRole('link', { name: 'CS-3' }).waitFor();
    await go('/app/documents');
    await page.getByRole('link', { name: 'minutes.txt' }).waitFor();
    await page.getByRole('button', { name: 'Logout' }).click();
    await page.waitForURL(`${server.address}/`);
  });

  it('causes no message in the browser console', () => {
    expect(troubles).toEqual([]);
  });
});
