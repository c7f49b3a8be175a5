// What a distribution comes to: its preview, saved or not, and what its approval froze.
import { z } from 'zod';
import {
  distributionComparison,
  distributionDraft,
  distributionPreview,
  distributionProgress,
  distributionSnapshot,
  linesQuery,
} from '#src/contract/distributions/distributionPreview.ts';
import { distributionNotices, notifyAnswer } from '#src/contract/distributions/distributionNotices.ts';
import { askedHolders, lackingHolders as lackingHoldersAnswer } from '#src/contract/missingDetails.ts';
import { distributions } from '#src/resources/distributions.ts';
import { editors, readers } from '#src/resources/kit/access.ts';
import { bodySchema } from '#src/resources/kit/validation.ts';
import { askHolders, lackingHolders } from '../commands/distributions/askHolders.ts';
import { comparisonOf } from '../queries/distributions/comparison.ts';
import { previewOf } from '../commands/distributions/distributionPreview.ts';
import { distributionClasses } from '../commands/distributions/distributions.ts';
import { noticesOf, notifyHolders } from '../commands/distributions/notices.ts';
import { previewDraft } from '../commands/distributions/previewDraft.ts';
import { progressOf } from '../queries/distributions/progress.ts';
import { snapshotOf } from '../queries/distributions/snapshot.ts';
import { objectBody } from './resourceRoutes.ts';
import { parseBody } from './routing/request.ts';
import type { Router } from './routes.ts';

export function distributionRoutes(router: Router) {
  const { deps } = router;
  router.get({
    url: '/api/distributions/:id/preview',
    summary: 'What each holder receives',
    query: linesQuery,
    answer: distributionPreview,
    roles: readers,
    handler: ({ tx, actor, params, query }) =>
      previewOf({ tx, actor, deps }, params.id!, parseBody(linesQuery, query).limit),
  });
  router.unaudited().post({
    url: '/api/distributions/preview',
    summary: 'What each holder would receive under terms that are not saved',
    takes: bodySchema(distributions).extend({ share_class_ids: distributionClasses }).partial({ name: true }),
    answer: distributionDraft,
    roles: editors,
    handler: ({ tx, actor, body }) => previewDraft({ tx, actor, deps }, objectBody(body)),
  });
  router.get({
    url: '/api/distributions/:id/snapshot',
    summary: 'The lines that the approval froze, with their hash and the position of the ledger',
    answer: distributionSnapshot,
    roles: readers,
    handler: ({ tx, actor, params }) => snapshotOf({ tx, actor, deps }, params.id!),
  });
  router.get({
    url: '/api/distributions/:id/progress',
    summary: 'The payments of a distribution by state, and how much is paid',
    answer: distributionProgress,
    roles: readers,
    handler: ({ tx, actor, params }) => progressOf({ tx, actor, deps }, params.id!),
  });
  router.get({
    url: '/api/distributions/:id/comparison',
    summary: 'What was approved beside what the ledger says today',
    answer: distributionComparison,
    roles: readers,
    handler: ({ tx, actor, params }) => comparisonOf({ tx, actor, deps }, params.id!),
  });
  router.get({
    url: '/api/distributions/:id/notices',
    summary: 'The mails that tell the holders of a distribution, and who was told',
    answer: distributionNotices,
    roles: readers,
    handler: ({ tx, actor, params }) => noticesOf({ tx, actor, deps }, params.id!),
  });
  router.get({
    url: '/api/distributions/:id/lacking',
    summary: 'Which holders have no bank account, valid tax form or country, where one is needed to pay them',
    answer: lackingHoldersAnswer,
    roles: editors,
    handler: ({ tx, actor, params }) => lackingHolders({ tx, actor, deps }, params.id!),
  });
  router
    .audited({ action: 'notify', resource: 'distributions', summary: 'asked holders of a distribution', ifNoted: true })
    .long()
    .post({
      url: '/api/distributions/:id/ask-holders',
      summary: 'Ask each holder for what they lack; it stays in their portal until it is there',
      body: z.strictObject({}),
      answer: askedHolders,
      roles: editors,
      handler: ({ tx, actor, params }) => askHolders({ tx, actor, deps }, params.id!),
    });
  router
    .audited({
      action: 'notify',
      resource: 'distributions',
      summary: 'notified holders of a distribution',
      ifNoted: true,
    })
    .long()
    .post({
      url: '/api/distributions/:id/notify',
      summary: 'Mail each holder who was not told yet; a repeat tells nobody twice',
      body: z.strictObject({}),
      answer: notifyAnswer,
      roles: editors,
      handler: ({ tx, actor, params }) => notifyHolders({ tx, actor, deps }, params.id!),
    });
}
