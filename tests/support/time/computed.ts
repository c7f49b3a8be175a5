/**
 * Returns the milliseconds of CPU time of this process, in which the test server runs. Other work of the machine is not
 * included, so a busy machine fails no test about how long others wait.
 */
export function computedMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/**
 * Starts a watch. Out: the milliseconds since then that this process kept somebody waiting: its own computing time, and never
 * more than what really passed, because it computes in several threads.
 */
export function watchOwnTime(): () => number {
  const [began, computed] = [performance.now(), computedMs()];
  return () => Math.min(performance.now() - began, computedMs() - computed);
}

/** How many short texts are as long as the long one together. */
const SHORT_TEXTS = 32;

/**
 * Out: how many times longer `act` takes for one long text than for 32 short ones that are as long together, by the fastest of
 * several runs. Linear work answers about one, work with the square of the length about 32. `length` is that of the long text.
 */
export function growth<T>(
  act: (input: T) => unknown,
  make: (length: number) => T,
  { length = 160_000, runs = 5 } = {},
) {
  const inputs = { short: make(Math.ceil(length / SHORT_TEXTS)), long: make(length) };
  const best = { short: Infinity, long: Infinity };
  for (let run = 0; run < runs; run += 1)
    for (const kind of ['short', 'long'] as const) {
      const began = computedMs();
      for (let time = 0; time < (kind === 'short' ? SHORT_TEXTS : 1); time += 1) act(inputs[kind]);
      best[kind] = Math.min(best[kind], computedMs() - began);
    }
  // Runs too short to measure count as 0.2 ms.
  return best.long / Math.max(best.short, 0.2);
}

/**
 * What `growth` answers at most for work that grows with its input: above what a busy machine adds, and the memory that only a
 * long text needs, and far below the square.
 */
export const LINEAR = 10;
