// What a route declares, by what it does: a read, a write, or a write whose body is read before its transaction.
import type { FastifyReply, FastifyRequest, HTTPMethods } from 'fastify';
import type { z } from 'zod';
import type { Actor, Role } from '#src/resources/kit/access.ts';
import type { Cost } from '#server/auth/limits.ts';
import type { AuditEntry, Audited } from '#server/commands/core/auditEntry.ts';
import type { Session, Tx } from '#server/db/database.ts';

export interface RouteNote {
  method: HTTPMethods;
  url: string;
  summary: string;
  body?: z.ZodType | undefined;
  /** For an upload: the fields beside the file. */
  uploads?: z.ZodObject | undefined;
  isPublic: boolean;
  /** What the audit trail notes of it. */
  audited?: Audited | null;
  /** When it needs a fresh confirmation, for OpenAPI; absent: never. */
  stepUp?: string | undefined;
  /** The limit that it counts for. */
  costs?: Cost | undefined;
  /** The content of a 200, for OpenAPI: a resource's name, a list of it, or plain JSON. */
  answers?: string | undefined;
  query?: z.ZodObject | undefined;
  /** The content of a 200 that is not a resource, or beside one. */
  answer?: z.ZodType | undefined;
}

export interface Call<B = unknown> {
  tx: Tx;
  actor: Session['actor'];
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

interface Declared<B> {
  url: string;
  summary: string;
  /**
   * Only active members with these roles; everybody else is refused (403) before the body is read. Null: anybody who is
   * signed in, where the handler and the row-level security decide what they find.
   */
  roles: readonly Role[] | null;
  answers?: string;
  answer?: z.ZodType;
  query?: z.ZodObject;
  /** Refuses who may not, where `roles` and a step-up cannot say it. A repeat is checked too, before its answer is given. */
  mayUse?: (call: Pick<Call<B>, 'tx' | 'actor' | 'tokenHash' | 'body'>) => Promise<void>;
}

/** A GET: one snapshot, which is answered before its commit returns. */
export interface Reading<F> extends Declared<unknown> {
  handler: (call: Call) => Promise<F>;
  /** A replica may answer, where it has all changes of the company (server/db/replica.ts). */
  fromReplica?: true;
  /** It answers so many rows at most, however large the company is, and reads no more of it. */
  isPage?: true;
  /**
   * Reads in transactions of its own (server/db/readingAs.ts), once the handler's connection is free again, and turns
   * what the handler found into the answer.
   */
  thenReads?: (found: F, call: Omit<Call, 'tx' | 'body' | 'entry'>) => Promise<unknown>;
}

/** POST, PUT or DELETE: one transaction, with its key if it is a POST. */
export type Writing<B extends z.ZodType> = Declared<z.infer<B>> & {
  /** The status of a success; by default 200, and 204 without content. */
  status?: number | undefined;
  /** Counts or uses its own connection: runs before the transaction, which would otherwise hold one while waiting. */
  before?: (asker: Actor, body: z.infer<B>, request: FastifyRequest) => Promise<void>;
  /** Runs after the commit, such as removing deleted files. It must not throw for work that can be done later. */
  after?: (() => Promise<void>) | undefined;
  handler: (call: Call<z.infer<B>>) => Promise<unknown>;
} & ({ body?: B; takes?: undefined } | { body?: undefined; takes: TakenByCommand });

/** The schema, for OpenAPI, of a body that the command parses itself. */
type TakenByCommand = z.ZodType;

interface BodyBefore<V> extends Declared<V> {
  status?: number;
  /**
   * Reads and checks the body before the transaction begins, once the session is valid and has the role, so that a slow
   * sender does not block a connection. `fingerprint` identifies the body.
   */
  prepare: (request: FastifyRequest, asker: Actor) => Promise<Prepared<V>>;
  handler: (call: Call<V>) => Promise<unknown>;
}

/** A write whose JSON body is read, and worked on, before its transaction. */
export interface PreparedWriting<V> extends BodyBefore<V> {
  /** The body's schema, for OpenAPI. */
  takes: z.ZodType;
}

/** A write with a file. */
export interface Uploading<V> extends BodyBefore<V> {
  /** The fields allowed beside its `file`, for OpenAPI. */
  uploads: z.ZodObject;
  bodyLimit: number;
}

/** A route of any form: what the form does not declare is absent. */
export type AnyRoute = Partial<
  Omit<
    Reading<never> & Writing<z.ZodType> & PreparedWriting<unknown> & Uploading<unknown>,
    'handler' | 'mayUse' | 'body' | 'takes'
  >
> & {
  url: string;
  summary: string;
  roles: Reading<never>['roles'];
  body?: z.ZodType;
  takes?: z.ZodType;
  mayUse?: (call: Pick<Call<never>, 'tx' | 'actor' | 'tokenHash' | 'body'>) => Promise<void>;
  handler: (call: Call<never>) => Promise<unknown>;
};
