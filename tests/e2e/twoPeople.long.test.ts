// Two people at once, in real browsers: what one does is shown to the other, and neither loses what they type.
import { rmSync } from 'node:fs';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchBrowser } from '../support/browser.ts';
import { samplePerson } from '../support/runningCompany.ts';
import type { SamplePerson } from '../support/runningCompany.ts';
import { newDataDir, startServer } from '../support/runningServer.ts';
import type { RunningServer } from '../support/runningServer.ts';

let dataDir: string;
let server: RunningServer;
let browser: Browser;
let mara: SamplePerson;
let daniel: SamplePerson;

const signIn = (email: string) => samplePerson(browser, server, email);

beforeAll(async () => {
  dataDir = newDataDir('two-people');
  server = await startServer(dataDir, { DEMO: 'on' });
  browser = await launchBrowser();
  [mara, daniel] = [await signIn('mara@tidewater.example'), await signIn('daniel@tidewater.example')];
});
afterAll(async () => {
  await browser?.close();
  await server?.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

const isStreamUrl = (url: URL) => url.pathname === '/api/changes';
const isStream = (address: string) => isStreamUrl(new URL(address));
const taskOf = (title: string) => daniel.call('POST', '/api/tasks/', { title, priority: 'low', status: 'pending' });

describe('two people', () => {
  it('see in an open list what the other does, in every tab by one stream', async () => {
    const { page } = mara;
    const streams: string[] = [];
    page.context().on('request', (request) => isStream(request.url()) && streams.push(request.url()));
    const followed = page.waitForResponse((response) => isStream(response.url()));
    await page.goto(`${server.address}/app/tasks`);
    await page.getByRole('searchbox', { name: 'Search tasks' }).fill('by the other');
    await followed;
    const second = await page.context().newPage();
    await second.goto(`${server.address}/app/tasks`);
    await second.getByRole('searchbox', { name: 'Search tasks' }).fill('by the other');
    await second.waitForFunction(async () =>
      (await navigator.locks.query()).pending?.some(({ name }) => name === 'sharebook-changes'),
    );
    await taskOf('Written by the other');
    for (const each of [page, second]) await each.getByRole('link', { name: 'Written by the other' }).waitFor();
    // What was typed meanwhile stays.
    expect(await page.getByRole('searchbox', { name: 'Search tasks' }).inputValue()).toBe('by the other');
    expect(streams).toHaveLength(1);
    // The tab that is left takes over.
    const again = second.waitForRequest((request) => isStream(request.url()));
    await page.goto('about:blank');
    await again;
    await taskOf('Also by the other');
    await second.getByRole('link', { name: 'Also by the other' }).waitFor();
    await second.close();
  });

  it('see what the other did while their own page was loading', async () => {
    const { page } = mara;
    const begun = Promise.withResolvers<void>();
    await page.route(isStreamUrl, async (route) => {
      await begun.promise;
      await route.continue();
    });
    const asked = page.waitForRequest((request) => isStream(request.url()));
    await page.goto(`${server.address}/app/tasks`);
    await page.getByRole('searchbox', { name: 'Search tasks' }).fill('while it loaded');
    await asked;
    await taskOf('Written while it loaded');
    begun.resolve();
    await page.getByRole('link', { name: 'Written while it loaded' }).waitFor();
    await page.unroute(isStreamUrl);
  });

  it('learn that the other edits the same record, and keep what they typed', async () => {
    const task = await taskOf('Call the bank');
    const form = `${server.address}/app/tasks/${String(task.id)}`;
    const { page } = mara;
    const followed = page.waitForResponse((response) => isStream(response.url()));
    await page.goto(form);
    await page.getByLabel(/^Title/).fill('Call the bank on Monday');
    await followed;
    await daniel.page.goto(form);
    await page.getByText(`${daniel.name} is editing this`).waitFor();
    await daniel.page.getByText(`${mara.name} is editing this`).waitFor();
    await daniel.page.getByLabel(/^Title/).fill('Call the other bank');
    const saved = page.waitForResponse((response) => response.url().includes('/editing'));
    await daniel.page.getByRole('button', { name: 'Save' }).click();
    await daniel.page.getByRole('heading', { level: 1, name: 'Call the other bank' }).waitFor();
    await saved;
    expect(await page.getByLabel(/^Title/).inputValue()).toBe('Call the bank on Monday');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Call the other bank').first().waitFor();
    expect((await daniel.call('GET', `/api/tasks/${String(task.id)}`)).title).toBe('Call the other bank');
  });
});
