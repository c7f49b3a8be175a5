// What a phone shows first, what looks like a link, and what paper tells apart without its colours.
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { launchBrowser } from '../support/browser.ts';
import { pageOf } from '../support/runningCompany.ts';

const address = inject('address');
let browser: Browser;
let page: Page;

beforeAll(async () => {
  browser = await launchBrowser();
  const answer = await fetch(`${address}/api/auth/login`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ email: 'mara@tidewater.example', password: 'sample-company' }),
  });
  const signedIn = (await answer.json()) as { access_token: string; user: Record<string, unknown> };
  page = await pageOf(browser, { address }, signedIn, { reducedMotion: 'reduce' });
});
afterAll(() => browser?.close());

async function open(path: string, width: number) {
  await page.emulateMedia({ media: 'screen' });
  await page.setViewportSize({ width, height: 900 });
  await page.goto(`${address}${path}`);
  await page.getByRole('heading', { level: 1 }).first().waitFor();
}

it('tells the classes of the printed cap table apart by pattern, the same in the bar and its legend', async () => {
  await open('/app/cap-table', 1440);
  await page.locator('.cap-charts .legend li').first().waitFor();
  await page.emulateMedia({ media: 'print' });
  const patternsOf = (selector: string) =>
    page.locator(selector).evaluateAll((all) => all.map((each) => getComputedStyle(each).backgroundImage));
  const bar = await patternsOf('.cap-charts .ownership-bar > span');
  expect(bar.length).toBeGreaterThan(3);
  expect(new Set(bar).size).toBe(bar.length);
  expect(await patternsOf('.cap-charts .legend .swatch')).toEqual(bar);
  await page.emulateMedia({ media: 'screen' });
  expect(new Set(await patternsOf('.cap-charts .ownership-bar > span'))).toEqual(new Set(['none']));
});

it('shows holders and figures of the cap table as the links they are', async () => {
  await open('/app/cap-table', 1440);
  const table = page.getByRole('region', { name: 'Cap table, figures' });
  const holder = table.getByRole('rowheader').getByRole('link').first();
  const colourOf = (of: typeof holder) => of.evaluate((each) => getComputedStyle(each).color);
  const other = page.getByRole('rowheader', { name: 'Total' });
  expect(await colourOf(holder)).not.toBe(await colourOf(other));
  const figure = table.locator('tbody button.fig').first();
  expect(await figure.evaluate((each) => getComputedStyle(each).textDecorationLine)).toBe('underline');
});

it('shows total and percentage first on a phone, in sight without scrolling aside', async () => {
  await open('/app/cap-table', 390);
  const table = page.getByRole('region', { name: 'Cap table, figures' });
  await table.getByRole('columnheader', { name: /^Ownership/ }).waitFor();
  const heads = await table.getByRole('columnheader').allTextContents();
  expect(heads.slice(0, 3)).toEqual(['Holder', expect.stringMatching(/^Total/), expect.stringMatching(/^Ownership/)]);
  const head = (await table.getByRole('columnheader', { name: /^Ownership/ }).boundingBox())!;
  expect(head.x + head.width).toBeLessThanOrEqual(390);
  // Each row has as many cells as there are heads beside its name.
  const counts = await table
    .locator('tbody tr')
    .evaluateAll((rows) => rows.map((row) => row.querySelectorAll('td').length));
  expect(new Set(counts)).toEqual(new Set([heads.length - 1]));
  expect(await table.locator('tfoot .tot td').nth(1).textContent()).toBe('100.00');
});

it.each([390, 320])('says on a phone of %i pixels which company is open, and exports its lists', async (width) => {
  await open('/app/certificates', width);
  const bar = page.getByRole('banner');
  const company = (await bar.getByTitle('Tidewater Robotics, Inc.').boundingBox())!;
  const menu = (await bar.getByRole('button', { name: 'Menu' }).boundingBox())!;
  const theme = (await bar.getByRole('button', { name: /^Switch to/ }).boundingBox())!;
  expect(company.width).toBeGreaterThan(60);
  expect(company.x).toBeGreaterThanOrEqual(menu.x + menu.width);
  expect(company.x + company.width).toBeLessThanOrEqual(theme.x);
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export CSV' }).click();
  expect((await download).suggestedFilename()).toMatch(/certificates.*\.csv$/);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
});

it.each(['certificates', 'grants', 'convertibles', 'warrants', 'distributions'])(
  'puts what follows from the form of %s before its button on a phone, and beside it on a wide screen',
  async (name) => {
    await open(`/app/${name}/create`, 390);
    const beside = page.locator('.stick > *').first();
    const button = page.locator('.formacts button[type="submit"]');
    await beside.waitFor();
    await button.waitFor();
    const [preview, below] = [(await beside.boundingBox())!, (await button.boundingBox())!];
    expect(preview.y + preview.height).toBeLessThanOrEqual(below.y);
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.waitForFunction(() => document.querySelector('.form-card .stick') === null);
    expect((await beside.boundingBox())!.x).toBeGreaterThan((await button.boundingBox())!.x + 300);
  },
);
