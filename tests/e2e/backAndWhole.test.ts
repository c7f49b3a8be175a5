// After Back the focus is where it was, and texts of paragraphs are read whole in their lists.
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { launchBrowser } from '../support/browser.ts';
import { ofTheSample, pageOf } from '../support/runningCompany.ts';

const address = inject('address');
let browser: Browser;
let page: Page;

beforeAll(async () => {
  browser = await launchBrowser();
  const signedIn = await ofTheSample(address);
  page = await pageOf(browser, { address }, signedIn, { reducedMotion: 'reduce' });
});
afterAll(() => browser?.close());

async function open(path: string, width: number) {
  await page.setViewportSize({ width, height: 900 });
  await page.goto(`${address}${path}`);
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  await page.waitForFunction(() => document.querySelector('[aria-busy="true"], .sk') === null);
}
const focused = () => page.evaluate(() => document.activeElement?.textContent);
const heading = (name: string) => page.getByRole('heading', { level: 1, name, exact: true });

it.each([1440, 390])('returns the focus to the link that was followed, %i pixels wide', async (width) => {
  await open('/app/certificates', width);
  const link = page
    .locator('main')
    .getByRole('link', { name: /^CS-\d+$/ })
    .first();
  const name = (await link.textContent())!;
  await link.focus();
  await page.keyboard.press('Enter');
  await heading(name).waitFor();
  await page.goBack();
  await heading('Certificates').waitFor();
  await expect.poll(focused).toBe(name);
});

it('returns it to the row that was pressed, and through several pages', async () => {
  await open('/app/tasks', 1440);
  const row = page.locator('tbody tr').nth(1);
  const name = (await row.getByRole('link').first().textContent())!;
  await row.locator('td').nth(2).click();
  await heading(name).waitFor();
  await page.getByRole('link', { name: 'Edit' }).click();
  await page.locator('form').waitFor();
  await page.goBack();
  await heading(name).waitFor();
  await expect.poll(focused).toBe('Edit');
  await page.goBack();
  await heading('Tasks').waitFor();
  await expect.poll(focused).toBe(name);
});

it('asks before the back button leaves a half-typed form, and then goes back', async () => {
  await open('/app/tasks', 1440);
  await page.keyboard.press('n');
  const title = page.getByLabel(/^Title/);
  await title.fill('Call the bank');
  await page.getByLabel(/^Due/).fill('31.12.26');
  await page.getByText('Thursday, December 31, 2026').waitFor();
  const address = page.url();
  await page.goBack();
  const question = page.getByRole('dialog', { name: 'Leave this page?' });
  await question.getByRole('button', { name: 'Stay' }).click();
  await question.waitFor({ state: 'detached' });
  expect(page.url()).toBe(address);
  expect(await title.inputValue()).toBe('Call the bank');
  await page.goBack();
  await question.getByRole('button', { name: 'Discard' }).click();
  await heading('Tasks').waitFor();
  await page.goForward();
  await expect.poll(() => title.inputValue()).toBe('');
});

it.each([
  ['/app/legends', 1440, 'registration or an exemption from it.'],
  ['/app/legends', 390, 'registration or an exemption from it.'],
  ['/app/vesting-terms', 1440, /until all of it has vested 2 years/],
  ['/app/vesting-terms', 390, /until all of it has vested 2 years/],
] as const)('shows the texts of %s whole, %i pixels wide', async (path, width, end) => {
  await open(path, width);
  const text = page.locator('main').getByText(end).first();
  await text.waitFor();
  const isCut = await text.evaluate((element) => {
    const boxes = [element, element.parentElement!, element.parentElement!.parentElement!];
    return boxes.some((box) => box.scrollWidth > box.clientWidth + 1 || box.scrollHeight > box.clientHeight + 1);
  });
  expect(isCut).toBe(false);
});
