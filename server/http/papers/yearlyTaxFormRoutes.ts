// The yearly tax forms: what they say, making them, copies for holders, and the file for a filing service.
import { z } from 'zod';
import { holderYearlyTaxForms, yearlyTaxFormsMade, taxYear } from '#src/contract/yearlyTaxForms.ts';
import { yearlyTaxFormNames } from '#src/domain/distribution/yearlyTaxForms.ts';
import { administrators, editors } from '#src/resources/kit/access.ts';
import { fileNameOf } from '#src/resources/kit/csv.ts';
import { today } from '#server/commands/core/context.ts';
import { filingFile } from '#server/commands/yearlyTaxForms/filingFile.ts';
import { makeYearlyTaxForms } from '#server/commands/yearlyTaxForms/makeYearlyTaxForms.ts';
import { yearlyTaxFormSlip, yearlyTaxFormsOfHolder } from '#server/queries/yearlyTaxForms/yearlyTaxFormCopy.ts';
import { showTaxYear } from '#server/queries/yearlyTaxForms/taxYear.ts';
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
  form: z
    .enum(yearlyTaxFormNames, { error: `The form is one of ${yearlyTaxFormNames.join(', ')}.` })
    .default('1099-DIV'),
});
const makeBody = z.strictObject({ year: z.int('A year such as 2025.').min(1900).max(2199) });

export function yearlyTaxFormRoutes(router: Router) {
  const { deps } = router;
  router.long().get({
    url: '/api/yearly-tax-forms',
    summary: 'What the tax forms of a year say, which are made, and what is missing',
    query: yearQuery,
    answer: taxYear,
    roles: editors,
    handler: ({ tx, actor, query }) =>
      showTaxYear({ tx, actor, deps }, yearOf(parseBody(yearQuery, query), { actor, deps })),
  });
  router
    .audited({ action: 'make', resource: 'yearly-tax-forms', summary: 'made tax forms', ifNoted: true })
    .long()
    .post({
      url: '/api/yearly-tax-forms',
      summary: 'Make the tax forms of a year; what was made and is no longer right is corrected',
      body: makeBody,
      answer: yearlyTaxFormsMade,
      roles: editors,
      handler: ({ tx, actor, body }) => makeYearlyTaxForms({ tx, actor, deps }, body.year),
    });
  router
    .audited({ action: 'export', resource: 'yearly-tax-forms', summary: 'exported tax forms with tax numbers' })
    .limited('export')
    .steppedUp()
    .get({
      url: '/api/yearly-tax-forms/export.csv',
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
    .audited({ action: 'export', resource: 'yearly-tax-forms', summary: 'printed a tax form' })
    .limited('paper')
    .get({
      url: '/api/yearly-tax-forms/:id/pdf',
      summary: 'The copy of a tax form for its recipient',
      roles: null,
      handler: async ({ tx, actor, params, reply, entry }) => {
        const { slip, paper } = await yearlyTaxFormSlip({ tx, actor, deps }, params.id!);
        entry?.says(`printed ${paper.form} no. ${paper.number} of ${paper.year} for ${String(paper.recipient.name)}`);
        sent(reply, 'pdf', fileNameOf(actor.client_name, `${paper.form}-${paper.number}`, String(paper.year), 'pdf'));
        return makePaper({ format: 'slip', slip, now: deps.now() });
      },
    });
  router.get({
    url: '/api/shareholders/:id/yearly-tax-forms',
    summary: 'The tax forms that were made of a holder',
    answer: holderYearlyTaxForms,
    roles: null,
    handler: ({ tx, actor, params }) => yearlyTaxFormsOfHolder({ tx, actor, deps }, params.id!),
  });
}

const yearOf = (asked: { year?: string | undefined }, context: Parameters<typeof today>[0]): number =>
  Number(asked.year ?? Number(today(context).slice(0, 4)) - 1);
