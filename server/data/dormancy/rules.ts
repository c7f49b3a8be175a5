// Rules of dormancy: data with a source and a date for each state. An operator adds files of the same shape in
// DATA_DIR/dormancy, whose rules replace those of the same state.
import { join } from 'node:path';
import { dormancyTable } from '#src/domain/unclaimed/dormancy.ts';
import type { DormancyTable } from '#src/domain/unclaimed/dormancy.ts';
import { readRules, rulesFilesIn } from '../rules/rulesFiles.ts';

/** Throws, naming the file and what is wrong in it. */
export function dormancyRules(dataDir: string): DormancyTable {
  const own = rulesFilesIn(join(dataDir, 'dormancy'));
  let table = readRules(join(import.meta.dirname, 'unitedStates.json'), dormancyTable);
  for (const file of own) {
    const { rules, ...more } = readRules(file, dormancyTable);
    const replaced = new Set(rules.map(({ state }) => state));
    table = { ...table, ...more, rules: [...table.rules.filter(({ state }) => !replaced.has(state)), ...rules] };
  }
  return table;
}
