// What a new user does with real packages: the test imports each on the screens, checks its findings, undoes it and imports it
// again. A certificate is printed, transferred in part, and verified by the code on the paper.
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  holder,
  issued,
  issuer,
  stockClass,
  stockConsolidation,
  stockTransfer,
  transaction,
} from '../domain/ledger/factories.ts';
import { violationsOf } from '../support/axe.ts';
import { launchBrowser } from '../support/browser.ts';
import { hasShared, packageFiles, sharedFiles, zipOf } from '../support/packages.ts';
import { signupBody } from '../support/people.ts';
import { messageTo, newDataDir, startServer } from '../support/runningServer.ts';
import type { RunningServer } from '../support/runningServer.ts';
import { PATIENCE_MS } from '../support/time/patience.ts';

const dataDir = newDataDir('ledger-whole');
const person = signupBody();
let server: RunningServer;
let browser: Browser;
let page: Page;
let token = '';
const troubles: string[] = [];

beforeAll(async () => {
  [server, browser] = await Promise.all([startServer(dataDir), launchBrowser()]);
  const post = async (path: string, body: unknown) =>
    (await (
      await fetch(server.address + path, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
    ).json()) as Record<string, string>;
  await post('/api/auth/signup', person);
  const [, code] = await messageTo(dataDir, person.phone, /code is (\d{6})/);
  const session = await post('/api/auth/verify-phone', { email: person.email, code });
  token = session.access_token!;
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    locale: 'en-US',
    acceptDownloads: true,
  });
  await context.addInitScript(
    ([access, user]) => {
      localStorage.setItem('access_token', access!);
      localStorage.setItem('user', user!);
    },
    [token, JSON.stringify(session.user)],
  );
  page = await context.newPage();
  page.setDefaultTimeout(PATIENCE_MS);
  page.on('pageerror', (error) => troubles.push(`${page.url()}: ${String(error)}`));
});
afterAll(async () => {
  await browser?.close();
  await server?.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

/** Reads the verification code that is printed on a certificate. */
async function codeOf(id: unknown): Promise<string> {
  const client = new pg.Client({ connectionString: readFileSync(join(dataDir, 'postgres.url'), 'utf8').trim() });
  await client.connect();
  try {
    const { rows } = await client.query<{ code: string }>('select code from certificate_code where security_id = $1', [
      id,
    ]);
    return rows[0]!.code;
  } finally {
    await client.end();
  }
}

const common = [issuer(), holder('ada'), holder('bob'), stockClass('common')];
const moved = { date: '2024-02-01', security_id: 's1', quantity: '100', resulting_security_ids: ['s2'] };
const later = { date: '2024-02-01' };
type Case = { name: string; files: () => Promise<Buffer>; finding: RegExp; total: RegExp };
const ownPackage = (name: string, finding: RegExp, total: string, ...objects: Record<string, unknown>[]): Case => ({
  name,
  files: () => zipOf(packageFiles([...common, ...objects])),
  finding,
  total: totalPattern(total),
});
/** An empty total matches any number, for packages whose total was not worked out by hand. */
const totalPattern = (total: string) => (total === '' ? /^[\d,.]+$/ : new RegExp(`^${total.replaceAll('.', '\\.')}$`));
const sharedPackage = (name: string, folder: string, finding: RegExp, total: string): Case[] =>
  hasShared(folder) ? [{ name, files: () => zipOf(sharedFiles(folder)), finding, total: totalPattern(total) }] : [];

const packages: Case[] = [
  ...sharedPackage('Acme', 'ocf/sample_ocf_folders/acme_holdings_limited', /stock_plan_01/, '210,000'),
  ...sharedPackage(
    'the quickstart of the tutorials',
    'ocf/docs/tutorials/quickstart/samples',
    /Stakeholders\.ocf\.json/,
    '5,000',
  ),
  ...sharedPackage('the format’s samples', 'ocf/samples', /does not exist|is never issued/, ''),
  ownPackage(
    'one share lost among more than 2^53 (G1)',
    /9,007,199,254,740,993/,
    '9,007,199,254,740,992',
    issued('s1', 'ada', '9007199254740993'),
    stockTransfer('t1', { ...moved, quantity: '9007199254740993' }),
    issued('s2', 'bob', '9007199254740992', later),
  ),
  ownPackage(
    '0.3 split into 0.1 and 0.2 (G2)',
    /No problems found|fraction/i,
    '0.3',
    issued('s1', 'ada', '0.3'),
    stockTransfer('t1', { ...moved, quantity: '0.1', balance_security_id: 's3' }),
    issued('s2', 'bob', '0.1', later),
    issued('s3', 'ada', '0.2', later),
  ),
  ownPackage('one security issued twice (G4)', /a second time/, '100', issued('s1', 'ada', '100'), {
    ...issued('s1', 'bob', '100'),
    id: 'i_again',
  }),
  ownPackage(
    'a consolidation (G6)',
    /No problems found|missing/,
    '150',
    issued('s1', 'ada', '100'),
    issued('s2', 'ada', '50'),
    stockConsolidation('c1', { date: '2024-02-01', security_ids: ['s1', 's2'], resulting_security_id: 's3' }),
    issued('s3', 'ada', '150', later),
  ),
  ownPackage(
    'a balance for another holder (G8)',
    /balance security s3 is of bob/i,
    '100',
    issued('s1', 'ada', '100'),
    stockTransfer('t1', { ...moved, quantity: '40', balance_security_id: 's3' }),
    issued('s2', 'bob', '40', later),
    issued('s3', 'bob', '60', later),
  ),
  ownPackage(
    'a change of status (G9)',
    /No problems found|missing/,
    '100',
    issued('s1', 'ada', '100'),
    transaction('CE_STAKEHOLDER_STATUS', 'e1', {
      date: '2024-02-01',
      stakeholder_id: 'ada',
      new_status: 'LEAVE_OF_ABSENCE',
    }),
  ),
];

async function upload({ files }: Case) {
  await page.goto(`${server.address}/app/imports`);
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'company.ocf.zip', mimeType: 'application/zip', buffer: await files() });
  await page.getByRole('heading', { level: 2, name: 'What we found' }).waitFor();
}
async function apply() {
  const accept = page.getByRole('checkbox', { name: /Apply anyway/ });
  await page.getByRole('heading', { name: 'Tie out' }).waitFor();
  if (await accept.count()) await accept.check();
  await page.getByRole('button', { name: /^Apply/ }).click();
  await page.getByText('This import has been applied.').waitFor();
}
async function undo() {
  await page.getByRole('button', { name: 'Undo import' }).click();
  await page.getByRole('button', { name: 'Undo the import' }).click();
  await page.getByText('Undone', { exact: true }).first().waitFor();
}
async function total(date: string): Promise<string> {
  const reply = await fetch(`${server.address}/api/cap-table/?as_of=${date}`, {
    headers: { authorization: `Bearer ${token}` },
  });
  return String(((await reply.json()) as { total: string }).total).replace(/\B(?=(\d{3})+(?!\d))(?<!\.\d*)/g, ',');
}

describe('a package on the screens', () => {
  it.each(packages)('$name: shows its finding, and is applied, undone and applied again', async (each) => {
    await upload(each);
    await page.getByText(each.finding).first().waitFor();
    await apply();
    await expect.poll(() => total('2030-01-01')).toMatch(each.total);
    await undo();
    await expect.poll(() => total('2030-01-01')).toBe('0');
    await apply();
    await expect.poll(() => total('2030-01-01')).toMatch(each.total);
    await undo();
    expect(troubles).toEqual([]);
  });
});

describe('a certificate', () => {
  it('is printed, transferred in part, and verified before and after by the code on the paper', async () => {
    const call = async (path: string, body?: unknown) => {
      const reply = await fetch(server.address + path, {
        method: body === undefined ? 'GET' : 'POST',
        headers: {
          authorization: `Bearer ${token}`,
          ...(body !== undefined && { 'content-type': 'application/json' }),
        },
        body: body === undefined ? null : JSON.stringify(body),
      });
      return (await reply.json()) as Record<string, string>;
    };
    const addShareholder = (first_name: string) =>
      call('/api/shareholders/', {
        type: 'individual',
        first_name,
        last_name: 'Holder',
        email: `${first_name}@example.com`,
      });
    const [ann, bob] = [await addShareholder('ann'), await addShareholder('bob')];
    const shareClass = await call('/api/share-classes/', {
      name: 'Ordinary',
      class_type: 'COMMON',
      prefix: 'O-',
      authorized_shares: '10000',
      votes_per_share: 1,
      seniority: 1,
    });
    const certificate = await call('/api/certificates/', {
      shareholder_id: ann.id,
      share_class_id: shareClass.id,
      num_shares: 1000,
      issue_date: '2024-01-15',
    });
    await page.goto(`${server.address}/app/certificates/${certificate.id}/show`);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download PDF' }).click(),
    ]);
    expect(
      readFileSync(await download.path())
        .subarray(0, 5)
        .toString(),
    ).toBe('%PDF-');
    const code = await codeOf(certificate.id);
    const stranger = await (
      await browser.newContext({ viewport: { width: 390, height: 844 }, javaScriptEnabled: false })
    ).newPage();
    await stranger.goto(`${server.address}/verify`);
    await stranger.getByLabel('Code').fill(code.toLowerCase());
    await stranger.getByRole('button', { name: 'Verify' }).click();
    await stranger.getByRole('heading', { name: 'This certificate is valid' }).waitFor();
    await expect.poll(() => stranger.getByText('1,000', { exact: true }).count()).toBe(1);
    expect(await stranger.getByText(/ann/i).count()).toBe(0);
    await call(`/api/certificates/${certificate.id}/transfer`, {
      to_shareholder_id: bob.id,
      quantity: '400',
      date: '2024-06-01',
    });
    await stranger.reload();
    await stranger.getByRole('heading', { name: 'This certificate is no longer valid' }).waitFor();
    await stranger.getByText('Transferred').waitFor();
    await page.goto(`${server.address}/verify/${code}`);
    expect((await violationsOf(page)).map(({ id }) => id)).toEqual([]);
    const upcoming = await call('/api/certificates/', {
      shareholder_id: ann.id,
      share_class_id: shareClass.id,
      num_shares: 7,
      issue_date: '2099-01-15',
    });
    const headers = { authorization: `Bearer ${token}` };
    await fetch(`${server.address}/api/certificates/${upcoming.id}/pdf`, { headers });
    await stranger.goto(`${server.address}/verify/${await codeOf(upcoming.id)}`);
    await stranger.getByRole('heading', { name: 'This certificate is not in force yet' }).waitFor();
    const missed = await stranger.goto(`${server.address}/verify/AAAA-AAAA-AAAA`);
    expect(missed!.status()).toBe(404);
    await stranger.getByRole('heading', { name: 'No certificate has this code' }).waitFor();
  });
});
