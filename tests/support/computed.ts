/**
 * How many milliseconds this process, in which the server of a test runs, has computed: what else the machine does is not in
 * it, so that a busy machine fails no test of how long others wait.
 */
export function computedMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
