// A founder in Auckland with a phone: the first hour of a company, with nothing cut off and no sideways scrolling.
import { rmSync } from 'node:fs';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { holder, issued, issuer, stockClass } from '../domain/ledger/factories.ts';
import { boxesOf } from '../support/boxes.ts';
import { launchBrowser } from '../support/browser.ts';
import { packageFiles, zipOf } from '../support/packages.ts';
import { foundOn, pageOf } from '../support/runningCompany.ts';
import type { Founder } from '../support/runningCompany.ts';
import { newDataDir, startServer } from '../support/runningServer.ts';
import type { RunningServer } from '../support/runningServer.ts';

const dataDir = newDataDir('phone');
let server: RunningServer;
let browser: Browser;
let owner: Founder;
let page: Page;

beforeAll(async () => {
  server = await startServer(dataDir);
  browser = await launchBrowser();
  const names = { client_name: 'auckland', client_display_name: 'Auckland Instruments, Ltd.' };
  owner = await foundOn(server, dataDir, { email: 'fiona@acme.example', phone: '+15551230001', ...names });
  page = await pageOf(browser, server, owner, {
    timezoneId: 'Pacific/Auckland',
    viewport: { width: 390, height: 844 },
    reducedMotion: 'reduce',
  });
});
afterAll(async () => {
  await browser?.close();
  await server?.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

const overhang = () => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

it('shows the whole notice about the company’s time zone, and that zone in Settings', async () => {
  await page.goto(`${server.address}/app/dashboard`);
  const banner = page.getByRole('status').filter({ hasText: 'time zone is now Pacific/Auckland' });
  await banner.waitFor();
  const settings = banner.getByRole('link', { name: 'Change it in Settings' });
  const [box, link] = await boxesOf(page, banner, settings);
  expect([box.x >= 0, box.x + box.width <= 390, link.x + link.width <= box.x + box.width]).toEqual([true, true, true]);
  await expect.poll(() => overhang()).toBe(0);
  await settings.click();
  await page.getByRole('combobox', { name: /^Time zone/ }).waitFor();
  await expect.poll(() => page.getByRole('combobox', { name: /^Time zone/ }).inputValue()).toBe('Pacific/Auckland');
});

it('shows every figure of the tie-out of an import within the screen', async () => {
  const brought = [
    issuer(),
    stockClass('common', { name: 'Common stock of the first series' }),
    holder('ada'),
    issued('one', 'ada', '123456789'),
  ];
  const form = new FormData();
  const bytes = new Uint8Array(await zipOf(packageFiles(brought)));
  form.append('file', new Blob([bytes]), 'auckland.ocf.zip');
  const reply = await fetch(`${server.address}/api/ocf/import?dry_run=true`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${owner.access_token}` },
    body: form,
  });
  const { import_id } = (await reply.json()) as { import_id: string };
  await page.goto(`${server.address}/app/imports/${import_id}/show`);
  const table = page.getByRole('region', { name: 'Tie out, table' });
  const figure = table.getByLabel('Your figure for Common stock of the first series');
  await figure.fill('123,456,780');
  expect(await table.evaluate((box) => box.scrollWidth - box.clientWidth)).toBe(0);
  await expect.poll(() => overhang()).toBe(0);
  // It stays a table for a screen reader, although it looks like a list.
  const row = table.getByRole('row', { name: /Common stock of the first series/ });
  await expect.poll(() => row.getByRole('cell').count()).toBe(6);
  for (const box of await boxesOf(page, ...(await row.getByRole('cell').all())))
    expect([box.x >= 0, box.x + box.width <= 390]).toEqual([true, true]);
  await table.getByText('+9', { exact: true }).waitFor();
  await table.getByText('Differs').waitFor();
});

it('shows every tab of a shareholder without scrolling', async () => {
  const made = async (path: string, body: object) => {
    const headers = { Authorization: `Bearer ${owner.access_token}`, 'Content-Type': 'application/json' };
    const reply = await fetch(`${server.address}/api/${path}/`, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    });
    expect([path, reply.status]).toEqual([path, 201]);
    return ((await reply.json()) as { id: string }).id;
  };
  const id = await made('shareholders', {
    type: 'individual',
    first_name: 'Ada',
    last_name: 'O',
    email: 'a@o.example',
  });
  const date = '2024-01-01';
  const terms = { post_money_cap: '10000000' };
  await made('convertibles', { kind: 'SAFE', amount: '500000', date, terms, shareholder_id: id });
  const common = { class_type: 'COMMON', prefix: 'CS-', authorized_shares: '1000', votes_per_share: 1, seniority: 1 };
  const share_class_id = await made('share-classes', { name: 'Common', ...common });
  await made('warrants', { quantity: '10', exercise_price: '2', date, shareholder_id: id, share_class_id });
  await page.goto(`${server.address}/app/shareholders/${id}/show`);
  const tabs = page.getByRole('tab');
  await tabs.nth(5).waitFor();
  const boxes = await tabs.evaluateAll((all) => all.map((tab) => tab.getBoundingClientRect()).map((box) => box.right));
  expect(boxes).toHaveLength(6);
  expect(Math.max(...boxes)).toBeLessThanOrEqual(390);
  const cut = await page.getByRole('tablist').evaluate((list) => list.scrollWidth - list.clientWidth);
  expect(cut).toBe(0);
});
