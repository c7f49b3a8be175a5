// One real server for all end-to-end tests, with its sample company, on a data directory of its own.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { build } from '../../scripts/build.ts';

declare module 'vitest' {
  interface ProvidedContext {
    address: string;
    dataDir: string;
  }
}

export default async function setup(project: TestProject) {
  await build();
  const dataDir = mkdtempSync(join(tmpdir(), 'sharebook-e2e-'));
  const root = join(import.meta.dirname, '..', '..');
  const child = spawn(process.execPath, ['server/main.ts'], {
    cwd: root,
    env: { ...process.env, NODE_ENV: 'development', DATA_DIR: dataDir, PORT: '0', DEMO: 'on', OTP_RESEND_SECONDS: '1' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  const address = await new Promise<string>((resolve, reject) => {
    child.stdout.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      const ready = /Sharebook is ready at (\S+)/.exec(output);
      if (ready) resolve(ready[1]!);
    });
    child.on('exit', (code) => reject(new Error(`The server ended with ${code} before it was ready:\n${output}`)));
  });
  project.provide('address', address);
  project.provide('dataDir', dataDir);
  return async () => {
    const ended = new Promise((resolve) => child.on('exit', resolve));
    child.kill('SIGTERM');
    await ended;
    rmSync(dataDir, { recursive: true, force: true });
  };
}
