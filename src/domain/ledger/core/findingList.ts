// Collects findings: the first thousand of each rule and a count of the rest, so that a file which breaks one rule a million
// times gives a thousand sentences and a number.
import { say } from '#src/words/say.ts';
import { objectWord } from './objectWords.ts';
import type { Finding } from './types.ts';

const KEPT_OF_EACH_RULE = 1000;
const MESSAGE_LENGTH_MAX = 2000;
const ID_LENGTH_MAX = 500;

export interface FindingList {
  push(finding: Finding): void;
  /** In the order they were added; then one finding for each rule that has more, with their number. */
  all(): Finding[];
}

type Group = { severity: Finding['severity']; kept: number; more: number };

/** `keptMax`: how many of each rule are kept. Comparing two ledgers by their findings needs all of them. */
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
        kept.push(shortened(withTypeInWords(finding)));
      }
    },
    all: () => [...kept, ...[...groups].flatMap(([key, group]) => remainderOf(key, group))],
  };
}

/** Several lists as one, with the same limit for each rule. */
export function mergedFindings(...lists: readonly (readonly Finding[])[]): Finding[] {
  const all = findingList();
  for (const list of lists) for (const finding of list) all.push(finding);
  return all.all();
}

/** The number of findings, including those that are only counted. */
export function countOf(findings: readonly Finding[]): number {
  return findings.reduce((sum, finding) => sum + (finding.times ?? 1), 0);
}

function remainderOf(key: string, { severity, more }: Group): Finding[] {
  if (more === 0) return [];
  const rule = key.slice(severity.length + 1);
  const message = say`And ${more.toLocaleString('en-US')} more like ${more === 1 ? say`it` : say`these`}.`;
  return [{ rule, severity, object_type: '', object_id: '', message, times: more }];
}

/** Begins the sentence with words ("Stock issuance") instead of the format's type name. */
function withTypeInWords(finding: Finding): Finding {
  const { object_type, message } = finding;
  if (object_type === '' || !message.startsWith(`${object_type} `)) return finding;
  return { ...finding, message: objectWord(object_type) + message.slice(object_type.length) };
}

/** A finding may quote a value that is as long as a file. */
function shortened(finding: Finding): Finding {
  if (finding.message.length <= MESSAGE_LENGTH_MAX && finding.object_id.length <= ID_LENGTH_MAX) return finding;
  const message = finding.message.slice(0, MESSAGE_LENGTH_MAX).toWellFormed();
  return { ...finding, message, object_id: finding.object_id.slice(0, ID_LENGTH_MAX).toWellFormed() };
}
