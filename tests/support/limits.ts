import type { TestServer } from './testServer.ts';

/** Moves everything the rate limits counted so far this many minutes into the past. */
export const ageRateLimits = (server: TestServer, minutes: number) =>
  server.sql(
    'update rate_limit set expire = expire - $1, starts = array(select start - $1 from unnest(starts) with ordinality as slot (start, n) order by n)',
    [minutes * 60_000],
  );
