// Confirming who one is: a fresh code for the calls that ask for one, and the ways to get it.
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { newAuthenticator, ownFactors, recoveryCodes } from '../../src/contract/factors.ts';
import { confirmAuthenticator, removeAuthenticator, startAuthenticator, turnTexts } from '../auth/authenticatorApp.ts';
import { readFactors, refuseSample } from '../auth/factors.ts';
import { readRecoveryCode } from '../auth/recoveryCodes.ts';
import type { Limits } from '../auth/limits.ts';
import { confirming, sendStepUp, verifyStepUp } from '../auth/stepUp.ts';
import type { Confirming } from '../auth/stepUp.ts';
import { bearerHash, clientOf } from './authenticate.ts';
import { parseBody } from './routes.ts';
import type { Router } from './routes.ts';

/** Of the phone or an authenticator app, or a recovery code, which takes the place of either. */
export const anyCode = z
  .string('This is required.')
  .refine((text) => /^\d{6}$/.test(text) || readRecoveryCode(text) !== null, 'The code has exactly 6 digits.');
const appCode = z.string('This is required.').regex(/^\d{6}$/, 'The code has exactly 6 digits.');

export function factorRoutes(router: Router, limits: Limits) {
  const { app, deps } = router;
  router.actor({
    method: 'GET',
    url: '/api/auth/factors',
    roles: null,
    summary: 'How the signed-in account confirms who it is',
    answer: ownFactors,
    handler: ({ tx }) => readFactors(tx),
  });
  // A message and a wrong try stay counted whatever the answer is, so these do not run in the request's transaction.
  const confirm = <B extends z.ZodType>(route: {
    url: string;
    summary: string;
    body?: B;
    status: 202 | 204;
    handler: (who: Confirming, body: z.infer<B>) => Promise<unknown>;
  }) => {
    router.note({ method: 'POST', url: route.url, summary: route.summary, body: route.body, isPublic: false });
    app.post(route.url, async (request: FastifyRequest, reply) => {
      const who = await confirming(deps, bearerHash(request), clientOf(request, deps.secrets));
      const answer = await route.handler(who, (route.body && parseBody(route.body, request.body)) as never);
      return reply.status(route.status).send(answer);
    });
  };
  confirm({
    url: '/api/auth/step-up',
    summary: 'Text a code for the calls that answer step_up_required',
    status: 202,
    handler: (who) => sendStepUp(deps, limits, who),
  });
  confirm({
    url: '/api/auth/step-up/verify',
    summary: 'Confirm with the code; good for five minutes on this session',
    body: z.strictObject({ code: anyCode }),
    status: 204,
    handler: (who, body) => verifyStepUp(deps, limits, who, body.code),
  });
  authenticatorRoutes(router);
}

/** Answers with a secret are not kept for a repeat. */
function authenticatorRoutes(router: Router) {
  const { deps } = router;
  const url = '/api/auth/factors/totp';
  router.actor({
    method: 'POST',
    url,
    roles: null,
    stepUp: true,
    givesToken: true,
    summary: 'Begin to set up an authenticator app',
    answer: newAuthenticator,
    handler: async ({ tx }) => {
      await refuseSample(tx);
      return startAuthenticator(tx, deps);
    },
  });
  router.actor({
    method: 'POST',
    url: `${url}/confirm`,
    roles: null,
    stepUp: true,
    givesToken: true,
    summary: 'Confirm the authenticator app with its code; answers the recovery codes, this once',
    body: z.strictObject({ code: appCode }),
    answer: recoveryCodes,
    handler: ({ tx, body }) => confirmAuthenticator(tx, deps, body.code),
  });
  router.actor({
    method: 'DELETE',
    url,
    roles: null,
    stepUp: true,
    summary: 'Remove the authenticator app and its recovery codes',
    handler: ({ tx }) => removeAuthenticator(tx, deps),
  });
  router.actor({
    method: 'PUT',
    url: '/api/auth/factors/sms',
    roles: null,
    stepUp: true,
    summary: 'Turn codes by text message on or off; off needs an authenticator app',
    body: z.strictObject({ is_on: z.boolean('This is required.') }),
    status: 204,
    handler: ({ tx, body }) => turnTexts(tx, deps, body.is_on),
  });
}
