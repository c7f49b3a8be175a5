// Leaves out each step of docs/recipes.md in turn, with all others performed: the build, or a test, must say that it is missing.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { copyOfTheTree, recipeSteps } from '../support/recipes.ts';
import type { Copy, Said } from '../support/recipes.ts';

const steps = recipeSteps();
let copy: Copy;
beforeAll(() => {
  copy = copyOfTheTree();
  copy.perform(steps);
});
afterAll(() => copy.remove());

/** The checks in the order in which a maintainer meets them, until one fails. */
function firstFailure(): Said | undefined {
  const checks = [
    () => copy.types('tsconfig.json'),
    () => copy.types('tsconfig.server.json'),
    () => copy.tests('client', 'tests/client/recipes.test.tsx'),
    () =>
      copy.tests(
        'server',
        'tests/server/recipes.test.ts',
        'tests/server/access/roles.test.ts',
        'tests/server/security/catalogue.test.ts',
        'tests/server/office/openTasks.test.ts',
      ),
    () => copy.tests('server', 'tests/server/http/lists.test.ts', '-t', 'the list of shareholders'),
    () => copy.tests('server', 'tests/server/security/matrix.test.ts', '-t', 'the table names every route'),
    () => copy.tests('server', 'tests/server/security/matrix.test.ts', '-t', 'that is refused'),
  ];
  for (const check of checks) {
    const said = check();
    if (said.status !== 0) return said;
  }
  return undefined;
}

describe('with every step', () => {
  it('nothing fails', () => {
    expect(firstFailure()?.said).toBeUndefined();
  });
});

/** What the failure says, for the steps of which the page promises it. */
const PROMISED = new Map([
  ['9001_nickname.sql', /nickname/],
  ['9002_on_hold.sql', /on_hold/],
  ['9003_auditor.sql', /auditor/],
  ['distributionMachine.ts', /on_hold/],
  ['server/commands/verbs.ts', /welcome/],
  ['access/bodies.ts', /welcome/],
  ['9004_blocked.sql', /blocked/],
  ['9005_fiscal_year_end.sql', /fiscal_year_end/],
  ['tenants.ts', /nickname/],
  ['office/tasks.ts', /blocked/],
  ['members.ts', /members\.ts.*auditor/s],
  ['useMe.ts', /useMe\.ts.*auditor/s],
]);

describe('without one step', () => {
  it.each(steps.map((step) => [step.recipe, step.file, step] as const))(
    'of "%s", in %s, something fails',
    (_recipe, file, step) => {
      const putBack = copy.leaveOut(step);
      const failure = firstFailure();
      putBack();
      expect([file, failure?.status]).not.toEqual([file, undefined]);
      const promised = [...PROMISED].find(([end]) => file.endsWith(end))?.[1] ?? /./;
      expect(failure!.said).toMatch(promised);
    },
  );
});
