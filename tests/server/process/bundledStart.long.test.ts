// npm start takes the server from one bundle where it is of the sources that are there, and from the sources else. What stands beside
// the sources (SQL, words, fonts, programs of other processes) is found from both.
import { execFileSync } from 'node:child_process';
import { appendFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import type { Row } from '#server/db/database.ts';
import { newDataDir, startServer } from '#tests/support/runningServer.ts';
import type { RunningServer } from '#tests/support/runningServer.ts';
import { ofTheSample } from '#tests/support/runningCompany.ts';

const root = join(import.meta.dirname, '../../..');
const bundle = join(root, 'node_modules/.cache/server');
const dataDir = newDataDir('bundled');
const MARK = 'This is the bundle.';
let server: RunningServer;
const start = async () => void (server = await startServer(dataDir, { DEMO: 'on' }, 'scripts/start.ts'));

beforeAll(() => {
  rmSync(bundle, { recursive: true, force: true });
  execFileSync(process.execPath, ['scripts/serverBundle.ts'], { cwd: root });
  appendFileSync(join(bundle, 'main.js'), `\nconsole.log(${JSON.stringify(MARK)});\n`);
});
afterEach(() => server?.stop());
afterAll(() => {
  for (const folder of [bundle, dataDir]) rmSync(folder, { recursive: true, force: true });
});

it('serves pages, papers, sheets, PDFs and scenarios from the bundle', async () => {
  await start();
  expect(server.output()).toContain(MARK);
  const { access_token } = await ofTheSample(server.address, 'mara@tidewater.example');
  const ask = (path: string, init: RequestInit = {}) =>
    fetch(server.address + path, {
      ...init,
      headers: { authorization: `Bearer ${access_token}`, 'accept-language': 'de', ...init.headers },
    });
  expect((await ask('/login')).status).toBe(200);
  const [grant] = (await (await ask('/api/grants/?range=[0,0]')).json()) as [Row];
  const paper = await ask(`/api/grants/${String(grant.id)}/pdf`);
  expect([paper.status, paper.headers.get('content-type')]).toEqual([200, 'application/pdf']);
  const upload = async (path: string, name: string, bytes: string | ArrayBuffer, fields: Row = {}) => {
    const form = new FormData();
    form.set('file', new Blob([bytes]), name);
    for (const [field, value] of Object.entries(fields)) form.set(field, String(value));
    return ask(path, { method: 'POST', body: form });
  };
  // A program of its own reads each.
  const sheet = await upload('/api/sheets', 'holders.csv', 'Shareholder,Shares\nAda Okafor,5\n');
  expect(sheet.status).toBe(201);
  const pdf = await upload('/api/documents/upload', 'grant.pdf', await paper.arrayBuffer(), { audience: 'company' });
  expect(pdf.status).toBe(201);
  const [scenario] = (await (await ask('/api/scenarios/?range=[0,0]')).json()) as [Row];
  const run = await ask(`/api/scenarios/${String(scenario.id)}/run`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{}',
  });
  expect(run.status).toBe(200);
  const refused = (await (await ask('/api/grants/none')).json()) as Row;
  expect(refused.said).toBe('Nicht gefunden.');
});

it('starts from the sources once they are others', async () => {
  writeFileSync(join(bundle, '.inputs'), 'of other sources');
  await start();
  expect(server.output()).not.toContain(MARK);
});
