// Restores the company's own facts when an import is undone: as if it had never been applied.
import { FACTS, organizationFacts } from './importSteps.ts';
import type { ObjectVersions, OrganizationFacts, PastStep } from './importSteps.ts';
import type { Tx } from '#server/db/database.ts';

/** `steps`: all steps of the organisation in order; `counting`: those that still count. */
export async function restoreOrganization(
  tx: Tx,
  org: string,
  steps: readonly PastStep[],
  counting: ReadonlySet<PastStep>,
): Promise<void> {
  const now = await organizationFacts(tx, org);
  const then = Object.fromEntries(FACTS.map((fact) => [fact, replayedFact(fact, now[fact], steps, counting)]));
  if (FACTS.every((fact) => then[fact] === now[fact])) return;
  await tx.write(
    `update organization set ${FACTS.map((fact, at) => `${fact} = $${at + 2}`).join(', ')}, version = version + 1 where id = $1`,
    [org, ...FACTS.map((fact) => then[fact])],
  );
}

/**
 * Replays the history without the imports that no longer count. Changes between two steps were typed by the company,
 * and remain.
 */
function replayedFact(
  fact: keyof OrganizationFacts,
  now: string | null,
  steps: readonly PastStep[],
  counting: ReadonlySet<PastStep>,
): string | null {
  let value: string | null = null;
  let known: string | null | undefined;
  for (const step of steps) {
    // Steps of the first release have no record of the facts.
    if (step.organization_before === null || step.organization_after === null) continue;
    const [before, after] = [step.organization_before[fact], step.organization_after[fact]];
    if (before !== known) value = before;
    if (counting.has(step) && brings(step, before, after, value)) value = after;
    known = after;
  }
  return now === known ? value : now;
}

/** It wrote the fact, or contained it too when another import had already written it. */
function brings(step: PastStep, before: string | null, after: string | null, value: string | null): boolean {
  return after !== before || value === null || hasIssuer(step.left_alone);
}

const hasIssuer = (versions: ObjectVersions) => Object.keys(versions['ISSUER'] ?? {}).length > 0;
