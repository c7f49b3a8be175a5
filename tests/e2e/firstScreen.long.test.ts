// Measures what a browser loads for the first screen, lazy parts included, in bytes of the compressed files.
import { statSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { firstScreenOf } from '#src/resources/firstScreen.ts';
import { resources } from '#src/resources/index.ts';
import { launchBrowser } from '../support/browser.ts';
import { withoutStream } from '../support/runningCompany.ts';

const address = inject('address');
const dist = join(import.meta.dirname, '..', '..', 'dist');
const KB = 1024;

let browser: Browser;
/** The session of the sample company's owner, as a browser stores it. */
let storedSession: { access_token: string; user: string };
beforeAll(async () => {
  browser = await launchBrowser();
  const answer = await fetch(`${address}/api/auth/login`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ email: 'mara@tidewater.example', password: 'sample-company' }),
  });
  const { access_token, user } = (await answer.json()) as { access_token: string; user: unknown };
  storedSession = { access_token, user: JSON.stringify(user) };
});
afterAll(() => browser?.close());

/** Opens a page in a new browser context, which has loaded nothing of Sharebook before. */
async function firstVisit(isSignedIn: boolean): Promise<{ context: BrowserContext; page: Page }> {
  const context = await browser.newContext();
  await withoutStream(context);
  if (isSignedIn)
    await context.addInitScript((session) => {
      for (const [name, value] of Object.entries(session)) localStorage.setItem(name, value);
    }, storedSession);
  return { context, page: await context.newPage() };
}

describe('the JavaScript that a first visit loads', () => {
  it.each([
    ['/', 0],
    ['/privacy', 0],
    ['/terms', 0],
    ['/verify', 0],
    ['/tools/safe', 60 * KB],
    ['/tools/round', 60 * KB],
    ['/tools/waterfall', 60 * KB],
    ['/tools/anti-dilution', 60 * KB],
    ['/login', 58 * KB],
    ['/signup', 68 * KB],
    ['/app/dashboard', 108 * KB],
    ['/app/certificates', 120 * KB],
    ['/app/cap-table', 147 * KB],
  ])('of %s stays within %i bytes', async (path, budget) => {
    const { context, page } = await firstVisit(path.startsWith('/app'));
    const scripts = new Set<string>();
    page.on('response', (response) => {
      const { pathname } = new URL(response.url());
      if (pathname.endsWith('.js')) scripts.add(pathname);
    });
    await page.goto(`${address}${path}`);
    await page.getByRole('heading', { level: 1 }).first().waitFor();
    await page.waitForLoadState('networkidle');
    const bytes = [...scripts].reduce((sum, script) => sum + statSync(join(dist, `${script}.br`)).size, 0);
    console.log(`${path}: ${(bytes / KB).toFixed(1)} KB of JavaScript (Brotli)`);
    expect(bytes).toBeLessThanOrEqual(budget);
    await context.close();
  });
});

describe('the first visit to a screen of the console', () => {
  const screens = [
    'dashboard',
    ...resources.filter(({ menu, usedBy }) => menu !== 'hidden' || usedBy).map(({ name }) => name),
  ];
  it.each(screens)(
    'shows the heading of %s and requests its data before the code arrives, and only once',
    async (name) => {
      const { title, calls, code } = firstScreenOf(`/app/${name}`)!;
      const { context, page } = await firstVisit(true);
      const asked: string[] = [];
      page.on('request', (request) => asked.push(request.url().slice(address.length)));
      const codeReleased = Promise.withResolvers<void>();
      await page.route('**/assets/*.js', async (route) => {
        await codeReleased.promise;
        await route.continue();
      });
      await page.goto(`${address}/app/${name}`, { waitUntil: 'commit' });
      await page.locator('#root h1', { hasText: title }).waitFor();
      await expect.poll(() => calls.filter((call) => asked.includes(call))).toEqual(calls);
      const codeAhead = code.filter((each) => asked.some((url) => url.startsWith(`/assets/${each}-`)));
      expect(codeAhead).toEqual(code);
      codeReleased.resolve();
      await page.getByRole('heading', { level: 1, name: title }).waitFor();
      await page.waitForLoadState('networkidle');
      expect(calls.map((call) => asked.filter((each) => each === call).length)).toEqual(calls.map(() => 1));
      await context.close();
    },
  );
});
