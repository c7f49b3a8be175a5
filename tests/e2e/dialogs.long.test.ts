// Every command that a record's page offers, on a phone: its dialog opens, keeps its content within its edges, has no serious
// accessibility violation, closes on Escape, which keeps what was typed; a tap beside it does nothing then. Elements that scroll by design may be wider than their box.
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { seriousViolationsOf } from '../support/axe.ts';
import { launchBrowser } from '../support/browser.ts';
import { eachCommand } from '../support/screens/dialogs.ts';

const address = inject('address');
let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser?.close());

type Row = { id: string } & Record<string, unknown>;

async function signedIn(width: number) {
  const context = await browser.newContext({
    viewport: { width, height: 844 },
    colorScheme: 'dark',
    reducedMotion: 'reduce',
  });
  const answer = await context.request.post(`${address}/api/auth/login`, {
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
  /** The rows of a list, or the one record of a path. */
  const rowsOf = async (path: string) => {
    const headers = { authorization: `Bearer ${session.access_token}` };
    const got = (await (await context.request.get(`${address}${path}`, { headers })).json()) as Row | Row[];
    return Array.isArray(got) ? got : [got];
  };
  return { context, page: await context.newPage(), rowsOf };
}

/** Lists the boxes whose content is wider than the box, except those that scroll sideways or end in an ellipsis by design. */
function overflowingBoxes(page: Page, panel: string): Promise<string[]> {
  return page.evaluate((selector) => {
    const box = document.querySelector(selector)!;
    const isByDesign = (element: Element) =>
      element.closest('.scroll, svg, input, textarea, select') !== null ||
      getComputedStyle(element).textOverflow === 'ellipsis';
    return [box, ...box.querySelectorAll('*')]
      .filter(
        (element) => element.clientWidth > 0 && element.scrollWidth > element.clientWidth + 1 && !isByDesign(element),
      )
      .map((element) => `${element.tagName} "${(element.textContent ?? '').slice(0, 40)}"`);
  }, panel);
}

async function seriousViolations(page: Page): Promise<string[]> {
  const violations = await seriousViolationsOf(page, '[role=dialog]');
  return violations.map(({ id, targets }) => `${id} at ${targets[0]}`);
}

/** Types into the dialog's first box, if it has one. */
async function change(page: Page): Promise<boolean> {
  const box = page.getByRole('dialog').locator('textarea, input:not([role=combobox])');
  const first = box
    .and(page.locator(':not([type]), [type=text], [type=email]'))
    .and(page.locator(':enabled:visible'))
    .first();
  if ((await first.count()) === 0) return false;
  await first.fill('7');
  return true;
}

it('has a dialog that fits a phone for every command, and keeps what was typed when it is closed', async () => {
  const { context, page, rowsOf } = await signedIn(390);
  const faults: string[] = [];
  let kept = 0;
  const opened = await eachCommand({ page, rowsOf }, address, async (name) => {
    const wrong = [...(await overflowingBoxes(page, '[role=dialog]')), ...(await seriousViolations(page))];
    faults.push(...wrong.map((fault) => `${name}: ${fault}`));
    if (await change(page)) {
      await page.mouse.click(2, 2);
      await page.keyboard.press('Escape');
      await page.getByText('What you typed is kept until you sign out.').first().waitFor();
      kept += 1;
    } else await page.keyboard.press('Escape');
  });
  await context.close();
  expect(faults).toEqual([]);
  expect(kept).toBeGreaterThan(20);
  expect(opened).toEqual(
    expect.arrayContaining([
      'certificates: Transfer',
      'certificates: Convert',
      'share-classes: Split',
      'grants: Exercise',
      'grants: Release shares',
      'shareholders: End service',
    ]),
  );
});

it('opens the entries behind a figure, and the controls of the historical view, within the width of a phone', async () => {
  const { context, page } = await signedIn(390);
  await page.goto(`${address}/app/cap-table?basis=fully_diluted`);
  await page
    .getByRole('button', { name: /1,250,000/ })
    .first()
    .click();
  await page.getByText(/is the sum of/).waitFor();
  expect(await overflowingBoxes(page, '[role=dialog]')).toEqual([]);
  await page.keyboard.press('Escape');
  // On a phone the controls are collapsed into one sentence.
  await page.locator('details.card > summary').first().click();
  await page.getByText('As recorded on…').click();
  await page.getByLabel('As recorded on').waitFor();
  expect(await overflowingBoxes(page, 'details.card')).toEqual([]);
  await context.close();
});

it('has menu rows at least 32 pixels high', async () => {
  for (const width of [1440, 390]) {
    const { context, page, rowsOf } = await signedIn(width);
    const [certificate] = await rowsOf('/api/certificates/');
    await page.goto(`${address}/app/certificates/${certificate!.id}/show`);
    await page.getByRole('button', { name: 'Actions', exact: true }).click();
    const heights = await page
      .getByRole('menuitem')
      .evaluateAll((items) => items.map((item) => item.getBoundingClientRect().height));
    expect(heights.length).toBeGreaterThan(3);
    expect(Math.min(...heights)).toBeGreaterThanOrEqual(32);
    await context.close();
  }
});
