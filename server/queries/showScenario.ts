// The page of a scenario: its steps, versions and links, and whether the ledger has overtaken it.
import type { ScenarioDetails } from '#src/contract/scenarios/scenarios.ts';
import type { Run } from '#src/domain/model/scenario/runScenario.ts';
import { shownRun } from '#src/domain/model/scenario/shownRun.ts';
import type { Scenario } from '#src/resources/scenarios.ts';
import { orgOf } from '../auth/actor.ts';
import type { CommandContext } from '../commands/core/context.ts';
import { overtakenBy } from '../commands/scenarios/overtaken.ts';
import { HOLDERS_ON_A_PAGE } from '../commands/scenarios/runSaved.ts';
import { storedScenario } from '../commands/scenarios/storedScenario.ts';
import type { Row } from '../db/database.ts';
import { versionsOf } from './scenarioVersions.ts';

export async function showScenario(context: CommandContext, record: Scenario): Promise<Row & ScenarioDetails> {
  const stored = await storedScenario(context, record.id);
  const { start, steps } = stored;
  const versions = await versionsOf(context, record.id);
  const shares = await context.tx.rows<ScenarioDetails['shares'][number]>(
    'select id, created_at, expires_at, withdrawn_at from scenario_share where org_id = $1 and scenario_id = $2 order by created_at desc',
    [orgOf(context.actor), record.id],
  );
  const overtaken = stored.posted_run === null ? await overtakenBy(context, stored) : null;
  const kept = stored.posted_run as unknown as Run | null;
  const posted_run = kept && shownRun(kept, HOLDERS_ON_A_PAGE);
  return { ...record, start, steps, overtaken, posted_run, versions, shares };
}
