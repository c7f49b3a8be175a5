// Who may see and do what, as people walk it in a browser: an owner invites an administrator and an auditor; the administrator
// sets up an app and a passkey and signs in with each; a holder of two companies answers, signs a tax form and looks at the
// portfolio on a phone; the company sees what the holder sees, and reading a tax number asks who one is and shows in both trails.
import { rmSync } from 'node:fs';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { stepOf, totpCode } from '#server/auth/totp.ts';
import type { Row } from '#server/db/database.ts';
import { forgetSession, givePasskeys, launchBrowser } from '../support/browser.ts';
import { foundOn, pageOf } from '../support/runningCompany.ts';
import type { Founder } from '../support/runningCompany.ts';
import { messageTo, newDataDir, sentMessages, startServer } from '../support/runningServer.ts';
import type { RunningServer } from '../support/runningServer.ts';
import { PATIENCE_MS } from '../support/time/patience.ts';

const PASSWORD = 'Right-to-the-share-1';
const HOLDER = { email: 'hana@holders.example', phone: '15551230021' };
const ADMIN = { email: 'ada@acme.example', phone: '15551230022' };
const AUDITOR = { email: 'otto@auditors.example', phone: '15551230023' };
const PHONE: BrowserContextOptions = { viewport: { width: 390, height: 844 } };

let dataDir: string;
let server: RunningServer;
let browser: Browser;
/** The server under the name for which passkeys are made. */
let here: string;
let acme: Founder;
let holderId: string;
let owner: Page;
let admin: Page;
let holder: Page;
const troubles: string[] = [];

async function openPage(options: BrowserContextOptions = {}): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'en-US', ...options });
  const page = await context.newPage();
  page.setDefaultTimeout(PATIENCE_MS);
  page.on('pageerror', (error) => troubles.push(`${page.url()}: ${String(error)}`));
  return page;
}

/** A company with one class, and a record of the holder with the given holdings. */
async function foundCompany(name: string, phone: string, shares: string[]): Promise<Founder> {
  const founder = await foundOn(server, dataDir, {
    email: `owner@${name}.example`,
    phone,
    password: PASSWORD,
    client_name: name,
    client_display_name: `${name[0]!.toUpperCase()}${name.slice(1)} Holdings`,
  });
  const record = await founder.send('POST', '/api/shareholders', {
    type: 'individual',
    first_name: 'Hana',
    last_name: 'Mori',
    email: HOLDER.email,
  });
  const shareClass = await founder.send('POST', '/api/share-classes', {
    name: 'Common',
    class_type: 'COMMON',
    prefix: 'CS-',
    authorized_shares: '1000000',
    price_per_share: '2.00',
    votes_per_share: 1,
    seniority: 1,
  });
  for (const num_shares of shares)
    await founder.send('POST', '/api/certificates', {
      shareholder_id: record.id,
      share_class_id: shareClass.id,
      num_shares,
      issue_date: '2024-01-15',
    });
  await founder.send('POST', `/api/shareholders/${String(record.id)}/invite`, {});
  if (name === 'acme') holderId = String(record.id);
  return founder;
}

const invitationTo = async (email: string, of: RegExp) =>
  sentMessages(dataDir)
    .filter(({ to, text }) => to === email && of.test(text))
    .map(({ text }) => /invite=([\w-]+)/.exec(text)?.[1])
    .find(Boolean)!;

async function signUpWith(page: Page, token: string, who: { phone: string; first: string; last: string }) {
  await page.goto(`${here}/signup?invite=${token}`);
  const first = page.getByLabel('First Name');
  await first.waitFor();
  await page.getByLabel('Phone Number').fill(who.phone);
  if ((await first.inputValue()) === '') await first.fill(who.first);
  if ((await page.getByLabel('Last Name').inputValue()) === '') await page.getByLabel('Last Name').fill(who.last);
  await page.getByRole('button', { name: 'Next: Account Setup' }).click();
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByLabel('Confirm Password').fill(PASSWORD);
  await page.getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Create Account' }).click();
  const [, code] = await messageTo(dataDir, `+${who.phone}`, /code is (\d{6})/);
  await page.getByLabel('Verification Code').fill(code!);
  await page.getByRole('button', { name: 'Verify', exact: true }).click();
  await page.waitForURL('**/app/dashboard');
}

async function passwordStep(page: Page, email: string) {
  await forgetSession(page, here);
  await page.goto(`${here}/login`);
  await page.getByLabel('Email Address').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign In' }).click();
}

beforeAll(async () => {
  dataDir = newDataDir('who-may-see');
  server = await startServer(dataDir);
  here = server.address.replace('127.0.0.1', 'localhost');
  browser = await launchBrowser();
  acme = await foundCompany('acme', '+15551230011', ['10000', '2500']);
  await foundCompany('birch', '+15551230012', ['400']);
  owner = await pageOf(browser, { address: here }, acme, { viewport: { width: 1440, height: 900 } });
});
afterAll(async () => {
  await browser?.close();
  await server?.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

describe('an owner', () => {
  it.each([
    [ADMIN.email, 'admin', ''],
    [AUDITOR.email, 'viewer', '2099-12-31'],
  ])('invites %s as %s', async (email, role, lastDay) => {
    await owner.goto(`${here}/app/members/create`);
    await owner.getByLabel(/^Email/).fill(email);
    await owner.getByLabel(/^Role/).selectOption(role);
    if (lastDay) await owner.getByLabel(/^Last day/).fill(lastDay);
    await owner.getByRole('button', { name: 'Invite Member' }).click();
    await owner.getByText('The invitation was sent').waitFor();
    await messageTo(dataDir, email, /invite=/);
  });
  it('sees the auditor until the last day, once the auditor has joined', async () => {
    const auditor = await openPage();
    await signUpWith(auditor, await invitationTo(AUDITOR.email, /Acme/), { ...AUDITOR, first: 'Otto', last: 'Prüfer' });
    await auditor.goto(`${here}/app/certificates`);
    await auditor.getByText('CS-1').first().waitFor();
    expect(await auditor.getByRole('link', { name: /Issue/ }).count()).toBe(0);
    await owner.goto(`${here}/app/members`);
    await owner.getByRole('row', { name: /otto@auditors\.example.*Dec 31, 2099/ }).waitFor();
    await auditor.context().close();
  });
});

describe('an administrator', () => {
  let secret: string;
  it('joins by the mailed link and sets up an authenticator app and a passkey', async () => {
    admin = await openPage();
    await givePasskeys(admin);
    await signUpWith(admin, await invitationTo(ADMIN.email, /Acme/), { ...ADMIN, first: 'Ada', last: 'Admin' });
    await admin.goto(`${here}/app/you/security`);
    await admin.getByRole('button', { name: 'Add a passkey' }).click();
    await admin.getByRole('button', { name: 'Add passkey' }).click();
    await admin.getByText('The passkey was added').waitFor();
    await admin.getByRole('button', { name: 'Set up an app' }).click();
    await admin.getByRole('button', { name: 'Continue' }).click();
    // A passkey was just added, so the next change asks who one is.
    await admin
      .getByRole('dialog', { name: 'Confirm it is you' })
      .getByRole('button', { name: 'Use a passkey' })
      .click();
    await admin.getByText('Type a key instead').click();
    secret = (await admin.getByRole('dialog').locator('code').first().innerText()).replaceAll(' ', '');
    await admin.getByLabel('Code that the app shows').fill(totpCode(secret, stepOf(new Date())));
    await admin.getByRole('button', { name: 'Confirm', exact: true }).click();
    await admin.getByRole('button', { name: 'I have kept them' }).click();
    await admin.getByText('10 recovery codes left').waitFor();
  });
  it('signs in with the passkey, and with the app', async () => {
    await passwordStep(admin, ADMIN.email);
    await admin.getByRole('button', { name: 'Use a passkey' }).click();
    await admin.waitForURL('**/app/dashboard');
    await passwordStep(admin, ADMIN.email);
    // The code of the step before was used when the app was set up.
    await admin.getByLabel('Verification Code').fill(totpCode(secret, stepOf(new Date()) + 1));
    await admin.getByRole('button', { name: 'Verify', exact: true }).click();
    await admin.waitForURL('**/app/dashboard');
  });
});

describe('a holder of two companies, on a phone', () => {
  const path = (certificates: Row[], number: string) =>
    `${here}/app/certificates/${String(certificates.find((row) => row.certificate_number === number)!.id)}/show`;

  it('signs up by one invitation and accepts the other', async () => {
    holder = await openPage(PHONE);
    await signUpWith(holder, await invitationTo(HOLDER.email, /Acme/), { ...HOLDER, first: 'Hana', last: 'Mori' });
    await holder.goto(`${here}/signup?invite=${await invitationTo(HOLDER.email, /Birch/)}`);
    await holder.getByRole('button', { name: 'Accept the invitation' }).click();
    await holder.waitForURL('**/app/dashboard');
    const kept = await holder.evaluate(() => localStorage.getItem('access_token'));
    const answer = await fetch(`${server.address}/api/auth/me`, { headers: { authorization: `Bearer ${kept}` } });
    expect(((await answer.json()) as { memberships: Row[] }).memberships).toHaveLength(2);
  });
  it('sees both companies in the portfolio, and what the holding is worth', async () => {
    await holder.goto(`${here}/app/portfolio`);
    const companies = holder.getByRole('main').getByRole('table').first();
    await companies.getByRole('button', { name: 'Birch Holdings' }).waitFor();
    await companies.getByRole('button', { name: 'Acme Holdings' }).click();
    await companies.getByText('$25,000.00').first().waitFor();
    expect(await holder.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  });
  it('agrees to one holding and disputes another', async () => {
    const certificates = (await acme.send('GET', '/api/certificates')) as unknown as Row[];
    // The other company is open.
    await holder.getByRole('button', { name: 'Open Acme Holdings' }).click();
    await holder.locator('header').getByText('Acme Holdings').first().waitFor();
    await holder.goto(path(certificates, 'CS-1'));
    await holder.getByRole('button', { name: 'Yes, this is right' }).click();
    await holder.getByRole('dialog').getByRole('button', { name: 'Yes, this is right' }).click();
    await holder
      .getByText(/agreed on/)
      .first()
      .waitFor();
    await holder.goto(path(certificates, 'CS-2'));
    await holder.getByRole('button', { name: 'Something is wrong' }).click();
    await holder.getByRole('textbox', { name: 'What is wrong' }).fill('My letter says 3,000 shares.');
    await holder.getByRole('button', { name: 'Tell the company' }).click();
    await holder
      .getByText(/The company was told/)
      .first()
      .waitFor();
    await owner.goto(`${here}/app/dashboard`);
    await owner.getByText('Hana Mori disputes CS-2').waitFor();
  });
  it('signs a tax form, which gives the tax number too, and enters a bank account', async () => {
    await holder.goto(`${here}/app/shareholders/${holderId}/show`);
    await holder.getByRole('button', { name: 'Sign a tax form' }).click();
    const form = holder.getByRole('dialog', { name: 'Sign a tax form' });
    await form.getByRole('radio', { name: /^W-9/ }).check();
    await form
      .getByLabel(/^Street/)
      .first()
      .fill('1 Harbour Road');
    await form.getByLabel(/^City/).fill('Portland');
    await form.getByLabel(/^Country/).selectOption('US');
    await form.getByLabel(/^Kind of number/).selectOption('ssn');
    await form.getByLabel(/^Number/).fill('123-45-6789');
    await form.getByLabel(/^Has the IRS told you/).selectOption({ label: 'No' });
    await form.getByLabel(/^Full name of the person who signs/).fill('Hana Mori');
    await form.getByRole('checkbox').check();
    await form.getByRole('button', { name: 'Sign W-9' }).click();
    await holder.getByText('Your W-9 was signed').waitFor();
    await holder.getByText(/^W-9, (?:United States, )?signed/).waitFor();
    await holder.getByRole('button', { name: 'Change the tax number' }).waitFor();
    await holder.getByRole('button', { name: 'Enter the bank account' }).click();
    await holder.getByRole('textbox', { name: 'Routing number' }).fill('021000021');
    await holder.getByRole('textbox', { name: 'Account number' }).fill('000123456789');
    await holder.getByRole('button', { name: 'Save bank account' }).click();
    await holder.getByText('The bank account was saved').waitFor();
    expect(await holder.getByText('123-45-6789').count()).toBe(0);
  });
});

describe('the company', () => {
  it('sees what the holder sees', async () => {
    await owner.goto(`${here}/app/shareholders/${holderId}/show`);
    await owner.getByRole('link', { name: 'See as this holder' }).click();
    await owner.getByText('You see the portal as Hana Mori sees it.').waitFor();
    await owner
      .getByRole('button', { name: 'Portfolio' })
      .or(owner.getByRole('tab', { name: 'Portfolio' }))
      .first()
      .click();
    await owner.getByText('$25,000.00').first().waitFor();
    expect(await owner.getByText('Birch Holdings').count()).toBe(0);
  });
  it('reads a tax number only after a confirmation, which shows in both trails', async () => {
    await admin.goto(`${here}/app/you/security`);
    // A change of the ways to confirm ends every confirmation.
    await admin.getByRole('button', { name: 'New recovery codes' }).click();
    await admin.getByRole('button', { name: 'Make new codes' }).click();
    await admin.getByRole('button', { name: 'I have kept them' }).click();
    await admin.goto(`${here}/app/shareholders/${holderId}/show`);
    await admin.getByRole('button', { name: 'Show the tax number' }).click();
    await admin.getByRole('button', { name: 'Show tax number' }).click();
    await admin
      .getByRole('dialog', { name: 'Confirm it is you' })
      .getByRole('button', { name: 'Use a passkey' })
      .click();
    await admin.getByText('123-45-6789').waitFor();
    await admin.goto(`${here}/app/audit`);
    await admin
      .getByText(/read the full tax number of Hana Mori/)
      .first()
      .waitFor();
    await holder.goto(`${here}/app/shareholders/${holderId}/show`);
    await holder
      .getByText(/^Read the full tax number/)
      .first()
      .waitFor();
  });
  it('leaves nothing behind in the browsers’ logs', () => expect(troubles).toEqual([]));
});
