// npm test: runs every kind of test but the long ones. npm run test:long: those that walk over every screen, wait, break something
// or take minutes (*.long.test.ts), and those of made-up cases with many more of them.
// Other arguments go to vitest (a project, a file). The last line shows the counts.
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { buildIfStale } from './buildIfStale.ts';

const root = join(import.meta.dirname, '..');
const args = process.argv.slice(2);
const isLong = args[0] === '--long';
const report = join(root, 'node_modules', '.cache', `test-report-${process.pid}.json`);
await buildIfStale();
const { status } = spawnSync(
  process.execPath,
  [
    join(root, 'node_modules/vitest/vitest.mjs'),
    'run',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${report}`,
    ...(isLong
      ? [
          ...(args.includes('--project')
            ? []
            : ['--project', 'domain', '--project', 'server', '--project', 'client', '--project', 'e2e']),
          ...args.slice(1),
        ]
      : args),
  ],
  { stdio: 'inherit', cwd: root, env: { ...process.env, NODE_ENV: 'test', ...(isLong && { LONG_TESTS: '1' }) } },
);
interface Report {
  numPassedTests: number;
  numFailedTests: number;
  numFailedTestSuites: number;
}
const counts = existsSync(report) ? (JSON.parse(readFileSync(report, 'utf8')) as Report) : null;
rmSync(report, { force: true });
// A file that failed to load has no failing tests, so it counts as one.
const failed = counts ? Math.max(counts.numFailedTests, status === 0 ? 0 : 1) : 1;
console.log(`${counts?.numPassedTests ?? 0} passed, ${failed} failed`);
process.exitCode = status === 0 && counts ? 0 : 1;
