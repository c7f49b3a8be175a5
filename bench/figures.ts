// Shared by the benchmarks: medians, and output in columns.

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((left, right) => left - right);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

/** "12,345" from a hundred on, otherwise two decimals: a noisy figure has no more precision. */
export function figure(value: number): string {
  return value >= 100 ? Math.round(value).toLocaleString('en-US') : value.toFixed(2);
}

export async function timed(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

export function line(name: string, ...cells: string[]): void {
  console.log(`  ${name.padEnd(46)}${cells.map((cell) => cell.padStart(16)).join('')}`);
}
