// The progress of a run, for a waiting screen, from any process. It is written outside the run's own transaction, which is
// invisible until it ends, and has no meaning after the run.
import type { ImportProgress } from '#src/contract/imports.ts';
import type { Database, Tx } from '#server/db/database.ts';

/** Minimum time between two writes of one stage. The console polls less often than this. */
const EVERY_MS = 400;
type Run = { stage: string; at: number; written: Promise<unknown> };
const runs = new Map<string, Run>();

/**
 * `name`: chosen by the caller; null when nobody will ask. Nothing waits for these writes, and failed ones are ignored.
 */
export function reportProgress(db: Database, org: string, name: string | null, progress: ImportProgress): void {
  if (name === null) return;
  const key = `${org} ${name}`;
  const { stage, done = null, total = null } = progress;
  const before = runs.get(key);
  if (before?.stage === stage && performance.now() - before.at < EVERY_MS) return;
  const write = () =>
    db
      .system((tx) => tx.rows('select report_import_progress($1, $2, $3, $4, $5)', [org, name, stage, done, total]))
      .catch(() => undefined);
  const run: Run = { stage, at: performance.now(), written: (before?.written ?? Promise.resolve()).then(write) };
  runs.set(key, run);
  // Deletes the progress once the run has ended.
  void run.written.then(() => {
    if (runs.get(key) === run) runs.delete(key);
  });
}

/** A run that has not begun waits, and so does one that this company does not have: who asks too early is told so, not refused. */
export async function progressOf(tx: Tx, org: string, name: string): Promise<ImportProgress> {
  const row = await tx.row<{ stage: ImportProgress['stage']; done: string | null; total: string | null }>(
    'select stage, done, total from import_progress where org_id = $1 and name = $2',
    [org, name],
  );
  if (!row) return { stage: 'waiting' };
  const { stage, done, total } = row;
  return { stage, ...(done === null || total === null ? {} : { done: Number(done), total: Number(total) }) };
}
