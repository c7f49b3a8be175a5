// The life of a certificate: POST /api/certificates/:id/<verb>.
import { consolidateBody, consolidateCertificates } from '../commands/certificates/consolidate.ts';
import { convertCertificate, convertCertificateBody } from '../commands/certificates/convert.ts';
import { cancelBody, cancelCertificate, repurchaseBody, repurchaseCertificate } from '../commands/certificates/end.ts';
import { printCertificate } from '../commands/certificates/print.ts';
import { reissueBody, reissueCertificate, replaceCertificate } from '../commands/certificates/reissue.ts';
import { retractCertificate } from '../commands/certificates/retract.ts';
import { transferBody, transferCertificate } from '../commands/certificates/transfer.ts';
import type { VerbRoute } from './commandRoutes.ts';
import type { Router } from './routes.ts';

export function certificateRoutes(router: Router, verb: VerbRoute) {
  verb(
    '/api/certificates/:id/transfer',
    'Transfer a certificate, whole, in part or to several',
    transferBody,
    transferCertificate,
  );
  verb('/api/certificates/:id/cancel', 'Cancel a certificate, whole or in part', cancelBody, cancelCertificate);
  verb(
    '/api/certificates/:id/repurchase',
    'Repurchase a certificate, whole or in part',
    repurchaseBody,
    repurchaseCertificate,
  );
  verb('/api/certificates/:id/reissue', 'The same holding on new paper', reissueBody, reissueCertificate);
  verb('/api/certificates/:id/replace', 'Replace a lost certificate', reissueBody, replaceCertificate);
  verb(
    '/api/certificates/:id/convert',
    'Convert into another class at the ratio of the day',
    convertCertificateBody,
    convertCertificate,
  );
  verb(
    '/api/certificates/:id/retract',
    'Take back a certificate that was not accepted',
    reissueBody,
    retractCertificate,
    {
      roles: ['owner', 'admin'],
    },
  );
  router.actor({
    method: 'POST',
    url: '/api/certificates/consolidate',
    summary: 'Several certificates of one holder and class become one',
    body: consolidateBody,
    roles: ['owner', 'admin', 'staff'],
    handler: ({ tx, actor, body }) => consolidateCertificates({ tx, actor, deps: router.deps }, body),
  });
  router.actor({
    method: 'GET',
    url: '/api/certificates/:id/pdf',
    costs: 'paper',
    writes: true,
    summary: 'The certificate as a PDF, with the code of its public page',
    handler: async ({ tx, actor, params, reply }) => {
      const context = { tx, actor, deps: router.deps };
      const { bytes, fileName } = await printCertificate(context, params.id!, router.deps.config.publicUrl);
      reply.type('application/pdf').header('content-disposition', `attachment; filename="${fileName}"`);
      return bytes;
    },
  });
}
