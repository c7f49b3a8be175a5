// The steps taken with the imports of an organisation, in order, and which imports its objects and facts still depend on.
import type { Row, Tx } from '#server/db/database.ts';
import { actorName } from '../core/context.ts';
import type { CommandContext } from '../core/context.ts';

/** The facts of the company that a package may change. */
export type OrganizationFacts = Record<(typeof FACTS)[number], string | null>;
export const FACTS = ['issuer_id', 'legal_name', 'formation_date', 'country'] as const;

/** The version of each object by object type and id. */
export type ObjectVersions = Record<string, Record<string, number>>;

export interface Step {
  step: 'applied' | 'undone';
  import_id: string;
  entries: number;
  before: OrganizationFacts;
  accepted_findings?: boolean;
  choices?: unknown[];
  /** Whether anything was written. */
  changes?: boolean;
  /** Objects that already existed with equal content, with their versions. */
  left_alone?: ObjectVersions;
  findings_step?: number;
}

export async function organizationFacts(tx: Tx, org: string): Promise<OrganizationFacts> {
  return (await tx.row<OrganizationFacts>(`select ${FACTS.join(', ')} from organization where id = $1`, [org]))!;
}

/** The ledger lock must be held, and the rest of the step be written. */
export async function recordStep(context: CommandContext, org: string, step: Step): Promise<void> {
  const { tx, actor, deps } = context;
  await tx.write(
    `insert into import_step (org_id, import_id, position, place, step, accepted_findings, choices, organization_before, organization_after,
       changes, left_alone, entries, findings_step, actor_id, actor, at)
     select $1, $2, (select 1 + count(*) from import_step where org_id = $1 and import_id = $2),
            (select 1 + greatest(count(*), coalesce(max(place), 0)) from import_step where org_id = $1),
            $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14`,
    [
      org,
      step.import_id,
      step.step,
      step.accepted_findings ?? false,
      JSON.stringify(step.choices ?? []),
      JSON.stringify(step.before),
      JSON.stringify(await organizationFacts(tx, org)),
      step.changes ?? true,
      JSON.stringify(step.left_alone ?? {}),
      step.entries,
      step.findings_step ?? 0,
      actor.account_id,
      await actorName(context),
      deps.now().toISOString(),
    ],
  );
}

export interface PastStep {
  import_id: string;
  step: 'applied' | 'undone';
  changes: boolean;
  left_alone: ObjectVersions;
  organization_before: OrganizationFacts | null;
  organization_after: OrganizationFacts | null;
}

/** All steps in order. */
export function pastSteps(tx: Tx, org: string): Promise<PastStep[]> {
  return tx.rows<Row & PastStep>(
    `select import_id, step, changes, left_alone, organization_before, organization_after from import_step
     where org_id = $1 order by place nulls first, at, import_id, position`,
    [org],
  );
}

/** The last application of each import that counts: not undone, and more than a repeat. */
export function countingApplications(steps: readonly PastStep[], without: string): Set<PastStep> {
  const last = new Map(steps.map((step) => [step.import_id, step]));
  last.delete(without);
  return new Set([...last.values()].filter(({ step, changes }) => step === 'applied' && changes));
}
