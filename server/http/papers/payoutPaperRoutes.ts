// Papers about what was paid: the voucher of a payment, and a holder's statement of a year or of a distribution.
import { inReadersLanguage } from '#server/reports/inReadersLanguage.ts';
import { z } from 'zod';
import { paymentStatement } from '#src/contract/statements.ts';
import { fileNameOf } from '#src/resources/kit/csv.ts';
import { orgOf } from '#server/auth/actor.ts';
import { today } from '#server/commands/core/context.ts';
import { csvOf } from '#server/paper/csv.ts';
import { makePaper } from '#server/paper/makePaper.ts';
import { paymentStatementSheet, statementOf } from '#server/reports/payouts/paymentStatement.ts';
import type { Asked } from '#server/reports/payouts/paymentStatement.ts';
import { voucherOf } from '#server/reports/payouts/voucher.ts';
import { provenanceOf, sent } from './holderPaperRoutes.ts';
import { parseBody } from '../routing/request.ts';
import type { Router } from '../routes.ts';

const taxYear = z.string().regex(/^(19|20|21)\d\d$/, 'A year such as 2025.');
const statementQuery = z.object({
  year: taxYear.optional().describe('By default the current year; with distribution_id, all years.'),
  distribution_id: z.string().max(200).optional(),
});

export function payoutPaperRoutes(router: Router) {
  const { deps } = router;
  router
    .audited({ action: 'export', resource: 'payments', summary: 'printed the voucher of' })
    .limited('paper')
    .get({
      url: '/api/payments/:id/voucher.pdf',
      roles: null,
      summary: 'The voucher of a payment: shares, gross, what was withheld and why, net, and when it was paid',
      fromReplica: true,
      handler: async ({ tx, actor, params, reply, entry }) => {
        const slip = await voucherOf({ tx, actor, deps }, params.id!);
        entry?.says(`printed the voucher of ${slip.addressee[0] ?? 'a holder'}, ${slip.figure.text}`);
        sent(reply, 'pdf', fileNameOf(actor.client_name, `voucher-${slip.number}`, today({ actor, deps }), 'pdf'));
        // The trail is English, whatever the paper.
        return inReadersLanguage(async () =>
          makePaper({ format: 'slip', slip: await voucherOf({ tx, actor, deps }, params.id!), now: deps.now() }),
        );
      },
    });
  router.get({
    url: '/api/shareholders/:id/statement',
    roles: null,
    summary: 'What a holder was paid in a year, or from a distribution: gross, tax and net of completed payments',
    query: statementQuery,
    answer: paymentStatement,
    fromReplica: true,
    handler: async ({ tx, actor, params, query }) => {
      const of = asked(query, today({ actor, deps }));
      const { shareholder: _name, ...answer } = await statementOf({ tx, actor, deps }, params.id!, of);
      return answer;
    },
  });
  for (const format of ['csv', 'pdf'] as const)
    router
      .audited({ action: 'export', resource: 'shareholders', summary: 'exported the statement of payments of' })
      .limited(format === 'pdf' ? 'paper' : 'export')
      .get({
        url: `/api/shareholders/:id/statement.${format}`,
        roles: null,
        summary: `What a holder was paid in a year, or from a distribution, as ${format.toUpperCase()}`,
        query: statementQuery,
        fromReplica: true,
        handler: async ({ tx, actor, params, query, reply, entry }) => {
          const day = today({ actor, deps });
          const statement = await statementOf({ tx, actor, deps }, params.id!, asked(query, day));
          const about = String(statement.year ?? 'distribution');
          entry?.says(`exported the payments to ${statement.shareholder}, ${about}`);
          sent(reply, format, fileNameOf(actor.client_name, 'payments', about, format));
          if (format === 'csv') return csvOf(paymentStatementSheet(statement));
          const from = await provenanceOf(tx, orgOf(actor), day, deps.now());
          return inReadersLanguage(() =>
            makePaper({ format, sheets: [paymentStatementSheet(statement)], from, now: deps.now() }),
          );
        },
      });
}

function asked(query: Record<string, string>, day: string): Asked {
  const { year, distribution_id } = parseBody(statementQuery, query);
  const current = distribution_id ? null : Number(day.slice(0, 4));
  return { year: year ? Number(year) : current, distribution_id: distribution_id ?? null };
}
