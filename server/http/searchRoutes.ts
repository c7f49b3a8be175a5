// The search over everything.
import { z } from 'zod';
import { foundRecord, searchQuery } from '#src/contract/search.ts';
import { searchEverything } from '../queries/search/searchEverything.ts';
import { parseBody } from './routing/request.ts';
import type { Router } from './routes.ts';

export function searchRoutes(router: Router) {
  router.get({
    url: '/api/search',
    roles: null,
    summary: 'The records that meet a search, best first: those that the signed-in person may see',
    fromReplica: true,
    isPage: true,
    query: searchQuery,
    answer: z.array(foundRecord),
    handler: ({ tx, actor, query }) => {
      const { q, limit } = parseBody(searchQuery, query);
      return searchEverything(tx, actor, q, limit);
    },
  });
}
