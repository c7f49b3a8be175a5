// Money that nobody took: contacts with its holders, how old it is, letters, and the report for a state.
import { z } from 'zod';
import { contact, contactBody, lettersBody, paymentDormancy, unclaimedAnswer } from '#src/contract/unclaimed.ts';
import { editors, readers } from '#src/resources/kit/access.ts';
import { fileNameOf } from '#src/resources/kit/csv.ts';
import { isoDate } from '#src/resources/kit/validation.ts';
import { today } from '#server/commands/core/context.ts';
import { addContact, contactsOf } from '#server/commands/unclaimed/contacts.ts';
import { reminderLetters } from '#server/commands/unclaimed/letters.ts';
import { csvOfLines } from '#server/paper/csv.ts';
import { stateReport } from '#server/reports/unclaimed/stateReport.ts';
import { paymentDormancyOf, unclaimed } from '#server/reports/unclaimed/unclaimed.ts';
import { parseBody } from '../routing/request.ts';
import type { Router } from '../routes.ts';

const reportQuery = z.strictObject({
  state: z.string('Name a state.').regex(/^[A-Z]{2}$/, 'Two capital letters, such as CA.'),
  dormant_by: isoDate.optional().describe('Today unless another day is named.'),
});

export function unclaimedRoutes(router: Router) {
  const { deps } = router;
  router.get({
    url: '/api/payments/:id/contacts',
    summary: 'What was done to reach the holder of a payment, newest first',
    answer: z.array(contact),
    roles: readers,
    handler: ({ tx, actor, params }) => contactsOf({ tx, actor, deps }, params.id!),
  });
  router.audited({ action: 'update', resource: 'payments', summary: 'noted a contact about a payment' }).post({
    url: '/api/payments/:id/contacts',
    summary: 'Note that the holder of a payment was written to or called; what is noted stays',
    body: contactBody,
    answer: z.array(contact),
    roles: editors,
    handler: ({ tx, actor, params, body }) => addContact({ tx, actor, deps }, params.id!, body),
  });
  router.get({
    url: '/api/payments/:id/dormancy',
    summary: 'When an unpaid payment is dormant under the law of its holder’s state',
    answer: paymentDormancy,
    roles: readers,
    handler: ({ tx, actor, params }) => paymentDormancyOf({ tx, actor, deps }, params.id!),
  });
  router.get({
    url: '/api/unclaimed',
    summary:
      'Payments that are due and unpaid by age, for each distribution and in all, and by the state of the holder',
    answer: unclaimedAnswer,
    roles: readers,
    handler: ({ tx, actor }) => unclaimed({ tx, actor, deps }),
  });
  router
    .audited({ action: 'export', resource: 'payments', summary: 'downloaded unclaimed money for a state' })
    .limited('export')
    .get({
      url: '/api/unclaimed/report.csv',
      summary: 'The dormant payments of the holders of a state, for its report of unclaimed property',
      query: reportQuery,
      roles: editors,
      handler: async ({ tx, actor, query, reply, entry }) => {
        const { state, dormant_by } = parseBody(reportQuery, query);
        const lines = await stateReport({ tx, actor, deps }, state, dormant_by);
        entry?.says(`downloaded unclaimed money for ${state}: ${lines.length - 1} payments`);
        const name = fileNameOf(actor.client_name, `unclaimed-${state}`, today({ actor, deps }), 'csv');
        reply.type('text/csv; charset=utf-8').header('content-disposition', `attachment; filename="${name}"`);
        return csvOfLines(lines);
      },
    });
  router
    .audited({ action: 'export', resource: 'payments', summary: 'made reminder letters about unclaimed money' })
    .limited('paper')
    .post({
      url: '/api/unclaimed/letters',
      summary: 'Reminder letters as one PDF: one for each holder, with all their payments that are due and unpaid',
      body: lettersBody,
      roles: editors,
      handler: async ({ tx, actor, body, reply }) => {
        const bytes = await reminderLetters({ tx, actor, deps }, body);
        const name = fileNameOf(actor.client_name, 'letters', today({ actor, deps }), 'pdf');
        reply.type('application/pdf').header('content-disposition', `attachment; filename="${name}"`);
        return bytes;
      },
    });
}
