// Idempotency for callers who are not signed in: one effect per key and sender. Only answers without a token are stored; calls
// that return one use up a code, so a repeat is harmless.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '#src/domain/errors.ts';
import { sha256 } from '../data/sha256.ts';
import type { Deps } from '../deps.ts';
import { idempotencyKey, IN_FLIGHT, OTHER_REQUEST } from './idempotency.ts';

type Kept = { request_hash: Buffer; body: string };

/** Refuses: idempotency_conflict (422), idempotency_in_flight (409). */
export async function answerOnce(
  deps: Deps,
  request: FastifyRequest,
  reply: FastifyReply,
  act: () => Promise<unknown>,
): Promise<unknown> {
  const key = idempotencyKey(request);
  if (key === null) return act();
  const scope = sha256(`${request.ip} ${request.routeOptions.url} ${key}`);
  // Keyed, because the body may contain a password: with a plain hash, a reader of the table could guess it.
  const request_hash = deps.secrets.fingerprint('request', `${request.url} ${JSON.stringify(request.body ?? null)}`);
  const first = await deps.db.system((tx) => tx.row<{ is: boolean }>('select begin_call($1) as is', [scope]));
  if (!first?.is) throw new AppError('idempotency_in_flight', IN_FLIGHT, { status: 409 });
  try {
    const kept = await deps.db.system((tx) =>
      tx.row<Kept>('select request_hash, body from public_answer($1)', [scope]),
    );
    if (kept) {
      if (!kept.request_hash.equals(request_hash))
        throw new AppError('idempotency_conflict', OTHER_REQUEST, { status: 422 });
      reply.header('idempotent-replayed', 'true');
      return JSON.parse(kept.body);
    }
    const answer = await act();
    await deps.db.system((tx) =>
      tx.rows('select keep_public_answer($1, $2, $3)', [scope, request_hash, JSON.stringify(answer)]),
    );
    return answer;
  } finally {
    await deps.db.system((tx) => tx.rows('select end_call($1)', [scope]));
  }
}
