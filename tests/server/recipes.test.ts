// Follows the recipes of docs/recipes.md on a copy of the tree, exactly as the page says, and checks the result over
// HTTP and on a screen. The build or a test must name a step that is left out.
import { spawnSync } from 'node:child_process';
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { copyOfTheTree, recipeSteps } from '../support/recipes.ts';
import type { Copy } from '../support/recipes.ts';

const steps = recipeSteps();
let copy: Copy;
beforeAll(() => {
  copy = copyOfTheTree();
  for (const step of steps) copy.perform(step);
  cpSync(join(copy.folder, 'tests/recipes/server.check.ts'), join(copy.folder, 'tests/server/recipes.test.ts'));
  cpSync(join(copy.folder, 'tests/recipes/console.check.tsx'), join(copy.folder, 'tests/client/recipes.test.tsx'));
});
afterAll(() => copy.remove());

function run(...args: string[]): { status: number | null; said: string } {
  const { status, stdout, stderr } = spawnSync(process.execPath, args, {
    cwd: copy.folder,
    encoding: 'utf8',
    env: { ...process.env, VITEST: undefined, VITEST_POOL_ID: undefined, VITEST_WORKER_ID: undefined },
  });
  return { status, said: `${stdout}${stderr}` };
}
const types = (project: string) => run('node_modules/typescript/bin/tsc', '-p', project, '--noEmit');
const tests = (project: string, ...files: string[]) =>
  run('node_modules/vitest/vitest.mjs', 'run', '--project', project, ...files);
/** The output when it failed, otherwise an empty text. */
const failureOf = ({ status, said }: { status: number | null; said: string }) => (status === 0 ? '' : said);

describe('docs/recipes.md', () => {
  it('has a recipe for everything that is added often', () => {
    const recipes = new Set(steps.map(({ recipe }) => recipe));
    for (const each of [
      'A column',
      'A filter',
      'A status',
      'A verb',
      'A role',
      'A report',
      'A transaction type',
      'A kind of notice',
    ])
      expect(recipes).toContain(each);
  });

  it('results in code that builds', () => {
    for (const project of ['tsconfig.json', 'tsconfig.server.json']) expect(failureOf(types(project))).toBe('');
  });

  it(
    'results in code that works over HTTP, and that passes the tests over all roles and types',
    { timeout: 420_000 },
    () => {
      const ofServer = tests(
        'server',
        'tests/server/recipes.test.ts',
        'tests/server/access/roles.test.ts',
        'tests/server/security/catalogue.test.ts',
      );
      expect(failureOf(ofServer)).toBe('');
      expect(failureOf(tests('domain', 'tests/domain/ledger/transactionTypes.test.ts'))).toBe('');
    },
  );

  it('results in code that works on a screen', () => {
    expect(failureOf(tests('client', 'tests/client/recipes.test.tsx'))).toBe('');
  });
});

/** The step of a recipe that goes into this file. */
const stepOf = (recipe: string, file: string) =>
  steps.find((step) => step.recipe === recipe && step.file === file && step.text.trim() !== '')!;

describe('a step that is left out', () => {
  it.each([
    ['A verb', 'server/commands/verbs.ts', 'tsconfig.server.json', /verbs\.ts.*shareholders\.welcome/s],
    ['A role', 'src/resources/kit/access.ts', 'tsconfig.json', /access\.ts.*auditor/s],
    ['A role', 'src/admin/session/useMe.ts', 'tsconfig.json', /useMe\.ts.*auditor/s],
  ])('of "%s", in %s, is named by the build', (recipe, file, project, names) => {
    const step = steps.find((each) => each.recipe === recipe && each.file === file && each.at?.how === 'after')!;
    copy.restore(step);
    const { status, said } = types(project);
    copy.perform(step);
    expect(status).not.toBe(0);
    expect(said).toMatch(names);
  });

  it('is named by a test when it is SQL: a column, a status and a role', { timeout: 420_000 }, () => {
    const left = [
      stepOf('A column', 'server/db/migrations/9001_nickname.sql'),
      stepOf('A status', 'server/db/migrations/9002_on_hold.sql'),
      stepOf('A role', 'server/db/migrations/9003_auditor.sql'),
    ];
    for (const step of left) copy.restore(step);
    const { said } = tests('server', 'tests/server/security/catalogue.test.ts', 'tests/server/access/roles.test.ts');
    for (const step of left) copy.perform(step);
    expect(said).toMatch(/nickname/);
    expect(said).toMatch(/on_hold/);
    expect(said).toMatch(/auditor/);
  });
});
