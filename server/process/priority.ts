// Work that should not delay others' has a lower priority on this machine: processes of our own, and PostgreSQL's for a connection of ours.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { setPriority } from 'node:os';
import type { Socket } from 'node:net';

const NICE = 10;

/**
 * Of a process of this machine, with the threads that it has, that leads a session of its own, as each of PostgreSQL's does. Where
 * Linux shares its processors among sessions (sched_autogroup), a process's own priority counts within its session alone, so the
 * session has it too.
 */
export function lowerPriority(pid: number): void {
  const lowered = threadsOf(pid).map((thread) => () => setPriority(thread, NICE));
  for (const lower of [...lowered, () => writeFileSync(`/proc/${pid}/autogroup`, String(NICE))])
    try {
      lower();
    } catch {
      // It ended already, it is another user's, or the system has no such priorities.
    }
}

/** On Linux each has a priority of its own. */
function threadsOf(pid: number): number[] {
  try {
    return readdirSync(`/proc/${pid}/task`).map(Number);
  } catch {
    return [pid];
  }
}

/**
 * Of the process that serves a connection, where PostgreSQL runs on this machine. Its number alone does not say so: behind a
 * pooler or in a container the same number is another process here. So its title must name our end of the connection.
 * In: a client of node-pg, connected.
 */
export function lowerBackend(client: object): void {
  const { processID: pid, connection } = client as { processID?: number; connection?: { stream: Socket } };
  const port = connection?.stream.localPort;
  if (!pid || !port) return;
  try {
    const title = readFileSync(`/proc/${pid}/cmdline`, 'utf8');
    if (title.startsWith('postgres:') && title.includes(`(${port})`)) lowerPriority(pid);
  } catch {
    // No such process here.
  }
}
