// Confirming who one is: a fresh code for the calls that ask for one, and the ways to get it.
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { newAuthenticator, ownFactors, recoveryCodes } from '#src/contract/factors.ts';
import {
  confirmAuthenticator,
  removeAuthenticator,
  replaceRecoveryCodes,
  startAuthenticator,
  turnTexts,
} from '../auth/authenticatorApp.ts';
import { readFactors, refuseSample } from '../auth/factors.ts';
import { readRecoveryCode } from '../auth/recoveryCodes.ts';
import type { Limits } from '../auth/limits.ts';
import { confirming, sendStepUp, verifyStepUp } from '../auth/stepUp.ts';
import type { Confirming } from '../auth/stepUp.ts';
import { confirmByPasskey, passkeyQuestionForStepUp } from '../auth/passkeySignIn.ts';
import { addPasskey, removePasskey, renamePasskey, startPasskey, takeQuestion } from '../auth/passkeys.ts';
import { relyingParty } from '../auth/relyingParty.ts';
import type { RelyingParty } from '../auth/relyingParty.ts';
import { required } from '../auth/signup.ts';
import { plainText } from '#src/resources/kit/validation.ts';
import { bearerHash, clientOf } from './authenticate.ts';
import { parseBody } from './routing/request.ts';
import type { Router } from './routes.ts';

/** As `PublicKeyCredential.toJSON()` writes it; what it contains is checked with the question. */
export const passkeyAnswer = z
  .looseObject({ id: plainText(1400), response: z.record(z.string(), z.unknown()) }, 'This is required.')
  .describe('A PublicKeyCredential as JSON.');

/** Of the phone or an authenticator app, or a recovery code, which takes the place of either. */
export const anyCode = z
  .string('This is required.')
  .refine((text) => /^\d{6}$/.test(text) || readRecoveryCode(text) !== null, 'The code has exactly 6 digits.');
const appCode = z.string('This is required.').regex(/^\d{6}$/, 'The code has exactly 6 digits.');

export function factorRoutes(router: Router, limits: Limits) {
  const { app, deps } = router;
  router.get({
    url: '/api/auth/factors',
    roles: null,
    summary: 'How the signed-in account confirms who it is',
    answer: ownFactors,
    handler: ({ tx }) => readFactors(tx),
  });
  // A message and a wrong try stay counted whatever the answer is, so these do not run in the request's transaction.
  const partyOf = (request: FastifyRequest) => relyingParty(deps.config, request.host);
  const confirm = <B extends z.ZodType>(route: {
    url: string;
    summary: string;
    body?: B;
    status: 200 | 202 | 204;
    handler: (who: Confirming, body: z.infer<B>, party: () => RelyingParty) => Promise<unknown>;
  }) => {
    router.note({ method: 'POST', url: route.url, summary: route.summary, body: route.body, isPublic: false });
    app.post(route.url, async (request: FastifyRequest, reply) => {
      const who = await confirming(deps, bearerHash(request), clientOf(request, deps.secrets));
      const body = (route.body && parseBody(route.body, request.body)) as never;
      const answer = await route.handler(who, body, () => partyOf(request));
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
  confirm({
    url: '/api/auth/step-up/passkey/options',
    summary: 'What to ask a passkey of the account, to confirm with it',
    status: 200,
    handler: (who, _body, party) => passkeyQuestionForStepUp(deps, who, party()),
  });
  confirm({
    url: '/api/auth/step-up/passkey',
    summary: 'Confirm with a passkey; good for five minutes on this session',
    body: z.strictObject({ response: passkeyAnswer }),
    status: 204,
    handler: (who, { response }, party) => confirmByPasskey(deps, limits, who, response, party()),
  });
  authenticatorRoutes(router);
  passkeyRoutes(router, partyOf);
}

/** Answers with a secret are not kept for a repeat. */
function authenticatorRoutes(router: Router) {
  const { deps } = router;
  const url = '/api/auth/factors/totp';
  router
    .unaudited()
    .answeringSecret()
    .steppedUp()
    .post({
      url,
      roles: null,
      summary: 'Begin to set up an authenticator app',
      answer: newAuthenticator,
      handler: async ({ tx }) => {
        await refuseSample(tx);
        return startAuthenticator(tx, deps);
      },
    });
  router
    .unaudited()
    .answeringSecret()
    .steppedUp()
    .post({
      url: `${url}/confirm`,
      roles: null,
      summary: 'Confirm the authenticator app with its code; answers the recovery codes, this once',
      body: z.strictObject({ code: appCode }),
      answer: recoveryCodes,
      handler: ({ tx, body }) => confirmAuthenticator(tx, deps, body.code),
    });
  router
    .unaudited()
    .steppedUp()
    .delete({
      url,
      roles: null,
      summary: 'Remove the authenticator app and its recovery codes',
      handler: ({ tx }) => removeAuthenticator(tx, deps),
    });
  router
    .unaudited()
    .answeringSecret()
    .steppedUp()
    .post({
      url: '/api/auth/factors/recovery-codes',
      roles: null,
      summary: 'Ten new recovery codes, shown once; the earlier ones stop working',
      answer: recoveryCodes,
      handler: ({ tx }) => replaceRecoveryCodes(tx, deps),
    });
  router
    .unaudited()
    .steppedUp()
    .put({
      url: '/api/auth/factors/sms',
      roles: null,
      summary: 'Turn codes by text message on or off; off needs an authenticator app',
      body: z.strictObject({ is_on: z.boolean('This is required.') }),
      status: 204,
      handler: ({ tx, body }) => turnTexts(tx, deps, body.is_on),
    });
}

function passkeyRoutes(router: Router, partyOf: (request: FastifyRequest) => RelyingParty) {
  const { deps } = router;
  const url = '/api/auth/factors/passkeys';
  router
    .unaudited()
    .answeringSecret()
    .steppedUp()
    .post({
      url: `${url}/options`,
      roles: null,
      summary: 'What the browser needs to make a passkey',
      handler: async ({ tx, tokenHash, request }) => {
        await refuseSample(tx);
        return startPasskey(tx, tokenHash, partyOf(request));
      },
    });
  router
    .unaudited()
    .steppedUp()
    .post({
      url,
      roles: null,
      status: 201,
      summary: 'Add the passkey that the browser made',
      body: z.strictObject({ name: required(100), response: passkeyAnswer }),
      answer: ownFactors,
      handler: async ({ tx, actor, tokenHash, body, request }) => {
        const question = await takeQuestion(tx, tokenHash, actor.account_id, 'new');
        await addPasskey(tx, deps, question, body, partyOf(request));
        return readFactors(tx);
      },
    });
  router
    .unaudited()
    .steppedUp()
    .put({
      url: `${url}/:id`,
      roles: null,
      summary: 'Rename a passkey',
      body: z.strictObject({ name: required(100) }),
      answer: ownFactors,
      handler: async ({ tx, body, params }) => {
        await renamePasskey(tx, params.id!, body.name);
        return readFactors(tx);
      },
    });
  router
    .unaudited()
    .steppedUp()
    .delete({
      url: `${url}/:id`,
      roles: null,
      summary: 'Remove a passkey',
      handler: ({ tx, params }) => removePasskey(tx, deps, params.id!),
    });
}
