// Account routes for signed-in users: who am I, the mailbox, signing out, switching, joining and invitations.
import { z } from 'zod';
import { AppError } from '#src/domain/errors.ts';
import { localeChoice, me, signedIn } from '#src/contract/signedIn.ts';
import { ownSession } from '#src/contract/sessions.ts';
import type { OwnSession } from '#src/contract/sessions.ts';
import { plainText } from '#src/resources/kit/validation.ts';
import type { Limits } from '../auth/limits.ts';
import { noteAccountChange } from '../auth/auditedChanges.ts';
import { takeNewEmail } from '../auth/changeAccount.ts';
import { confirmEmail, mailConfirmationAgain } from '../auth/mailbox.ts';
import { membershipsOf, ownAccount, ownAccountWithUnread, switchSession, userOf } from '../auth/sessions.ts';
import { askToJoin, invitationClosed, openInvitation, refuseMember, useInvitation } from '../auth/signup.ts';
import type { Actor } from '#src/resources/kit/access.ts';
import { chooseLocale } from '../auth/locale.ts';
import type { Tx } from '../db/database.ts';
import { notFound } from '../data/refusals.ts';
import { sha256 } from '../data/sha256.ts';
import { keepLocale } from './languages/locale.ts';
import type { Router } from './routes.ts';

export const tokenBody = z.strictObject({ token: plainText(200) });

export function accountRoutes(router: Router, limits: Limits) {
  const { deps } = router;
  router.get({
    url: '/api/auth/me',
    roles: null,
    summary: 'The signed-in account and its memberships',
    answer: me,
    handler: ({ tx, actor }) => meOf(tx, actor),
  });
  router.unaudited().put({
    url: '/api/auth/me',
    roles: null,
    summary: 'Choose the language of pages, mails and papers',
    body: localeChoice,
    answer: me,
    handler: async ({ tx, actor, body, request, reply }) => {
      await chooseLocale(tx, deps, actor.account_id, body.locale);
      keepLocale(request, reply, body.locale);
      return meOf(tx, actor);
    },
  });
  router.unaudited().post({
    url: '/api/auth/confirm-email',
    roles: null,
    summary: 'Confirm the signed-in account’s email address with the mailed link',
    body: tokenBody,
    status: 204,
    // The link of a new address, or of the one given at sign-up.
    handler: async ({ tx, body, tokenHash }) => {
      if (!(await takeNewEmail(tx, deps, body.token, tokenHash))) await confirmEmail(tx, body.token);
    },
  });
  router.unaudited().post({
    url: '/api/auth/confirm-email/resend',
    roles: null,
    summary: 'Send the confirmation link again',
    status: 202,
    handler: async ({ tx }) => mailConfirmationAgain(tx, deps, await ownAccount(tx)),
  });
  router.unaudited().post({
    url: '/api/auth/logout',
    roles: null,
    summary: 'End this session',
    status: 204,
    handler: async ({ tx, actor, tokenHash }) => {
      await noteAccountChange(tx, deps, actor.account_id, 'signed out');
      await tx.rows(`select end_session(decode($1, 'hex'))`, [tokenHash]);
      return undefined;
    },
  });
  router.get({
    url: '/api/auth/sessions',
    roles: null,
    summary: 'The open sessions of the signed-in account',
    answer: z.array(ownSession),
    handler: async ({ tx, tokenHash }) =>
      tx.rows<OwnSession>(`select * from own_sessions(decode($1, 'hex'), $2, $3)`, [
        tokenHash,
        deps.config.sessionIdleSeconds,
        deps.config.sessionMaxSeconds,
      ]),
  });
  router.unaudited().delete({
    url: '/api/auth/sessions',
    roles: null,
    summary: 'End every other session of the account',
    status: 204,
    handler: async ({ tx, actor, tokenHash }) => {
      const row = await tx.row<{ done: boolean }>(`select end_other_sessions(decode($1, 'hex')) as done`, [tokenHash]);
      if (row!.done) await noteAccountChange(tx, deps, actor.account_id, 'ended the other sessions of their account');
      return undefined;
    },
  });
  router.unaudited().delete({
    url: '/api/auth/sessions/:id',
    roles: null,
    summary: 'End one session of the account',
    status: 204,
    handler: async ({ tx, actor, params }) => {
      const row = await tx.row<{ done: boolean }>('select end_own_session($1) as done', [params.id]);
      if (!row!.done) throw notFound();
      await noteAccountChange(tx, deps, actor.account_id, 'ended a session of their account');
      return undefined;
    },
  });
  router
    .unaudited()
    .answeringSecret()
    .post({
      url: '/api/auth/switch',
      roles: null,
      summary: 'Switch to another organisation of the account',
      body: z.strictObject({ client_name: plainText(100) }),
      answer: signedIn,
      handler: async ({ tx, actor, body, tokenHash }) => {
        const target = (await membershipsOf(tx, actor.account_id)).find(
          (membership) => membership.client_name.toLowerCase() === body.client_name.toLowerCase(),
        );
        if (!target) throw notFound();
        return switchSession(tx, tokenHash, await ownAccount(tx), target);
      },
    });
  router.unaudited().post({
    url: '/api/auth/join',
    roles: null,
    summary: 'Ask to join another organisation',
    body: z.strictObject({ client_name: plainText(100).min(1, 'This is required.') }),
    status: 202,
    before: ({ account_id }) => limits.spend('join_account', account_id),
    handler: async ({ tx, actor, body, tokenHash }) => {
      const org = await askToJoin(tx, deps, actor.account_id, body.client_name, null);
      if (!org)
        throw new AppError(
          'unknown_client_name',
          `No company uses the client name “${body.client_name.trim()}”. Ask its administrator for the exact one.`,
          { status: 422, fields: { client_name: `No company uses “${body.client_name.trim()}”.` } },
        );
      await refuseMember(tx, actor.account_id, org);
      await tx.rows(`select enter_organization(decode($1, 'hex'), $2)`, [tokenHash, org]);
      return { message: 'Your request was sent. The company will confirm who you are.' };
    },
  });
  router.unaudited().post({
    url: '/api/auth/accept-invite',
    roles: null,
    summary: 'Accept an invitation with the signed-in account',
    body: tokenBody,
    // Opens this company if the user has none open. A user of another company stays there and may switch.
    handler: async ({ tx, body, tokenHash }) => {
      const account = await ownAccount(tx);
      const invited = await openInvitation(tx, sha256(body.token));
      const org = await useInvitation(tx, deps, account, sha256(body.token));
      if (!org)
        throw invited && invited.email !== account.email
          ? sentToAnother()
          : await invitationClosed(tx, sha256(body.token), 409);
      await tx.rows(`select enter_organization(decode($1, 'hex'), $2)`, [tokenHash, org]);
      const membership = (await membershipsOf(tx, account.id)).find((entry) => entry.org_id === org);
      const isLinked =
        membership?.status === 'active' &&
        (invited?.role !== null || membership.shareholder_id === invited.shareholder_id);
      return {
        user: userOf(account, membership),
        ...(isLinked ? {} : { message: asked(invited!.client_display_name) }),
      };
    },
  });
}

async function meOf(tx: Tx, actor: Pick<Actor, 'org_id'>) {
  const account = await ownAccountWithUnread(tx);
  const memberships = await membershipsOf(tx, account.id);
  const active = memberships.find((membership) => membership.org_id === actor.org_id);
  return {
    user: userOf(account, active),
    memberships: memberships.map(({ org_id: _org, ...membership }) => membership),
    active: active?.client_name ?? null,
    email_verified: account.email_confirmed_at !== null,
    unread_notices: account.unread_notices,
  };
}

const asked = (company: string) =>
  `${company} was asked to confirm that this invitation is yours. Until it answers, you keep the access you have.`;

const sentToAnother = () =>
  new AppError(
    'other_address',
    'This invitation was sent to another email address. Sign in with that address, or ask the company to invite yours.',
    { status: 409 },
  );
