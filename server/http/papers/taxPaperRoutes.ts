// The yearly tax papers: what they say, making them, copies for holders, and the file for a filing service.
import { z } from 'zod';
import { holderTaxPapers, taxPapersMade, taxYear } from '#src/contract/taxPapers.ts';
import { taxPaperForms } from '#src/domain/distribution/taxPapers.ts';
import { administrators, editors } from '#src/resources/kit/access.ts';
import { fileNameOf } from '#src/resources/kit/csv.ts';
import { today } from '#server/commands/core/context.ts';
import { filingFile } from '#server/commands/taxPapers/filingFile.ts';
import { makeTaxPapers } from '#server/commands/taxPapers/makeTaxPapers.ts';
import { taxPaperSlip, taxPapersOfHolder } from '#server/queries/taxPapers/taxPaperCopy.ts';
import { showTaxYear } from '#server/queries/taxPapers/taxYear.ts';
import { makePaper } from '#server/paper/makePaper.ts';
import { parseBody } from '../routing/request.ts';
import type { Router } from '../routes.ts';
import { sent } from './holderPaperRoutes.ts';

const year = z
  .string()
  .regex(/^(19|20|21)\d\d$/, 'A year such as 2025.')
  .optional()
  .describe('By default the last one that is over.');
const yearQuery = z.object({ year });
const fileQuery = z.object({
  year,
  form: z.enum(taxPaperForms, { error: `The form is one of ${taxPaperForms.join(', ')}.` }).default('1099-DIV'),
});
const makeBody = z.strictObject({ year: z.int('A year such as 2025.').min(1900).max(2199) });

export function taxPaperRoutes(router: Router) {
  const { deps } = router;
  router.long().get({
    url: '/api/tax-papers',
    summary: 'What the tax papers of a year say, which are made, and what is missing',
    query: yearQuery,
    answer: taxYear,
    roles: editors,
    handler: ({ tx, actor, query }) =>
      showTaxYear({ tx, actor, deps }, yearOf(parseBody(yearQuery, query), { actor, deps })),
  });
  router
    .audited({ action: 'make', resource: 'tax-papers', summary: 'made tax papers', ifNoted: true })
    .long()
    .post({
      url: '/api/tax-papers',
      summary: 'Make the tax papers of a year; what was made and is no longer right is corrected',
      body: makeBody,
      answer: taxPapersMade,
      roles: editors,
      handler: ({ tx, actor, body }) => makeTaxPapers({ tx, actor, deps }, body.year),
    });
  router
    .audited({ action: 'export', resource: 'tax-papers', summary: 'exported tax papers with tax numbers' })
    .limited('export')
    .steppedUp()
    .get({
      url: '/api/tax-papers/export.csv',
      summary: 'The forms of a year for a filing service, with tax numbers in full',
      query: fileQuery,
      roles: administrators,
      handler: async ({ tx, actor, query, reply, entry }) => {
        const { form, ...rest } = parseBody(fileQuery, query);
        const asked = { form, year: yearOf(rest, { actor, deps }) };
        const { csv, count } = await filingFile({ tx, actor, deps }, asked);
        entry?.says(`exported ${count} ${form} of ${asked.year} with tax numbers in full`);
        sent(reply, 'csv', fileNameOf(actor.client_name, form, String(asked.year), 'csv'));
        return csv;
      },
    });
  router
    .audited({ action: 'export', resource: 'tax-papers', summary: 'printed a tax paper' })
    .limited('paper')
    .get({
      url: '/api/tax-papers/:id/pdf',
      summary: 'The copy of a tax paper for its recipient',
      roles: null,
      handler: async ({ tx, actor, params, reply, entry }) => {
        const { slip, paper } = await taxPaperSlip({ tx, actor, deps }, params.id!);
        entry?.says(`printed ${paper.form} no. ${paper.number} of ${paper.year} for ${String(paper.recipient.name)}`);
        sent(reply, 'pdf', fileNameOf(actor.client_name, `${paper.form}-${paper.number}`, String(paper.year), 'pdf'));
        return makePaper({ format: 'slip', slip, now: deps.now() });
      },
    });
  router.get({
    url: '/api/shareholders/:id/tax-papers',
    summary: 'The tax papers that were made of a holder',
    answer: holderTaxPapers,
    roles: null,
    handler: ({ tx, actor, params }) => taxPapersOfHolder({ tx, actor, deps }, params.id!),
  });
}

const yearOf = (asked: { year?: string | undefined }, context: Parameters<typeof today>[0]): number =>
  Number(asked.year ?? Number(today(context).slice(0, 4)) - 1);
