// The server's check of an Open Cap Format package, the wording of its findings, and the choices made so far.
import { draftPlace, keep, readKept } from '../../../auth/drafts.ts';
import { readUser } from '../../../auth/session.ts';

export interface Finding {
  rule: string;
  severity: 'error' | 'warning';
  object_type: string | null;
  object_id: string | null;
  message: string;
  /** How many findings this one stands for: more than one for the last of a rule with too many to list. */
  times: number;
}

export interface ImportAnswer {
  import_id: string;
  applied: boolean;
  counts: Record<string, number>;
  findings: Finding[];
}

export type Side = 'ours' | 'theirs';

export interface Conflict {
  object_type: string;
  object_id: string;
  name: string;
  differences: { field: string; ours: unknown; theirs: unknown }[];
}

export interface TieOutClass {
  share_class_id: string;
  name: string;
  authorized: string;
  before: string;
  after: string;
}
export interface TieOutHolder {
  shareholder_id: string | null;
  name: string;
  before: string;
  after: string;
  options: string;
  options_before: string;
  warrants: string;
  warrants_before: string;
}
export interface TieOut {
  as_of: string;
  /** All of it is already in the records. */
  changes_nothing?: boolean;
  total: { before: string; after: string };
  classes: TieOutClass[];
  rows: TieOutHolder[];
  instruments: { kind: 'options' | 'warrants'; before: string; after: string }[];
  convertibles: { kind: string; currency: string | null; amount: string; before: string }[];
  conflicts: Conflict[];
}

/** One step of an import: applied or undone, by whom and when. */
export interface ImportStep {
  step: 'applied' | 'undone';
  entries: number;
  actor: string;
  at: string;
  accepted_findings: boolean;
}

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
  /** The company's own figures, by class or holder. */
  figures: Record<string, string>;
}

const placeOf = (id: string) => draftPlace('import', readUser(), id);

export function readImportDraft(id: string): ImportDraft {
  return { sides: {}, accepts: false, figures: {}, ...readKept<Partial<ImportDraft>>('import', placeOf(id)) };
}

export function keepImportDraft(id: string, draft: ImportDraft | null): void {
  keep('import', placeOf(id), draft);
}
