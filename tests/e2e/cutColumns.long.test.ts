// A table that is wider than its place: no figure is half seen, an edge says where there is more, the focus ring is seen, and a
// table that does not scroll is no stop for the keyboard.
import type { Browser, Locator, Page } from 'playwright-core';
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
  await page.evaluate(async () => void (await document.fonts.ready));
}

/** Figures, days and numbers of which a part is hidden at the side, where what is seen of them is not covered. */
function halfSeen(region: Locator): Promise<string[]> {
  return region.evaluate((box) => {
    const frame = box.getBoundingClientRect();
    const covers = [...box.parentElement!.querySelectorAll(':scope > [data-covers="true"]')].map((each) =>
      each.getBoundingClientRect(),
    );
    const cells = [...box.querySelectorAll('thead tr:last-child > *')];
    const still = cells.filter((cell) => {
      const { position, left, right } = getComputedStyle(cell);
      return position === 'sticky' && (left !== 'auto' || right !== 'auto');
    });
    const edges = still.map((cell) => cell.getBoundingClientRect());
    const middle = frame.left + frame.width / 2;
    const from = Math.max(frame.left, ...edges.filter((edge) => edge.right < middle).map(({ right }) => right));
    const to = Math.min(frame.right, ...edges.filter((edge) => edge.left > middle).map(({ left }) => left));
    const rows = [...box.querySelectorAll('tbody tr')].filter(({ children }) => children.length === cells.length);
    const isShort = (text: string) => /\d/.test(text) && text.length <= 24;
    const isFigure = (cell: Element) =>
      cell.classList.contains('r') ||
      rows.some(({ children }) => isShort(children[cells.indexOf(cell)]!.textContent.trim()));
    return cells
      .filter((cell) => !still.includes(cell) && isFigure(cell))
      .filter((cell) => {
        const { left, right } = cell.getBoundingClientRect();
        const seen = { left: Math.max(left, from), right: Math.min(right, to) };
        if (seen.right - seen.left < 3 || (left >= from - 2 && right <= to + 2)) return false;
        return !covers.some((cover) => cover.left <= seen.left + 2 && cover.right >= seen.right - 2);
      })
      .map((cell) => cell.textContent);
  });
}

it.each([
  ['/app/cap-table?basis=fully_diluted', 720],
  ['/app/cap-table?basis=fully_diluted&view=class', 720],
  ['/app/cap-table?basis=fully_diluted', 390],
  ['/app/certificates', 720],
  ['/app/grants', 720],
  ['/app/shareholders', 720],
] as const)('shows no half figure in %s at %i pixels, wherever it is scrolled', async (path, width) => {
  await open(path, width);
  const region = page.locator('main [role=region][tabindex]').first();
  const most = await region.evaluate((box) => box.scrollWidth - box.clientWidth);
  expect(most).toBeGreaterThan(20);
  for (const part of [0, 0.2, 0.4, 0.6, 0.8, 1]) {
    await region.evaluate((box, left) => box.scrollTo({ left }), Math.round(most * part));
    await expect.poll(() => halfSeen(region)).toEqual([]);
  }
});

it('shows the focus ring of a table above the columns that stay', async () => {
  await open('/app/cap-table?basis=fully_diluted', 720);
  const region = page.getByRole('region', { name: 'Cap table, figures' });
  await page.keyboard.press('Tab');
  await region.focus();
  const ring = () =>
    region.evaluate((box) => {
      const { outlineStyle, outlineColor, zIndex } = getComputedStyle(box.parentElement!, '::after');
      const above = [...box.querySelectorAll('th, td')].map((cell) => Number(getComputedStyle(cell).zIndex) || 0);
      return outlineStyle === 'solid' && outlineColor !== 'rgba(0, 0, 0, 0)' && Number(zIndex) > Math.max(...above);
    });
  await expect.poll(ring).toBe(true);
});

/** The boxes of the page, and whether each scrolls and is a stop for the keyboard. */
const boxesOf = () =>
  page.locator('[role=region].scroll, [role=region][tabindex]').evaluateAll((all) =>
    all.map((box) => {
      const hides = getComputedStyle(box).overflowX !== 'visible';
      const scrolls = box.scrollWidth > box.clientWidth + 1 || box.scrollHeight > box.clientHeight + 1;
      return { name: box.getAttribute('aria-label'), scrolls: hides && scrolls, stop: box.hasAttribute('tabindex') };
    }),
  );

it('leaves out of the tab order what does not scroll', async () => {
  const found = { stops: 0, others: 0 };
  for (const width of [1440, 720, 390])
    for (const path of ['/app/cap-table', '/app/portfolio', '/app/certificates', '/app/tasks', '/app/share-classes']) {
      await open(path, width);
      const wrong = async () => (await boxesOf()).filter(({ scrolls, stop }) => scrolls !== stop);
      // A box is measured after it was drawn.
      await expect.poll(wrong, { message: `${path} at ${width}` }).toEqual([]);
      for (const { stop } of await boxesOf()) found[stop ? 'stops' : 'others'] += 1;
    }
  expect(found.stops).toBeGreaterThan(0);
  expect(found.others).toBeGreaterThan(0);
});
