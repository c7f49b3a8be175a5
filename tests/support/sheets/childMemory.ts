// How much memory and computing time the processes have that this one started. Linux says so in /proc; elsewhere the answers are 0.
import { readdirSync, readFileSync } from 'node:fs';

const EVERY_MS = 10;

export interface Used {
  bytes: number;
  computedMs: number;
}

/**
 * Out: a function that ends the watch, and answers the most bytes that one child had in its resident memory, and the most
 * time that one computed. Other work of the machine does not count.
 */
export function watchChildren(): () => Used {
  const most: Used = { bytes: 0, computedMs: 0 };
  const timer = setInterval(() => {
    for (const { bytes, computedMs } of children()) {
      most.bytes = Math.max(most.bytes, bytes);
      most.computedMs = Math.max(most.computedMs, computedMs);
    }
  }, EVERY_MS);
  return () => {
    clearInterval(timer);
    return most;
  };
}

/** The kernel counts computing time in hundredths of a second. */
const TICK_MS = 10;

function children(): Used[] {
  if (process.platform !== 'linux') return [];
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((pid) => ({ status: textOf(`/proc/${pid}/status`), stat: textOf(`/proc/${pid}/stat`) }))
    .filter(({ status }) => Number(/^PPid:\t(\d+)$/m.exec(status)?.[1]) === process.pid)
    .map(({ status, stat }) => {
      // The name, which comes second, may have blanks; user and system time are the 14th and 15th.
      const [user, system] = stat
        .slice(stat.lastIndexOf(')') + 2)
        .split(' ')
        .slice(11, 13)
        .map(Number);
      return {
        bytes: Number(/^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0) * 1024,
        computedMs: ((user ?? 0) + (system ?? 0)) * TICK_MS,
      };
    });
}

/** Out: nothing of a process that ended meanwhile. */
function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
