// Opens every page and every dialog for somebody, looks at each in all the ways that the criteria of WCAG 2.2 name, and collects what
// is wrong by criterion.
import type { Browser, Page } from 'playwright-core';
import { violationsOf } from '../axe.ts';
import { closeDialog, eachCommand, otherDialogs } from '../screens/dialogs.ts';
import { settle, visitor, walk } from '../screens/visits.ts';
import type { Visitor } from '../screens/visits.ts';
import { install } from './inPage.ts';
import type { Checks } from './inPage.ts';
import { installKeys, nameless, tabThrough } from './keyboard.ts';

export interface Survey {
  /** What is wrong, by criterion. */
  faults: Map<string, Set<string>>;
  /** The pages and dialogs that were looked at. */
  pages: string[];
  dialogs: string[];
  titles: Map<string, string>;
  /** The entries of the menu, and the controls of the bar, of each page. */
  menus: Set<string>;
  bars: Set<string>;
}

export const newSurvey = (): Survey => ({
  faults: new Map(),
  pages: [],
  dialogs: [],
  titles: new Map(),
  menus: new Set(),
  bars: new Set(),
});

const noter =
  ({ faults }: Survey, where: string) =>
  (criterion: string, found: readonly string[]) => {
    const known = faults.get(criterion) ?? new Set();
    for (const fault of found) known.add(`${where}: ${fault}`);
    faults.set(criterion, known);
  };
type Note = ReturnType<typeof noter>;

const check = (page: Page, name: keyof Checks, within?: string) =>
  page.evaluate(([of, selector]) => window.checks[of!](selector), [name, within] as [keyof Checks, string | undefined]);

/** axe knows the criteria of its rules: "wcag143" is 1.4.3. */
async function axe(page: Page, note: Note, within?: string): Promise<void> {
  for (const { id, tags, targets } of await violationsOf(page, within, WCAG)) {
    const criteria = tags.flatMap((tag) => /^wcag(\d)(\d)(\d+)$/.exec(tag)?.slice(1).join('.') ?? []);
    for (const criterion of criteria.length > 0 ? criteria : ['4.1.2'])
      note(criterion, [`${id} at ${targets.slice(0, 3).join(', ')}`]);
  }
}
const WCAG = {
  runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'],
  rules: { 'target-size': { enabled: true } },
};

/** What WCAG 1.4.12 lets a reader set. */
const SPACING =
  '* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important } p { margin-bottom: 2em !important }';

async function whole(page: Page, note: Note, criterion: string, within?: string): Promise<void> {
  note(criterion, [...(await check(page, 'sideways')), ...(await check(page, 'clipped', within))]);
}

async function spaced(page: Page, note: Note, within?: string): Promise<void> {
  const style = await page.evaluateHandle((css) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(css);
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
    return sheet;
  }, SPACING);
  await whole(page, note, '1.4.12', within);
  await page.evaluate((sheet) => {
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((each) => each !== sheet);
  }, style);
}

async function lookAtPage(page: Page, survey: Survey, path: string, isSignedIn: boolean): Promise<void> {
  const note = noter(survey, path);
  await axe(page, note);
  const names = await check(page, 'names');
  const named = (ending: string) => names.filter((fault) => fault.endsWith(ending));
  note('1.1.1', named('no text'));
  note('2.5.3', named('its name lacks'));
  note('2.4.4', named('where it leads'));
  note('1.3.1', await check(page, 'structure'));
  note('1.3.2', await check(page, 'sequence'));
  // Other pages are about other people.
  if (!isSignedIn || path.startsWith('/app/you/')) note('1.3.5', await check(page, 'purposes'));
  note('1.4.1', await check(page, 'colourAlone'));
  note('2.5.7', await check(page, 'dragged'));
  note('2.2.2', await check(page, 'moving'));
  note('1.4.11', await check(page, 'nonTextContrast'));
  note('4.1.2', await nameless(page));
  for (const [criterion, fault] of await tabThrough(page)) note(criterion, [fault]);
  // At the end of the page, a link may be half under the bar: that it has the focus uncovered is looked at above.
  await page.evaluate(() => scrollTo(0, 0));
  const title = await page.title();
  note('2.4.2', title === '' || title === 'Sharebook' ? ['it has no title of its own'] : []);
  // Where it led: a notice opens its record.
  const { pathname } = new URL(page.url());
  const twin = survey.titles.get(title);
  if (twin !== undefined && twin !== pathname) note('2.4.2', [`it has the title of ${twin}: ${title}`]);
  survey.titles.set(title, pathname);
  if (isSignedIn) await lookAtFrame(page, survey);
  await spaced(page, note);
  await page.emulateMedia({ forcedColors: 'active' });
  note('forced colours', await check(page, 'controlsWithoutEdge'));
  await page.emulateMedia({ forcedColors: 'none', colorScheme: 'dark' });
  await axe(page, note);
  note('1.4.11', await check(page, 'nonTextContrast'));
  await page.emulateMedia({ colorScheme: 'light' });
  await page.setViewportSize({ width: 320, height: 640 });
  await settle(page);
  await whole(page, note, '1.4.10');
  // On its side, as somebody has it whose device is fixed to a wheelchair.
  await page.setViewportSize({ width: 640, height: 320 });
  await settle(page);
  const isThere = await page.locator('h1').first().isVisible();
  note('1.3.4', [
    ...(isThere ? [] : ['its heading is not there on a phone on its side']),
    ...(await check(page, 'sideways')),
  ]);
  await page.setViewportSize({ width: 1440, height: 900 });
  await settle(page);
}

async function lookAtFrame(page: Page, { menus, bars }: Survey): Promise<void> {
  const wordsOf = (selector: string) =>
    page
      .locator(selector)
      .evaluateAll((all) =>
        all.map((each) => (each.getAttribute('aria-label') ?? each.textContent).replace(/\d+/g, '').trim()).join(' | '),
      );
  menus.add(await wordsOf('nav[aria-label="Main"] a'));
  bars.add(await wordsOf('header.bar :is(button, a)'));
}

async function lookAtDialog(page: Page, survey: Survey, name: string, hasOpener = true): Promise<void> {
  const note = noter(survey, `dialog ${name}`);
  const dialog = '[role=dialog]';
  survey.dialogs.push(name);
  const isInside = await page.evaluate(
    (selector) => document.querySelector(selector)!.contains(document.activeElement),
    dialog,
  );
  if (!isInside) note('2.4.3', ['it opens without the focus']);
  await axe(page, note, dialog);
  note('4.1.2', await nameless(page, dialog));
  note('1.4.11', await check(page, 'nonTextContrast'));
  for (const [criterion, fault] of await tabThrough(page, dialog)) note(criterion, [fault]);
  const stays = await page.evaluate(
    (selector) => document.querySelector(selector)?.contains(document.activeElement),
    dialog,
  );
  if (!stays) note('2.4.3', ['the focus leaves it']);
  await spaced(page, note, dialog);
  await page.emulateMedia({ forcedColors: 'active' });
  note('forced colours', await check(page, 'controlsWithoutEdge'));
  await page.emulateMedia({ forcedColors: 'none', colorScheme: 'dark' });
  await axe(page, note, dialog);
  await page.emulateMedia({ colorScheme: 'light' });
  await page.setViewportSize({ width: 320, height: 640 });
  await whole(page, note, '1.4.10', dialog);
  await page.setViewportSize({ width: 1440, height: 900 });
  await closeDialog(page).catch(() => note('2.1.2', ['Escape does not close it']));
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))));
  const isLost = await page.evaluate(() => document.activeElement === document.body);
  if (isLost && hasOpener) note('2.4.3', ['the focus is lost when it closes']);
}

async function prepared(browser: Browser, address: string, email: string | null): Promise<Visitor> {
  const who = await visitor(browser, address, email);
  await who.context.addInitScript(install);
  await who.context.addInitScript(installKeys);
  return who;
}

export async function surveyPages(
  browser: Browser,
  address: string,
  email: string | null,
  survey: Survey,
): Promise<void> {
  const who = await prepared(browser, address, email);
  const seen = await walk(who, address, (path) => lookAtPage(who.page, survey, path, email !== null));
  survey.pages.push(...seen);
  await who.context.close();
}

export async function surveyDialogs(browser: Browser, address: string, email: string, survey: Survey): Promise<void> {
  const who = await prepared(browser, address, email);
  const { page } = who;
  await eachCommand(who, address, (name) => lookAtDialog(page, survey, name));
  for (const [name, path, open] of otherDialogs) {
    await page.goto(`${address}${path}`);
    await settle(page);
    await open(page);
    await page.getByRole('dialog').waitFor();
    const isByKey = name === 'keyboard shortcuts' || name === 'search';
    await lookAtDialog(page, survey, name, !isByKey);
  }
  await who.context.close();
}

/** In: a browser whose text is twice as large. */
export async function surveyLargeText(
  browser: Browser,
  address: string,
  email: string | null,
  survey: Survey,
): Promise<void> {
  const who = await prepared(browser, address, email);
  await walk(who, address, async (path) => {
    const note = noter(survey, path);
    const size = await who.page.evaluate(() => parseFloat(getComputedStyle(document.body).fontSize));
    note('1.4.4', size === 28 ? [] : [`its text has ${size} px`]);
    await whole(who.page, note, '1.4.4');
  });
  if (email === 'mara@tidewater.example')
    await eachCommand(who, address, async (name) => {
      await whole(who.page, noter(survey, `dialog ${name}`), '1.4.4', '[role=dialog]');
      await closeDialog(who.page);
    });
  await who.context.close();
}
