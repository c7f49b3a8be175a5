// A round of the sample company, modelled, compared, shared with somebody without an account, exported and posted: afterwards the cap
// table is the scenario's.
import { rmSync } from 'node:fs';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { seriousViolationsOf } from '../support/axe.ts';
import { launchBrowser } from '../support/browser.ts';
import { newDataDir, startServer } from '../support/runningServer.ts';
import type { RunningServer } from '../support/runningServer.ts';
import { PATIENCE_MS } from '../support/time/patience.ts';

const dataDir = newDataDir('scenarios');
let server: RunningServer;
let browser: Browser;
let page: Page;
let token: string;
beforeAll(async () => {
  server = await startServer(dataDir, { DEMO: 'on' });
  browser = await launchBrowser();
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'en-US' });
  const answer = await context.request.post(`${server.address}/api/auth/login`, {
    data: { email: 'mara@tidewater.example', password: 'sample-company' },
  });
  const session = (await answer.json()) as { access_token: string; user: unknown };
  token = session.access_token;
  await context.addInitScript(
    ([access, user]) => {
      localStorage.setItem('access_token', access!);
      localStorage.setItem('user', user!);
    },
    [token, JSON.stringify(session.user)],
  );
  page = await context.newPage();
  page.setDefaultTimeout(PATIENCE_MS);
});
afterAll(async () => {
  await browser?.close();
  await server?.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

const button = (name: string | RegExp) => page.getByRole('button', { name });
async function newScenario(name: string): Promise<void> {
  await page.goto(`${server.address}/app/scenarios/create`);
  await page.getByLabel('Name').fill(name);
  await button('New Scenario').click();
}
const saved = () => page.getByText('Saved. Nothing here is in the ledger.').waitFor();
const totalOf = async (title: string) =>
  (await page
    .getByRole('region', { name: `${title}, table` })
    .locator('tfoot td')
    .nth(3)
    .textContent())!;

it('starts from the ledger, and a round with a pool and a pro rata is there by a few clicks', async () => {
  await newScenario('First');
  await page.getByRole('region', { name: 'At the start, table' }).getByText('Mara Lindqvist').waitFor();
  await button('Priced round').click();
  await page.getByRole('region', { name: 'After Seed, table' }).waitFor();
  await page.getByLabel('Name').fill('Offer A');
  await page.getByLabel('Add an investor pro rata').selectOption({ label: 'Harbour Seed Fund II, L.P.' });
  await saved();
  await button(/^Price of a share/).click();
  await page.getByText(/^Rounded once, to four decimals/).waitFor();
  // The pool is a tenth of all shares after the round.
  const pool = page.getByRole('region', { name: 'After Seed, table' }).getByRole('row', { name: /^Unallocated pool/ });
  await expect.poll(() => pool.locator('td').nth(4).innerText()).toBe('10.00');
  expect(await seriousViolationsOf(page)).toEqual([]);
});

it('is kept when the tab closes', async () => {
  await page.reload();
  await page.getByRole('region', { name: 'After Seed, table' }).waitFor();
  await expect
    .poll(() => page.getByLabel('Investor 2', { exact: true }).inputValue())
    .toBe('Harbour Seed Fund II, L.P.');
});

it('is summarized as a term sheet on one page, A4 and Letter', async () => {
  const scenario = page.url();
  await page.getByRole('link', { name: 'Term sheet' }).click();
  const sheet = page.getByRole('article', { name: 'Summary of terms, Seed' });
  await sheet.getByText('Series Seed, a new class of preferred stock').waitFor();
  expect(await seriousViolationsOf(page)).toEqual([]);
  for (const format of ['A4', 'Letter']) {
    const pdf = await page.pdf({ format, margin: { top: '10mm', bottom: '10mm', left: '10mm', right: '10mm' } });
    expect(pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)).toHaveLength(1);
  }
  await page.goto(scenario);
});

it('is compared with a second offer', async () => {
  const first = page.url();
  await button('Duplicate').click();
  await page.waitForURL((url) => url.href !== first);
  await page.getByRole('heading', { level: 1, name: 'Copy of Offer A' }).waitFor();
  await page.getByLabel('Name').fill('Offer B');
  await page.getByLabel('Pre-money valuation', { exact: true }).fill('14,000,000');
  await saved();
  await page.getByRole('link', { name: 'Compare' }).click();
  await page.getByRole('checkbox', { name: 'Offer A' }).click();
  const table = page.getByRole('region', { name: 'Comparison, table' });
  const mara = table.getByRole('row', { name: /^Mara Lindqvist/ });
  await mara.waitFor();
  // Offer A has the lower price, so it leaves her less.
  await expect.poll(() => mara.locator('td').nth(2).innerText()).toMatch(/\(−\d+\.\d\d\)/);
  expect(await seriousViolationsOf(page)).toEqual([]);
});

it('is read by somebody without an account, until the link is withdrawn', async () => {
  await page.goto(`${server.address}/app/scenarios`);
  await page.getByRole('cell', { name: 'Offer A', exact: true }).click();
  await page.getByRole('region', { name: 'After Seed, table' }).waitFor();
  const total = await totalOf('After Seed');
  await page.getByRole('button', { name: 'Share', exact: true }).click();
  await button('Make a link').click();
  const link = await page.getByLabel('The link').inputValue();
  const stranger = await (await browser.newContext({ viewport: { width: 390, height: 844 } })).newPage();
  // The server of a test does not know its port when it starts.
  const { pathname, search } = new URL(link);
  await stranger.goto(server.address + pathname + search);
  await stranger.getByRole('heading', { level: 1, name: 'Offer A' }).waitFor();
  await stranger.getByText(total).first().waitFor();
  expect(await stranger.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  expect(await seriousViolationsOf(stranger)).toEqual([]);
  await button('Withdraw').click();
  await page.getByRole('list', { name: 'Links in force' }).waitFor({ state: 'detached' });
  await stranger.reload();
  await stranger.getByRole('heading', { name: 'This link shows nothing' }).waitFor();
  await stranger.context().close();
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
});

it('is exported, and turned into drafts whose posting makes the cap table the scenario’s', async () => {
  const download = page.waitForEvent('download');
  await button('XLSX').click();
  expect((await download).suggestedFilename()).toBe('Offer A.xlsx');
  const total = await totalOf('After Seed');
  await button('Prepare entries').click();
  await page.getByRole('dialog').getByRole('checkbox').first().waitFor();
  await button(/^Post \d+ drafts$/).click();
  await page.waitForURL(/\/app\/cap-table\?basis=fully_diluted/);
  await page.getByText(total).first().waitFor();
  await page.goto(`${server.address}/app/scenarios`);
  await page.getByRole('cell', { name: 'Offer A', exact: true }).click();
  await page.getByText(/^Its drafts were posted on/).waitFor();
  await expect.poll(() => totalOf('After Seed')).toBe(total);
});

it('shows an exit to somebody who has never seen a waterfall', async () => {
  await newScenario('First');
  await page.getByRole('region', { name: 'At the start, table' }).waitFor();
  await button('Exit').click();
  const exit = page.getByRole('region', { name: 'Exit', exact: true });
  const slider = exit.getByRole('slider', { name: 'Price of the company' });
  const paid = new Set<string>();
  for (const price of ['5,000,000', '30,000,000', '200,000,000']) {
    await page.getByLabel('Price of the company', { exact: true }).first().fill(price);
    await exit.getByText(`$${price}.00 for the company.`).waitFor();
    paid.add(await exit.getByRole('row', { name: /^Common/ }).innerText());
  }
  expect(paid.size).toBe(3);
  await exit
    .getByText(/has been paid its preference\.|From here on .* converts/)
    .first()
    .waitFor();
  await slider.focus();
  await page.keyboard.press('ArrowLeft');
  await exit.getByText('$200,000,000.00 for the company.').waitFor({ state: 'detached' });
  expect(await seriousViolationsOf(page)).toEqual([]);
});

it('starts from nothing, and an earlier version of it is opened and taken back', async () => {
  await page.goto(`${server.address}/app/scenarios/create`);
  await page.getByLabel('Name').fill('An idea');
  await page.getByLabel('Start', { exact: true }).selectOption({ label: 'Start from nothing' });
  await button('New Scenario').click();
  const table = page.getByRole('region', { name: 'At the start, table' });
  await table.getByText('8,000,000').waitFor();
  for (const name of ['Class', 'Holder', 'Options', 'Warrants', 'SAFE or note'])
    await page.getByRole('group', { name: 'Start' }).getByRole('button', { name, exact: true }).click();
  await page.getByRole('checkbox', { name: /It is a note/ }).check();
  await table.getByText('9,600,000').waitFor();
  await saved();
  expect(await seriousViolationsOf(page)).toEqual([]);
  await button('Versions').click();
  await page.getByRole('link', { name: 'Open version 1' }).click();
  await page.getByText(/^Version 1, saved on/).waitFor();
  await table.getByText('8,000,000').waitFor();
  expect(await seriousViolationsOf(page)).toEqual([]);
  await button('Restore this version').click();
  await button('Versions').waitFor();
  await table.getByText('8,000,000').waitFor();
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
});
