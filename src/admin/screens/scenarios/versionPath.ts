// The page of an earlier version, and what it shows.
import type { VersionAnswer } from '#src/contract/scenarios/scenarios.ts';
import { showPath } from '#src/admin/paths.ts';
import type { ScenarioRecord } from './scenarioRecord.ts';

export const versionPath = (id: string, version: number): string => `${showPath('scenarios', id)}?version=${version}`;

/** The record with what an earlier version had; null until both are there. */
export function asOfVersion(
  present: ScenarioRecord | null,
  version: string | null,
  earlier: VersionAnswer | undefined,
): ScenarioRecord | null {
  if (version === null || present === null) return present;
  if (!earlier) return null;
  const { name, as_of, start, steps } = earlier;
  return { ...present, name, as_of, start, steps: steps as ScenarioRecord['steps'], posted_run: null, posted_at: null };
}
