// How far a run has come, for who waits before a screen, whichever process they ask. It is written outside of the run's own
// transaction, which nobody sees before its end, and means nothing once the run has ended.
import type { ImportProgress } from '../../../src/contract/imports.ts';
import type { Database, Tx } from '../../db/database.ts';

/** Oftener nobody asks. */
const EVERY_MS = 400;
type Run = { stage: string; at: number; written: Promise<unknown> };
const runs = new Map<string, Run>();

/** `name`: the caller's own, null when nobody will ask. Nothing waits for it, and what cannot be written is not said. */
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
  // Of a run that has ended nothing stays here.
  void run.written.then(() => {
    if (runs.get(key) === run) runs.delete(key);
  });
}

/** Null for a run that has not begun, or is forgotten. */
export async function progressOf(tx: Tx, org: string, name: string): Promise<ImportProgress | null> {
  const row = await tx.row<{ stage: ImportProgress['stage']; done: string | null; total: string | null }>(
    'select stage, done, total from import_progress where org_id = $1 and name = $2',
    [org, name],
  );
  if (!row) return null;
  const { stage, done, total } = row;
  return { stage, ...(done === null || total === null ? {} : { done: Number(done), total: Number(total) }) };
}
