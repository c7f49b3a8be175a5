// Templates of withholding rules: data with a source and a date for each rule. An operator adds files of the same shape in
// DATA_DIR/withholding: a template of its own id is added; for an id that is known, its rules replace the same ones and are added
// otherwise, such as the rate of another treaty.
import { join } from 'node:path';
import { withholdingTemplate } from '#src/resources/withholding.ts';
import type { WithholdingTemplate } from '#src/resources/withholding.ts';
import { readRules, rulesFilesIn } from '../rules/rulesFiles.ts';

/** Throws, naming the file and what is wrong in it. */
export function withholdingTemplates(dataDir: string): WithholdingTemplate[] {
  const templates = new Map<string, WithholdingTemplate>();
  for (const file of [join(import.meta.dirname, 'unitedStates.json'), ...rulesFilesIn(join(dataDir, 'withholding'))]) {
    const read = readRules(file, withholdingTemplate);
    const known = templates.get(read.id);
    templates.set(read.id, known ? { ...read, rules: merged(known.rules, read.rules) } : read);
  }
  return [...templates.values()];
}

type Rules = WithholdingTemplate['rules'];
const keyOf = ({ country, holder_type, distribution_type, form = '*' }: Rules[number]) =>
  [country, holder_type, distribution_type, form].join(' ');

function merged(rules: Rules, more: Rules): Rules {
  const replaced = new Set(more.map(keyOf));
  return [...rules.filter((rule) => !replaced.has(keyOf(rule))), ...more];
}
