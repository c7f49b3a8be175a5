import { windowsOf } from '#src/domain/exerciseWindows.ts';
import type { ExerciseWindow } from '#src/domain/exerciseWindows.ts';
import type { Tx } from '#server/db/database.ts';

/** How long holders who left may exercise grants of a plan, as far as it says; none without a plan. */
export async function windowsOfPlan(tx: Tx, org: string, plan: unknown): Promise<ExerciseWindow[]> {
  const row = await tx.row<{ windows: unknown[] }>(
    'select exercise_windows as windows from equity_plan where org_id = $1 and id = $2',
    [org, plan ?? null],
  );
  return windowsOf(row?.windows ?? []);
}
