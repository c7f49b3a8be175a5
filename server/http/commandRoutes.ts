// The verbs: POST /api/<resource>/:id/<verb>. Each is one command with its own body.
import type { z } from 'zod';
import { z as zod } from 'zod';
import { authorizeBody, authorizeShares } from '../commands/shareClasses/shareClasses.ts';
import type { CommandContext } from '../commands/core/context.ts';
import { approvalBody, approveDistribution, cancelDistribution } from '../commands/distributions/decideDistribution.ts';
import { previewOf } from '../commands/distributions/distributionPreview.ts';
import { inviteShareholder } from '../commands/shareholders/inviteShareholder.ts';
import { approveBody, approveJoinRequest, rejectJoinRequest } from '../commands/shareholders/joinRequests.ts';
import { answerThread, messageBody, setThreadClosed } from '../commands/office/messages.ts';
import {
  completeBody,
  completePayment,
  failBody,
  failPayment,
  retryBody,
  retryPayment,
  returnBody,
  returnPayment,
  startBody,
  startPayment,
} from '../commands/distributions/payments.ts';
import { unlinkBody, unlinkShareholder } from '../commands/shareholders/unlinkShareholder.ts';
import { voidBody, voidTransaction } from '../commands/ledger/voidTransaction.ts';
import { adjustConversionRatio, adjustRatioBody } from '../commands/ledger/conversionRatio.ts';
import { splitBody, splitShareClass } from '../commands/shareClasses/split/splitClass.ts';
import type { Role } from '../../src/resources/kit/access.ts';
import type { Cost } from '../auth/limits.ts';
import type { Router } from './routes.ts';
import { acknowledgementRoutes } from './acknowledgementRoutes.ts';
import { certificateRoutes } from './certificateRoutes.ts';
import { securityRoutes } from './securityRoutes.ts';

const empty = zod.strictObject({});
const ADMINISTRATORS: readonly Role[] = ['owner', 'admin'];
const STAFF: readonly Role[] = [...ADMINISTRATORS, 'staff'];

export type VerbRoute = <B extends z.ZodType>(
  url: string,
  summary: string,
  body: B,
  command: (context: CommandContext, id: string, body: z.infer<B>) => Promise<unknown>,
  options?: { status?: number; roles?: readonly Role[]; costs?: Cost; answer?: z.ZodType },
) => void;

export function commandRoutes(router: Router) {
  const verb: VerbRoute = (url, summary, body, command, { status, roles = STAFF, costs, answer } = {}) =>
    router.actor({
      method: 'POST',
      url,
      summary,
      body,
      status,
      roles,
      costs,
      ...(answer ? { answer } : {}),
      handler: ({ tx, actor, params, body: parsed }) => command({ tx, actor, deps: router.deps }, params.id!, parsed),
    });

  securityRoutes(router, verb);
  certificateRoutes(router, verb);
  acknowledgementRoutes(verb);
  verb(
    '/api/share-classes/:id/authorize',
    'Change the authorized shares from a day on',
    authorizeBody,
    authorizeShares,
  );
  verb(
    '/api/share-classes/:id/adjust-ratio',
    'Change the ratio at which a class converts, from a day on',
    adjustRatioBody,
    adjustConversionRatio,
  );
  verb('/api/share-classes/:id/split', 'Split a class, or show what it would do (dry_run)', splitBody, splitShareClass);
  verb(
    '/api/shareholders/:id/invite',
    'Mail a single-use link to the portal',
    empty,
    (context, id) => inviteShareholder(context, id),
    { status: 202 },
  );
  verb(
    '/api/shareholders/:id/unlink',
    'Take the account from a shareholder: it loses this record at once, which can be invited again',
    unlinkBody,
    unlinkShareholder,
  );
  verb(
    '/api/join-requests/:id/approve',
    'Link the person to a shareholder, or to a new one',
    approveBody,
    approveJoinRequest,
  );
  verb('/api/join-requests/:id/reject', 'Refuse the request', empty, (context, id) => rejectJoinRequest(context, id));
  verb(
    '/api/distributions/:id/approve',
    'Freeze who receives what and make the payments; it says what was seen by preview_hash or version, and is refused (409) when that changed since',
    approvalBody,
    approveDistribution,
    { roles: ADMINISTRATORS },
  );
  verb(
    '/api/distributions/:id/cancel',
    'Cancel a distribution',
    empty,
    (context, id) => cancelDistribution(context, id),
    { roles: ADMINISTRATORS },
  );
  verb('/api/payments/:id/start', 'Start a payment', startBody, startPayment);
  verb('/api/payments/:id/complete', 'Record that a payment arrived', completeBody, completePayment);
  verb('/api/payments/:id/fail', 'Record that a payment failed', failBody, failPayment);
  verb('/api/payments/:id/retry', 'Make a failed payment pending again', retryBody, (context, id) =>
    retryPayment(context, id),
  );
  verb('/api/payments/:id/return', 'Record that a completed payment came back', returnBody, returnPayment);
  verb('/api/messaging/threads/:id/messages', 'Answer in a thread', messageBody, answerThread, {
    status: 201,
    roles: [...STAFF, 'shareholder'],
    costs: 'answer',
  });
  verb('/api/messaging/threads/:id/close', 'Close a thread', empty, (context, id) =>
    setThreadClosed(context, id, true),
  );
  verb('/api/messaging/threads/:id/reopen', 'Reopen a thread', empty, (context, id) =>
    setThreadClosed(context, id, false),
  );
  verb(
    '/api/transactions/:id/void',
    'Take an entry back, with all that the same command wrote: a new row for each, nothing is edited',
    voidBody,
    voidTransaction,
    { roles: ADMINISTRATORS },
  );
  router.actor({
    method: 'GET',
    url: '/api/distributions/:id/preview',
    summary: 'What each holder receives',
    roles: ['owner', 'admin', 'staff', 'viewer'],
    handler: ({ tx, actor, params }) => previewOf({ tx, actor, deps: router.deps }, params.id!),
  });
}
