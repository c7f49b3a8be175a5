// What surrounds a handler, each as one small function: outside its transaction, and inside it. serve.ts puts them together.
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { isHolder } from '#src/resources/kit/access.ts';
import type { Actor, Role } from '#src/resources/kit/access.ts';
import { requireRole } from '#server/auth/actor.ts';
import type { Cost, Limits } from '#server/auth/limits.ts';
import { requireStepUp } from '#server/auth/stepUp.ts';
import { AuditEntry } from '#server/commands/core/auditEntry.ts';
import type { Audited } from '#server/commands/core/auditEntry.ts';
import type { AuditRow } from '#server/db/auditRow.ts';
import type { Session, Tx } from '#server/db/database.ts';
import type { Deps } from '#server/deps.ts';
import { onBehalfOf } from '#server/running/asker.ts';
import { bearerHash } from '../authenticate.ts';
import { idempotencyKey, runOnce } from '../idempotency.ts';
import type { Call, Prepared, Reading, Writing } from './route.ts';
import { parseBody } from './request.ts';

/** A request on its way through the wrappers of its route. */
export interface Exchange extends Pick<Call, 'params' | 'query' | 'request' | 'reply'> {
  /** Who asks, where a wrapper has to know before the transaction; otherwise null. */
  asker: Actor | null;
  /** The actor of the transaction. */
  actor?: Call['actor'];
  /** The body, where it was read before the transaction. */
  prepared?: Prepared<unknown>;
  /** The Idempotency-Key of a POST. */
  key?: string | null;
  /** The row of what a read handed out. */
  handedOut?: AuditRow | null;
}
export type Next = () => Promise<unknown>;
export type Outside = (exchange: Exchange, next: Next) => Promise<unknown>;
export type Inside = (call: Call, exchange: Exchange, next: Next) => Promise<unknown>;

/** Refuses: forbidden (403), step_up_required (403). */
export const allowing =
  (roles: readonly Role[] | null, isSteppedUp: boolean) =>
  async (tx: Tx, { actor, tokenHash }: Session): Promise<Actor> => {
    if (roles) requireRole(actor, roles);
    if (isSteppedUp) await requireStepUp(tx, tokenHash);
    return actor;
  };

/** Checks who asks in a transaction of its own. */
export const checkedBefore =
  ({ db }: Deps, allowed: ReturnType<typeof allowing>): Outside =>
  async (exchange, next) => {
    exchange.asker = await db.asActor(bearerHash(exchange.request), allowed, { readOnly: true });
    return next();
  };

/** Refuses: too_many (429). */
export const limited =
  (limits: Limits, cost: Cost): Outside =>
  async ({ asker }, next) => {
    if (asker!.org_id !== null) {
      const company = budgetOf(asker!);
      await limits.spendAll([
        [`${cost}_person`, `${asker!.account_id} ${asker!.org_id}`],
        ...(company ? [[`${cost}_company`, company] as const] : []),
      ]);
    }
    return next();
  };

/**
 * Who shares an hourly budget for expensive requests: the people of a company have one together, and its holders
 * another. People waiting for approval, or rejected, use neither.
 */
const budgetOf = ({ org_id, role, membership_status }: Actor): string | null =>
  membership_status !== 'active' ? null : isHolder(role) ? `${org_id} holders` : org_id;

/** Runs with the body before the transaction begins. */
export const beforehand =
  (work: NonNullable<Writing<z.ZodType>['before']>, body: z.ZodType): Outside =>
  async ({ asker, request }, next) => {
    await work(asker!, parseBody(body, request.body), request);
    return next();
  };

/** Reads the body before the transaction begins, and removes what is not used of it. */
export const prepared =
  (prepare: (request: FastifyRequest, asker: Actor) => Promise<Prepared<unknown>>): Outside =>
  async (exchange, next) => {
    const { asker, request, reply } = exchange;
    const read = await onBehalfOf(asker!, () => prepare(request, asker!));
    exchange.prepared = read;
    const result = await next().catch(async (error: unknown) => {
      await read.discard?.();
      throw error;
    });
    if (isRepeat(reply)) await read.discard?.();
    return result;
  };

/** Reading takes one snapshot, which must not write: what is handed out is noted before it leaves. */
export const notedApart =
  ({ db }: Deps): Outside =>
  async (exchange, next) => {
    const result = await next();
    const row = exchange.handedOut;
    if (row) await db.asActor(bearerHash(exchange.request), async (tx) => void tx.audit.push(row));
    return result;
  };

export const followed =
  (work: () => Promise<void>): Outside =>
  async (_exchange, next) => {
    const result = await next();
    await work();
    return result;
  };

/** Reads on in transactions of its own. */
export const inOwnTransactions =
  (read: NonNullable<Reading<never>['thenReads']>): Outside =>
  async (exchange, next) => {
    const found = (await next()) as never;
    const { actor, params, query, request, reply } = exchange;
    const call = { actor: actor!, tokenHash: bearerHash(request), params, query, request, reply };
    return onBehalfOf(call.actor, () => read(found, call));
  };

export const long: Inside = async ({ tx }, _exchange, next) => {
  await tx.takeTime();
  return next();
};

/** Refuses: invalid_idempotency_key (400). */
export const keyed: Outside = async (exchange, next) => {
  exchange.key = idempotencyKey(exchange.request);
  return next();
};

/** One effect for each Idempotency-Key; `status`: of a success. A body that was read before has a fingerprint. */
export const idempotent =
  (deps: Deps, status: number): Inside =>
  async ({ tx, actor, request, reply }, { key, prepared: read }, next) => {
    if (!key) return next();
    const route = `POST ${request.url.split('?')[0]!.replace(/\/$/, '')}`;
    const body = read ? read.fingerprint : request.body;
    return runOnce(tx, deps, { actor, key, route, body, reply, status }, next);
  };

/** Opens the row of the trail for the handler, and closes it with the result. */
export const audited =
  (deps: Deps, row: Audited, { isReadOnly }: { isReadOnly: boolean }): Inside =>
  async (call, exchange, next) => {
    const { tx, actor, params, request } = call;
    // People who are not in the company yet leave no row of their own.
    if (actor.org_id === null || actor.membership_status !== 'active') return next();
    const entry = new AuditEntry(deps, row);
    entry.resource_id = params.id ?? null;
    call.entry = entry;
    if (!isReadOnly) tx.entry = entry;
    const result = await next();
    // A handler that names no record answers with it.
    const id = (result as { id?: unknown } | null | undefined)?.id;
    if (entry.resource_id === null && typeof id === 'string') entry.resource_id = id;
    const closed = entry.close(actor, request.id);
    if (isReadOnly) exchange.handedOut = closed;
    else if (closed) tx.audit.push(closed);
    return result;
  };

export const isRepeat = (reply: FastifyReply) => reply.hasHeader('idempotent-replayed');
