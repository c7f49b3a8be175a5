// Names of two hundred letters, with and without spaces, are cut off and push nothing out of sight.
import { rmSync } from 'node:fs';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { boxesOf } from '../support/boxes.ts';
import { launchBrowser } from '../support/browser.ts';
import { newDataDir, startServer } from '../support/runningServer.ts';
import type { RunningServer } from '../support/runningServer.ts';

const NAMES = [
  'Trustees of the Featherstonehaugh Family Settlement '.repeat(4).slice(0, 200).trim(),
  'Wolfeschlegelsteinhausenbergerdorff'.repeat(6).slice(0, 200),
];
const BASES = ['outstanding', 'as_converted', 'fully_diluted', 'voting'];
type Row = { id: string };

let dataDir: string;
let server: RunningServer;
let browser: Browser;
let page: Page;
const addresses = ['/app/dashboard', ...BASES.map((basis) => `/app/cap-table?basis=${basis}&compare=2024-01-01`)];

beforeAll(async () => {
  dataDir = newDataDir('names');
  server = await startServer(dataDir, { DEMO: 'on' });
  browser = await launchBrowser();
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' });
  page = await context.newPage();
  const login = { email: 'mara@tidewater.example', password: 'sample-company' };
  const answer = await context.request.post(`${server.address}/api/auth/login`, { data: login });
  const { access_token, user } = (await answer.json()) as { access_token: string; user: unknown };
  const headers = { authorization: `Bearer ${access_token}` };
  const made = async (resource: string, data: object) => {
    const reply = await context.request.post(`${server.address}/api/${resource}/`, { headers, data });
    expect([resource, reply.status()]).toEqual([resource, 201]);
    const { id } = (await reply.json()) as Row;
    addresses.push(`/app/${resource}/${id}/show`);
    return id;
  };
  const classes = await context.request.get(`${server.address}/api/share-classes/`, { headers });
  const [first] = (await classes.json()) as [Row];
  const today = new Date().toISOString().slice(0, 10);
  for (const [index, entity_name] of NAMES.entries()) {
    const holder = { type: 'entity', entity_name, email: `holder${index}@names.example` };
    const shareholder_id = await made('shareholders', holder);
    await made('certificates', { shareholder_id, share_class_id: first.id, quantity: '1', issue_date: today });
    await made('convertibles', { shareholder_id, kind: 'SAFE', amount: '100000', date: today });
  }
  addresses.push(`/app/share-classes/${first.id}/show`);
  addresses.push(...['shareholders', 'certificates', 'convertibles', 'transactions'].map((name) => `/app/${name}`));
  await page.goto(`${server.address}/terms`);
  await page.evaluate(
    ([token, kept]) => {
      localStorage.setItem('access_token', token!);
      localStorage.setItem('user', kept!);
    },
    [access_token, JSON.stringify(user)],
  );
});
afterAll(async () => {
  await browser?.close();
  await server?.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

async function open(path: string) {
  await page.goto(`${server.address}${path}`);
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  await page.waitForFunction(() => document.querySelector('[aria-busy="true"], .sk') === null);
}
const widthOf = () => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

it.each([1440, 390])('makes no page scroll sideways at %i px', async (width) => {
  await page.setViewportSize({ width, height: 900 });
  const wide: string[] = [];
  for (const path of addresses) {
    await open(path);
    const over = await widthOf();
    if (over > 0) wide.push(`${path}: ${over} px`);
  }
  expect(wide).toEqual([]);
});
it.each(BASES)('keeps total and ownership of the cap table visible at 1440 px, %s', async (basis) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await open(`/app/cap-table?basis=${basis}`);
  const [box, ...heads] = await boxesOf(
    page,
    page.getByRole('region', { name: 'Cap table, figures' }),
    page.getByRole('columnheader', { name: /^Total/ }),
    page.getByRole('columnheader', { name: /^Ownership/ }),
  );
  for (const head of heads) expect(head.x + head.width).toBeLessThanOrEqual(box.x + box.width + 1);
  const link = page.getByRole('link', { name: NAMES[0]! });
  await expect.poll(() => link.getAttribute('title')).toBe(NAMES[0]);
});
it('shows the whole of a cut name in a tooltip', async () => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await open('/app/certificates');
  const cell = page.getByRole('cell', { name: NAMES[1]!, exact: true }).first();
  await cell.hover();
  await page.waitForFunction((name) => document.querySelector(`td[title="${name}"]`) !== null, NAMES[1]!);
});
it('cuts no name in the ledger at 1440 px', async () => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await open('/app/transactions');
  const region = page.getByRole('region', { name: 'Ledger, table' });
  await page.locator('.grid-box tbody td').first().waitFor();
  const cut = await region.evaluate((each) => {
    const edge = each.getBoundingClientRect().right + 1;
    return [...document.querySelectorAll('.grid-box tbody td')]
      .filter((cell) => cell.scrollWidth > cell.clientWidth + 1 || cell.getBoundingClientRect().right > edge)
      .map(({ textContent }) => textContent);
  });
  expect(cut).toEqual([]);
});
