// The public calculators in a browser: typing computes at once, rows come and go by keyboard, and nothing is sent.
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { toolPages } from '#src/resources/pages/toolPages.ts';
import { launchBrowser } from '../support/browser.ts';
import { violationsOf } from '../support/axe.ts';

const address = inject('address');
let browser: Browser;
let page: Page;
let requests: string[];
beforeAll(async () => {
  browser = await launchBrowser();
  page = await browser.newPage();
  page.on('request', (request) => requests.push(request.url()));
});
afterAll(() => browser?.close());

async function open(path: string): Promise<void> {
  requests = [];
  await page.goto(address + path, { waitUntil: 'networkidle' });
  requests = [];
}
const line = (label: string) =>
  page.locator('#tool-results dl > div').filter({ has: page.getByText(label, { exact: true }) });

describe('a calculator', () => {
  it('of a round computes while figures are typed, adds and removes SAFEs, and keeps them in a link', async () => {
    await open('/tools/round');
    await page.getByLabel('Pre-money valuation').fill('30,000,000');
    await expect.poll(() => line('Price of a share').textContent()).toContain('$30,000,000 /');
    await page.getByRole('button', { name: 'Add a SAFE' }).focus();
    await page.keyboard.press('Enter');
    await page.keyboard.type('Third Fund');
    await expect.poll(() => page.getByRole('alert').textContent()).toContain('2 figures to correct');
    const third = page.getByRole('group', { name: 'SAFE 3' });
    await third.getByLabel('Money').fill('100000');
    await third.getByLabel('Cap').fill('20000000');
    await expect.poll(() => line('Shares of Third Fund').count()).toBe(1);
    const shown = await page.locator('#tool-results').textContent();
    expect(requests).toEqual([]);
    const kept = (await page.getByRole('link', { name: 'This link' }).getAttribute('href'))!;
    await page.goto('about:blank');
    await open(`/tools/round${kept}`);
    await expect.poll(() => page.locator('#tool-results').textContent()).toBe(shown);
    await page.getByRole('button', { name: 'Remove SAFE 3' }).click();
    await expect.poll(() => line('Shares of Third Fund').count()).toBe(0);
    await page.getByRole('button', { name: 'Back to the example' }).click();
    await expect.poll(() => page.getByLabel('Pre-money valuation').inputValue()).toBe('25,000,000');
    expect(requests).toEqual([]);
  });

  it('of a SAFE says at its field what is wrong, and shows the result again when it is right', async () => {
    await open('/tools/safe');
    const cap = page.getByRole('group', { name: 'SAFE 1' }).getByLabel('Cap');
    await cap.fill('400,000');
    await expect.poll(() => cap.getAttribute('aria-invalid')).toBe('true');
    await expect.poll(() => page.getByText('The cap must be above the amount').isVisible()).toBe(true);
    await cap.fill('much');
    await expect.poll(() => page.getByText('Enter a number such as 1,000,000.').isVisible()).toBe(true);
    await cap.fill('10,000,000');
    await expect.poll(() => line('Kestrel Ventures before the new money').textContent()).toContain('5%');
    await expect.poll(() => cap.getAttribute('aria-invalid')).toBeNull();
    expect(requests).toEqual([]);
  });

  it('of a round asks for interest when a SAFE becomes a note, with the keyboard where it was', async () => {
    await open('/tools/round');
    const second = page.getByRole('group', { name: 'SAFE 2' });
    await second.getByLabel('Interest').focus();
    await page.keyboard.press('ArrowDown');
    await second.getByLabel('Interest a year, in %').fill('8');
    await second.getByLabel('Interest from').fill('2025-01-01');
    await second.getByLabel('Until the round on').fill('2026-01-01');
    await expect.poll(() => line('Shares of Harbour Seed Fund').textContent()).toContain('simple interest');
    await second.getByLabel('Terms').focus();
    await page.keyboard.press('End');
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.getAttribute('name')))
      .toBe('instruments.1.type');
    expect(await second.getByLabel('Cap').count()).toBe(0);
    expect(requests).toEqual([]);
  });

  it('of an exit pays by rank when the price falls', async () => {
    await open('/tools/waterfall');
    await page.getByLabel('Price of the company').fill('11,000,000');
    await expect.poll(() => line('Series A').textContent()).toContain('$1,000,000');
    await page.getByRole('button', { name: 'Remove holder 1' }).click();
    await page.getByText('Add a holder of common stock, who gets what is left.').waitFor();
    expect(requests).toEqual([]);
  });

  it.each(toolPages)('at %s is whole without JavaScript, accessible, and fits a phone', async (path) => {
    const context = await browser.newContext({ javaScriptEnabled: false });
    const still = await context.newPage();
    await still.goto(address + path);
    await expect.poll(() => still.locator('#tool-results table').first().isVisible()).toBe(true);
    await context.close();
    await open(path);
    expect(await violationsOf(page)).toEqual([]);
    await page.setViewportSize({ width: 390, height: 844 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)).toBe(
      0,
    );
    await page.setViewportSize({ width: 1440, height: 900 });
  });
});
