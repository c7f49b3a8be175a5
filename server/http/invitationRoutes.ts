// Inviting all shareholders who were never invited: what would happen, and a part of it at a time.
import { invitationRows } from '#src/contract/invitations.ts';
import { editors } from '#src/resources/kit/access.ts';
import { inviteMany, inviteManyBody, previewInvitations } from '../commands/shareholders/inviteMany.ts';
import type { Router } from './routes.ts';

export function invitationRoutes(router: Router) {
  const { deps } = router;
  router.get({
    url: '/api/portal/invitations',
    summary: 'What inviting all shareholders to the portal would do with each active one',
    roles: editors,
    answer: invitationRows,
    handler: ({ tx, actor }) => previewInvitations({ tx, actor, deps }),
  });
  router
    .audited({
      action: 'invite',
      resource: 'shareholders',
      summary: 'invited shareholders to the portal',
      ifNoted: true,
    })
    .post({
      url: '/api/portal/invitations',
      summary: 'Invite these shareholders to the portal, unless they were invited before; each with its outcome',
      roles: editors,
      body: inviteManyBody,
      answer: invitationRows,
      handler: ({ tx, actor, body }) => inviteMany({ tx, actor, deps }, body),
    });
}
