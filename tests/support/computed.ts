/**
 * Returns the milliseconds of CPU time of this process, in which the test server runs. Other work of the machine is not
 * included, so a busy machine fails no test about how long others wait.
 */
export function computedMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
