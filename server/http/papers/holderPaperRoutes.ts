// Papers of a holder: the statement of holdings at a day, and each grant, convertible, warrant and payment as a PDF.
import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import { isoDate } from '#src/resources/kit/validation.ts';
import { fileNameOf } from '#src/resources/kit/csv.ts';
import { resourceNamed } from '#src/resources/index.ts';
import { shareholders } from '#src/resources/shareholders.ts';
import { orgOf } from '#server/auth/actor.ts';
import { today } from '#server/commands/core/context.ts';
import { notFound } from '#server/data/refusals.ts';
import { findRecord } from '#server/data/resourceRepository.ts';
import type { Tx } from '#server/db/database.ts';
import { csvOf } from '#server/paper/csv.ts';
import { makePaper } from '#server/paper/makePaper.ts';
import type { Provenance } from '#server/paper/sheet.ts';
import { showRecord } from '#server/queries/showRecord.ts';
import { holdingsOn } from '#server/reports/portfolio/holdings.ts';
import { recordSheet } from '#server/reports/portfolio/recordPaper.ts';
import { statementSheet } from '#server/reports/portfolio/statement.ts';
import { inReadersLanguage } from '#server/reports/inReadersLanguage.ts';
import { parseBody } from '../routing/request.ts';
import type { Router } from '../routes.ts';

const statementQuery = z.object({ as_of: isoDate.optional() });

export function holderPaperRoutes(router: Router) {
  const { deps } = router;
  for (const format of ['csv', 'pdf'] as const)
    router
      .audited({ action: 'export', resource: 'shareholders', summary: 'exported the statement of holdings of' })
      .limited(format === 'pdf' ? 'paper' : 'export')
      .get({
        url: `/api/shareholders/:id/holdings-statement.${format}`,
        roles: null,
        summary: `What a holder had at the end of a day (as_of, default today), as ${format.toUpperCase()}`,
        query: statementQuery,
        fromReplica: true,
        handler: async ({ tx, actor, params, query, reply, entry }) => {
          const asked = parseBody(statementQuery, query.as_of === '' ? {} : query);
          const day = asked.as_of ?? today({ actor, deps });
          const holder = await findRecord(tx, actor, shareholders, params.id!);
          if (!holder) throw notFound();
          entry?.says(`exported the holdings of ${holder.name} on ${day}`);
          const from = await provenanceOf(tx, orgOf(actor), day, deps.now());
          const held = await holdingsOn(tx, actor, { holder: holder.id, day });
          const sheet = () => statementSheet(holder.name, held, from.currency);
          sent(reply, format, fileNameOf(actor.client_name, 'holdings', day, format));
          if (format === 'csv') return csvOf(sheet());
          return inReadersLanguage(() => makePaper({ format, sheets: [sheet()], from, now: deps.now() }));
        },
      });
  for (const name of ['grants', 'convertibles', 'warrants', 'payments']) paperOf(router, name);
}

function paperOf({ deps, ...router }: Router, name: string) {
  const resource = resourceNamed(name);
  router
    .audited({ action: 'export', resource: name, summary: 'printed' })
    .limited('paper')
    .get({
      url: `${resource.path.replace(/\/$/, '')}/:id/pdf`,
      roles: null,
      summary: `A ${resource.singular} as a PDF`,
      fromReplica: true,
      handler: async ({ tx, actor, params, reply, entry }) => {
        const day = today({ actor, deps });
        const record = await findRecord(tx, actor, resource, params.id!, day);
        if (!record) throw notFound();
        const shown = await showRecord({ tx, actor, deps }, resource, record);
        const heading = (resource.heading ?? [resource.title]).map((field) => String(record[field])).join(', ');
        const from = await provenanceOf(tx, orgOf(actor), day, deps.now());
        entry?.says(`printed ${resource.singular} ${heading}`);
        const number = heading.replace(/[^\w.-]+/g, '-').replace(/^-+|-+$/g, '') || resource.singular;
        sent(reply, 'pdf', fileNameOf(actor.client_name, number, day, 'pdf'));
        return inReadersLanguage(() =>
          makePaper({ format: 'pdf', sheets: [recordSheet(resource, shown, heading)], from, now: deps.now() }),
        );
      },
    });
}

export function sent(reply: FastifyReply, format: 'csv' | 'pdf', name: string): void {
  reply
    .type(format === 'csv' ? 'text/csv; charset=utf-8' : 'application/pdf')
    .header('content-disposition', `attachment; filename="${name}"`)
    .header('cache-control', 'private, no-store');
}

/** Without the number of the last entry, which counts what was recorded for others. */
export async function provenanceOf(tx: Tx, org: string, date: string, now: Date): Promise<Provenance> {
  const row = await tx.row<Pick<Provenance, 'company' | 'currency' | 'madeAt'>>(
    `select coalesce(legal_name, client_display_name) as company, currency::text as currency,
            to_char($2::timestamptz, 'YYYY-MM-DD HH24:MI ') || current_setting('timezone') as "madeAt"
     from organization where id = $1`,
    [org, now.toISOString()],
  );
  return { ...row!, date, knownAt: null };
}
