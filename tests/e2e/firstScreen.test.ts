// What a browser really loads for the first screen, lazy parts included: the bytes of the compressed files it asked for.
import { statSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { launchBrowser } from '../support/browser.ts';

const address = inject('address');
const dist = join(import.meta.dirname, '..', '..', 'dist');
const KB = 1024;

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser?.close());

describe('the JavaScript that a first visit loads', () => {
  it.each([
    ['/', 0],
    ['/privacy', 0],
    ['/terms', 0],
    ['/verify', 0],
    ['/login', 75 * KB],
    ['/signup', 85 * KB],
    ['/app/dashboard', 300 * KB],
    ['/app/certificates', 300 * KB],
    ['/app/cap-table', 300 * KB],
  ])('of %s stays within %i bytes', async (path, budget) => {
    const context = await browser.newContext();
    const page = await context.newPage();
    if (path.startsWith('/app')) {
      const answer = await context.request.post(`${address}/api/auth/login`, {
        data: { email: 'mara@tidewater.example', password: 'sample-company' },
      });
      const { access_token, user } = (await answer.json()) as { access_token: string; user: unknown };
      await page.goto(`${address}/terms`);
      await page.evaluate(
        ([token, kept]) => {
          localStorage.setItem('access_token', token!);
          localStorage.setItem('user', kept!);
        },
        [access_token, JSON.stringify(user)],
      );
    }
    const scripts = new Set<string>();
    page.on('response', (response) => {
      const { pathname } = new URL(response.url());
      if (pathname.endsWith('.js')) scripts.add(pathname);
    });
    await page.goto(`${address}${path}`);
    await page.locator('h1').first().waitFor();
    await page.waitForLoadState('networkidle');
    const bytes = [...scripts].reduce((sum, script) => sum + statSync(join(dist, `${script}.br`)).size, 0);
    console.log(`${path}: ${(bytes / KB).toFixed(1)} KB of JavaScript (Brotli)`);
    expect(bytes).toBeLessThanOrEqual(budget);
    await context.close();
  });
});
