import type { TestServer } from './testServer.ts';

/** As if everything that was counted had been so much earlier. */
export const earlier = (server: TestServer, minutes: number) =>
  server.sql(
    'update rate_limit set expire = expire - $1, starts = array(select start - $1 from unnest(starts) with ordinality as slot (start, n) order by n)',
    [minutes * 60_000],
  );
