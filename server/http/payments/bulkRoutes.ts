// One command for several payments, chosen by ids or by the filter of the list.
import { z } from 'zod';
import { bulkBody, bulkDone } from '#src/contract/bulk.ts';
import { plural } from '#src/domain/plural.ts';
import { editors } from '#src/resources/kit/access.ts';
import { verbBody } from '#src/resources/kit/validation.ts';
import { payments } from '#src/resources/payments.ts';
import { paymentVerbs } from '#src/resources/verbs/payments.ts';
import { today } from '#server/commands/core/context.ts';
import { bulkPayments } from '#server/commands/distributions/bulkPayments.ts';
import { matchingIds } from '#server/data/lists/listRecords.ts';
import { readListQuery } from '../lists/listQuery.ts';
import { parseBody } from '../routing/request.ts';
import type { Router } from '../routes.ts';

export function bulkRoutes(router: Router) {
  const { deps } = router;
  router
    .audited({ action: 'update', resource: payments.name, summary: 'moved several payments' })
    .long()
    .post({
      url: '/api/payments/bulk',
      summary:
        'Start, complete, fail or retry several payments, each by its own rules; one that is refused stops no other',
      body: bulkBody,
      answer: bulkDone,
      roles: editors,
      handler: async ({ tx, actor, body, entry }) => {
        const { action, ids, filter, ...more } = body;
        const verb = paymentVerbs[action];
        const given = parseBody(
          verbBody(verb) as z.ZodType<{ date?: string; reference?: string | null; reason?: string | null }>,
          Object.fromEntries(Object.entries(more).filter(([, value]) => value !== null && value !== undefined)),
        );
        const day = today({ actor, deps });
        const chosen = ids
          ? [...new Set(ids.map((id) => id.toLowerCase()))]
          : await matchingIds(tx, actor, payments, readListQuery(payments, { filter: JSON.stringify(filter) }, day));
        const answer = await bulkPayments(
          { tx, actor, deps },
          action,
          chosen.map((id) => ({ id, ...given })),
        );
        const others = answer.refused.length > 0 ? `; ${answer.refused.length} refused` : '';
        entry?.says(`${String(verb.label)}: ${plural(answer.done, 'payment')}${others}`);
        return answer;
      },
    });
}
