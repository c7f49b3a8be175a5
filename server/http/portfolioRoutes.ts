// What a holder has across their companies, and the note of how far they have read a thread.
import { portfolioAnswer } from '#src/contract/portfolio.ts';
import type { PortfolioCompany } from '#src/contract/portfolio.ts';
import { previewAnswer } from '#src/contract/preview.ts';
import { editors } from '#src/resources/kit/access.ts';
import { shareholders } from '#src/resources/shareholders.ts';
import { membershipsOf } from '../auth/sessions.ts';
import { notFound } from '../data/refusals.ts';
import { findRecord } from '../data/resourceRepository.ts';
import { asHolder, asTableReader, inCompany } from '../db/readingAs.ts';
import { today } from '../commands/core/context.ts';
import { sharedTable } from '../reports/capTable/capTable.ts';
import { portfolioCompany } from '../reports/portfolio/portfolio.ts';
import { noteSeenAs, previewOf } from '../reports/portfolio/preview.ts';
import type { Router } from './routes.ts';

export function portfolioRoutes(router: Router) {
  const { deps } = router;
  router.get({
    url: '/api/portfolio',
    roles: null,
    summary:
      'What the signed-in account holds in each of its companies. Each company is read on its own, under its own rules; one that waits for approval, or that nobody linked to a record, is not among them',
    answer: portfolioAnswer,
    handler: ({ tx, actor }) => membershipsOf(tx, actor.account_id),
    thenReads: async (memberships, { tokenHash }) => {
      const companies: PortfolioCompany[] = [];
      for (const { org_id, status, shareholder_id } of memberships) {
        if (status !== 'active' || shareholder_id === null) continue;
        // Undefined when the membership ended meanwhile.
        const company = await inCompany(deps.db, tokenHash, org_id, (tx, actor) =>
          portfolioCompany(tx, actor, today({ actor, deps })),
        );
        if (company) companies.push(company);
      }
      return companies;
    },
  });
  router
    .audited({ action: 'preview', resource: 'shareholders', summary: 'looked at the portal as a shareholder' })
    .writing()
    .get({
      url: '/api/shareholders/:id/preview',
      roles: editors,
      summary:
        'What the portal answers to this shareholder, read under their own rules. Nothing is writable, and it is logged',
      answer: previewAnswer,
      handler: async ({ tx, actor, params }) => {
        const holder = await findRecord(tx, actor, shareholders, params.id!);
        if (!holder) throw notFound();
        noteSeenAs({ tx, actor, deps }, holder);
        return holder.id;
      },
      thenReads: async (id, { tokenHash, actor: reader }) => {
        const seen = await asHolder(deps.db, tokenHash, id, (tx, actor) =>
          previewOf(tx, actor, { day: today({ actor, deps }), reader: reader.role }),
        );
        if (!seen) throw notFound();
        const shown = await asTableReader(deps.db, tokenHash, id, (tx, reader) =>
          sharedTable(tx, reader, { as_of: today({ actor: reader, deps }), basis: 'outstanding' }),
        );
        return shown ? { ...seen, cap_table: shown } : seen;
      },
    });
}
