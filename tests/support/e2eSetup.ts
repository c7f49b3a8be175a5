// One real server with the sample company and its own data directory, for the end-to-end tests that only read.
import { rmSync } from 'node:fs';
import type { TestProject } from 'vitest/node';
import { build } from '#scripts/build.ts';
import { newDataDir, startServer } from './runningServer.ts';

declare module 'vitest' {
  interface ProvidedContext {
    address: string;
    dataDir: string;
  }
}

export default async function setup(project: TestProject) {
  await build();
  const dataDir = newDataDir('e2e');
  const server = await startServer(dataDir, { DEMO: 'on' });
  project.provide('address', server.address);
  project.provide('dataDir', dataDir);
  return async () => {
    await server.stop();
    rmSync(dataDir, { recursive: true, force: true });
  };
}
