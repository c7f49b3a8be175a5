// What a phone shows first, what looks like a link, and what stays distinguishable in black-and-white print.
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { boxesOf } from '../support/boxes.ts';
import type { Box } from '../support/boxes.ts';
import { launchBrowser } from '../support/browser.ts';
import { ofTheSample, pageOf, withoutStream } from '../support/runningCompany.ts';

const address = inject('address');
let browser: Browser;
let page: Page;

beforeAll(async () => {
  browser = await launchBrowser();
  const signedIn = await ofTheSample(address);
  page = await pageOf(browser, { address }, signedIn, { reducedMotion: 'reduce' });
  await withoutStream(page);
});
afterAll(() => browser?.close());

async function open(path: string, width: number) {
  await page.emulateMedia({ media: 'screen' });
  await page.setViewportSize({ width, height: 900 });
  await page.goto(`${address}${path}`);
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  await waitForLateLoads();
}

/** Waits for late loads such as the font, because they move what is measured. */
async function waitForLateLoads() {
  await page.waitForLoadState('networkidle');
  await page.evaluate(async () => void (await document.fonts.ready));
}

it('prints each class of the cap table with its own pattern, the same in the bar and its legend', async () => {
  await open('/app/cap-table', 1440);
  await page.locator('.legend li').first().waitFor();
  await page.emulateMedia({ media: 'print' });
  const patternsOf = (selector: string) =>
    page.locator(selector).evaluateAll((all) => all.map((each) => getComputedStyle(each).backgroundImage));
  const bar = await patternsOf('.ownership-bar > span');
  expect(bar.length).toBeGreaterThan(3);
  expect(new Set(bar).size).toBe(bar.length);
  expect(await patternsOf('.legend .swatch')).toEqual(bar);
  // The bar of the pool is white like the paper, so it needs a visible outline.
  const outlines = page
    .locator('section:has(h2:text-is("By holder")) li [aria-hidden] > span')
    .evaluateAll((all) => all.map((each) => getComputedStyle(each).outlineStyle));
  expect(new Set(await outlines)).toEqual(new Set(['solid']));
  await page.emulateMedia({ media: 'screen' });
  expect(new Set(await patternsOf('.ownership-bar > span'))).toEqual(new Set(['none']));
});

it('makes the holders and the figures of the cap table look like links', async () => {
  await open('/app/cap-table', 1440);
  const table = page.getByRole('region', { name: 'Cap table, figures' });
  const holder = table.getByRole('rowheader').getByRole('link').first();
  const colourOf = (of: typeof holder) => of.evaluate((each) => getComputedStyle(each).color);
  const other = page.getByRole('rowheader', { name: 'Total' });
  expect(await colourOf(holder)).not.toBe(await colourOf(other));
  const figure = table.locator('tbody').getByRole('button').first();
  expect(await figure.evaluate((each) => getComputedStyle(each).textDecorationLine)).toBe('underline');
});

it('shows total and percentage first on a phone, visible without sideways scrolling', async () => {
  await open('/app/cap-table', 390);
  const table = page.getByRole('region', { name: 'Cap table, figures' });
  await table.getByRole('columnheader', { name: /^Ownership/ }).waitFor();
  const heads = await table.getByRole('columnheader').allTextContents();
  expect(heads.slice(0, 3)).toEqual(['Holder', expect.stringMatching(/^Total/), expect.stringMatching(/^Ownership/)]);
  const cut = await page
    .locator('main :is(tbody th, tbody th > *, li > span[title])')
    .evaluateAll((all) =>
      all
        .filter((each) => each.scrollWidth > each.clientWidth + 1 && each.clientWidth > 0)
        .map(({ textContent }) => textContent),
    );
  expect(cut).toEqual([]);
  const [head] = await boxesOf(page, table.getByRole('columnheader', { name: /^Ownership/ }));
  expect(head.x + head.width).toBeLessThanOrEqual(390);
  // Each row has one cell for each column after the name.
  const counts = await table
    .locator('tbody tr')
    .evaluateAll((rows) => rows.map((row) => row.querySelectorAll('td').length));
  expect(new Set(counts)).toEqual(new Set([heads.length - 1]));
  await expect.poll(() => table.locator('tfoot .tot td').nth(1).textContent()).toBe('100.00');
});

it.each([390, 320])('shows the open company and exports its lists on a phone of %i pixels', async (width) => {
  await open('/app/certificates', width);
  const bar = page.getByRole('banner');
  const [company, menu, theme] = await boxesOf(
    page,
    bar.getByTitle('Tidewater Robotics, Inc.'),
    bar.getByRole('button', { name: 'Menu' }),
    bar.getByRole('button', { name: /^Switch to/ }),
  );
  expect(company.width).toBeGreaterThan(60);
  expect(company.x).toBeGreaterThanOrEqual(menu.x + menu.width);
  expect(company.x + company.width).toBeLessThanOrEqual(theme.x);
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export' }).click();
  await page.getByRole('menuitem', { name: 'CSV, the columns shown' }).click();
  expect((await download).suggestedFilename()).toMatch(/certificates.*\.csv$/);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
});

it.each([
  ['/app/payments/unclaimed', 'Unclaimed money by age, table'],
  ['/app/payments/unclaimed', 'Unclaimed money by state, table'],
  ['/app/payments/tax-forms', 'Forms, table'],
])('shows the rows of %s (%s) as cards on a phone, without sideways scrolling', async (path, label) => {
  await open(path, 390);
  const table = page.getByRole('region', { name: label });
  await table.waitFor();
  expect(await table.evaluate((box) => box.scrollWidth - box.clientWidth)).toBe(0);
});

it('keeps the holdings of a shareholder within the page on a small phone', async () => {
  await open('/app/shareholders', 320);
  await page.getByRole('link', { name: 'Grace Okonkwo' }).first().click();
  await page.getByRole('region', { name: 'Stock held, table' }).getByText('Series Seed Preferred').waitFor();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
});

it('shows the payments of a distribution in full width, with the mark “Late”, on a desktop', async () => {
  await open('/app/distributions', 1440);
  await page.getByRole('cell', { name: 'Spring dividend', exact: true }).click();
  await page.getByRole('heading', { name: 'Payments', exact: true }).waitFor();
  await page.getByText('Late', { exact: true }).first().waitFor();
  const tables = page.locator('main table');
  // The table of the lines and that of the payments are asked for apart.
  await tables.nth(1).waitFor();
  await waitForLateLoads();
  const boxes = await tables.evaluateAll((all) =>
    all.map(({ parentElement: box }) => box!.scrollWidth - box!.clientWidth),
  );
  expect(boxes).toEqual([0, 0]);
});

it.each(['certificates', 'grants', 'convertibles', 'warrants', 'distributions'])(
  'puts the preview of the form of %s above its button on a phone, and beside it on a wide screen',
  async (name) => {
    await open(`/app/${name}/create`, 390);
    const beside = page.locator('.prev').first();
    const button = page.locator('.formacts button[type="submit"]');
    await beside.waitFor();
    await button.waitFor();
    const [preview, below] = await boxesOf(page, beside, button);
    expect(preview.y + preview.height).toBeLessThanOrEqual(below.y);
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.waitForFunction(() => document.querySelector('.form-card .prev') === null);
    const [right, left] = await boxesOf(page, beside, button);
    expect(right.x).toBeGreaterThan(left.x + 300);
  },
);

it('aligns the printed rows of a card with its heading', async () => {
  await open('/app/cap-table', 1440);
  const card = page.locator('.card', { has: page.getByRole('heading', { name: 'Convertibles' }) });
  await card.getByRole('row').nth(1).waitFor();
  await page.emulateMedia({ media: 'print' });
  // Both at once: what loads late moves the card as a whole.
  const texts = await card.evaluate((each) =>
    ['tbody td', 'h2'].map((selector) => {
      const text = each.querySelector(selector)!;
      return text.getBoundingClientRect().x + parseFloat(getComputedStyle(text).paddingLeft);
    }),
  );
  expect(texts[0]).toBe(texts[1]);
});

/** Selects the boxes of a chain: links and events with a name. */
const box = 'main ol :is(a, div):has(> b)';

it('draws the chain of a grant downwards on a phone, each arrow between two boxes', async () => {
  await open('/app/grants', 390);
  await page.getByRole('region', { name: 'Grants, table' }).getByRole('link').first().click();
  await page.locator(box).nth(2).waitFor();
  await waitForLateLoads();
  // All at once: what loads late above them moves boxes and arrows together.
  const [boxes, arrows] = (await page.evaluate(
    (selectors) =>
      selectors.map((selector) =>
        [...document.querySelectorAll(selector)].map((each) => each.getBoundingClientRect().toJSON() as Box),
      ),
    [box, 'main ol > li > svg'],
  )) as [Box[], Box[]];
  for (let index = 1; index < boxes.length; index++) {
    const [before, arrow, after] = [boxes[index - 1]!, arrows[index - 1]!, boxes[index]!];
    expect(arrow.y).toBeGreaterThanOrEqual(before.y + before.height);
    expect(arrow.y + arrow.height).toBeLessThanOrEqual(after.y);
    expect(after.x).toBe(before.x);
  }
});

const progress = 'section:has(h2:text-is("Progress"))';

it('keeps long figures on a phone next to their labels, and within the screen', async () => {
  await open('/app/dashboard', 390);
  await page.locator('a.card .figure').nth(3).waitFor();
  // React must find its own markup when it renders again, so nothing is written into the page before it has loaded.
  await waitForLateLoads();
  // As in a company with billions of shares.
  await page
    .locator('a.card .figure')
    .nth(3)
    .evaluate((each) => {
      each.classList.add('long');
      each.textContent = '12,145,250,000,000';
    });
  const [long, usual, label, card] = await boxesOf(
    page,
    page.locator('a.card .figure').nth(3),
    page.locator('a.card .figure').nth(2),
    page.locator('a.card > span:first-child').nth(3),
    page.locator('a.card').nth(3),
  );
  expect(Math.round(long.x + long.width)).toBe(Math.round(usual.x + usual.width));
  expect(long.y).toBeLessThan(label.y + label.height);
  expect(long.x).toBeGreaterThan(card.x);
  await open('/app/distributions', 390);
  await page
    .getByRole('region', { name: 'Distributions, table' })
    .getByRole('listitem')
    .filter({ hasText: 'Paid' })
    .first()
    .locator('a')
    .click();
  const sum = page.locator(`${progress} li .tn`).first();
  await sum.waitFor();
  await waitForLateLoads();
  await sum.evaluate((each) => (each.textContent = '$12,345,678,901,234,567.89'));
  const [chip, amount, number] = await boxesOf(
    page,
    page.locator(`${progress} .chip`).first(),
    page.locator(`${progress} li .tn`).first(),
    page.locator(`${progress} li a.tn`).first(),
  );
  expect(amount.x).toBeGreaterThanOrEqual(chip.x + chip.width);
  expect(number.x).toBeGreaterThanOrEqual(amount.x + amount.width);
  expect(number.x + number.width).toBeLessThanOrEqual(390 - 16);
});
