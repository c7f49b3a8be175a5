// Findings as they are made: of each rule the first ones, and how many more there were. A file that breaks one rule a
// million times is told in a thousand sentences and a number.
import { objectWord } from '../core/objectWords.ts';
import type { Finding } from '../core/types.ts';

const KEPT_OF_EACH_RULE = 1000;
const MESSAGE_LENGTH_MAX = 2000;
const ID_LENGTH_MAX = 500;

export interface FindingList {
  push(finding: Finding): void;
  /** In the order of their making; then, for each rule that has more, one that stands for all the others. */
  all(): Finding[];
}

type Group = { severity: Finding['severity']; kept: number; more: number };

/** `keptMax`: of each rule; all of them where two ledgers are compared by what they break. */
export function findingList(keptMax = KEPT_OF_EACH_RULE): FindingList {
  const kept: Finding[] = [];
  const groups = new Map<string, Group>();
  return {
    push(finding) {
      const key = `${finding.severity} ${finding.rule}`;
      let group = groups.get(key);
      if (!group) groups.set(key, (group = { severity: finding.severity, kept: 0, more: 0 }));
      if (finding.times !== undefined) group.more += finding.times;
      else if (group.kept >= keptMax) group.more += 1;
      else {
        group.kept += 1;
        kept.push(shortened(spoken(finding)));
      }
    },
    all: () => [...kept, ...[...groups].flatMap(([key, group]) => theOthers(key, group))],
  };
}

/** Several lists as one, under the same bound. */
export function gathered(...lists: readonly (readonly Finding[])[]): Finding[] {
  const all = findingList();
  for (const list of lists) for (const finding of list) all.push(finding);
  return all.all();
}

/** How many there were, those that one stands for counted too. */
export function countOf(findings: readonly Finding[]): number {
  return findings.reduce((sum, finding) => sum + (finding.times ?? 1), 0);
}

function theOthers(key: string, { severity, more }: Group): Finding[] {
  if (more === 0) return [];
  const rule = key.slice(severity.length + 1);
  const message = `And ${more.toLocaleString('en-US')} more like ${more === 1 ? 'it' : 'these'}.`;
  return [{ rule, severity, object_type: '', object_id: '', message, times: more }];
}

/** A sentence begins with what it is about: with a word for it, not with the name that the format gives its kind. */
function spoken(finding: Finding): Finding {
  const { object_type, message } = finding;
  if (object_type === '' || !message.startsWith(`${object_type} `)) return finding;
  return { ...finding, message: objectWord(object_type) + message.slice(object_type.length) };
}

/** What is quoted in a finding may be as long as a file. */
function shortened(finding: Finding): Finding {
  if (finding.message.length <= MESSAGE_LENGTH_MAX && finding.object_id.length <= ID_LENGTH_MAX) return finding;
  const message = finding.message.slice(0, MESSAGE_LENGTH_MAX).toWellFormed();
  return { ...finding, message, object_id: finding.object_id.slice(0, ID_LENGTH_MAX).toWellFormed() };
}
