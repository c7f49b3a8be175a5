/**
 * How many made-up cases a test tries that looks for the rare: `usual` in `npm test`, `long` in `npm run test:long`, which runs
 * every file that imports this one (vitest.config.ts), or as many as the environment variable `name` says.
 */
export function often(name: string, usual: number, long: number): number {
  return Number(process.env[name] ?? (process.env.LONG_TESTS === '1' ? long : usual));
}
