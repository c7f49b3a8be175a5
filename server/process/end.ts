/** For what was left open: a connection, a listener, a timer. */
const LEFT_MS = 2_000;

/**
 * Ends the process with this exit code when nothing is left to do, at the latest two seconds after; what follows an `await` of it
 * is not done. Never `process.exit`, where about one in two hundred short commands hung for good: it waits for threads of V8 that
 * wait for the main thread to collect garbage (https://github.com/nodejs/node/issues/54918). What ends by itself releases them.
 */
export function endProcess(code: number): Promise<never> {
  process.exitCode = code;
  setTimeout(() => process.exit(code), LEFT_MS).unref();
  return new Promise(() => undefined);
}

/** Ends the process at once, whatever it does: for what a second Ctrl-C asks, and for work that nobody waits for any more. */
export const killProcess = (): boolean => process.kill(process.pid, 'SIGKILL');
