// How much memory the processes have that this one started. Linux says so in /proc; elsewhere the answer is 0.
import { readdirSync, readFileSync } from 'node:fs';

const EVERY_MS = 10;

/** Out: a function that ends the watch, and answers the most bytes that one child had in its resident memory. */
export function watchChildren(): () => number {
  let most = 0;
  const timer = setInterval(() => (most = Math.max(most, ...childrenBytes())), EVERY_MS);
  return () => {
    clearInterval(timer);
    return most;
  };
}

function childrenBytes(): number[] {
  if (process.platform !== 'linux') return [];
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((pid) => statusOf(pid))
    .filter((status) => Number(/^PPid:\t(\d+)$/m.exec(status)?.[1]) === process.pid)
    .map((status) => Number(/^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0) * 1024);
}

/** Out: nothing of a process that ended meanwhile. */
function statusOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/status`, 'utf8');
  } catch {
    return '';
  }
}
