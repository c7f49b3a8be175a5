// The analytics screen in a browser: the day of a chart by keyboard and pointer, what lies behind it, a file, a phone, and paper.
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import type { Row } from '#server/db/database.ts';
import { boxesOf } from '../support/boxes.ts';
import { launchBrowser } from '../support/browser.ts';
import { ofTheSample, pageOf, withoutStream } from '../support/runningCompany.ts';

const address = inject('address');
let browser: Browser;
let page: Page;
let token: string;

beforeAll(async () => {
  browser = await launchBrowser();
  const signedIn = await ofTheSample(address);
  token = signedIn.access_token;
  page = await pageOf(browser, { address }, signedIn, { reducedMotion: 'reduce' });
  await withoutStream(page);
});
afterAll(() => browser?.close());

const asked = async (path: string): Promise<Row> => {
  const reply = await fetch(`${address}${path}`, { headers: { Authorization: `Bearer ${token}` } });
  return (await reply.json()) as Row;
};
const ownership = () => page.getByRole('region', { name: 'Ownership over time' });

async function open(path: string, width = 1440) {
  await page.emulateMedia({ media: 'screen' });
  await page.setViewportSize({ width, height: 900 });
  await page.goto(`${address}${path}`);
  await ownership().getByRole('slider').waitFor();
}

it('the day of a chart is chosen by arrow keys, and its figures are those of the cap table of that day', async () => {
  await open('/app/cap-table/over-time?by=class&basis=outstanding');
  const slider = ownership().getByRole('slider');
  await slider.focus();
  for (let step = 0; step < 5; step += 1) await page.keyboard.press('ArrowLeft');
  const link = ownership().getByRole('link', { name: 'Cap table' });
  const day = new URL((await link.getAttribute('href'))!, address).searchParams.get('as_of')!;
  const table = await asked(`/api/cap-table/?as_of=${day}&basis=outstanding`);
  const shown = (await slider.getAttribute('aria-valuetext'))!;
  const counted = (table.classes as Row[]).filter(({ counted: count }) => count !== '0');
  expect(counted.length).toBeGreaterThan(1);
  for (const { name, percent } of counted) expect(shown).toContain(`${String(name)} ${Number(percent).toFixed(2)}%`);
});

it('a pointer on the drawing chooses the day beneath it', async () => {
  await open('/app/cap-table/over-time');
  const slider = ownership().getByRole('slider');
  const before = await slider.getAttribute('aria-valuetext');
  // The pointer goes where the drawing is, until it is told of: what loads late moves the drawing away from under it.
  const chosen = async () => {
    const [box] = await boxesOf(page, slider);
    await page.mouse.move(box.x + box.width * 0.1, box.y + box.height / 2);
    return slider.getAttribute('aria-valuetext');
  };
  await expect.poll(chosen).not.toBe(before);
});

it('a name opens the entries that make up its figure, and Escape leads back to it', async () => {
  await open('/app/cap-table/over-time?by=holder&basis=outstanding');
  const name = ownership().locator('figcaption li button').last();
  await name.focus();
  await page.keyboard.press('Enter');
  const panel = page.getByRole('dialog');
  await panel.getByText(/is the sum of \d+ entr/).waitFor();
  await page.keyboard.press('Escape');
  await panel.waitFor({ state: 'detached' });
  await expect.poll(() => name.evaluate((each) => each === document.activeElement)).toBe(true);
});

it('a card hands out its table as a file', async () => {
  await open('/app/cap-table/over-time?by=class');
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    ownership().getByRole('button', { name: 'Ownership over time as CSV' }).click(),
  ]);
  expect(file.suggestedFilename()).toMatch(/^[\w-]+-ownership-by-class-\d{4}-\d\d-\d\d\.csv$/);
});

it('nothing is cut or scrolls sideways on a phone', async () => {
  await open('/app/cap-table/over-time?by=holder', 390);
  await page.waitForLoadState('networkidle');
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
});

it('paper has the charts and definitions, without buttons and controls', async () => {
  await open('/app/cap-table/over-time');
  await page.emulateMedia({ media: 'print' });
  await expect.poll(() => ownership().locator('figure svg').isVisible()).toBe(true);
  await expect
    .poll(() => ownership().getByText('The rows of the cap table at the end of each day shown').isVisible())
    .toBe(true);
  for (const name of ['As a table', 'Ownership over time as CSV', 'Class'])
    await expect.poll(() => ownership().getByRole('button', { name }).isVisible()).toBe(false);
});
