// Runs a saved scenario. Nothing is written.
import type { RunAnswer } from '#src/contract/scenarios/scenarios.ts';
import type { Run } from '#src/domain/model/scenario/runScenario.ts';
import { shownRun } from '#src/domain/model/scenario/shownRun.ts';
import type { WrittenState } from '#src/domain/model/scenario/startState.ts';
import { ledgerState } from '#server/reports/scenarios/ledgerState.ts';
import { conflict } from '../core/context.ts';
import type { CommandContext } from '../core/context.ts';
import { overtakenBy } from './overtaken.ts';
import { runApart } from './runApart.ts';
import { storedScenario } from './storedScenario.ts';
import type { StoredScenario } from './storedScenario.ts';
import { showVersion } from '#server/queries/scenarioVersions.ts';

/** Of a run that is compared, exported, drafted or kept; a page and a link show fewer. */
export const HOLDERS_SHOWN = 1000;
export const HOLDERS_ON_A_PAGE = 200;

/** Refuses: not_found (404), the steps at fault (422). */
export async function runSaved(context: CommandContext, id: string, holders = HOLDERS_SHOWN): Promise<RunAnswer> {
  return runOf(context, await storedScenario(context, id), holders);
}

/** Once a draft was posted, the answer is the one of that time. */
export async function runOf(
  context: CommandContext,
  stored: StoredScenario,
  holders = HOLDERS_SHOWN,
): Promise<RunAnswer> {
  const { as_of, posted_at, posted_run } = stored;
  if (posted_run) {
    const run = shownRun(posted_run as unknown as Run, holders);
    return { as_of, ...run, overtaken: null, notes: [], posted_at };
  }
  const { run, notes } = await freshRun(context, stored, holders);
  return { as_of, ...run, overtaken: await overtakenBy(context, stored), notes, posted_at };
}

/** Of the steps as they are now, whatever was posted. */
export async function freshRun(
  context: CommandContext,
  stored: StoredScenario,
  holders: number,
): Promise<{ run: Run; notes: string[] }> {
  if (stored.start) return { run: await runApart({ typed: stored.start, steps: stored.steps }), notes: [] };
  const { start, run } = await ledgerRun(context, stored, holders);
  return { run, notes: start.notes };
}

/** Whom the steps name by their id: each has a row, whatever they hold. */
const namedIn = ({ steps }: Pick<StoredScenario, 'steps'>): string[] =>
  steps.flatMap((step) => {
    if (step.kind === 'round') return step.investors.flatMap(({ shareholder_id }) => shareholder_id ?? []);
    return 'shareholder_id' in step && step.shareholder_id ? [step.shareholder_id] : [];
  });

/** Of a scenario that starts from the ledger, with that start. Refuses: the steps at fault (422). */
export async function ledgerRun(
  context: CommandContext,
  stored: StoredScenario,
  holders: number,
): Promise<{ start: WrittenState; run: Run }> {
  const start = await ledgerState(context, { as_of: stored.as_of!, shown: holders, named: namedIn(stored) });
  return { start, run: await runApart({ written: start, steps: stored.steps }) };
}

interface StartAsked {
  holders?: string | undefined;
  version?: string | undefined;
  /** Ids of shareholders, separated by commas. */
  named?: string | undefined;
}

/** For a page that runs the steps by itself. Refuses: not_found (404), typed_start (409). */
export async function startOf(
  context: CommandContext,
  id: string,
  { holders = String(HOLDERS_ON_A_PAGE), version, named }: StartAsked,
): Promise<WrittenState> {
  const stored = version === undefined ? await storedScenario(context, id) : await showVersion(context, id, version);
  const { as_of } = stored;
  if (as_of === null)
    throw conflict('typed_start', 'This scenario starts from figures that were typed in, not from the ledger.');
  return ledgerState(context, {
    as_of,
    shown: Number(holders),
    named: [...namedIn(stored), ...(named?.split(',') ?? [])],
  });
}
