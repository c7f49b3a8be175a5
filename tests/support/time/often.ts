const isLong = process.env.LONG_TESTS === '1';

/**
 * How many made-up cases a test tries that looks for the rare: `usual` in `npm test`, `long` in `npm run test:long`, which runs
 * every file that imports this one (vitest.config.ts), or as many as the environment variable `name` says.
 */
export function often(name: string, usual: number, long: number): number {
  return Number(process.env[name] ?? (isLong ? long : usual));
}

/** The cases of a walk over many alike: the first of each kind in `npm test`, all of them in `npm run test:long`. */
export function oneOfEach<T>(cases: readonly T[], kindOf: (each: T) => string): T[] {
  return isLong ? [...cases] : [...new Map(cases.toReversed().map((each) => [kindOf(each), each])).values()];
}
