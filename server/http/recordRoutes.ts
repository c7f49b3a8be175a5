// Other reads about one record: the preview of an action, and its printable document.
import { previewTermination } from '../commands/grants/terminateService.ts';
import { printCertificate } from '../commands/certificates/print.ts';
import { revealDetail } from '../commands/shareholders/revealDetail.ts';
import { revealed } from '#src/contract/holderDetails.ts';
import { revealBody } from '#src/resources/holderDetails.ts';
import { terminationAnswer } from '#src/contract/termination.ts';
import { administrators, readers } from '#src/resources/kit/access.ts';
import { distributionRoutes } from './distributionRoutes.ts';
import { bulkRoutes } from './payments/bulkRoutes.ts';
import { reconciliationRoutes } from './payments/reconciliationRoutes.ts';
import { payoutEventRoutes } from './payouts/payoutEventRoutes.ts';
import { unclaimedRoutes } from './payments/unclaimedRoutes.ts';
import { paymentBatchRoutes } from './payouts/paymentBatchRoutes.ts';
import type { Router } from './routes.ts';

export function recordRoutes(router: Router) {
  distributionRoutes(router);
  bulkRoutes(router);
  reconciliationRoutes(router);
  unclaimedRoutes(router);
  paymentBatchRoutes(router);
  payoutEventRoutes(router);
  router.get({
    url: '/api/shareholders/:id/termination',
    summary: 'What would lapse if a holder’s service ended on a day',
    answer: terminationAnswer,
    roles: readers,
    handler: ({ tx, actor, params, query }) => previewTermination({ tx, actor, deps: router.deps }, params.id!, query),
  });
  router
    .audited({ action: 'reveal', resource: 'shareholders', summary: 'read a number in full of' })
    .answeringSecret()
    .steppedUp()
    .post({
      url: '/api/shareholders/:id/reveal',
      summary: 'A tax number or bank account in full; noted where the holder sees it',
      body: revealBody,
      answer: revealed,
      roles: administrators,
      handler: ({ tx, actor, params, body }) => revealDetail({ tx, actor, deps: router.deps }, params.id!, body),
    });
  router
    .audited({ action: 'export', resource: 'certificates', summary: 'printed' })
    .writing()
    .limited('paper')
    .get({
      url: '/api/certificates/:id/pdf',
      roles: null,
      summary: 'The certificate as a PDF, with the code of its public page',
      handler: async ({ tx, actor, params, reply, entry }) => {
        const context = { tx, actor, deps: router.deps };
        const { bytes, fileName } = await printCertificate(context, params.id!, router.deps.config.publicUrl);
        entry?.says(`printed ${fileName}`);
        reply.type('application/pdf').header('content-disposition', `attachment; filename="${fileName}"`);
        return bytes;
      },
    });
}
