// WCAG 2.2, levels A and AA: one test for each criterion that a test can see, over every page and dialog of the owner, a holder and
// somebody who is not signed in. What only a person can judge is listed in docs/accessibility.md.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { launchBrowser } from '../support/browser.ts';
import { formFaults } from '../support/criteria/forms.ts';
import { newSurvey, surveyDialogs, surveyLargeText, surveyPages } from '../support/criteria/survey.ts';
import { open, visitor } from '../support/screens/visits.ts';

const address = inject('address');
const OWNER = 'mara@tidewater.example';
const HOLDER = 'grace@okonkwo.example';
const survey = newSurvey();
const forms: Awaited<ReturnType<typeof formFaults>> = { faults: [], refused: 0 };
let browser: Browser;

beforeAll(async () => {
  browser = await launchBrowser();
  for (const who of [null, HOLDER, OWNER]) await surveyPages(browser, address, who, survey);
  await surveyDialogs(browser, address, OWNER, survey);
  const large = await launchBrowser({ textSize: 32 });
  for (const who of [null, HOLDER, OWNER]) await surveyLargeText(large, address, who, survey);
  await large.close();
  const inConsole = survey.pages.filter((path) => path.startsWith('/app/'));
  Object.assign(forms, await formFaults(browser, address, OWNER, inConsole));
}, 3_600_000);
afterAll(() => browser?.close());

/** Judged page by page and dialog by dialog. */
const CRITERIA: Readonly<Record<string, string>> = {
  '1.1.1': 'every picture has a text or is decoration',
  '1.3.1': 'headings, tables, groups and labels say what they are',
  '1.3.2': 'the order of the page is the order in which it is read',
  '1.3.4': 'a phone may be held either way',
  '1.3.5': 'fields about their own user say what they are for',
  '1.4.1': 'nothing is told by colour alone',
  '1.4.3': 'text has a contrast of 4.5 to 1, in both themes',
  '1.4.4': 'text may be twice as large, and nothing is cut',
  '1.4.10': 'a window of 320 pixels shows everything without sideways scrolling',
  '1.4.11': 'fields and signs have a contrast of 3 to 1, in both themes',
  '1.4.12': 'a reader may set wider letters and lines',
  '2.1.1': 'Tab reaches every control',
  '2.1.2': 'Tab leaves every control, and Escape every dialog',
  '2.2.2': 'nothing moves by itself without an end',
  '2.4.2': 'every page has a title of its own',
  '2.4.3': 'the focus goes down the page, into a dialog, and back to where it was opened',
  '2.4.4': 'links say where they lead',
  '2.4.7': 'what has the focus shows it',
  '2.4.11': 'what has the focus is not covered',
  '2.5.3': 'the name of a control has the words that it shows',
  '2.5.7': 'what can be dragged has buttons',
  '2.5.8': 'targets have 24 pixels, or room around them',
  '3.1.1': 'every page says its language',
  '3.2.1': 'the focus alone changes nothing',
  '4.1.2': 'every control has a role and a name in the tree of a screen reader',
  'forced colours': 'edges, marks and what is chosen are seen in forced colours',
};

describe('every page and dialog', () => {
  it('was looked at', () => {
    expect(survey.pages.length).toBeGreaterThan(120);
    expect(survey.dialogs.length).toBeGreaterThan(30);
    expect(survey.pages).toEqual(
      expect.arrayContaining(['/', '/login', '/tools/round', '/app/portfolio', '/app/cap-table']),
    );
  });
  it.each(Object.entries(CRITERIA))('meets %s: %s', (criterion) => {
    expect([...(survey.faults.get(criterion) ?? [])]).toEqual([]);
  });
  it('meets the other criteria that axe knows', () => {
    const others = [...survey.faults].filter(([criterion, faults]) => !(criterion in CRITERIA) && faults.size > 0);
    expect(others).toEqual([]);
  });
});

const ofForms = (criterion: string) => forms.faults.filter(([, each]) => each === criterion);

describe('every form', () => {
  it('meets 3.2.2: a choice neither leads away nor moves the focus', () => expect(ofForms('3.2.2')).toEqual([]));
  it('meets 3.3.1 and 3.3.3: sent empty, it says at each field what is wrong, and the focus is there', () => {
    expect(forms.refused).toBeGreaterThan(10);
    expect(ofForms('3.3.1')).toEqual([]);
  });
  it('meets 3.3.2: each field that it refuses has a label', () => expect(ofForms('3.3.2')).toEqual([]));
});

describe('the frame', () => {
  it('meets 3.2.3, 3.2.4 and 3.2.6: menu, bar and help are the same on every page, in the same order', () => {
    // One of the owner, one of the holder.
    expect([survey.menus.size, survey.bars.size]).toEqual([2, 2]);
    for (const bar of survey.bars) expect(bar).toMatch(/Search.*Keyboard shortcuts/);
  });

  it.each([
    ['/', null],
    ['/privacy', null],
    ['/tools/safe', null],
    ['/app/tasks', OWNER],
    ['/app/portfolio', HOLDER],
  ])('meets 2.4.1: the first Tab on %s skips to its content', async (path, email) => {
    const { page, context } = await visitor(browser, address, email);
    await open(page, address, path);
    await page.keyboard.press('Tab');
    await expect.poll(() => focused(page)).toMatch(/skip to/i);
    await page.keyboard.press('Enter');
    await expect.poll(() => page.evaluate(() => document.activeElement?.closest('main') !== null)).toBe(true);
    await context.close();
  });

  it('meets 2.4.5: a page is found by the menu and by the search', async () => {
    const { page, context } = await visitor(browser, address, OWNER);
    await open(page, address, '/app/dashboard');
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Cap table' }).waitFor();
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Search everything' }).fill('cap table');
    await page
      .getByRole('option', { name: /cap table/i })
      .first()
      .waitFor();
    await context.close();
  });
});

const focused = (page: Page) => page.evaluate(() => document.activeElement?.textContent ?? '');

describe('a person', () => {
  it('meets 2.5.2: a button that is pressed by mistake does nothing when the pointer leaves it', async () => {
    const { page, context } = await visitor(browser, address, OWNER);
    await open(page, address, '/app/tasks');
    for (const name of ['Logout', 'Columns', 'Export']) {
      const box = (await page.getByRole('button', { name, exact: true }).boundingBox())!;
      await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
      await page.mouse.down();
      await page.mouse.move(box.x + box.width / 2, box.y + 400);
      await page.mouse.up();
    }
    await page.getByRole('heading', { level: 1, name: 'Tasks' }).waitFor();
    expect(await page.locator('[role=dialog], [role=menu]').count()).toBe(0);
    await context.close();
  });

  it('meets 3.3.8: signs in with a password manager or the clipboard, and no puzzle', async () => {
    const { page, context } = await visitor(browser, address, null);
    await open(page, address, '/login');
    const fields = await page.locator('form input').evaluateAll((all) =>
      all.map((each) => {
        const event = new ClipboardEvent('paste', { cancelable: true, bubbles: true });
        return [(each as HTMLInputElement).autocomplete, each.dispatchEvent(event)];
      }),
    );
    expect(fields).toEqual([
      [expect.stringMatching(/^(email|username)/), true],
      ['current-password', true],
    ]);
    await context.close();
  });

  it('meets 4.1.3: hears how many rows a search leaves, and that there are none', async () => {
    const { page, context } = await visitor(browser, address, OWNER);
    await open(page, address, '/app/tasks');
    const said = page.getByRole('main').getByRole('status');
    await expect.poll(() => said.allTextContents()).toContainEqual(expect.stringMatching(/^1–\d+ of \d+$/));
    await page.getByRole('searchbox', { name: 'Search tasks' }).fill('no such task');
    await expect.poll(() => said.allTextContents()).toContain('No rows to show.');
    await context.close();
  });

  it('sees nothing move who asked the system for less motion', async () => {
    const { page, context } = await visitor(browser, address, OWNER);
    await open(page, address, '/app/tasks');
    await page.getByRole('button', { name: 'Columns' }).click();
    await page.getByRole('dialog').waitFor();
    const longest = await page.evaluate(() =>
      Math.max(0, ...document.getAnimations().map((each) => Number(each.effect?.getComputedTiming().duration ?? 0))),
    );
    expect(longest).toBe(0);
    await context.close();
  });
});

describe('docs/accessibility.md', () => {
  it('has a line for each criterion of levels A and AA', () => {
    const page = readFileSync(join(import.meta.dirname, '../../docs/accessibility.md'), 'utf8');
    const named = [...page.matchAll(/^\| (\d\.\d\.\d+) /gm)].map(([, criterion]) => criterion);
    expect(new Set(named).size).toBe(named.length);
    // WCAG 2.2 has 31 criteria at level A, without 4.1.1, and 24 at level AA.
    expect(named).toHaveLength(55);
    expect(named).toEqual(expect.arrayContaining(Object.keys(CRITERIA).filter((each) => /^\d/.test(each))));
  });
});
