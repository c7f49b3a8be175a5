// Checks every route for a title, one heading, no serious axe violation, an empty browser console and no sideways scrolling
// on a phone. The desktop is tested in light mode, the phone in dark mode.
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { seriousViolationsOf } from '../support/axe.ts';
import { launchBrowser } from '../support/browser.ts';
import { open, settle } from '../support/screens/visits.ts';

const address = inject('address');
const PUBLIC = [
  '/',
  '/privacy',
  '/terms',
  '/verify',
  '/login',
  '/signup',
  '/signup?type=shareholder',
  '/forgot-password',
  '/no-such-page',
];
const CONSOLE = [
  '/app/dashboard',
  '/app/shareholders',
  '/app/shareholders/create',
  '/app/certificates',
  '/app/certificates/create',
  '/app/distributions',
  '/app/distributions/create',
  '/app/payments',
  '/app/payments/unclaimed',
  '/app/payments/statements',
  '/app/payment-batches',
  '/app/documents',
  '/app/tasks',
  '/app/tasks/create',
  '/app/messages',
  '/app/messages/create',
  '/app/cap-table',
  '/app/cap-table?basis=fully_diluted&compare=2024-01-01',
  '/app/cap-table?rows=class&basis=voting',
  '/app/cap-table/over-time',
  '/app/cap-table/over-time?by=holder&basis=outstanding&paid=holder',
  '/app/share-classes',
  '/app/share-classes/create',
  '/app/equity-plans',
  '/app/equity-plans/create',
  '/app/grants',
  '/app/grants/create',
  '/app/convertibles',
  '/app/convertibles/create',
  '/app/convertibles/round',
  '/app/warrants',
  '/app/warrants/create',
  '/app/valuations',
  '/app/valuations/create',
  '/app/legends',
  '/app/legends/create',
  '/app/transactions',
  '/app/payments/tax-forms',
  '/app/imports',
  '/app/join-requests',
  '/app/notices',
  '/app/cap-table/registers',
  '/app/export',
  '/app/settings/company',
  '/app/settings/access',
  '/app/settings/payments',
  '/app/settings/tax',
  '/app/settings/notifications',
  '/app/settings/data',
  '/app/you/profile',
  '/app/you/security',
  '/app/you/notifications',
  '/app/hot-reload-test',
  '/app/no-such-page',
];
const DETAILS = [
  'shareholders',
  'certificates',
  'distributions',
  'payments',
  'documents',
  'tasks',
  'share-classes',
  'equity-plans',
  'grants',
  'convertibles',
  'warrants',
  'valuations',
  'legends',
  'transactions',
  'join-requests',
];
/** Resources whose records have their own edit page. */
const EDITED = ['shareholders', 'share-classes', 'equity-plans', 'valuations', 'legends', 'tasks'];
const PORTAL = [
  '/app/dashboard',
  '/app/certificates',
  '/app/convertibles',
  '/app/distributions',
  '/app/payments',
  '/app/documents',
  '/app/tasks',
  '/app/messages',
];

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser?.close());

async function openContext(
  email: string | null,
): Promise<{ context: BrowserContext; page: Page; troubles: string[]; token: string }> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' });
  const page = await context.newPage();
  const troubles: string[] = [];
  page.on('console', (message) => {
    // A page that does not exist answers 404, which the browser itself reports for the document.
    if (['error', 'warning'].includes(message.type()) && !/no-such-page/.test(page.url()))
      troubles.push(`${page.url()}: ${message.text()}`);
  });
  page.on('pageerror', (error) => troubles.push(`${page.url()}: ${String(error)}`));
  if (!email) return { context, page, troubles, token: '' };
  const answer = await context.request.post(`${address}/api/auth/login`, {
    data: { email, password: 'sample-company' },
  });
  const session = (await answer.json()) as { access_token: string; user: unknown };
  await page.goto(`${address}/login`);
  await page.evaluate(
    ([token, user]) => {
      localStorage.setItem('access_token', token!);
      localStorage.setItem('user', user!);
    },
    [session.access_token, JSON.stringify(session.user)],
  );
  return { context, page, troubles, token: session.access_token };
}

async function faultsOf(page: Page, path: string): Promise<string[]> {
  const faults: string[] = [];
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  await open(page, address, path);
  if ((await page.locator('h1').count()) !== 1)
    faults.push(`${path}: ${await page.locator('h1').count()} headings of the first level`);
  if (!(await page.title())) faults.push(`${path}: no title`);
  faults.push(...(await seriousFaults(page, `${path} light 1440`)));
  for (const text of await linksByColourAlone(page)) faults.push(`${path}: the link “${text}” has only its colour`);
  await page.emulateMedia({ forcedColors: 'active' });
  for (const text of await lostMarks(page)) faults.push(`${path}: ${text} is not seen in forced colours`);
  await page.emulateMedia({ forcedColors: 'none' });
  await page.setViewportSize({ width: 390, height: 844 });
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
  // A busy browser may draw a frame of the width before.
  await page.waitForFunction(() => innerWidth === 390 && matchMedia('(prefers-color-scheme: dark)').matches);
  await settle(page);
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  if (overflow > 0) faults.push(`${path}: scrolls sideways by ${overflow} px at 390`);
  faults.push(...(await seriousFaults(page, `${path} dark 390`)));
  return faults;
}

/** Links among words that only their colour tells from the words. */
const linksByColourAlone = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('main a, main button.link, body > :not(#root) a')]
      .filter((link) => {
        const words = [...(link.parentElement?.childNodes ?? [])].some(
          (node) => node.nodeType === Node.TEXT_NODE && /\p{L}{2}/u.test(node.textContent ?? ''),
        );
        const { display, textDecorationLine, borderTopWidth } = getComputedStyle(link);
        const isSeen = link.getClientRects().length > 0;
        return (
          isSeen && words && display.startsWith('inline') && textDecorationLine === 'none' && borderTopWidth === '0px'
        );
      })
      .map((link) => link.textContent.trim()),
  );

/** Parts of bars and legends that have the colour of what is behind them. */
const lostMarks = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('.mark, .meter > span, [role="img"] > span')]
      .filter((mark) => mark.offsetWidth > 0 && mark.offsetHeight > 0)
      .filter((mark) => {
        const { backgroundColor, backgroundImage, outlineStyle } = getComputedStyle(mark);
        const behind = getComputedStyle(mark.parentElement!).backgroundColor;
        return outlineStyle === 'none' || (backgroundImage === 'none' && backgroundColor === behind);
      })
      .map((mark) => mark.className || mark.tagName),
  );

async function seriousFaults(page: Page, where: string): Promise<string[]> {
  const violations = await seriousViolationsOf(page);
  return violations.map(({ id, targets }) => `${where}: ${id} at ${targets.slice(0, 2).join(', ')}`);
}

async function expectNoFaults(email: string | null, paths: string[]) {
  const { context, page, troubles } = await openContext(email);
  const faults: string[] = [];
  const titles = new Map<string, string>();
  for (const path of paths) {
    faults.push(...(await faultsOf(page, path)));
    const title = await page.title();
    const twin = titles.get(title);
    if (twin && twin.split('?')[0] !== path.split('?')[0]) faults.push(`${path} and ${twin} share the title ${title}`);
    titles.set(title, path);
  }
  await context.close();
  expect([...faults, ...troubles]).toEqual([]);
}

describe('every screen', () => {
  it('has no faults before signing in', () => expectNoFaults(null, PUBLIC), 180_000);
  it('has no faults for the owner of a company', () => expectNoFaults('mara@tidewater.example', CONSOLE), 300_000);
  it('has no faults for one record of each kind', async () => {
    const { context, token } = await openContext('mara@tidewater.example');
    const paths: string[] = [];
    for (const resource of [...DETAILS, 'messaging/threads']) {
      const answer = await context.request.get(`${address}/api/${resource}/?range=[0,0]`, {
        headers: { authorization: `Bearer ${token}` },
      });
      const [record] = (await answer.json()) as { id: string }[];
      paths.push(`/app/${resource === 'messaging/threads' ? 'messages' : resource}/${record!.id}/show`);
      if (EDITED.includes(resource)) paths.push(`/app/${resource}/${record!.id}`);
    }
    await context.close();
    await expectNoFaults('mara@tidewater.example', paths);
  });
  it('has no faults for a shareholder', () => expectNoFaults('grace@okonkwo.example', PORTAL), 180_000);

  it('works after reload, back and forward', async () => {
    const { context, page, troubles } = await openContext('mara@tidewater.example');
    await page.goto(`${address}/app/certificates`);
    await page.getByRole('link', { name: 'CS-20' }).click();
    await page.getByRole('heading', { level: 1, name: 'CS-20' }).waitFor();
    await page.reload();
    await page.getByRole('heading', { level: 1, name: 'CS-20' }).waitFor();
    await page.goBack();
    await page.getByRole('heading', { level: 1, name: 'Certificates' }).waitFor();
    await page.goForward();
    await page.getByRole('heading', { level: 1, name: 'CS-20' }).waitFor();
    await context.close();
    expect(troubles).toEqual([]);
  });

  it('sends a user who is not signed in to the landing page, and keeps Back working there', async () => {
    const { context, page } = await openContext(null);
    for (const path of ['/app/certificates', '/app/dashboard', '/app/cap-table', '/app/certificates/create', '/app']) {
      await page.goto(`${address}/terms`);
      await page.goto(`${address}${path}`);
      await page.waitForURL(`${address}/`);
      await page.getByText('View Demo').first().click();
      await page.waitForURL(`${address}/login`);
      await page.goBack();
      await page.getByText('View Demo').first().waitFor();
      expect(page.url()).toBe(`${address}/`);
      await page.goBack();
      await page.waitForURL(`${address}/terms`);
    }
    await context.close();
  });

  it('opens the requested page once after signing in', async () => {
    const { context, page } = await openContext(null);
    await page.goto(`${address}/app/grants?page=1`);
    await page.waitForURL(`${address}/`);
    await page.getByText('View Demo').first().click();
    await page.getByText('Sign in to continue to the page you asked for.').waitFor();
    await page.getByRole('button', { name: /demo/i }).click();
    await page.waitForURL(`${address}/app/grants?page=1`);
    await page.getByRole('heading', { level: 1, name: 'Grants' }).waitFor();
    expect(await page.evaluate(() => sessionStorage.getItem('asked_for'))).toBeNull();
    await context.close();
  });
});

describe('a user with only a keyboard', () => {
  it('signs in to the demo, finds a certificate and opens it', async () => {
    const { context, page } = await openContext(null);
    await page.goto(`${address}/`);
    await tabTo(page, 'View Demo');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/login');
    await page.getByText(/demo/i).first().waitFor();
    await tabTo(page, /demo/i);
    await page.keyboard.press('Enter');
    await page.waitForURL('**/app/dashboard');
    await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor();
    await tabTo(page, /^Certificates/);
    await page.keyboard.press('Enter');
    await page.getByRole('link', { name: 'CS-20' }).waitFor();
    await page.keyboard.press('/');
    await page.keyboard.type('CS-19');
    await page.getByRole('link', { name: 'CS-19' }).waitFor();
    await tabTo(page, 'CS-19');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'CS-19' }).waitFor();
    await context.close();
  });
});

async function tabTo(page: Page, name: string | RegExp) {
  for (let presses = 0; presses < 80; presses += 1) {
    await page.keyboard.press('Tab');
    const label = await page.evaluate(
      () =>
        (document.activeElement as HTMLElement | null)?.getAttribute('aria-label') ??
        document.activeElement?.textContent?.trim() ??
        '',
    );
    if (typeof name === 'string' ? label === name : name.test(label)) return;
  }
  throw new Error(`Tab never reached ${name}.`);
}
