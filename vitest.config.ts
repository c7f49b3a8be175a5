import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { folderInMemory } from './tests/support/folders/inMemory.ts';
import { LongestFirst } from './tests/support/longestFirst.ts';
import { PATIENCE_MS, TEST_MS } from './tests/support/time/patience.ts';

// What tests write, databases first of all, lies in memory where that is possible.
const inMemory = folderInMemory();
if (inMemory) process.env.TMPDIR ??= inMemory;

/** Of every project: a test on a busy machine is slow, not wrong. */
const waits = (testTimeout = TEST_MS) => ({
  testTimeout,
  hookTimeout: TEST_MS,
  expect: { poll: { timeout: PATIENCE_MS } },
});
const console = {
  ...waits(),
  environment: 'happy-dom',
  globalSetup: ['tests/support/contract/contractSetup.ts'],
  setupFiles: ['tests/support/clientSetup.ts'],
  server: { deps: { inline: ['react-admin', /^ra-/, /^@mui\//] } },
};
/** These tests replace a module, or test what a tab keeps in its memory, so each file needs its own modules. */
const ALONE = ['tests/client/addAResource.test.tsx', 'tests/client/auth/**/*.test.{ts,tsx}'];
/**
 * Tests that walk over every screen and dialog, wait, break something, try many made-up cases or take long: `npm run test:long` runs
 * them, and `npm test` leaves them out.
 */
const LONG = ['tests/**/*.long.test.ts'];
const longOf = (room: 'server' | 'e2e') => `tests/${room}/**/*.long.test.ts`;
/** Tests that try more cases in `npm run test:long` (tests/support/time/often.ts). */
const rare = (half: 'domain' | 'server' | 'client') =>
  globSync(`tests/${half}/**/*.test.{ts,tsx}`, { cwd: import.meta.dirname }).filter((file) =>
    readFileSync(join(import.meta.dirname, file), 'utf8').includes('/time/often.ts'),
  );
const LONG_MS = 1_800_000;
const isLong = process.env.LONG_TESTS === '1';

// Four kinds of test in one run. Services (PostgreSQL, the built console) are started once, in globalSetup. Without isolation, a
// worker loads the server or the console once, instead of once per file.
export default defineConfig({
  test: {
    // One more than a small machine has cores: many tests wait for a process, a browser or a limit of time.
    maxWorkers: 3,
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          ...waits(isLong ? LONG_MS : TEST_MS),
          name: 'domain',
          isolate: false,
          include: isLong
            ? rare('domain')
            : ['tests/domain/**/*.test.ts', 'tests/resources/**/*.test.ts', 'tests/*.test.ts'],
          environment: 'node',
        },
      },
      {
        test: {
          ...waits(isLong ? LONG_MS : TEST_MS),
          name: 'server',
          isolate: false,
          include: isLong ? [longOf('server'), ...rare('server')] : ['tests/server/**/*.test.ts'],
          exclude: isLong ? [] : LONG,
          environment: 'node',
          globalSetup: ['tests/support/postgresSetup.ts'],
        },
      },
      {
        plugins: [react()],
        test: {
          ...console,
          name: 'client',
          isolate: false,
          include: isLong ? rare('client') : ['tests/client/**/*.test.{ts,tsx}'],
          exclude: ALONE,
        },
      },
      { plugins: [react()], test: { ...console, name: 'client-alone', include: isLong ? [] : ALONE } },
      {
        test: {
          ...waits(isLong ? LONG_MS : TEST_MS),
          name: 'e2e',
          include: isLong ? [longOf('e2e')] : ['tests/e2e/**/*.test.ts'],
          exclude: isLong ? [] : LONG,
          environment: 'node',
          globalSetup: ['tests/support/e2eSetup.ts'],
        },
      },
    ],
  },
});
