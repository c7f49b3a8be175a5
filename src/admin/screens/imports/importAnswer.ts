// The findings of an import grouped by rule, and the choices made for it so far.
import type { Finding, Side } from '#src/contract/imports.ts';
import { draftPlace, keep, readKept } from '#src/auth/keptDrafts.ts';
import { readUser } from '#src/auth/session.ts';

/** The finding that a choice between two versions settles. */
export const OTHER_CONTENT = 'other_content';

export interface FindingGroup {
  rule: string;
  findings: Finding[];
}

export const countOf = (findings: readonly Finding[]) => findings.reduce((sum, { times }) => sum + times, 0);

/** Findings of one rule together, in the order in which rules first appear. */
export function byRule(findings: readonly Finding[]): FindingGroup[] {
  const groups = new Map<string, Finding[]>();
  for (const finding of findings) {
    const group = groups.get(finding.rule);
    if (group) group.push(finding);
    else groups.set(finding.rule, [finding]);
  }
  return [...groups].map(([rule, members]) => ({ rule, findings: members }));
}

/** The choices and figures for an import that is not applied yet: kept in this browser until then. */
export interface ImportDraft {
  sides: Record<string, Side>;
  accepts: boolean;
  /** Whether the holders are told. */
  notifies: boolean;
  /** The company's own figures, by class or holder. */
  figures: Record<string, string>;
}

const placeOf = (id: string) => draftPlace('import', readUser(), id);

export function readImportDraft(id: string): ImportDraft {
  return {
    sides: {},
    accepts: false,
    notifies: false,
    figures: {},
    ...readKept<Partial<ImportDraft>>('import', placeOf(id)),
  };
}

export function keepImportDraft(id: string, draft: ImportDraft | null): void {
  keep('import', placeOf(id), draft);
}
