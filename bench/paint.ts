// When a first visit has painted its largest part, in a browser that has loaded nothing of Sharebook before: the processor at a
// quarter of its speed, a line of 1.6 Mbit/s with 150 ms to the server. Half the visits begin with one page, half with the other.
import { rmSync } from 'node:fs';
import type { Browser } from 'playwright-core';
import { launchBrowser } from '#tests/support/browser.ts';
import { ofTheSample } from '#tests/support/runningCompany.ts';
import { newDataDir, startServer } from '#tests/support/runningServer.ts';
import { build } from '#scripts/build.ts';
import { figure, line, median } from './figures.ts';

export const PAINT_SECONDS_MAX = { '/login': 1.2, '/app/certificates': 1.6 } as const;
type Path = keyof typeof PAINT_SECONDS_MAX;
const ROUNDS = 7;
const SLOWER = 4;
const LINE = { offline: false, latency: 150, downloadThroughput: 1_600_000 / 8, uploadThroughput: 750_000 / 8 };
const LOOK_MS = 5_000;

/** Out: seconds, by page. */
export async function benchPaint(): Promise<Record<Path, number>> {
  await build();
  const dataDir = newDataDir('paint');
  const server = await startServer(dataDir, { DEMO: 'on' });
  const browser = await launchBrowser();
  try {
    const session = await ofTheSample(server.address, 'mara@tidewater.example');
    const kept = { access_token: session.access_token, user: JSON.stringify(session.user) };
    const times: Record<Path, number[]> = { '/login': [], '/app/certificates': [] };
    for (let round = 0; round < ROUNDS; round += 1)
      for (const path of Object.keys(times) as Path[])
        times[path].push(await paintedAfter(browser, server.address + path, path === '/login' ? {} : kept));
    const paths = Object.keys(times) as Path[];
    console.log(`\nThe largest paint of a first visit (${ROUNDS} rounds in turns), seconds`);
    line('', 'median', 'most');
    for (const path of paths) line(path, figure(median(times[path])), figure(Math.max(...times[path])));
    return { '/login': median(times['/login']), '/app/certificates': median(times['/app/certificates']) };
  } finally {
    await browser.close();
    await server.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

async function paintedAfter(browser: Browser, url: string, stored: Record<string, string>): Promise<number> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  try {
    await context.route('**/api/changes', (route) => route.abort());
    await context.addInitScript((session) => {
      for (const [name, value] of Object.entries(session)) localStorage.setItem(name, value);
    }, stored);
    const page = await context.newPage();
    const client = await context.newCDPSession(page);
    await client.send('Network.enable');
    await client.send('Network.emulateNetworkConditions', LINE);
    await client.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
    await page.goto(url, { waitUntil: 'networkidle' });
    return await page.evaluate(
      (most) =>
        new Promise<number>((resolve, reject) => {
          setTimeout(reject, most, new Error('Nothing was painted.'));
          new PerformanceObserver((list) => resolve(list.getEntries().at(-1)!.startTime / 1000)).observe({
            // Node's types know its own kinds of entry alone.
            type: 'largest-contentful-paint' as never,
            buffered: true,
          });
        }),
      LOOK_MS,
    );
  } finally {
    await context.close();
  }
}
