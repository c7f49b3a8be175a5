// Passkeys and an authenticator app in a real browser with a virtual authenticator: set up, for a step-up, and at sign-in.
import { rmSync } from 'node:fs';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { build } from '#scripts/build.ts';
import { stepOf, totpCode } from '#server/auth/totp.ts';
import { forgetSession, givePasskeys, launchBrowser } from '../support/browser.ts';
import { foundOn } from '../support/runningCompany.ts';
import { messageTo, newDataDir, sentMessages, startServer } from '../support/runningServer.ts';
import type { RunningServer } from '../support/runningServer.ts';
import { PATIENCE_MS } from '../support/time/patience.ts';

let dataDir: string;
let server: RunningServer;
let browser: Browser;
let page: Page;
/** The same server under the name for which passkeys are made. */
let here: string;
const troubles: string[] = [];

const person = { email: 'fiona@acme.example', phone: '+15551230001', password: 'Right-to-the-share-1' };

beforeAll(async () => {
  await build();
  dataDir = newDataDir('factors');
  server = await startServer(dataDir);
  here = server.address.replace('127.0.0.1', 'localhost');
  await foundOn(server, dataDir, { ...person, client_name: 'acme', client_display_name: 'Acme Holdings' });
  browser = await launchBrowser();
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'en-US' });
  page = await context.newPage();
  page.setDefaultTimeout(PATIENCE_MS);
  page.on('pageerror', (error) => troubles.push(`${page.url()}: ${String(error)}`));
  await givePasskeys(page);
});
afterAll(async () => {
  await browser?.close();
  await server?.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

const texts = () => sentMessages(dataDir).filter(({ to }) => to === person.phone).length;

async function passwordStep(at: string) {
  await page.goto(`${at}/login`);
  await page.getByLabel('Email Address').fill(person.email);
  await page.getByLabel('Password', { exact: true }).fill(person.password);
  await page.getByRole('button', { name: 'Sign In' }).click();
}
async function signInByText(at: string) {
  const before = sentMessages(dataDir).length;
  await passwordStep(at);
  const [, code] = await messageTo(dataDir, person.phone, /code is (\d{6})/, before);
  await page.getByLabel('Verification Code').fill(code!);
  await page.getByRole('button', { name: 'Verify', exact: true }).click();
  await page.waitForURL('**/app/dashboard');
}
const dialog = (name: string | RegExp) => page.getByRole('dialog', { name });
async function invite(email: string) {
  await page.goto(`${here}/app/members/create`);
  await page.getByLabel('Email', { exact: false }).first().fill(email);
  await page.getByRole('button', { name: 'Invite Member' }).click();
}

describe('a passkey', () => {
  it('cannot be added at an IP address: the screen says where to go', async () => {
    await signInByText(server.address);
    await page.goto(`${server.address}/app/you/security`);
    await page.getByRole('link', { name: `${here}/app/you/security` }).waitFor();
    expect(await page.getByRole('button', { name: 'Add a passkey' }).count()).toBe(0);
  });
  it('is added in the settings', async () => {
    await signInByText(here);
    await page.goto(`${here}/app/you/security`);
    await page.getByRole('button', { name: 'Add a passkey' }).click();
    await page.getByLabel('Name', { exact: true }).fill('Work laptop');
    await page.getByRole('button', { name: 'Add passkey' }).click();
    await page.getByText('The passkey was added').waitFor();
    await page.getByRole('heading', { name: 'Work laptop' }).waitFor();
  });
  it('confirms a call that needs it, and the call goes on by itself', async () => {
    await invite('kim@acme.example');
    await dialog('Confirm it is you').getByRole('button', { name: 'Use a passkey' }).click();
    await page.getByText('The invitation was sent').waitFor();
    await messageTo(dataDir, 'kim@acme.example', /invite=/);
    expect(sentMessages(dataDir).filter(({ to }) => to === 'kim@acme.example')).toHaveLength(1);
  });
  it('takes the place of the text message at sign-in', async () => {
    await forgetSession(page, here);
    const before = texts();
    await passwordStep(here);
    await page.getByRole('button', { name: 'Use a Passkey' }).click();
    await page.waitForURL('**/app/dashboard');
    expect(texts()).toBe(before);
  });
});

describe('an authenticator app', () => {
  let secret: string;
  let recoveryCode: string;
  it('is set up with its key, and shows its recovery codes once', async () => {
    await page.goto(`${here}/app/you/security`);
    await page.getByRole('button', { name: 'Set up an app' }).click();
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('img', { name: 'QR code for the authenticator app' }).waitFor();
    await page.getByText('Type a key instead').click();
    const shown = dialog('Set up an authenticator app');
    secret = (await shown.locator('code').innerText()).replaceAll(' ', '');
    await page.getByLabel('Code that the app shows').fill(totpCode(secret, stepOf(new Date())));
    await shown.getByRole('button', { name: 'Confirm' }).click();
    const kept = dialog('Keep your recovery codes').getByRole('listitem');
    await kept.first().waitFor();
    const codes = await kept.allInnerTexts();
    expect(codes).toHaveLength(10);
    recoveryCode = codes[0]!;
    await page.getByRole('button', { name: 'I have kept them' }).click();
    await page.getByText('10 recovery codes left').waitFor();
  });
  it('confirms a call, and a recovery code signs in', async () => {
    await invite('lee@acme.example');
    const shown = dialog('Confirm it is you');
    await shown.getByRole('button', { name: 'Use the authenticator app' }).click();
    // The code of the step before was used when the app was set up.
    await shown.getByLabel('Code of the authenticator app').fill(totpCode(secret, stepOf(new Date()) + 1));
    await shown.getByRole('button', { name: 'Confirm' }).click();
    await page.getByText('The invitation was sent').waitFor();
    await forgetSession(page, here);
    const before = texts();
    await passwordStep(here);
    await page.getByRole('button', { name: 'Use a recovery code' }).click();
    await page.getByLabel('Recovery Code').fill(recoveryCode);
    await page.getByRole('button', { name: 'Verify', exact: true }).click();
    await page.waitForURL('**/app/dashboard');
    expect(texts()).toBe(before);
  });
  it('leaves nothing behind in the browser’s log', () => expect(troubles).toEqual([]));
});
