// Rules of dormancy: data with a source and a date for each state. An operator adds files of the same shape in
// DATA_DIR/dormancy, whose rules replace those of the same state.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { dormancyTable } from '../../../src/domain/unclaimed/dormancy.ts';
import type { DormancyTable } from '../../../src/domain/unclaimed/dormancy.ts';

/** Throws, naming the file and what is wrong in it. */
export function dormancyRules(dataDir: string): DormancyTable {
  const own = ownFiles(join(dataDir, 'dormancy'));
  let table = readTable(join(import.meta.dirname, 'unitedStates.json'));
  for (const file of own) {
    const { rules, ...more } = readTable(file);
    const replaced = new Set(rules.map(({ state }) => state));
    table = { ...table, ...more, rules: [...table.rules.filter(({ state }) => !replaced.has(state)), ...rules] };
  }
  return table;
}

const ownFiles = (folder: string): string[] =>
  existsSync(folder)
    ? readdirSync(folder)
        .filter((name) => name.endsWith('.json'))
        .sort()
        .map((name) => join(folder, name))
    : [];

function readTable(file: string): DormancyTable {
  let content: unknown;
  try {
    content = JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    throw new Error(`${file} is not JSON.`, { cause: error });
  }
  const parsed = dormancyTable.safeParse(content);
  if (parsed.success) return parsed.data;
  const { path, message } = parsed.error.issues[0]!;
  throw new Error(`${file}, ${path.join('.')}: ${message}`);
}
