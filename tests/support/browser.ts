// Finds a browser that can be started here, and starts it. A missing browser never skips a test: it fails with a
// message.
import { existsSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll } from 'vitest';
import { newDataDir, startServer } from './runningServer.ts';
import type { RunningServer } from './runningServer.ts';
import { PATIENCE_MS } from './time/patience.ts';

const INSTALLED = [
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/snap/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Google\\Chrome\\Application\\chrome.exe',
];

interface Found {
  path: string;
  env?: Record<string, string>;
}

/** CHROME_BIN, then an installed one, then Playwright's own, then the one that comes from npm. */
async function findBrowser(): Promise<Found> {
  if (process.env.CHROME_BIN) return { path: process.env.CHROME_BIN };
  const installed = process.env.CHROME_FROM_NPM
    ? undefined
    : [...INSTALLED, chromium.executablePath()].find((path) => existsSync(path));
  return installed ? { path: installed } : fromNpm();
}

// A Chromium for Linux x64 inside an npm package, with the system libraries it needs beside it.
async function fromNpm(): Promise<Found> {
  if (process.platform !== 'linux' || process.arch !== 'x64') throw new Error(FIXES);
  const home = join(dirname(fileURLToPath(import.meta.resolve('@sparticuz/chromium'))), '..');
  const { version } = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8')) as { version: string };
  const folder = join(tmpdir(), `sharebook-chromium-${version}`);
  if (!existsSync(folder)) await unpack(join(home, 'bin'), folder);
  return {
    path: join(folder, 'chromium'),
    env: { LD_LIBRARY_PATH: join(folder, 'al2023', 'lib'), FONTCONFIG_FILE: fontsOf(join(folder, 'fonts')) },
  };
}

/** Files of tests that begin at the same time unpack it each by themselves: what is not whole yet cannot be started. */
async function unpack(bin: string, folder: string): Promise<void> {
  const { default: packed, inflate } = await import('@sparticuz/chromium');
  const own = mkdtempSync(`${folder}-`);
  // The package asks for the folder of temporary files at each file.
  const { TMPDIR } = process.env;
  process.env.TMPDIR = own;
  try {
    await packed.executablePath();
    await inflate(join(bin, 'al2023.tar.br'));
  } finally {
    if (TMPDIR === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = TMPDIR;
  }
  try {
    renameSync(own, folder);
  } catch (error) {
    rmSync(own, { recursive: true });
    // Another was faster.
    if (!existsSync(folder)) throw error;
  }
}

/** Names the fonts that came with it. The file that came too looks for them in /tmp alone, and without a font the browser ends. */
function fontsOf(folder: string): string {
  const file = join(folder, 'found.conf');
  const own = `${file}.${process.pid}`;
  writeFileSync(
    own,
    `<?xml version="1.0"?><fontconfig><dir>${folder}</dir><cachedir>${join(folder, 'cache')}</cachedir></fontconfig>`,
  );
  renameSync(own, file);
  return file;
}

const FIXES =
  'No browser was found for the end-to-end tests. Install Chrome or Chromium (Debian and Ubuntu: apt-get install chromium), or name one in CHROME_BIN.';

/** `textSize`: the size of text that its user has set; usually 16 pixels. */
export async function launchBrowser({ textSize = 16 } = {}): Promise<Browser> {
  const found = await findBrowser();
  const isRoot = process.getuid?.() === 0;
  try {
    return await chromium.launch({
      executablePath: found.path,
      headless: true,
      env: { ...(process.env as Record<string, string>), ...found.env },
      args: [
        ...(isRoot || process.env.CI ? ['--no-sandbox'] : []),
        '--disable-gpu',
        `--blink-settings=defaultFontSize=${textSize}`,
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    });
  } catch (error) {
    const missing = /error while loading shared libraries: (\S+?):/.exec((error as Error).message)?.[1];
    if (missing)
      throw new Error(`The browser at ${found.path} lacks the system library ${missing}. ${FIXES}`, { cause: error });
    throw new Error(`The browser at ${found.path} did not start. ${FIXES}\n${(error as Error).message}`, {
      cause: error,
    });
  }
}

/**
 * Ends the session that a page keeps, on a page without the console: an open console would lead to the sign-in page by itself
 * while the test goes there.
 */
export async function forgetSession(page: Page, address: string): Promise<void> {
  await page.goto(`${address}/`);
  await page.evaluate(() => localStorage.clear());
}

/** A device beside the page that keeps passkeys and confirms each question by itself. */
export async function givePasskeys(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}

/** A server with an empty data folder and a page of a desktop browser, for all tests of a file. */
export function useNewcomer(name: string): { page: Page; address: string; dataDir: string } {
  let dataDir: string;
  let server: RunningServer;
  let browser: Browser;
  let page: Page;
  beforeAll(async () => {
    dataDir = newDataDir(name);
    server = await startServer(dataDir);
    browser = await launchBrowser();
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'en-US' });
    page = await context.newPage();
    page.setDefaultTimeout(PATIENCE_MS);
  });
  afterAll(async () => {
    await browser?.close();
    await server?.stop();
    rmSync(dataDir, { recursive: true, force: true });
  });
  return {
    get page() {
      return page;
    },
    get address() {
      return server.address;
    },
    get dataDir() {
      return dataDir;
    },
  };
}
