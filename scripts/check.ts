// npm run check: types of console and server, lint, format and the house rules. Runs all checks, even after a failure.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

const bin = (name: string) => join(import.meta.dirname, '..', 'node_modules', name);
const checks: [string, string[]][] = [
  ['types of the console', [bin('typescript/bin/tsc'), '-p', 'tsconfig.json', '--noEmit']],
  ['types of the server', [bin('typescript/bin/tsc'), '-p', 'tsconfig.server.json', '--noEmit']],
  ['lint', [bin('oxlint/bin/oxlint'), '--quiet']],
  ['format', [bin('prettier/bin/prettier.cjs'), '--check', '--log-level=warn', '.']],
  [
    'tidy',
    [
      bin('vitest/vitest.mjs'),
      'run',
      '--project',
      'domain',
      'tests/tidy.test.ts',
      'tests/styles.test.ts',
      '--reporter=dot',
    ],
  ],
];

const failed = checks.filter(([name, args]) => {
  console.log(`Checking ${name}`);
  return spawnSync(process.execPath, args, { stdio: 'inherit', cwd: join(import.meta.dirname, '..') }).status !== 0;
});
if (failed.length > 0) {
  console.error(`Not in order: ${failed.map(([name]) => name).join(', ')}.`);
  process.exitCode = 1;
} else console.log('All checks passed.');
