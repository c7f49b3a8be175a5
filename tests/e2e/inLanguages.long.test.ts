// In the pseudo language each text stands in ⟦ ⟧. Whatever is read without them on any page is a text that no language could have.
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { launchBrowser } from '../support/browser.ts';
import { answersTo, unsaidIn } from '../support/screens/unsaid.ts';
import { closeDialog, eachCommand, otherDialogs, settled } from '../support/screens/dialogs.ts';
import { open, visitor, walk } from '../support/screens/visits.ts';
import { PSEUDO_LOCALE } from '#src/words/locales.ts';
import { buildLanguages } from '#scripts/buildLanguages.ts';

const address = inject('address');
const PEOPLE = [null, 'mara@tidewater.example', 'kenji@holders.example'] as const;

/** Legal texts, as the terms say; and a page of those who work on Sharebook. */
const ENGLISH = /^\/(privacy|terms)$|hot-reload-test/;

let browser: Browser;
beforeAll(async () => {
  [browser] = await Promise.all([launchBrowser(), buildLanguages()]);
}, 300_000);
afterAll(() => browser?.close());

/** Names of holders and classes in the examples of the public pages. */
const EXAMPLES = /^(Series (Seed|A|B)( Preferred)?:?|Harbour Seed Fund|Ingrid Solberg|Kestrel Ventures)$/;

/** What a page of the console says, without what people wrote. */
const headingOf = (page: Page) => page.getByRole('heading', { level: 1 }).first();

describe('a language', () => {
  it('is chosen on the own page, and is there at once, at the next sign-in and for nobody else', async () => {
    const who = await visitor(browser, address, 'daniel@tidewater.example');
    await who.page.goto(`${address}/app/you/profile`);
    const choose = async (label: string, language: string, heading: string) => {
      await who.page.getByRole('combobox', { name: label }).selectOption({ label: language });
      await who.page.getByRole('heading', { level: 1, name: heading, exact: true }).waitFor();
    };
    await choose('Language', 'Deutsch', 'Profil');
    expect(await who.page.locator('html').getAttribute('lang')).toBe('de');
    await who.page.goto(`${address}/app/certificates`);
    expect(await headingOf(who.page).textContent()).toBe('Zertifikate');
    // The company of an English colleague stays English.
    const other = await visitor(browser, address, 'mara@tidewater.example');
    await other.page.goto(`${address}/app/certificates`);
    expect(await headingOf(other.page).textContent()).toBe('Certificates');
    await other.context.close();
    await who.page.goto(`${address}/app/you/profile`);
    await choose('Sprache', 'English', 'Profile');
    await who.context.close();
  }, 120_000);
  it('of a stranger is what the browser asks for', async () => {
    for (const [locale, lang, words] of [
      ['de-AT', 'de', 'Anmelden'],
      ['es-MX', 'es', 'Iniciar sesión'],
      ['fr-FR', 'en', 'Sign In'],
    ] as const) {
      const who = await visitor(browser, address, null, { locale });
      await who.page.goto(`${address}/login`);
      await who.page.getByRole('button', { name: words }).first().waitFor();
      expect(await who.page.locator('html').getAttribute('lang')).toBe(lang);
      await who.context.close();
    }
  }, 120_000);
  it('writes figures, and takes them as they are typed in it', async () => {
    const who = await visitor(browser, address, 'mara@tidewater.example', { locale: 'de-DE' });
    await who.context.addCookies([{ name: 'locale', value: 'de', url: address }]);
    await who.page.goto(`${address}/tools/safe`);
    const amount = who.page.locator('input[name="new_money"]');
    await amount.fill('1.250.000,5');
    await amount.press('Tab');
    expect(await who.page.locator('.wrong:visible').count()).toBe(0);
    await amount.fill('1250000.5');
    await amount.press('Tab');
    await who.page.locator('.wrong:visible').first().waitFor();
    await who.context.close();
  }, 120_000);
});

describe('in a language', () => {
  it.each(PEOPLE)(
    'every text of every page of %s is said',
    async (email) => {
      const who = await visitor(browser, address, email);
      await who.context.addCookies([{ name: 'locale', value: PSEUDO_LOCALE, url: address }]);
      const own = answersTo(who);
      const unsaid = new Map<string, string>();
      await walk(who, address, async (path) => {
        if (ENGLISH.test(path)) return;
        for (const text of await unsaidIn(who, own))
          if (!unsaid.has(text) && !EXAMPLES.test(text)) unsaid.set(text, path);
      });
      await who.context.close();
      expect([...unsaid].map(([text, path]) => `${path}: ${text}`)).toEqual([]);
    },
    600_000,
  );

  it('every text of every dialog is said', async () => {
    const who = await visitor(browser, address, 'mara@tidewater.example');
    await who.context.addCookies([{ name: 'locale', value: PSEUDO_LOCALE, url: address }]);
    const own = answersTo(who);
    const unsaid = new Map<string, string>();
    const look = async (name: string) => {
      for (const text of await unsaidIn(who, own)) if (!unsaid.has(text)) unsaid.set(text, name);
      await closeDialog(who.page);
    };
    const opened = await eachCommand(who, address, look);
    for (const [name, path, openDialog] of otherDialogs) {
      await open(who.page, address, path);
      await openDialog(who.page);
      await who.page.getByRole('dialog').waitFor();
      await settled(who.page);
      await look(name);
    }
    await who.context.close();
    expect(opened.length).toBeGreaterThan(30);
    expect([...unsaid].map(([text, name]) => `${name}: ${text}`)).toEqual([]);
  }, 600_000);
});

// German words are the longest that a page has, and do not break by themselves. Spanish has the pages of who signs in and of holders.
const NARROW = [
  ...PEOPLE.map((email) => ['de', email] as const),
  ...PEOPLE.filter((email) => email !== 'mara@tidewater.example').map((email) => ['es', email] as const),
];
describe('on a phone of 320 pixels', () => {
  it.each(NARROW)(
    'in %s no page of %s scrolls sideways',
    async (locale, email) => {
      const viewport = { width: 320, height: 800 };
      const who = await visitor(browser, address, email, { viewport, locale });
      await who.context.addCookies([{ name: 'locale', value: locale, url: address }]);
      // At each step of its life a distribution's page has other parts.
      if (who.role === 'owner')
        for (const { id } of await who.rowsOf('/api/distributions/?range=[0,9]'))
          who.seeds.push(`/app/distributions/${id}/show`);
      const wide: string[] = [];
      const walked = await walk(who, address, async (path) => {
        const found = await overhanging(who.page);
        if (found) wide.push(`${path}: ${found}`);
      });
      await who.context.close();
      expect(walked.length).toBeGreaterThan(10);
      expect(wide).toEqual([]);
    },
    600_000,
  );
});

/** How far the page is wider than the screen, and what is: the innermost elements that nothing around them cuts off. */
const overhanging = (page: Page): Promise<string | null> =>
  page.evaluate(() => {
    const edge = document.documentElement.clientWidth;
    const by = document.documentElement.scrollWidth - edge;
    if (by <= 0) return null;
    const isCut = (element: Element | null): boolean =>
      element !== null && (getComputedStyle(element).overflowX !== 'visible' || isCut(element.parentElement));
    const out = [...document.body.querySelectorAll('*')].filter(
      (each) => each.getBoundingClientRect().right > edge + 0.5 && !isCut(each.parentElement),
    );
    const innermost = out.filter((each) => !out.some((other) => other !== each && each.contains(other)));
    return `${by} px: ${innermost.map((each) => `${each.tagName} “${each.textContent.trim().slice(0, 40)}”`).join(', ')}`;
  });
