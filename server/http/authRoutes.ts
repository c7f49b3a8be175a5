// The account calls: the specification's seven, and who I am, signing out, switching, joining and invitations.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { AppError } from '../../src/domain/errors.ts';
import { plainText } from '../../src/resources/kit/validation.ts';
import { purposes } from '../auth/codes.ts';
import type { Limits } from '../auth/limits.ts';
import { forgotPassword, login, resend, resetPassword, verifyPhone, verifyTwoFactor } from '../auth/login.ts';
import { accountById, membershipsOf, startSession, userOf } from '../auth/sessions.ts';
import { askToJoin, openInvitation, signup, signupBody, useInvitation } from '../auth/signup.ts';
import { sha256 } from '../data/sha256.ts';
import { clientOf } from './authenticate.ts';
import { notFound } from '../data/refusals.ts';
import { answerOnce } from './publicIdempotency.ts';
import { parseBody, singleQuery } from './routes.ts';
import type { Router } from './routes.ts';

const email = plainText(254).min(1, 'This is required.');
const password = z.string('This is required.').min(1, 'This is required.').max(1000, 'At most 1000 characters.');
const code = z.string('This is required.').regex(/^\d{6}$/, 'The code has exactly 6 digits.');

const loginBody = z.strictObject({ email, password });
const codeBody = z.strictObject({ email, code });
const twoFactorBody = z.strictObject({ email, code, challenge_id: plainText(100).nullish() });
const forgotBody = z.strictObject({ email });
const resetBody = z.strictObject({ email, code, new_password: z.string('This is required.') });
const resendQuery = z.strictObject({ email, purpose: z.enum(purposes, 'The purpose is signup, login or reset.') });

const REQUIRED = 'Please fill in all required fields correctly.';
const COOKIE = 'sb_challenge';

interface PublicRoute<B extends z.ZodType> {
  url: string;
  summary: string;
  body?: B;
  /** The answer holds a token or starts a challenge: it is not kept for a repeat. */
  givesToken?: boolean;
  handler: (body: z.infer<B>, request: FastifyRequest, reply: FastifyReply) => Promise<unknown>;
}

export function authRoutes(router: Router, limits: Limits) {
  const { app, deps } = router;
  const open = <B extends z.ZodType>(route: PublicRoute<B>) => {
    router.note({ method: 'POST', url: route.url, summary: route.summary, body: route.body, isPublic: true });
    app.post(route.url, (request, reply) => {
      const act = async () =>
        route.handler(
          route.body ? parseBody(route.body, request.body, REQUIRED) : (undefined as never),
          request,
          reply,
        );
      return route.givesToken ? act() : answerOnce(deps, request, reply, act);
    });
  };
  open({
    url: '/api/auth/login',
    givesToken: true,
    summary: 'The password step',
    body: loginBody,
    handler: async (body, request, reply) => {
      const answer = await login(deps, limits, body, clientOf(request));
      if ('challenge_id' in answer)
        reply.header(
          'set-cookie',
          `${COOKIE}=${answer.challenge_id}; HttpOnly; SameSite=Strict; Path=/api/auth; Max-Age=${deps.config.otpTtlSeconds}${request.protocol === 'https' ? '; Secure' : ''}`,
        );
      return answer;
    },
  });
  open({
    url: '/api/auth/signup',
    summary: 'Open an account',
    body: signupBody,
    handler: (body, request) => signup(deps, limits, body, clientOf(request)),
  });
  open({
    url: '/api/auth/verify-phone',
    givesToken: true,
    summary: 'Prove the phone and sign in',
    body: codeBody,
    handler: (body, request) => verifyPhone(deps, limits, body, clientOf(request)),
  });
  open({
    url: '/api/auth/verify-2fa',
    givesToken: true,
    summary: 'The code step of signing in',
    body: twoFactorBody,
    handler: (body, request) =>
      verifyTwoFactor(
        deps,
        limits,
        { ...body, challengeId: body.challenge_id ?? cookieOf(request) },
        clientOf(request),
      ),
  });
  open({
    url: '/api/auth/forgot-password',
    summary: 'Ask for a reset code by mail',
    body: forgotBody,
    handler: (body, request) => forgotPassword(deps, limits, body.email, clientOf(request)),
  });
  open({
    url: '/api/auth/reset-password',
    summary: 'Set a new password with the code',
    body: resetBody,
    handler: (body) => resetPassword(deps, limits, body),
  });
  open({
    url: '/api/auth/resend-code',
    summary: 'Send the pending code again; the query carries email and purpose',
    handler: (_body, request) => {
      const query = parseBody(resendQuery, singleQuery(request), REQUIRED);
      return resend(deps, limits, query.email, query.purpose, clientOf(request));
    },
  });
  router.note({
    method: 'GET',
    url: '/api/auth/invitations/:token',
    summary: 'What an open invitation says',
    isPublic: true,
  });
  app.get('/api/auth/invitations/:token', async (request) => {
    const { token } = request.params as { token: string };
    const found = await deps.db.system((tx) => openInvitation(tx, sha256(token)));
    if (!found) throw notFound();
    return {
      client_name: found.client_name,
      client_display_name: found.client_display_name,
      email: found.email,
      first_name: found.first_name,
      last_name: found.last_name,
      kind: 'shareholder',
    };
  });
  signedInRoutes(router, limits);
}

function cookieOf(request: FastifyRequest): string | null {
  const match = new RegExp(`(?:^|;\\s*)${COOKIE}=([A-Za-z0-9-]{1,100})`).exec(request.headers.cookie ?? '');
  return match?.[1] ?? null;
}

function signedInRoutes(router: Router, limits: Limits) {
  const { deps } = router;
  router.actor({
    method: 'GET',
    url: '/api/auth/me',
    summary: 'Who is signed in, and where they are a member',
    handler: async ({ tx, actor }) => {
      const account = await accountById(tx, actor.account_id);
      const memberships = await membershipsOf(tx, account.id);
      const active = memberships.find((membership) => membership.org_id === actor.org_id);
      return {
        user: userOf(account, active),
        memberships: memberships.map(({ org_id: _org, ...membership }) => membership),
        active: active?.client_name ?? null,
      };
    },
  });
  router.actor({
    method: 'POST',
    url: '/api/auth/logout',
    summary: 'End this session',
    status: 204,
    handler: async ({ tx, tokenHash }) => {
      await tx.write(`delete from session where token_hash = decode($1, 'hex')`, [tokenHash]);
      return undefined;
    },
  });
  router.actor({
    method: 'POST',
    url: '/api/auth/switch',
    summary: 'A session in another organisation of the same account',
    body: z.strictObject({ client_name: plainText(100) }),
    handler: async ({ tx, actor, body, tokenHash, request }) => {
      const target = (await membershipsOf(tx, actor.account_id)).find(
        (membership) => membership.client_name.toLowerCase() === body.client_name.toLowerCase(),
      );
      if (!target) throw notFound();
      await tx.write(`delete from session where token_hash = decode($1, 'hex')`, [tokenHash]);
      return startSession(tx, await accountById(tx, actor.account_id), clientOf(request).userAgent, target.org_id);
    },
  });
  router.actor({
    method: 'POST',
    url: '/api/auth/join',
    summary: 'Ask to join another organisation',
    body: z.strictObject({ client_name: plainText(100).min(1, 'This is required.') }),
    status: 202,
    handler: async ({ tx, actor, body, tokenHash }) => {
      await limits.spend('join_account', actor.account_id);
      const org = await askToJoin(tx, deps, actor.account_id, body.client_name, null);
      if (!org)
        throw new AppError(
          'unknown_client_name',
          'No company uses this client name. Ask its administrator for the exact one.',
          { status: 422, fields: { client_name: 'No company uses this client name.' } },
        );
      await enter(tx, actor.org_id, tokenHash, org);
      return { message: 'Your request was sent. The company will confirm who you are.' };
    },
  });
  router.actor({
    method: 'POST',
    url: '/api/auth/accept-invite',
    summary: 'Use an invitation with the account that is signed in',
    body: z.strictObject({ token: plainText(200) }),
    handler: async ({ tx, actor, body, tokenHash }) => {
      const account = await accountById(tx, actor.account_id);
      const invited = await openInvitation(tx, sha256(body.token));
      const org = await useInvitation(tx, deps, account, sha256(body.token));
      if (!org)
        throw new AppError(
          'invitation_closed',
          'This invitation was used already or has expired. Ask the company for a new one.',
          { status: 409 },
        );
      await enter(tx, actor.org_id, tokenHash, org);
      const membership = (await membershipsOf(tx, account.id)).find((entry) => entry.org_id === org);
      const isLinked = membership?.status === 'active' && membership.shareholder_id === invited?.shareholder_id;
      return {
        user: userOf(account, membership),
        ...(isLinked ? {} : { message: asked(invited!.client_display_name) }),
      };
    },
  });
}

const asked = (company: string) =>
  `${company} was asked to confirm that this invitation is yours. What you see already stays as it is until it answers.`;

// Somebody who was nowhere is now here; who is at work elsewhere stays there and may switch.
async function enter(tx: Parameters<typeof accountById>[0], current: string | null, tokenHash: string, org: string) {
  if (current === null)
    await tx.write(`update session set org_id = $2 where token_hash = decode($1, 'hex')`, [tokenHash, org]);
}
