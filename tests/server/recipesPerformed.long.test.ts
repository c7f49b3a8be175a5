// Follows the recipes of docs/recipes.md on a copy of the tree, exactly as the page says, and checks the result over
// HTTP and on a screen. recipesLeftOut.long.test.ts leaves out each step in turn.
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

/** The output when it failed, otherwise an empty text. */
const failureOf = ({ status, said }: Said) => (status === 0 ? '' : said);

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
      'A setting of the company',
      'A transaction type',
      'A kind of notice',
    ])
      expect(recipes).toContain(each);
  });

  it('results in code that builds', () => {
    for (const project of ['tsconfig.json', 'tsconfig.server.json'] as const)
      expect(failureOf(copy.types(project))).toBe('');
  });

  it(
    'results in code that works over HTTP, and that passes the tests over all roles and types',
    { timeout: 420_000 },
    () => {
      const ofServer = copy.tests(
        'server',
        'tests/server/recipes.test.ts',
        'tests/server/access/roles.test.ts',
        'tests/server/security/catalogue.test.ts',
        'tests/server/office/openTasks.test.ts',
      );
      expect(failureOf(ofServer)).toBe('');
      const ofLists = copy.tests('server', 'tests/server/http/lists.test.ts', '-t', 'the list of shareholders');
      expect(failureOf(ofLists)).toBe('');
      const ofAccess = copy.tests(
        'server',
        'tests/server/security/matrix.test.ts',
        '-t',
        'that reads|that is refused|table names',
      );
      expect(failureOf(ofAccess)).toBe('');
      const ofDomain = ['domain/ledger/transactionTypes', 'domain/distribution/distributionMachine', 'languages'];
      const files = ofDomain.map((each) => `tests/${each}.test.ts`);
      expect(failureOf(copy.tests('domain', ...files, 'tests/resources'))).toBe('');
    },
  );

  it('results in code that works on a screen', () => {
    expect(failureOf(copy.tests('client', 'tests/client/recipes.test.tsx'))).toBe('');
  });
});
