// Every API route is added here, so that router, OpenAPI page and method table agree.
import { AuditEntry } from '../commands/core/auditEntry.ts';
import type { Audited } from '../commands/core/auditEntry.ts';
import type { AuditRow } from '../db/auditRow.ts';
import { isHolder } from '#src/resources/kit/access.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from 'fastify';
import type { z } from 'zod';
import { AppError } from '#src/domain/errors.ts';
import type { Actor, Role } from '#src/resources/kit/access.ts';
import type { Cost, Limits } from '../auth/limits.ts';
import { requireRole } from '../auth/actor.ts';
import { requireStepUp } from '../auth/stepUp.ts';
import type { Session, Tx } from '../db/database.ts';
import type { Deps } from '../deps.ts';
import { onBehalfOf } from '../process/asker.ts';
import { bearerHash } from './authenticate.ts';
import { idempotencyKey, runOnce } from './idempotency.ts';
import { fromZod } from '../commands/core/zodRefusal.ts';

export interface RouteNote {
  method: HTTPMethods;
  url: string;
  summary: string;
  body?: z.ZodType;
  /** For an upload: the fields beside the file. */
  uploads?: z.ZodObject;
  isPublic: boolean;
  /** What the audit trail notes of it. */
  audited?: Audited | null;
  /** When it needs a fresh confirmation, for OpenAPI; absent: never. */
  stepUp?: string | undefined;
  /** The content of a 200, for OpenAPI: a resource's name, a list of it, or plain JSON. */
  answers?: string;
  query?: z.ZodObject;
  /** The content of a 200 that is not a resource, or beside one. */
  answer?: z.ZodType;
}

export interface Call<B = unknown> {
  tx: Tx;
  actor: Actor & { client_name: string | null };
  tokenHash: string;
  body: B;
  params: Record<string, string>;
  query: Record<string, string>;
  request: FastifyRequest;
  reply: FastifyReply;
  /** The row of the audit trail, to be completed by the handler; null where the route declares none. */
  entry: AuditEntry | null;
}

export interface Prepared<V> {
  value: V;
  fingerprint: string;
  /** Removes what was prepared if it was not used: the request was refused or is a repeat. */
  discard?: () => Promise<void>;
}

interface ActorRoute<B extends z.ZodType> {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  url: string;
  summary: string;
  body?: B;
  /** For a body that the command or `prepare` parses itself: its schema, for OpenAPI. */
  takes?: z.ZodType;
  /** For an upload: the fields allowed beside its `file`, for OpenAPI. */
  uploads?: z.ZodObject;
  answers?: string;
  query?: z.ZodObject;
  answer?: z.ZodType;
  bodyLimit?: number;
  /**
   * For uploads: reads and checks the body before the transaction begins, once the session is valid and `mayUse`
   * agrees, so that a slow sender does not block a connection. `fingerprint` identifies the upload.
   */
  prepare?: (request: FastifyRequest, mayUse: Actor) => Promise<Prepared<z.infer<B>>>;
  /** Counts or uses its own connection: runs before the transaction, which would otherwise hold one while waiting. */
  before?: (asks: Actor, body: z.infer<B>, request: FastifyRequest) => Promise<void>;
  /** Runs after the commit, such as removing deleted files. It must not throw for work that can be done later. */
  after?: () => Promise<void>;
  /** Refuses who may not, where `roles` and `stepUp` cannot say it. A repeat is checked too, before its answer is given. */
  mayUse?: (call: Pick<Call, 'tx' | 'actor' | 'tokenHash'> & { body: z.infer<B> }) => Promise<void>;
  handler: (call: Call<z.infer<B>>) => Promise<unknown>;
  /**
   * For a GET that reads in transactions of its own (server/db/readingAs.ts): runs after the handler, whose
   * connection is free again, and turns its answer into the one that is sent.
   */
  readsNext?: (found: never, call: Omit<Call, 'tx' | 'body' | 'entry'>) => Promise<unknown>;
  /**
   * Reads or writes a whole ledger, which takes long. The session is checked beforehand, so that other requests of it
   * do not wait.
   */
  takesTime?: boolean;
  /** The hourly budget of person and company that it counts against. Refuses: too_many (429). */
  costs?: Cost | undefined;
  /** The status of a success; 200 by default. */
  status?: number;
  /** The answer contains a token, so it is not kept for a repeat. */
  givesToken?: boolean;
  /** The answer contains what the database has encrypted alone, so it is not kept for a repeat. */
  isSecret?: boolean;
  /**
   * The row of the audit trail that each successful request leaves. Every route that may write names it, or null: it then
   * changes no record of the company, and what it changes of others is noted for them. A GET with a row hands something out.
   */
  audited?: Audited | null;
  /** A GET that writes something, such as a note of who took an export: its commit is awaited. */
  writes?: boolean;
  /** For a GET whose handler only reads: it may start early, and its answer may be dropped. */
  onlyAnswers?: boolean;
  /**
   * Only active members with these roles; everybody else is refused (403) before the body is read. Null: anybody who is
   * signed in, where the handler and the row-level security decide what they find.
   */
  roles: readonly Role[] | null;
  /** Only with a fresh confirmation of who is asking. Refuses: step_up_required (403). */
  stepUp?: boolean | undefined;
  /** Where the handler decides it by the body: when, in words for OpenAPI. */
  stepUpWhen?: string | undefined;
}

export interface Router {
  app: FastifyInstance;
  deps: Deps;
  notes: RouteNote[];
  /** A route for signed-in users: one transaction that knows the actor, with its idempotency key. */
  actor<B extends z.ZodType>(route: ActorRoute<B>): void;
  note(note: RouteNote): void;
}

/**
 * Who shares an hourly budget for expensive requests: the people of a company have one together, and its holders
 * another. People waiting for approval, or rejected, use neither.
 */
const budgetOf = ({ org_id, role, membership_status }: Actor): string | null =>
  membership_status !== 'active' ? null : isHolder(role) ? `${org_id} holders` : org_id;

export function createRouter(app: FastifyInstance, deps: Deps, limits: Limits): Router {
  const notes: RouteNote[] = [];
  return {
    app,
    deps,
    notes,
    note: (note) => notes.push(note),
    actor(route) {
      if ((route.method !== 'GET' || route.writes) && route.audited === undefined)
        throw new Error(`${route.method} ${route.url} does not say what the audit trail notes of it.`);
      notes.push({
        audited: route.audited ?? null,
        stepUp: route.stepUp ? 'Always' : route.stepUpWhen,
        method: route.method,
        url: route.url,
        summary: route.summary,
        body: route.uploads ? undefined : (route.takes ?? route.body),
        uploads: route.uploads,
        isPublic: false,
        answers: route.answers,
        query: route.query,
        answer: route.answer,
      });
      app.route({
        method: route.method,
        url: route.url,
        bodyLimit: route.bodyLimit,
        handler: async (request, reply) => {
          const query = singleQuery(request);
          const params = request.params as Record<string, string>;
          const mayAct = async (tx: Tx, { actor, tokenHash }: Session) => {
            if (route.roles) requireRole(actor, route.roles);
            if (route.stepUp) await requireStepUp(tx, tokenHash);
            return actor;
          };
          const asks =
            route.prepare || route.before || route.takesTime || route.costs
              ? await deps.db.asActor(bearerHash(request), mayAct, { readOnly: true })
              : null;
          if (route.costs && asks!.org_id !== null) {
            const company = budgetOf(asks!);
            await limits.spendAll([
              [`${route.costs}_person`, `${asks!.account_id} ${asks!.org_id}`],
              ...(company ? [[`${route.costs}_company`, company] as const] : []),
            ]);
          }
          if (route.before) await route.before(asks!, parseBody(route.body!, request.body) as never, request);
          const prepared = route.prepare ? await onBehalfOf(asks!, () => route.prepare!(request, asks!)) : null;
          const given = route.method === 'POST' ? idempotencyKey(request) : null;
          const key = route.givesToken || route.isSecret ? null : given;
          let begun: Call['actor'] | undefined;
          let handedOut: AuditRow | null = null;
          const isReadOnly = route.method === 'GET' && !route.writes;
          const work = deps.db.asActor(
            bearerHash(request),
            async (tx, session) => {
              const { actor, tokenHash } = session;
              begun = actor;
              if (route.takesTime) await tx.takeTime();
              // The actor is checked before the body: 401, then 403, then the fields at fault.
              await mayAct(tx, session);
              const body = (
                prepared ? prepared.value : route.body ? parseBody(route.body, request.body) : request.body
              ) as never;
              await route.mayUse?.({ tx, actor, tokenHash, body });
              const act = async () => {
                const entry = openEntry(deps, route.audited, actor, params);
                if (!isReadOnly) tx.entry = entry;
                const call = { tx, actor, tokenHash, body, params, query, request, reply, entry };
                const result = await onBehalfOf(actor, () => route.handler(call));
                const row = entry && closeEntry(entry, result, actor, request);
                if (isReadOnly) handedOut = row;
                else if (row) tx.audit.push(row);
                return result;
              };
              return key
                ? runOnce(
                    tx,
                    deps,
                    {
                      actor,
                      key,
                      route: `${route.method} ${request.url.split('?')[0]!.replace(/\/$/, '')}`,
                      body: prepared ? prepared.fingerprint : request.body,
                      reply,
                      status: route.status ?? 200,
                    },
                    act,
                  )
                : act();
            },
            { readOnly: isReadOnly, early: route.onlyAnswers },
          );
          const result = await work.catch(async (error: unknown) => {
            await prepared?.discard?.();
            throw error;
          });
          // Reading takes one snapshot, which must not write: what is handed out is noted before it leaves.
          if (handedOut) await note(deps, request, handedOut);
          if (reply.hasHeader('idempotent-replayed')) await prepared?.discard?.();
          await route.after?.();
          if (route.readsNext) {
            const call = { actor: begun!, tokenHash: bearerHash(request), params, query, request, reply };
            return onBehalfOf(begun!, () => route.readsNext!(result as never, call));
          }
          if (route.method !== 'GET') deps.messagesWaiting();
          if (reply.sent) return reply;
          if (result === undefined) return reply.status(route.status ?? 204).send();
          if (!reply.hasHeader('idempotent-replayed') && route.status) reply.status(route.status);
          return result;
        },
      });
    },
  };
}

/** People who are not in the company yet leave no row of their own. */
function openEntry(deps: Deps, audited: Audited | null | undefined, actor: Actor, params: Record<string, string>) {
  if (!audited || actor.org_id === null || actor.membership_status !== 'active') return null;
  const entry = new AuditEntry(deps, audited);
  entry.resource_id = params.id ?? null;
  return entry;
}

/** A handler that names no record answers with it. */
function closeEntry(entry: AuditEntry, result: unknown, actor: Actor, request: FastifyRequest): AuditRow | null {
  const id = (result as { id?: unknown } | null | undefined)?.id;
  if (entry.resource_id === null && typeof id === 'string') entry.resource_id = id;
  return entry.close(actor, request.id);
}

const note = (deps: Deps, request: FastifyRequest, row: AuditRow) =>
  deps.db.asActor(bearerHash(request), async (tx) => void tx.audit.push(row));

/** Refuses: the fields at fault (422). A JSON content type with no body is an empty body. */
export function parseBody<B extends z.ZodType>(schema: B, body: unknown, detail?: string): z.infer<B> {
  const parsed = schema.safeParse(body ?? {});
  if (!parsed.success) throw fromZod(parsed.error, detail);
  return parsed.data;
}

/** Refuses: repeated_parameter (400). Programs interpret a repeated parameter differently. */
export function singleQuery(request: FastifyRequest): Record<string, string> {
  const query = request.query as Record<string, string | string[]>;
  for (const [name, value] of Object.entries(query)) {
    if (Array.isArray(value))
      throw new AppError('repeated_parameter', `The parameter ${name} is given more than once.`, { status: 400 });
    if (value.includes('\u0000'))
      throw new AppError('invalid_fields', 'A NUL character is not allowed.', {
        status: 422,
        fields: { [name]: 'A NUL character is not allowed.' },
      });
  }
  return query as Record<string, string>;
}
