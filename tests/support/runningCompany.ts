// Founds a company on a running server over HTTP, and opens a browser page signed in as its owner.
import type { Browser, BrowserContext, Page } from 'playwright-core';
import type { Row } from '#server/db/database.ts';
import { messageTo } from './runningServer.ts';
import type { RunningServer } from './runningServer.ts';
import { PATIENCE_MS } from './time/patience.ts';

export interface Founder {
  access_token: string;
  user: Row;
  send(method: string, path: string, body?: unknown): Promise<Row>;
}

export async function foundOn(server: RunningServer, dataDir: string, given: Row): Promise<Founder> {
  let token = '';
  const send = async (method: string, path: string, body?: unknown): Promise<Row> => {
    const answer = await fetch(`${server.address}${path}`, {
      method,
      headers: { 'Content-Type': 'application/json', ...(token ? { Authorization: `Bearer ${token}` } : {}) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const json = (answer.status === 204 ? {} : await answer.json()) as Row;
    if (!answer.ok) throw new Error(`${method} ${path} was refused: ${JSON.stringify(json)}`);
    return json;
  };
  await send('POST', '/api/auth/signup', {
    password: 'Right-to-the-share-1',
    first_name: 'Fiona',
    last_name: 'Founder',
    sms_consent: true,
    account_type: 'client',
    ...given,
  });
  const [, code] = await messageTo(dataDir, String(given.phone), /code is (\d{6})/);
  const { access_token, user } = await send('POST', '/api/auth/verify-phone', { email: given.email, code });
  token = String(access_token);
  return { access_token: token, user: user as Row, send };
}

/** Leaves out the stream of changes, so that a page has a moment without requests. */
export const withoutStream = (page: Page | BrowserContext): Promise<unknown> =>
  page.route('**/api/changes', (route) => route.abort());

export async function pageOf(
  browser: Browser,
  server: Pick<RunningServer, 'address'>,
  { access_token, user }: Pick<Founder, 'access_token' | 'user'>,
  options: Parameters<Browser['newContext']>[0] = {},
): Promise<Page> {
  const context = await browser.newContext({ locale: 'en-US', ...options });
  const page = await context.newPage();
  page.setDefaultTimeout(PATIENCE_MS);
  await page.goto(`${server.address}/terms`);
  await page.evaluate(
    ([token, kept]) => {
      localStorage.setItem('access_token', token!);
      localStorage.setItem('user', kept!);
    },
    [access_token, JSON.stringify(user)],
  );
  return page;
}

/** A session of a person of the sample company; its owner unless another address is given. */
export async function ofTheSample(
  address: string,
  email = 'mara@tidewater.example',
): Promise<Pick<Founder, 'access_token' | 'user'>> {
  const answer = await fetch(`${address}/api/auth/login`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ email, password: 'sample-company' }),
  });
  return (await answer.json()) as Pick<Founder, 'access_token' | 'user'>;
}

/** Somebody of the sample company at a browser, who also acts by HTTP. */
export interface SamplePerson {
  page: Page;
  name: string;
  call(method: string, path: string, body?: unknown): Promise<Row>;
}

export async function samplePerson(
  browser: Browser,
  { address }: Pick<RunningServer, 'address'>,
  email: string,
): Promise<SamplePerson> {
  const session = await ofTheSample(address, email);
  const { access_token, user } = session;
  return {
    page: await pageOf(browser, { address }, session, { viewport: { width: 1440, height: 900 } }),
    name: `${String(user.first_name)} ${String(user.last_name)}`,
    async call(method, path, body) {
      const headers = { 'content-type': 'application/json', authorization: `Bearer ${access_token}` };
      const request = { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) };
      let answer = await fetch(`${address}${path}`, request);
      // Beside busy processes the server may say that it has no time: then nothing was done, and one asks again.
      for (const until = Date.now() + PATIENCE_MS; answer.status === 503 && Date.now() < until;)
        answer = await fetch(`${address}${path}`, request);
      if (!answer.ok) throw new Error(`${method} ${path} was refused: ${await answer.text()}`);
      return (await answer.json()) as Row;
    },
  };
}
