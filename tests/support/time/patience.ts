// How long tests wait for what must happen. These limits only end what hangs: how fast another process is, no test supposes.

/** For a fact that is looked for again and again, and for an action of the browser. */
export const PATIENCE_MS = 60_000;

/** For a test as a whole, and for what comes before and after it. */
export const TEST_MS = 300_000;
