// A company in Honolulu with a user in Kiritimati, which is 24 hours ahead, so the two places never have the same date.
import { rmSync } from 'node:fs';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { dayAt } from '#src/domain/dates.ts';
import { launchBrowser } from '../support/browser.ts';
import { foundOn, pageOf } from '../support/runningCompany.ts';
import { newDataDir, startServer } from '../support/runningServer.ts';
import type { RunningServer } from '../support/runningServer.ts';

const dataDir = newDataDir('day');
let server: RunningServer;
let browser: Browser;
beforeAll(async () => {
  server = await startServer(dataDir);
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser?.close();
  await server?.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

it('the owner’s first browser sets the company’s time zone, and a browser in another zone proposes the company’s day', async () => {
  const names = { client_name: 'honolulu', client_display_name: 'Honolulu, Inc.' };
  const owner = await foundOn(server, dataDir, { email: 'fiona@acme.example', phone: '+15551230001', ...names });
  const first = await pageOf(browser, server, owner, { timezoneId: 'Pacific/Honolulu' });
  const timeZoneSaved = first.waitForResponse('**/api/organization/time-zone');
  await first.goto(`${server.address}/app/dashboard`);
  expect((await timeZoneSaved).status()).toBe(200);
  await first.getByText('The company’s time zone is now Pacific/Honolulu').waitFor();
  await first.context().close();

  const { user } = (await owner.send('GET', '/api/auth/me')) as { user: Record<string, unknown> };
  expect(user.time_zone).toBe('Pacific/Honolulu');
  await owner.send('POST', '/api/share-classes/', {
    name: 'Common',
    class_type: 'COMMON',
    prefix: 'CS-',
    authorized_shares: '1000000',
    votes_per_share: 1,
    seniority: 1,
  });
  await owner.send('POST', '/api/shareholders/', {
    first_name: 'Jane',
    last_name: 'Eyre',
    type: 'individual',
    email: 'jane@holders.example',
  });
  const far = await pageOf(browser, server, { ...owner, user }, { timezoneId: 'Pacific/Kiritimati' });
  await far.goto(`${server.address}/app/certificates/create`);
  const written = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' });
  const day = () => written.format(new Date(dayAt(new Date(), 'Pacific/Honolulu')));
  await expect.poll(() => far.getByLabel('Issue date').inputValue()).toBe(day());
  await far.goto(`${server.address}/app/cap-table`);
  await expect.poll(() => far.getByLabel('As of').inputValue()).toBe(day());
  await far.goto(`${server.address}/app/settings/company`);
  await expect.poll(() => far.getByLabel('Time zone').inputValue()).toBe('Pacific/Honolulu');
  await far.context().close();
});
