import type { TestServer } from './testServer.ts';

/** Moves everything counted so far into the past by this much. */
export const earlier = (server: TestServer, minutes: number) =>
  server.sql(
    'update rate_limit set expire = expire - $1, starts = array(select start - $1 from unnest(starts) with ordinality as slot (start, n) order by n)',
    [minutes * 60_000],
  );
