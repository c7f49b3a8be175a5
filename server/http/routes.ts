// Every route of the API is added through here, so that the router, the OpenAPI page and the table of methods agree.
import { isHolder } from '../../src/resources/kit/access.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from 'fastify';
import type { z } from 'zod';
import { AppError } from '../../src/domain/errors.ts';
import type { Actor, Role } from '../../src/resources/kit/access.ts';
import type { Cost, Limits } from '../auth/limits.ts';
import { requireRole } from '../auth/actor.ts';
import type { Tx } from '../db/database.ts';
import type { Deps } from '../deps.ts';
import { bearerHash } from './authenticate.ts';
import { idempotencyKey, runOnce } from './idempotency.ts';
import { fromZod } from '../commands/core/zodRefusal.ts';

export interface RouteNote {
  method: HTTPMethods;
  url: string;
  summary: string;
  body?: z.ZodType;
  /** Of an upload: the fields beside the file. */
  uploads?: z.ZodObject;
  isPublic: boolean;
  /** What a 200 carries, for OpenAPI: a resource's name, a list of it, or plain JSON. */
  answers?: string;
  query?: z.ZodObject;
  /** What a 200 carries that is no resource, or beside one. */
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
}

export interface Prepared<V> {
  value: V;
  fingerprint: string;
  /** Takes back what was prepared, where it was not used: the request was refused, or is a repeat. */
  discard?: () => Promise<void>;
}

interface ActorRoute<B extends z.ZodType> {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  url: string;
  summary: string;
  body?: B;
  /** Of a body that the command reads itself: what it takes, for OpenAPI. */
  takes?: z.ZodType;
  /** Of an upload: the fields that may stand beside its `file`, for OpenAPI. */
  uploads?: z.ZodObject;
  answers?: string;
  query?: z.ZodObject;
  answer?: z.ZodType;
  bodyLimit?: number;
  /**
   * For uploads: reads and checks the body before the transaction begins, once the session is known to be good and
   * `mayUse` agrees, so that a slow sender holds no connection. `fingerprint` tells one upload from another.
   */
  prepare?: (request: FastifyRequest, mayUse: Actor) => Promise<Prepared<z.infer<B>>>;
  /** What counts, or asks on a connection of its own: before the transaction, which would wait for it with its own in hand. */
  before?: (asks: Actor, body: z.infer<B>, request: FastifyRequest) => Promise<void>;
  /** What follows the commit, such as removing the bytes of what was deleted. It must not throw for what can wait. */
  after?: () => Promise<void>;
  handler: (call: Call<z.infer<B>>) => Promise<unknown>;
  /**
   * Reads or writes a whole ledger, for as long as that takes. The session is asked for once before, so that nobody else who
   * uses it waits for the end of this.
   */
  takesTime?: boolean;
  /** What it takes of what a person and a company may ask for in an hour. Refuses: too_many (429). */
  costs?: Cost | undefined;
  /** The status of a success; 200 unless said. */
  status?: number;
  /** The answer holds a token: it is not kept for a repeat, whatever key came with the request. */
  givesToken?: boolean;
  /** A GET that leaves something behind, such as a note of who took an export: its commit is waited for. */
  writes?: boolean;
  /** Of a GET whose handler asks and answers, and does nothing else: it may be begun early, and its answer be dropped. */
  onlyAnswers?: boolean;
  /** Active members of these roles only; everybody else is refused (403) before the body is read. */
  roles?: readonly Role[];
}

export interface Router {
  app: FastifyInstance;
  deps: Deps;
  notes: RouteNote[];
  /** A route of a signed-in person: one transaction, told who asks, with its idempotency key. */
  actor<B extends z.ZodType>(route: ActorRoute<B>): void;
  note(note: RouteNote): void;
}

/**
 * Whose hour of what is expensive: the people of a company have one together, and so have its holders, who leave them theirs.
 * Who waits to be let in, or was not, takes nothing of it.
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
      notes.push({
        method: route.method,
        url: route.url,
        summary: route.summary,
        body: route.uploads ? undefined : (route.body ?? route.takes),
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
          const asks =
            route.prepare || route.before || route.takesTime || route.costs
              ? await deps.db.asActor(bearerHash(request), async (_tx, { actor }) => actor, { readOnly: true })
              : null;
          if (asks && route.roles) requireRole(asks, route.roles);
          if (route.costs && asks!.org_id !== null) {
            const company = budgetOf(asks!);
            await limits.spendAll([
              [`${route.costs}_person`, `${asks!.account_id} ${asks!.org_id}`],
              ...(company ? [[`${route.costs}_company`, company] as const] : []),
            ]);
          }
          if (route.before) await route.before(asks!, parseBody(route.body!, request.body) as never, request);
          const prepared = route.prepare ? await route.prepare(request, asks!) : null;
          const given = route.method === 'POST' ? idempotencyKey(request) : null;
          const key = route.givesToken ? null : given;
          const work = deps.db.asActor(
            bearerHash(request),
            async (tx, { actor, tokenHash }) => {
              if (route.takesTime) await tx.takeTime();
              // Who asks comes before what is asked: 401, then 403, and only then the fields at fault.
              if (route.roles) requireRole(actor, route.roles);
              const body = (
                prepared ? prepared.value : route.body ? parseBody(route.body, request.body) : request.body
              ) as never;
              const act = () => route.handler({ tx, actor, tokenHash, body, params, query, request, reply });
              return key
                ? runOnce(
                    tx,
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
            { readOnly: route.method === 'GET' && !route.writes, early: route.onlyAnswers },
          );
          const result = await work.catch(async (error: unknown) => {
            await prepared?.discard?.();
            throw error;
          });
          if (reply.hasHeader('idempotent-replayed')) await prepared?.discard?.();
          await route.after?.();
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

/** Refuses: the fields at fault (422). A JSON content type with no body is an empty body. */
export function parseBody<B extends z.ZodType>(schema: B, body: unknown, detail?: string): z.infer<B> {
  const parsed = schema.safeParse(body ?? {});
  if (!parsed.success) throw fromZod(parsed.error, detail);
  return parsed.data;
}

/** Refuses: repeated_parameter (400). A parameter given twice means two things to two programs. */
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
