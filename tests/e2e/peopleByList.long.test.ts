// A list of holders, pasted on the shareholders' page of the sample company: questions, a chosen change, and the new holders.
import { rmSync } from 'node:fs';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { seriousViolationsOf } from '../support/axe.ts';
import { launchBrowser } from '../support/browser.ts';
import { newDataDir, startServer } from '../support/runningServer.ts';
import type { RunningServer } from '../support/runningServer.ts';
import { PATIENCE_MS } from '../support/time/patience.ts';

const dataDir = newDataDir('people');
let server: RunningServer;
let browser: Browser;
let page: Page;
beforeAll(async () => {
  server = await startServer(dataDir, { DEMO: 'on' });
  browser = await launchBrowser();
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'en-US' });
  const answer = await context.request.post(`${server.address}/api/auth/login`, {
    data: { email: 'mara@tidewater.example', password: 'sample-company' },
  });
  const session = (await answer.json()) as { access_token: string; user: unknown };
  await context.addInitScript(
    ([token, user]) => {
      localStorage.setItem('access_token', token!);
      localStorage.setItem('user', user!);
    },
    [session.access_token, JSON.stringify(session.user)],
  );
  page = await context.newPage();
  page.setDefaultTimeout(PATIENCE_MS);
  await page.goto(`${server.address}/app/shareholders`);
});
afterAll(async () => {
  await browser?.close();
  await server?.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

const LIST = `Name\tEmail\tCity\tCountry
Yuki Tanaka\tyuki@new.example\tOsaka\tJapan
Omar Said\tomar@holders.example\t\t
Foundry Lane Angels, L.L.C.\tfoundry@other.example\t\t
Lea Nowak\tlea@holders.example\tBerlin\tGermany
`;
const button = (name: string | RegExp) => page.getByRole('button', { name });
const people = () => page.getByRole('heading', { name: 'People' });

it('is pasted by keyboard alone, and read', async () => {
  await button('Add from a list').focus();
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').waitFor();
  expect(await seriousViolationsOf(page, '[role=dialog]')).toEqual([]);
  // The text box has the focus.
  await page.keyboard.insertText(LIST);
  await button('Read the list').focus();
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Pasted table' }).waitFor();
  await people().waitFor();
  await page.getByText('3 new, 0 changed, 1 the same as in your records.').waitFor();
});

it('asks about a near name and another e-mail, and shows our detail beside the file’s', async () => {
  await page
    .getByText('Is “Foundry Lane Angels, L.L.C.” in this file the same as “Foundry Lane Angels LLC” in your records?')
    .waitFor();
  await page.getByRole('radio', { name: 'The same as Foundry Lane Angels LLC, foundry@holders.example' }).focus();
  await page.keyboard.press('Space');
  await page.getByText('2 new, 1 changed, 1 the same as in your records.').waitFor();
  await page
    .getByText(
      '“Yuki Tanaka” has the e-mail yuki@new.example in this file, and yuki@holders.example in your records. Is it the same holder?',
    )
    .waitFor();
  await page.getByRole('radio', { name: 'The same as Yuki Tanaka, yuki@holders.example' }).focus();
  await page.keyboard.press('Space');
  await page.getByText('1 new, 2 changed, 1 the same as in your records.').waitFor();
  await page.getByRole('row', { name: /Yuki Tanaka Email yuki@holders\.example yuki@new\.example/ }).waitFor();
  await page.getByRole('row', { name: /City None Osaka/ }).waitFor();
  expect(await seriousViolationsOf(page, 'main')).toEqual([]);
});

it('changes those who are chosen, and brings in who is new', async () => {
  await button('Apply: 1 holder').waitFor();
  await page.getByRole('checkbox', { name: 'Use the file’s details for Yuki Tanaka' }).focus();
  await page.keyboard.press('Space');
  await button('Apply: 1 holder, 1 changed').waitFor();
  // A closed tab loses nothing.
  await page.reload();
  await button('Apply: 1 holder, 1 changed').waitFor();
  const warnings = page.getByRole('checkbox', { name: /^Accept/ });
  if ((await warnings.count()) > 0) await warnings.check();
  await button('Apply: 1 holder, 1 changed').click();
  await page.getByText('This import has been applied.').first().waitFor();
  await page.goto(`${server.address}/app/shareholders?filter=${encodeURIComponent('{"q":"Lea Nowak"}')}`);
  await page.getByRole('row', { name: /Lea Nowak lea@holders\.example/ }).waitFor();
  await page.goto(`${server.address}/app/shareholders?filter=${encodeURIComponent('{"q":"Tanaka"}')}`);
  await page.getByRole('row', { name: /Yuki Tanaka yuki@new\.example/ }).waitFor();
  await page.goto(`${server.address}/app/shareholders?filter=${encodeURIComponent('{"q":"Foundry"}')}`);
  await page.getByRole('row', { name: /Foundry Lane Angels LLC foundry@holders\.example/ }).waitFor();
  await expect.poll(() => page.getByRole('row', { name: /Foundry/ }).count()).toBe(1);
});

it('says of a list in which nobody is new that there is nothing to apply', async () => {
  await page.goto(`${server.address}/app/shareholders`);
  await button('Add from a list').click();
  await page.getByLabel('List', { exact: true }).setInputFiles({
    name: 'holders.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from('Name,Email\nOmar Said,omar@holders.example\n'),
  });
  await page.getByText(/^holders\.csv/).waitFor();
  await button('Read the list').click();
  await page.getByText('0 new, 0 changed, 1 the same as in your records.').waitFor();
  await page.getByText(/^Nobody in this list is new\./).waitFor();
  await expect.poll(() => button('Apply: 0 holders').isDisabled()).toBe(true);
});
