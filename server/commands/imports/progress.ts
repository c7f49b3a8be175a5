// How far a run has come, for who waits before a screen. It is held in memory and means nothing once the run has ended:
// what was written is in the database, and only there.

export interface Progress {
  stage: 'reading' | 'checking' | 'writing' | 'done';
  done?: number;
  total?: number;
}

const KEPT_MAX = 200;
const runs = new Map<string, Progress>();

/** `name`: the caller's own, null when nobody will ask. */
export function reportProgress(org: string, name: string | null, progress: Progress): void {
  if (name === null) return;
  const key = `${org} ${name}`;
  runs.delete(key);
  runs.set(key, progress);
  const oldest = runs.keys().next();
  if (runs.size > KEPT_MAX && !oldest.done) runs.delete(oldest.value);
}

/** Null for a run that has not begun, or is forgotten. */
export function progressOf(org: string, name: string): Progress | null {
  return runs.get(`${org} ${name}`) ?? null;
}
