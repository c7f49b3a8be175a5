// One effect per key. The answer is stored in the same transaction and repeated for a day.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '#src/domain/errors.ts';
import type { Actor } from '#src/resources/kit/access.ts';
import type { Tx } from '../db/database.ts';
import type { Deps } from '../deps.ts';

export const IN_FLIGHT = 'A request with this Idempotency-Key is still being processed.';
export const OTHER_REQUEST = 'This Idempotency-Key was already used with a different request.';

interface Once {
  actor: Actor;
  key: string;
  route: string;
  body: unknown;
  reply: FastifyReply;
  status: number;
}

type Kept = { request_hash: Buffer; status: number; body: string | null };

/** Refuses: idempotency_conflict (422) for another request with the key, idempotency_in_flight (409). */
export async function runOnce(
  tx: Tx,
  { secrets }: Pick<Deps, 'secrets'>,
  once: Once,
  act: () => Promise<unknown>,
): Promise<unknown> {
  const scope = `${once.actor.account_id} ${once.actor.org_id ?? ''} ${once.route} ${once.key}`;
  // Keyed: a plain hash of a body could be searched for the tax number in it.
  const request_hash = secrets.fingerprint('request', bodyText(once.body));
  const lock = await tx.row<{ free: boolean }>('select pg_try_advisory_xact_lock(hashtextextended($1, 0)) as free', [
    scope,
  ]);
  if (!lock?.free)
    throw new AppError('idempotency_in_flight', IN_FLIGHT, {
      status: 409,
    });
  const kept = await tx.row<Kept>(
    `select request_hash, status, body from idempotency_key
     where account_id = $1 and org_id is not distinct from $2 and route = $3 and key = $4 and created_at > now() - interval '24 hours'`,
    [once.actor.account_id, once.actor.org_id, once.route, once.key],
  );
  if (kept) {
    if (!kept.request_hash.equals(request_hash))
      throw new AppError('idempotency_conflict', OTHER_REQUEST, {
        status: 422,
      });
    once.reply.header('idempotent-replayed', 'true').status(kept.status);
    return kept.body === null ? undefined : JSON.parse(kept.body);
  }
  const result = await act();
  await tx.write(`delete from idempotency_key where account_id = $1 and created_at < now() - interval '24 hours'`, [
    once.actor.account_id,
  ]);
  await tx.write(
    'insert into idempotency_key (account_id, org_id, route, key, request_hash, status, body) values ($1, $2, $3, $4, $5, $6, $7)',
    [
      once.actor.account_id,
      once.actor.org_id,
      once.route,
      once.key,
      request_hash,
      result === undefined && once.status === 200 ? 204 : once.status,
      result === undefined ? null : JSON.stringify(result),
    ],
  );
  return result;
}

/** For an upload, `body` is the fingerprint that its route computed. */
function bodyText(body: unknown): string {
  return JSON.stringify(body ?? null);
}

/** The key of a request, or null. Refuses: invalid_idempotency_key (400). */
export function idempotencyKey(request: FastifyRequest): string | null {
  const key = request.headers['idempotency-key'];
  if (key === undefined) return null;
  if (typeof key !== 'string' || !/^[\x21-\x7e]{1,200}$/.test(key))
    throw new AppError('invalid_idempotency_key', 'An Idempotency-Key is 1 to 200 visible characters.', {
      status: 400,
    });
  return key;
}
