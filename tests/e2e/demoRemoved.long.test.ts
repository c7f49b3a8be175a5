// The owner removes the sample company of an installation: a message says so, and no page offers the demo any more.
import { rmSync } from 'node:fs';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { launchBrowser } from '../support/browser.ts';
import { newDataDir, startServer } from '../support/runningServer.ts';
import type { RunningServer } from '../support/runningServer.ts';
import { PATIENCE_MS } from '../support/time/patience.ts';

const dataDir = newDataDir('demo');
let server: RunningServer;
let browser: Browser;
beforeAll(async () => {
  server = await startServer(dataDir, { DEMO: 'on' });
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser?.close();
  await server?.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

const landing = async () => (await fetch(`${server.address}/`)).text();

const call = async (path: string, body: Record<string, unknown>, token = '') =>
  (
    await fetch(`${server.address}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
      body: JSON.stringify(body),
    })
  ).json() as Promise<Record<string, unknown>>;
const signIn = () => call('/api/auth/login', { email: 'kenji@holders.example', password: 'sample-company' });

it('after the removal a message says so, View Demo is gone, and a user with another company needs a code to sign in', async () => {
  await expect.poll(() => landing()).toContain('View Demo');
  const { access_token } = await signIn();
  await call('/api/organization', { client_name: 'kenjis', client_display_name: 'Kenji’s' }, String(access_token));
  const page = await (await browser.newContext({ locale: 'en-US' })).newPage();
  page.setDefaultTimeout(PATIENCE_MS);
  await page.goto(`${server.address}/login`);
  await page.getByRole('button', { name: 'View the demo' }).click();
  await page.waitForURL('**/app/dashboard');
  await page.goto(`${server.address}/app/settings/data`);
  await page.getByRole('button', { name: 'Remove sample company' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove sample company' }).click();
  await page.waitForURL('**/login');
  await page.getByText('The sample company was removed, with everything in it.').waitFor();
  await page.getByText(/The demo is not available/).waitFor();
  expect(await page.getByRole('button', { name: 'View the demo' }).count()).toBe(0);
  // The server checks only every few seconds whether the landing page may offer the demo.
  await expect.poll(landing, { interval: 500 }).not.toContain('View Demo');
  await expect.poll(() => landing()).toContain('Start Free Trial');
  expect(await signIn()).toMatchObject({ needs_2fa: true });
});
