// The order of the test files: in each project the long ones run first, so that none of them starts when the rest is
// done.
import { basename } from 'node:path';
import { BaseSequencer } from 'vitest/node';
import type { TestSpecification } from 'vitest/node';

/** Files whose size does not show how long they take: they start processes or browsers, wait, or try many cases. */
const LONG = [
  'recipesLeftOut.long',
  'wcag.long',
  'recipesPerformed.long',
  'largeChanges.long',
  'everyScreen.long',
  'points.long',
  'firstScreen.long',
  'process.long',
  'dialogs.long',
  'whoMaySee.long',
  'maintenance.long',
  'randomCompanies.long',
  'fuzz.long',
  'twoProcesses.long',
  'journey',
  'payDividend',
  'companyDay',
  'matrix',
  'anyOrder',
  'poolFigures',
  'database',
  'companies',
];

const rank = ({ moduleId }: TestSpecification) => {
  const at = LONG.indexOf(basename(moduleId).replace(/\.test\.tsx?$/, ''));
  return at === -1 ? LONG.length : at;
};

/**
 * Vitest's own order (by the durations of the last run, else by size) with the long files first. Projects are not
 * mixed.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const byProject = Map.groupBy(await super.sort(files), ({ project }) => project.name);
    return [...byProject.values()].flatMap((each) => each.toSorted((a, b) => rank(a) - rank(b)));
  }
}
