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

/**
 * Out: how many times longer `act` takes for a text eight times as long, by the fastest of several runs. Linear work answers
 * eight, whatever the machine is; work with the square of the length answers sixty-four.
 */
export function growth<T>(act: (input: T) => unknown, make: (length: number) => T, { length = 20_000, runs = 5 } = {}) {
  const inputs = [make(length), make(length * 8)];
  const best = [Infinity, Infinity];
  for (let run = 0; run < runs; run += 1)
    for (const [index, input] of inputs.entries()) {
      const began = computedMs();
      act(input);
      best[index] = Math.min(best[index]!, computedMs() - began);
    }
  // A run too short to measure counts as 0.2 ms.
  return best[1]! / Math.max(best[0]!, 0.2);
}

/** What `growth` answers at most for work that grows with its input: far below the square, above what a busy machine adds. */
export const LINEAR = 24;
