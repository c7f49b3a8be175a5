// The callback of the payout provider. It is signed, and names no session.
import { AppError } from '#src/domain/errors.ts';
import { applyPayoutEvents } from '#server/commands/payouts/events.ts';
import { notFound } from '#server/data/refusals.ts';
import { payoutEvents } from '#server/providers/payouts/payoutProvider.ts';
import { isSigned } from '#server/providers/payouts/signature.ts';
import { parseBody } from '../routing/request.ts';
import type { Router } from '../routes.ts';

const URL = '/api/payout-events';
const BODY_MAX = 5 * 1024 * 1024;

export function payoutEventRoutes({ app, deps, note }: Router) {
  note({
    method: 'POST',
    url: URL,
    summary: 'What the payout provider says about payments; signed with its secret',
    isPublic: true,
    body: payoutEvents,
  });
  void app.register(async (scope) => {
    // The signature is of the bytes as they were sent.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: BODY_MAX }, (_request, body, done) =>
      done(null, body),
    );
    scope.post(URL, async (request) => {
      const provider = deps.config.payoutHttp;
      if (provider === null) throw notFound();
      const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
      if (!isSigned(provider.secret, deps.now(), request.headers, { method: 'POST', path: URL, body }))
        throw new AppError(
          'signature_invalid',
          'The signature is missing, wrong or older than five minutes. Sign the time, the method, the path and the hash of the body.',
          { status: 401 },
        );
      const { events } = parseBody(payoutEvents, jsonOf(body));
      return applyPayoutEvents(deps, events);
    });
  });
}

/** Refuses: invalid_json (400). */
function jsonOf(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    throw new AppError('invalid_json', 'The body is not JSON.', { status: 400 });
  }
}
