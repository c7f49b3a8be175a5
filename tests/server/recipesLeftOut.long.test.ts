// Leaves out each step of docs/recipes.md in turn, with all others performed: the build, or a test, must say that it is missing. With
// every step nothing fails: recipesPerformed.long.test.ts makes the same checks.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { copyOfTheTree, recipeSteps } from '../support/recipes.ts';
import type { Copy, Said } from '../support/recipes.ts';
import { translatedLocales } from '#src/words/locales.ts';

const steps = recipeSteps();
let copy: Copy;
beforeAll(() => {
  copy = copyOfTheTree();
  copy.perform(steps);
});
afterAll(() => copy.remove());

const CHECKS = {
  'types of the console': () => copy.types('tsconfig.json'),
  'types of the server': () => copy.types('tsconfig.server.json'),
  console: () => copy.tests('client', 'tests/client/recipes.test.tsx'),
  server: () =>
    copy.tests(
      'server',
      'tests/server/recipes.test.ts',
      'tests/server/access/roles.test.ts',
      'tests/server/security/catalogue.test.ts',
      'tests/server/office/openTasks.test.ts',
    ),
  words: () => copy.tests('domain', 'tests/languages.test.ts'),
  declarations: () => copy.tests('domain', 'tests/resources'),
  lists: () => copy.tests('server', 'tests/server/http/lists.test.ts', '-t', 'the list of shareholders'),
  routes: () => copy.tests('server', 'tests/server/security/matrix.test.ts', '-t', 'the table names every route'),
  refusals: () => copy.tests('server', 'tests/server/security/matrix.test.ts', '-t', 'that is refused'),
};
type Check = keyof typeof CHECKS;

/** What was seen to find a step that is left out is asked first; then all others, as a maintainer meets them. */
const SEEN: readonly [end: string, checks: readonly Check[]][] = [
  ['access/routes.ts', ['routes']],
  ['access/bodies.ts', ['refusals']],
  ['support/tenants.ts', ['lists']],
  ['.sql', ['server', 'lists']],
  ['resources/shareholders.ts', ['types of the server', 'declarations', 'console', 'lists', 'refusals']],
  ['resources/organization.ts', ['types of the server', 'declarations', 'console', 'refusals']],
  ['.ts', ['types of the server']],
];

/** Runs checks until one fails. `file`: of the step that is left out. */
function firstFailure(file: string): Said | undefined {
  const first = SEEN.find(([end]) => file.endsWith(end))?.[1] ?? [];
  const names = new Set<Check>([...first, ...(Object.keys(CHECKS) as Check[])]);
  for (const name of names) {
    const said = CHECKS[name]();
    if (said.status !== 0) return said;
  }
  return undefined;
}

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

/** Texts in other languages, which one test finds: a run for each would take a quarter of an hour. */
const words = steps.filter(({ file }) => file.endsWith('.json'));

describe('without the texts in other languages', () => {
  it('each of them is named, in each language', () => {
    const putBack = copy.leaveOut(...words);
    const { said } = CHECKS.words();
    putBack();
    const left = words.flatMap(({ text }) =>
      Object.keys(JSON.parse(`{${text.trim().replace(/,$/, '')}}`) as Record<string, string>),
    );
    const isNamed = (text: string) => said.includes(`+   ${JSON.stringify(text)}`);
    expect(left.filter((text) => !isNamed(text))).toEqual([]);
    for (const locale of translatedLocales) expect(said).toContain(`${locale} has what is made of the names`);
  });
});

describe('without one step', () => {
  it.each(steps.filter((step) => !words.includes(step)).map((step) => [step.recipe, step.file, step] as const))(
    'of "%s", in %s, something fails',
    (_recipe, file, step) => {
      const putBack = copy.leaveOut(step);
      const failure = firstFailure(file);
      putBack();
      expect([file, failure?.status]).not.toEqual([file, undefined]);
      const promised = [...PROMISED].find(([end]) => file.endsWith(end))?.[1] ?? /./;
      expect(failure!.said).toMatch(promised);
    },
  );
});
