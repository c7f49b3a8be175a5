// Takes the pictures of the landing page and the README from the sample company. Run it after changing those screens: node
// scripts/takePictures.ts
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { DEMO_PASSWORD } from '../server/auth/demoAccount.ts';
import { launchBrowser } from '../tests/support/browser.ts';
import { newDataDir, startServer } from '../tests/support/runningServer.ts';
import { build } from './build.ts';

const SIZE = { width: 1440, height: 900 };
const folder = join(import.meta.dirname, '..', 'public', 'images');

await build();
const dataDir = newDataDir('pictures');
const server = await startServer(dataDir, { DEMO: 'on' });
const browser = await launchBrowser();
for (const theme of ['light', 'dark'] as const) {
  const file = join(folder, `product-${theme}.webp`);
  writeFileSync(file, await asWebp(browser, await picture(browser, theme)));
  console.log(file);
}
await browser.close();
await server.stop();
rmSync(dataDir, { recursive: true, force: true });

async function picture(on: Browser, theme: 'light' | 'dark'): Promise<Buffer> {
  const context = await on.newContext({ viewport: SIZE, colorScheme: theme, reducedMotion: 'reduce', locale: 'en-US' });
  const answer = await context.request.post(`${server.address}/api/auth/login`, {
    data: { email: 'mara@tidewater.example', password: DEMO_PASSWORD },
  });
  const session = (await answer.json()) as { access_token: string; user: unknown };
  const page = await context.newPage();
  await page.goto(`${server.address}/login`);
  await page.evaluate(
    `localStorage.setItem('access_token', ${JSON.stringify(session.access_token)}); localStorage.setItem('user', ${JSON.stringify(JSON.stringify(session.user))});`,
  );
  await page.goto(`${server.address}/app/cap-table`);
  await page.getByRole('row', { name: /^Total/ }).waitFor();
  const png = await page.screenshot({ type: 'png' });
  await context.close();
  return png;
}

/** The browser encodes the picture, so no image library is needed. */
async function asWebp(on: Browser, png: Buffer): Promise<Buffer> {
  const page = await on.newPage();
  const base64 = await page.evaluate<string>(`(async () => {
    const image = await createImageBitmap(await (await fetch('data:image/png;base64,${png.toString('base64')}')).blob());
    const canvas = new OffscreenCanvas(image.width, image.height);
    canvas.getContext('2d').drawImage(image, 0, 0);
    const bytes = new Uint8Array(await (await canvas.convertToBlob({ type: 'image/webp', quality: 0.86 })).arrayBuffer());
    let text = '';
    for (const byte of bytes) text += String.fromCharCode(byte);
    return btoa(text);
  })()`);
  await page.close();
  return Buffer.from(base64, 'base64');
}
