// How many presses the common jobs take, from the dashboard on, counted at the sample company's screens.
import { rmSync } from 'node:fs';
import type { Browser, Locator } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Row } from '#server/db/database.ts';
import { launchBrowser } from '../support/browser.ts';
import { Hand } from '../support/inputs/hand.ts';
import { ofTheSample, pageOf, samplePerson } from '../support/runningCompany.ts';
import type { SamplePerson } from '../support/runningCompany.ts';
import { newDataDir, startServer } from '../support/runningServer.ts';
import type { RunningServer } from '../support/runningServer.ts';

let dataDir: string;
let server: RunningServer;
let browser: Browser;
let mara: SamplePerson;
let daniel: SamplePerson;
let unvested: Row;
let dividend: string;

const counted: { job: string; presses: number; target: number }[] = [];
const day = (ahead: number) => new Date(Date.now() + ahead * 86_400_000).toISOString().slice(0, 10);
const list = async (by: SamplePerson, path: string, filter: Row = {}) =>
  (await by.call(
    'GET',
    `${path}?range=[0,99]&filter=${encodeURIComponent(JSON.stringify(filter))}`,
  )) as unknown as Row[];
const named = async (path: string, name: string) => (await list(mara, path)).find((each) => each.name === name)!;

/** At the dashboard, where each job begins. */
async function atDashboard({ page }: Pick<SamplePerson, 'page'>): Promise<Hand> {
  await page.goto(`${server.address}/app/dashboard`);
  await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor();
  return new Hand(page);
}
const menu = ({ page }: Hand, name: string) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name, exact: true });
const heading = ({ page }: Hand, name: string) => page.getByRole('heading', { level: 1, name }).waitFor();

function count(job: string, target: number, ...hands: Hand[]): void {
  const presses = hands.reduce((sum, hand) => sum + hand.presses, 0);
  counted.push({ job, presses, target });
  expect(presses, `presses of: ${job}`).toBeLessThanOrEqual(target);
}

beforeAll(async () => {
  dataDir = newDataDir('clicks');
  server = await startServer(dataDir, { DEMO: 'on' });
  browser = await launchBrowser();
  mara = await samplePerson(browser, server, 'mara@tidewater.example');
  daniel = await samplePerson(browser, server, 'daniel@tidewater.example');
  // Nobody of the sample company has stock that has not vested. Later a distribution fixes the holdings of before.
  const common = await named('/api/share-classes/', 'Common');
  const isabel = await named('/api/shareholders/', 'Isabel Novak');
  unvested = await mara.call('POST', '/api/certificates/', {
    shareholder_id: isabel.id,
    share_class_id: common.id,
    quantity: '10000',
    price_per_share: '0.10',
    issue_date: day(0),
    vesting: { vesting_start: day(-400), months: 48, cliff_months: 12 },
  });
});
afterAll(async () => {
  console.table(counted);
  await browser?.close();
  await server?.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

describe('the presses of', () => {
  it('a dividend by two people, from declaring it to telling the holders', async () => {
    await mara.call('PUT', '/api/organization', { require_bank_details: true });
    const bank_account = { routing_number: '021000021', account_number: '123456789', account_type: 'checking' };
    for (const { id, name } of await list(mara, '/api/shareholders/')) {
      const path = `/api/shareholders/${String(id)}`;
      if (name !== 'Kenji Watanabe') await mara.call('PUT', path, { ...(await mara.call('GET', path)), bank_account });
    }

    const hers = await atDashboard(mara);
    await hers.press(menu(hers, 'Distributions'));
    await hers.press(mara.page.getByRole('link', { name: 'Create Distribution' }).first());
    await hers.type(mara.page.getByLabel('Name'), 'Autumn dividend');
    await hers.type(mara.page.getByLabel('Amount/Share'), '0.01');
    await hers.press(mara.page.getByLabel('Common', { exact: true }));
    await hers.type(mara.page.getByLabel('Record Date'), day(-1));
    await hers.type(mara.page.getByLabel('Payment Date'), day(0));
    await hers.press(mara.page.getByRole('button', { name: 'Create Distribution' }));
    await heading(hers, 'Autumn dividend');
    dividend = /distributions\/([\w-]+)\/show/.exec(mara.page.url())![1]!;
    await hers.press(mara.page.getByRole('button', { name: 'Ask 1 holder' }));
    await mara.page.getByRole('button', { name: 'Approve By another person', expanded: true }).waitFor();

    const his = await atDashboard(daniel);
    const { page } = daniel;
    await his.press(page.getByRole('listitem').filter({ hasText: 'Autumn dividend is waiting' }).getByRole('link'));
    await his.press(page.getByRole('button', { name: 'Approve distribution' }));
    const saved = page.waitForEvent('download');
    await his.press(page.getByRole('button', { name: /^Make the bank file: \d+ payments/ }));
    expect((await saved).suggestedFilename()).toMatch(/^batch-1-.*\.ach$/);
    await page.getByRole('region', { name: 'Results of Batch 1' }).waitFor();
    const sent = await list(daniel, '/api/payments/', { distribution_id: dividend, status: 'processing' });
    const lines = ['payment_id,status,reference,reason', ...sent.map((each) => `${String(each.id)},completed,T1,`)];
    const answer = { name: 'results.csv', mimeType: 'text/csv', buffer: Buffer.from(lines.join('\n')) };
    await his.chooseFile(page.getByRole('button', { name: 'Choose a file' }), answer);
    await his.press(page.getByRole('button', { name: `Import ${sent.length} results` }));
    await his.press(page.getByRole('button', { name: /^Send \d+ mails/ }));
    await page.getByText(/holders were notified/).waitFor();
    expect(sent.length).toBeGreaterThan(5);
    const paid = await list(daniel, '/api/payments/', { distribution_id: dividend, status: 'completed' });
    expect(paid).toHaveLength(sent.length);
    count('Dividend: declare, ask, approve, bank file, results, notify', 12, hers, his);
  });

  it('the end of a service with stock and options, the unvested stock repurchased', async () => {
    const hand = await atDashboard(mara);
    const { page } = mara;
    await hand.press(menu(hand, 'Shareholders'));
    await hand.press(page.getByRole('link', { name: 'Isabel Novak' }));
    await hand.press(page.getByRole('button', { name: 'End service' }));
    const dialog = page.getByRole('dialog');
    await dialog.getByText('OPT-10').waitFor();
    await hand.press(dialog.getByRole('radio', { name: 'Terminated without cause' }));
    await hand.press(dialog.getByRole('button', { name: 'End service and repurchase' }));
    await page.getByText('The service of Isabel Novak has ended').waitFor();
    expect((await mara.call('GET', `/api/certificates/${String(unvested.id)}`)).status).toBe('repurchased');
    count('Leaver with stock and options, unvested stock repurchased', 5, hand);
  });

  it('a grant of options', async () => {
    const hand = await atDashboard(mara);
    const { page } = mara;
    await hand.press(menu(hand, 'Securities'));
    await hand.press(page.getByRole('link', { name: 'Grant Equity' }).first());
    await hand.type(page.getByRole('combobox', { name: 'Holder' }), 'Omar');
    await hand.press(page.getByRole('option', { name: /Omar Said/ }));
    await hand.type(page.getByLabel('Number of shares'), '5000');
    await hand.type(page.getByLabel('Exercise price'), '1.12');
    await hand.press(page.getByRole('button', { name: 'Grant 5,000 options' }));
    await page.getByText(/5,000 granted as/).waitFor();
    count('Grant of options', 4, hand);
  });

  it('an issue to a holder who is not recorded yet', async () => {
    const hand = await atDashboard(mara);
    const { page } = mara;
    await hand.press(menu(hand, 'Certificates'));
    await hand.press(page.getByRole('link', { name: 'Issue Certificate' }).first());
    await hand.type(page.getByRole('combobox', { name: 'Holder' }), 'Sofia Lindqvist');
    await hand.press(page.getByRole('button', { name: 'Add “Sofia Lindqvist”' }));
    await hand.press(page.getByRole('dialog').getByRole('button', { name: 'Add Shareholder' }));
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    await hand.press(page.getByRole('radio', { name: 'Common', exact: true }));
    await hand.type(page.getByLabel('Number of shares'), '1000');
    await hand.press(page.getByRole('button', { name: 'Issue 1,000 shares' }));
    await page.getByText(/1,000 shares issued as/).waitFor();
    count('Issue to a new holder', 6, hand);
  });

  it('a holder’s W-8BEN on a phone', async () => {
    const phone = { viewport: { width: 390, height: 844 }, hasTouch: true };
    const page = await pageOf(browser, server, await ofTheSample(server.address, 'kenji@holders.example'), phone);
    const kenji = await named('/api/shareholders/', 'Kenji Watanabe');
    await mara.call('PUT', '/api/organization', { missing_tax_form: 'highest_rate' });
    await mara.call('POST', `/api/distributions/${dividend}/ask-holders`, {});
    const hand = await atDashboard({ page });
    await hand.press(page.getByRole('link', { name: 'Open: Sign a tax form' }));
    const dialog = page.getByRole('dialog', { name: 'Sign a tax form' });
    await hand.press(dialog.getByRole('radio', { name: /^W-8BEN/ }));
    await hand.choose(dialog.getByLabel('Country of citizenship'), 'JP');
    await hand.type(dialog.getByLabel('Date of birth'), '1988-04-12');
    await hand.type(dialog.getByLabel(/^Street(?!,)/), '2-1 Marunouchi');
    await hand.type(dialog.getByLabel('City'), 'Tokyo');
    await hand.type(dialog.getByLabel('Tax number', { exact: true }), '123456789012');
    await hand.type(dialog.getByLabel('Full name of the person who signs'), 'Kenji Watanabe');
    await hand.press(dialog.getByLabel('I declare this under penalties of perjury'));
    await hand.press(dialog.getByRole('button', { name: 'Sign W-8BEN' }));
    await page.getByText('Your W-8BEN was signed').waitFor();
    const { tax_profile } = await mara.call('GET', `/api/shareholders/${String(kenji.id)}`);
    expect(tax_profile).toMatchObject({ form: 'W-8BEN', country: 'JP' });
    count('W-8BEN, by its holder on a phone', 6, hand);
  });

  it('an undo, on the record and from the message', async () => {
    const { page } = mara;
    const issue = async (quantity: string) => {
      await page.goto(`${server.address}/app/certificates/create`);
      const hand = new Hand(page);
      await hand.type(page.getByRole('combobox', { name: 'Holder' }), 'Sofia');
      await hand.press(page.getByRole('option', { name: /Sofia Lindqvist/ }));
      await hand.press(page.getByRole('radio', { name: 'Common', exact: true }));
      await hand.type(page.getByLabel('Number of shares'), quantity);
      await hand.press(page.getByRole('button', { name: /^Issue / }));
      await page.getByText(/shares issued as/).waitFor();
    };
    const undone = async (first: Locator) => {
      const hand = new Hand(page);
      await hand.press(first);
      await hand.press(page.getByRole('dialog').getByRole('button', { name: 'Undo' }));
      await page.getByText(/^Undone: Issued/).waitFor();
      await heading(hand, 'Certificates');
      return hand;
    };
    await issue('5000');
    const onRecord = await undone(page.getByRole('main').getByRole('button', { name: 'Undo' }));
    await issue('500');
    const fromMessage = await undone(page.getByRole('link', { name: 'Undo' }));
    expect((await list(mara, '/api/certificates/', { q: 'Sofia' })).map(({ quantity }) => quantity)).toEqual(['1000']);
    count('Undo, on the record', 2, onRecord);
    count('Undo, from the message', 2, fromMessage);
  });
});
