// Account routes for users who are not signed in: the specification's seven, and the targets of mailed links.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { signedIn } from '#src/contract/signedIn.ts';
import { plainText } from '#src/resources/kit/validation.ts';
import { purposes } from '../auth/codes.ts';
import type { Limits } from '../auth/limits.ts';
import type { Entered } from '../auth/enterByCode.ts';
import { login, resend, verifyPhone, verifyTwoFactor } from '../auth/login.ts';
import { givePhone, provePhone } from '../auth/phone.ts';
import { forgotPassword, resetByLink, resetPassword } from '../auth/resetPassword.ts';
import { disownAccount } from '../auth/mailbox.ts';
import { enterByPasskey, passkeyQuestion } from '../auth/passkeySignIn.ts';
import { relyingParty } from '../auth/relyingParty.ts';
import { invitationClosed, openInvitation, signup, signupBody } from '../auth/signup.ts';
import { sha256 } from '../data/sha256.ts';
import { clientOf, DEVICE_COOKIE } from './authenticate.ts';
import { cookieOf, setCookie, YEAR } from './cookies.ts';
import { accountRoutes, tokenBody } from './accountRoutes.ts';
import { askOwnPhone, ownAccountRoutes, proveOwnPhone } from './ownAccountRoutes.ts';
import { anyCode, factorRoutes, passkeyAnswer } from './factorRoutes.ts';
import { answerOnce } from './publicIdempotency.ts';
import { parseBody, singleQuery } from './routing/request.ts';
import { keepLocale } from './languages/locale.ts';
import type { Router } from './routes.ts';

// Normalized as stored, so that all spellings count as one address.
const email = plainText(254).trim().toLowerCase().min(1, 'This is required.');
const password = z.string('This is required.').min(1, 'This is required.').max(1000, 'At most 1000 characters.');
const code = z.string('This is required.').regex(/^\d{6}$/, 'The code has exactly 6 digits.');

const loginBody = z.strictObject({ email, password });
const challenge_id = plainText(100).min(1, 'This is required.');
/** Without a challenge: the phone of the signed-in account. */
const phoneBody = z.strictObject({
  challenge_id: challenge_id.optional(),
  ...signupBody.pick({ phone: true }).shape,
  // The names from before may be a stranger's, so the screen asks for them.
  ...signupBody.pick({ sms_consent: true, first_name: true, last_name: true }).partial().shape,
});
const phoneCodeBody = z.strictObject({ challenge_id: challenge_id.optional(), code });
const codeBody = z.strictObject({ email, code });
const twoFactorBody = z.strictObject({ email, code: anyCode, challenge_id: plainText(100).nullish() });
const forgotBody = z.strictObject({ email });
const new_password = z.string('This is required.');
const resetBody = z.strictObject({ email, code, new_password });
const resetLinkBody = tokenBody.extend({ new_password });
const resendQuery = z.strictObject({
  email,
  purpose: z.enum(purposes, 'The purpose is signup, login or reset.'),
  challenge_id: plainText(100).optional(),
});

const REQUIRED = 'Please fill in all required fields correctly.';
// These let the browser continue what it began, from any network.
const COOKIES = { login: 'sb_challenge', signup: 'sb_signup', reset: 'sb_reset' } as const;

interface PublicRoute<B extends z.ZodType> {
  url: string;
  summary: string;
  body?: B;
  answer?: z.ZodType;
  /** The answer contains a token or starts a challenge, so it is not kept for a repeat. */
  givesToken?: boolean;
  handler: (body: z.infer<B>, request: FastifyRequest, reply: FastifyReply) => Promise<unknown>;
}

export function authRoutes(router: Router, limits: Limits) {
  const { app, deps } = router;
  const open = <B extends z.ZodType>(route: PublicRoute<B>) => {
    const { url, summary, body, answer } = route;
    router.note({ method: 'POST', url, summary, body, answer, isPublic: true });
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
  const enter = (request: FastifyRequest, reply: FastifyReply, { signedIn, device }: Entered) => {
    setAccountCookie(request, reply, DEVICE_COOKIE, device, YEAR);
    keepLocale(request, reply, signedIn.user.locale);
    return signedIn;
  };
  // Lasts as long as a code that was resent three times.
  const holdChallenge = (request: FastifyRequest, reply: FastifyReply, purpose: keyof typeof COOKIES, id: string) =>
    setAccountCookie(request, reply, COOKIES[purpose], id, 4 * deps.config.otpTtlSeconds);
  open({
    url: '/api/auth/login',
    givesToken: true,
    summary: 'Sign in: the password',
    body: loginBody,
    handler: async (body, request, reply) => {
      const answer = await login(deps, limits, body, clientOf(request, deps.secrets));
      if ('needs_2fa' in answer) holdChallenge(request, reply, 'login', answer.challenge_id);
      return answer;
    },
  });
  open({
    url: '/api/auth/signup',
    summary: 'Sign up',
    body: signupBody,
    handler: async (body, request, reply) => {
      const { answer, challengeId } = await signup(deps, limits, body, clientOf(request, deps.secrets));
      holdChallenge(request, reply, 'signup', challengeId);
      return answer;
    },
  });
  open({
    url: '/api/auth/verify-phone',
    givesToken: true,
    summary: 'Verify the phone after sign-up and sign in',
    body: codeBody,
    answer: signedIn,
    handler: async (body, request, reply) => {
      const challengeId = cookieOf(request, COOKIES.signup);
      const client = clientOf(request, deps.secrets);
      return enter(request, reply, await verifyPhone(deps, limits, { ...body, challengeId }, client));
    },
  });
  open({
    url: '/api/auth/verify-2fa',
    givesToken: true,
    summary: 'Sign in: the code',
    body: twoFactorBody,
    answer: signedIn,
    handler: async (body, request, reply) => {
      const challengeId = body.challenge_id ?? cookieOf(request, COOKIES.login);
      const client = clientOf(request, deps.secrets);
      return enter(request, reply, await verifyTwoFactor(deps, limits, { ...body, challengeId }, client));
    },
  });
  open({
    url: '/api/auth/passkey/options',
    givesToken: true,
    summary: 'Sign in: what to ask a passkey of the account, after the password',
    body: z.strictObject({ challenge_id }),
    handler: (body, request) => passkeyQuestion(deps, body.challenge_id, relyingParty(deps.config, request.host)),
  });
  open({
    url: '/api/auth/passkey',
    givesToken: true,
    summary: 'Sign in: a passkey in place of the code',
    body: z.strictObject({ challenge_id, response: passkeyAnswer }),
    handler: async ({ challenge_id: challengeId, response }, request, reply) => {
      const party = relyingParty(deps.config, request.host);
      const client = clientOf(request, deps.secrets);
      return enter(request, reply, await enterByPasskey(deps, limits, { challengeId, response }, client, party));
    },
  });
  open({
    url: '/api/auth/phone',
    givesToken: true,
    summary:
      'Ask for another phone: with a session and a fresh confirmation, or with the challenge of a login that answered needs_phone, after an email reset removed the phone',
    body: phoneBody,
    handler: (body, request, reply) => {
      void reply.code(202);
      const { challenge_id: challenge, ...given } = body;
      if (challenge === undefined) return askOwnPhone(router, limits, request, given.phone);
      return givePhone(deps, limits, { ...given, challenge_id: challenge }, clientOf(request, deps.secrets));
    },
  });
  open({
    url: '/api/auth/phone/verify',
    givesToken: true,
    summary: 'Verify the new phone; with a challenge, this signs in',
    body: phoneCodeBody,
    handler: async ({ challenge_id: challenge, code: entered }, request, reply) => {
      if (challenge === undefined) {
        await proveOwnPhone(router, limits, request, entered);
        void reply.code(204);
        return undefined;
      }
      const body = { challenge_id: challenge, code: entered };
      return enter(request, reply, await provePhone(deps, limits, body, clientOf(request, deps.secrets)));
    },
  });
  open({
    url: '/api/auth/forgot-password',
    summary: 'Ask for a reset code by mail',
    body: forgotBody,
    handler: async (body, request, reply) => {
      const client = clientOf(request, deps.secrets);
      const { answer, challengeId } = await forgotPassword(deps, limits, body.email, client);
      // Set even when none is pending, as for an address without an account, so that nothing is revealed.
      holdChallenge(request, reply, 'reset', challengeId ?? deps.newId());
      return answer;
    },
  });
  open({
    url: '/api/auth/reset-password',
    summary: 'Set a new password with the code',
    body: resetBody,
    handler: (body, request) => {
      const challengeId = cookieOf(request, COOKIES.reset);
      return resetPassword(deps, limits, { ...body, challengeId }, clientOf(request, deps.secrets));
    },
  });
  open({
    url: '/api/auth/reset-password/link',
    summary: 'Set a new password with the link in the same mail',
    body: resetLinkBody,
    handler: (body, request) => resetByLink(deps, limits, body, clientOf(request, deps.secrets)),
  });
  open({
    url: '/api/auth/resend-code',
    summary: 'Send the pending code again; the query contains email and purpose',
    handler: (_body, request) => {
      const query = parseBody(resendQuery, singleQuery(request), REQUIRED);
      const asked = { ...query, challengeId: query.challenge_id ?? cookieOf(request, COOKIES[query.purpose]) };
      return resend(deps, limits, asked, clientOf(request, deps.secrets));
    },
  });
  open({
    url: '/api/auth/confirm-email/deny',
    summary: 'Delete an account that somebody else opened with this email address; needs the mailed link',
    body: tokenBody,
    handler: (body) => disownAccount(deps, body.token),
  });
  router.note({
    method: 'GET',
    url: '/api/auth/invitations/:token',
    summary: 'The details of an open invitation',
    isPublic: true,
  });
  app.get('/api/auth/invitations/:token', async (request) => {
    const { token } = request.params as { token: string };
    const found = await deps.db.system(async (tx) => {
      const open = await openInvitation(tx, sha256(token));
      if (!open) throw await invitationClosed(tx, sha256(token), 404);
      return open;
    });
    return {
      client_name: found.client_name,
      client_display_name: found.client_display_name,
      email: found.email,
      first_name: found.first_name,
      last_name: found.last_name,
      kind: found.role === null ? 'shareholder' : 'member',
    };
  });
  accountRoutes(router, limits);
  factorRoutes(router, limits);
  ownAccountRoutes(router, limits);
}

/** A cookie for the account routes only, not sent from other sites. */
const setAccountCookie = (request: FastifyRequest, reply: FastifyReply, name: string, value: string, seconds: number) =>
  setCookie(request, reply, { name, value, seconds, path: '/api/auth', sameSite: 'Strict' });
