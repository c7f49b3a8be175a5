// Read-only links to a scenario: they show what it answered when it was shared, until they end or are withdrawn.
import { SHARED_SCENARIO } from '#src/resources/pages/sharedScenarioPage.ts';
import { createHash, randomBytes } from 'node:crypto';
import type { SharedScenario } from '#src/contract/scenarios/scenarios.ts';
import { orgOf } from '#server/auth/actor.ts';
import { readCompany } from '#server/data/companyRow.ts';
import { notFound } from '#server/data/refusals.ts';
import { companyName, recordActivity } from '../core/context.ts';
import type { CommandContext } from '../core/context.ts';
import type { Deps } from '#server/deps.ts';
import { HOLDERS_ON_A_PAGE, runOf } from './runSaved.ts';
import { storedScenario } from './storedScenario.ts';

const DAY_MS = 86_400_000;
const hashOf = (token: string) => createHash('sha256').update(token).digest();

/** Out: the link, which is shown this once. Refuses: not_found (404), the steps at fault (422). */
export async function shareScenario(
  context: CommandContext,
  id: string,
  days: number,
): Promise<{ share_id: string; url: string; expires_at: string }> {
  const { tx, actor, deps } = context;
  const stored = await storedScenario(context, id);
  const { as_of, tables, waterfalls, notes } = await runOf(context, stored, HOLDERS_ON_A_PAGE);
  const now = deps.now();
  const result = {
    company: await companyName(context),
    name: stored.name,
    as_of,
    shared_at: now.toISOString(),
    currency: (await readCompany(tx, orgOf(actor))).currency,
    steps: stored.steps.map((step) => ({ kind: step.kind, name: 'name' in step ? (step.name ?? null) : null })),
    tables,
    waterfalls,
    notes,
  };
  const token = randomBytes(32).toString('base64url');
  const share_id = deps.newId();
  const expires_at = new Date(now.getTime() + days * DAY_MS).toISOString();
  await tx.write(
    `insert into scenario_share (org_id, id, scenario_id, token_hash, result, expires_at, created_by, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [orgOf(actor), share_id, id, hashOf(token), JSON.stringify(result), expires_at, actor.account_id, now],
  );
  const text = `shared scenario ${stored.name} by a link until ${expires_at.slice(0, 10)}`;
  recordActivity(context, { text, resource: 'scenarios', id });
  return { share_id, url: `${deps.config.publicUrl}${SHARED_SCENARIO}?token=${token}`, expires_at };
}

/** Refuses: not_found (404), also for a link that was withdrawn. */
export async function withdrawShare(context: CommandContext, id: string, share_id: string): Promise<void> {
  const { name } = await storedScenario(context, id);
  const done = await context.tx.row(
    `update scenario_share set withdrawn_at = $4 where org_id = $1 and scenario_id = $2 and id::text = $3 and withdrawn_at is null returning id`,
    [orgOf(context.actor), id, share_id, context.deps.now()],
  );
  if (!done) throw notFound();
  recordActivity(context, { text: `withdrew a link to scenario ${name}`, resource: 'scenarios', id });
}

/** For whoever has the token. Refuses: not_found (404) for a link that is unknown, ended or withdrawn. */
export async function sharedScenario({ db, now }: Pick<Deps, 'db' | 'now'>, token: string): Promise<SharedScenario> {
  const row = await db.system((tx) =>
    tx.row<{ result: string; expires_at: string }>('select result, expires_at from shared_scenario($1, $2)', [
      hashOf(token),
      now(),
    ]),
  );
  if (!row) throw notFound();
  return { ...(JSON.parse(row.result) as SharedScenario), expires_at: row.expires_at };
}
