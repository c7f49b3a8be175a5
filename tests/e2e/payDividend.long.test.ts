// A dividend with a cumulative preferred class, in a real browser: declared, approved by the second person, sent in a batch,
// answered by the bank, retried and reconciled, until its holder sees the figure.
import { rmSync } from 'node:fs';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { writtenMoney } from '#src/domain/figures/money.ts';
import { decimal, formatDecimal } from '#src/domain/figures/decimal.ts';
import type { Row } from '#server/db/database.ts';
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
let kenji: SamplePerson;
let preferred: Row;
let common: Row;
let distribution: string;
let kenjiId: string;

const signIn = (email: string) => samplePerson(browser, server, email);

const go = ({ page }: SamplePerson, path: string) => page.goto(`${server.address}${path}`);
const shown = () => `/app/distributions/${distribution}/show`;
const day = (ahead: number) => new Date(Date.now() + ahead * 86_400_000).toISOString().slice(0, 10);
const list = async (by: SamplePerson, path: string, filter: Row = {}) =>
  (await by.call(
    'GET',
    `${path}?range=[0,99]&filter=${encodeURIComponent(JSON.stringify(filter))}`,
  )) as unknown as Row[];
const payments = (filter: Row = {}) => list(daniel, '/api/payments/', { distribution_id: distribution, ...filter });
const sumOf = (rows: readonly Row[]) =>
  writtenMoney(formatDecimal(rows.reduce((sum, { net }) => sum + decimal(String(net)), 0n)), 'USD');
const step = (page: Page, name: RegExp) => page.getByRole('list', { name: 'Steps' }).getByRole('button', { name });
const file = (name: string, ...lines: string[]) => ({
  name,
  mimeType: 'text/csv',
  buffer: Buffer.from(lines.join('\n')),
});

beforeAll(async () => {
  dataDir = newDataDir('dividend');
  server = await startServer(dataDir, { DEMO: 'on' });
  browser = await launchBrowser();
  [mara, daniel, kenji] = await Promise.all([
    signIn('mara@tidewater.example'),
    signIn('daniel@tidewater.example'),
    signIn('kenji@holders.example'),
  ]);
  const classes = await list(mara, '/api/share-classes/');
  preferred = classes.find(({ class_type }) => class_type === 'PREFERRED')!;
  common = classes.find(({ name }) => name === 'Class B Common')!;
  await mara.call('PUT', `/api/share-classes/${String(preferred.id)}`, {
    dividend_rate: '0.08',
    dividend_is_cumulative: true,
    dividend_accrues_from: '2026-01-01',
  });
  await mara.call('PUT', '/api/organization', { require_bank_details: true });
  await mara.call('POST', '/api/organization/withholding-template', { template: 'us' });
  const holders = await list(mara, '/api/shareholders/');
  kenjiId = String(holders.find(({ name }) => name === 'Kenji Watanabe')!.id);
  await Promise.all(
    holders.map(async ({ id }) => {
      const path = `/api/shareholders/${String(id)}`;
      const bank_account = { routing_number: '021000021', account_number: '123456789', account_type: 'checking' };
      if (id !== kenjiId) await mara.call('PUT', path, { ...(await mara.call('GET', path)), bank_account });
    }),
  );
});
afterAll(async () => {
  await browser?.close();
  await server?.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

describe('a dividend', () => {
  it('is declared with a preview of who comes first', async () => {
    const { page } = mara;
    await go(mara, '/app/distributions/create');
    await page.getByLabel('Name').fill('Autumn dividend');
    await page.getByLabel('Amount', { exact: true }).selectOption('total');
    await page.getByLabel('Total amount').fill('600000');
    for (const { name } of [preferred, common]) await page.getByLabel(String(name), { exact: true }).check();
    await page.getByLabel('Record Date').fill(day(-2));
    await page.getByLabel('Payment Date').fill(day(-1));
    const preview = page.getByRole('region', { name: 'Who gets what' });
    await preview.getByText(/^1\. .*Series A Preferred: \$/).waitFor();
    await preview.getByText('$600,000.00').first().waitFor();
    await page.getByRole('button', { name: 'Create Distribution' }).click();
    await page.getByRole('heading', { level: 1, name: 'Autumn dividend' }).waitFor();
    await page.getByText(/^\$600,000\.00 in all, by the order below, payable/).waitFor();
    distribution = /distributions\/([\w-]+)\/show/.exec(page.url())![1]!;
  });

  it('is approved by the second person, who sees the order and what each class gets', async () => {
    await step(mara.page, /^Approve By another person/).click();
    await mara.page.getByRole('button', { name: 'Approve distribution', disabled: true }).waitFor();
    const { page } = daniel;
    await go(daniel, shown());
    await step(page, /^Approve To approve/).click();
    const approval = page.getByRole('region', { name: 'Approve Autumn dividend?' });
    await approval.getByText('Series A Preferred, a share').waitFor();
    await approval.getByText(/^2\. The rest to Class B Common/).waitFor();
    await approval.getByRole('button', { name: 'Approve distribution' }).click();
    const progress = page.getByRole('region', { name: 'Progress' });
    await progress.getByRole('link', { name: '1 held' }).waitFor();
    await progress.getByRole('link', { name: '11 to pay' }).waitFor();
  });

  it('goes to the bank in a batch, without the holder who gave no account', async () => {
    const { page } = daniel;
    await step(page, /^Bank file 11 to pay/).click();
    const form = page.getByRole('region', { name: 'Make the bank file' });
    await form.getByText(/^Kenji Watanabe, \$/).waitFor();
    const saved = page.waitForEvent('download');
    await form.getByRole('button', { name: 'Make the bank file: 11 payments' }).click();
    expect((await saved).suggestedFilename()).toMatch(/^batch-1-.*\.ach$/);
    await page.getByRole('link', { name: 'Batch 1' }).waitFor();
  });

  it('is answered: two fail, seven arrive; the failed ones are tried again', async () => {
    const { page } = daniel;
    const sent = await payments({ status: 'processing' });
    const rows = sent
      .slice(0, 9)
      .map(({ id }, index) =>
        index < 2 ? `${String(id)},failed,,R03 No account` : `${String(id)},completed,T${index},`,
      );
    await go(daniel, shown());
    await step(page, /^Results 11 at the bank/).click();
    const answer = page.getByRole('region', { name: 'Results of Batch 1' });
    await answer
      .getByLabel('Results')
      .setInputFiles(file('results.csv', 'payment_id,status,reference,reason', ...rows));
    await answer.getByRole('button', { name: /^Import \d+ results?$/ }).click();
    await page.getByText('7 payments completed, 2 failed or returned, 0 unchanged.').waitFor();
    await page.getByRole('link', { name: '2 failed' }).click();
    await page.getByText('All 2 payments that match').waitFor();
    await page.getByRole('region', { name: 'Several at once' }).getByRole('button', { name: 'Retry' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Retry: 2 payments' }).click();
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    await go(daniel, shown());
    await page.getByRole('link', { name: '2 to pay', exact: true }).waitFor();
    await page.getByRole('link', { name: '0 failed', exact: true }).waitFor();
  });

  it('is reconciled with the bank’s statement: what was confirmed is listed as completed', async () => {
    const { page } = daniel;
    const open = await payments({ status: 'processing' });
    const lines = open.map(({ id, net }) => `${day(0)},-${String(net)},${String(id)}`);
    await go(daniel, '/app/payments/statements');
    await page
      .locator('input[type=file]')
      .setInputFiles(file('bank.csv', 'date,amount,reference', ...lines, `${day(0)},-5.00,Rent`));
    await page.getByRole('region', { name: `To confirm: 2 payments, ${sumOf(open)}` }).waitFor();
    await page.getByRole('button', { name: 'Complete 2 payments' }).click();
    const completed = page.getByRole('region', { name: `Completed: 2 lines, ${sumOf(open)}` });
    await completed.waitFor();
    await expect.poll(() => completed.getByRole('link').count()).toBe(2);
    await page.getByRole('region', { name: 'Not matched: 1 line, 5.00' }).getByText('Rent').waitFor();
    expect(await page.getByRole('button', { name: /^Complete/ }).count()).toBe(0);
    expect(sumOf(await payments({ status: 'completed' }))).toBe(await paidOf(page));
  });

  it('shows its holder what they get, what is withheld and why, and what releases it', async () => {
    const [own] = await payments({ shareholder_id: kenjiId });
    const { page } = kenji;
    await go(kenji, shown());
    const card = page.getByRole('region', { name: `You get ${writtenMoney(String(own!.net), 'USD')}` });
    await card.getByText(/^34,000 shares at the end of .* for each of them about \$/).waitFor();
    await card.getByText(`${writtenMoney(String(own!.tax), 'USD')} is withheld, 24%`, { exact: false }).waitFor();
    await card.getByRole('link', { name: 'Open your details' }).waitFor();
    await kenji.call('PUT', `/api/shareholders/${kenjiId}`, {
      bank_account: { routing_number: '021000021', account_number: '777777777', account_type: 'checking' },
    });
    await go(kenji, shown());
    await card.waitFor();
    expect(await card.getByRole('link', { name: 'Open your details' }).count()).toBe(0);
    await go(daniel, shown());
    await daniel.page.getByRole('link', { name: '0 held' }).waitFor();
    await daniel.page.getByRole('link', { name: '3 to pay', exact: true }).waitFor();
  });
});

/** What the card of the distribution calls paid. */
async function paidOf(page: Page): Promise<string> {
  await page.goto(`${server.address}${shown()}`);
  const progress = page.getByRole('region', { name: 'Progress' });
  return (await progress.getByText(/ paid of /).textContent())!.split(' paid of ')[0]!;
}
