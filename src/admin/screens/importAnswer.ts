// What reading an Open Cap Format package answers, and how its findings are told.
export interface Finding {
  rule: string;
  severity: 'error' | 'warning';
  object_type: string | null;
  object_id: string | null;
  message: string;
}

export interface ImportAnswer {
  import_id: string;
  applied: boolean;
  counts: Record<string, number>;
  findings: Finding[];
}

export interface FindingGroup {
  rule: string;
  findings: Finding[];
}

/** Findings of one rule together, in the order in which rules first appear. */
export function byRule(findings: readonly Finding[]): FindingGroup[] {
  const groups = new Map<string, Finding[]>();
  for (const finding of findings) groups.set(finding.rule, [...(groups.get(finding.rule) ?? []), finding]);
  return [...groups].map(([rule, members]) => ({ rule, findings: members }));
}

/** "TX_STOCK_CLASS_SPLIT" -> "Stock class split"; "STAKEHOLDER" -> "Stakeholder". */
export function objectWord(objectType: string): string {
  const words = objectType.replace(/^TX_/, '').replaceAll('_', ' ').toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

export function importPath(isDryRun: boolean, acceptsFindings: boolean): string {
  const query = new URLSearchParams({ dry_run: String(isDryRun) });
  if (acceptsFindings) query.set('accept_findings', 'true');
  return `/api/ocf/import?${query.toString()}`;
}
