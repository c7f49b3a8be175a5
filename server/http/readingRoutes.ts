// Who has read a message: noted when somebody opens the thread, and shown to the company.
import { z } from 'zod';
import { messageReaders } from '#src/contract/messages.ts';
import { readers } from '#src/resources/kit/access.ts';
import { messages } from '#src/resources/messages.ts';
import { orgOf } from '../auth/actor.ts';
import { notFound } from '../data/refusals.ts';
import { findRecord } from '../data/resourceRepository.ts';
import { readersOf } from '../queries/showThread.ts';
import type { Router } from './routes.ts';

export function readingRoutes(router: Router) {
  const { deps } = router;
  router.unaudited().post({
    url: '/api/messaging/threads/:id/read',
    roles: null,
    summary: 'Note that the account has read the thread until now',
    body: z.strictObject({}),
    status: 204,
    handler: async ({ tx, actor, params }) => {
      const org = orgOf(actor);
      if (!(await findRecord(tx, actor, messages, params.id!))) throw notFound();
      await tx.write(
        `insert into thread_read (org_id, thread_id, account_id, read_at) values ($1, $2, $3, $4)
         on conflict (org_id, thread_id, account_id) do update set read_at = excluded.read_at`,
        [org, params.id, actor.account_id, deps.now().toISOString()],
      );
      await tx.write(
        `insert into message_read (org_id, message_id, account_id, shareholder_id, read_at)
         select m.org_id, m.id, $3, $4, $5 from message m where m.org_id = $1 and m.thread_id = $2 and m.account_id <> $3
         on conflict (org_id, message_id, account_id) do nothing`,
        [org, params.id, actor.account_id, actor.shareholder_id, deps.now().toISOString()],
      );
      return undefined;
    },
  });
  router.get({
    url: '/api/messaging/messages/:id/readers',
    roles: readers,
    summary: 'Who of the addressees of a message of the company has read it, and when first',
    answer: messageReaders,
    handler: ({ tx, actor, params }) => readersOf({ tx, actor, deps }, params.id!),
  });
}
