// Changes of one's own password, email address and phone.
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { emailAddress } from '#src/resources/kit/validation.ts';
import { askNewEmail, askNewPhone, changePassword, proveNewPhone } from '../auth/changeAccount.ts';
import type { Limits } from '../auth/limits.ts';
import { confirming, requireStepUp } from '../auth/stepUp.ts';
import type { Confirming } from '../auth/stepUp.ts';
import { bearerHash, clientOf } from './authenticate.ts';
import { parseBody } from './routing/request.ts';
import type { Router } from './routes.ts';

const text = z.string('This is required.').min(1, 'This is required.');

export function ownAccountRoutes(router: Router, limits: Limits) {
  const { app, deps } = router;
  router.note({
    method: 'POST',
    url: '/api/auth/password',
    summary: 'Change one’s own password; ends every other session',
    body: passwordBody,
    isPublic: false,
  });
  // Hashing is slow, so it does not run in the request's transaction.
  app.post('/api/auth/password', async (request, reply) => {
    const who = await confirmed(router, request);
    await changePassword(deps, limits, who, parseBody(passwordBody, request.body));
    return reply.status(204).send();
  });
  router
    .unaudited()
    .steppedUp()
    .post({
      url: '/api/auth/email',
      roles: null,
      summary: 'Ask for another email address; the link mailed there finishes it (confirm-email)',
      body: z.strictObject({ email: emailAddress }),
      status: 202,
      handler: ({ tx, body }) => askNewEmail(tx, deps, body.email),
    });
}

const passwordBody = z.strictObject({ current_password: text, new_password: text });

/** The signed-in person with a fresh confirmation. Refuses: session_missing (401), step_up_required (403). */
async function confirmed({ deps }: Router, request: FastifyRequest): Promise<Confirming> {
  const who = await confirming(deps, bearerHash(request), clientOf(request, deps.secrets));
  await deps.db.asActor(who.tokenHash, (tx) => requireStepUp(tx, who.tokenHash), { readOnly: true });
  return who;
}

/** The signed-in form of POST /api/auth/phone: a code to the new number. */
export const askOwnPhone = async (router: Router, limits: Limits, request: FastifyRequest, phone: string) =>
  askNewPhone(router.deps, limits, await confirmed(router, request), phone);

/** The signed-in form of POST /api/auth/phone/verify. */
export const proveOwnPhone = async (router: Router, limits: Limits, request: FastifyRequest, code: string) =>
  proveNewPhone(
    router.deps,
    limits,
    await confirming(router.deps, bearerHash(request), clientOf(request, router.deps.secrets)),
    code,
  );
