// Puts the wrappers of a route around its handler: first those outside the transaction, then those inside it.
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Limits } from '#server/auth/limits.ts';
import type { Session, Tx } from '#server/db/database.ts';
import type { Deps, Side } from '#server/deps.ts';
import { onBehalfOf } from '#server/running/asker.ts';
import { bearerHash } from '../authenticate.ts';
import { parseBody, singleQuery } from './request.ts';
import type { AnyRoute, Call, RouteNote } from './route.ts';
import type { Ended, Said } from './words.ts';
import { inPieces } from './longAnswer.ts';
import {
  allowing,
  audited,
  beforehand,
  checkedBefore,
  followed,
  idempotent,
  inOwnTransactions,
  isRepeat,
  keyed,
  limited,
  long,
  notedApart,
  prepared,
} from './wrappers.ts';
import type { Exchange, Inside, Next, Outside } from './wrappers.ts';

export const noteOf = (method: Ended, said: Said, route: AnyRoute): RouteNote => ({
  audited: said.audited ?? null,
  stepUp: said.stepUp?.when,
  costs: said.costs,
  method,
  url: route.url,
  summary: route.summary,
  body: route.uploads ? undefined : (route.takes ?? route.body),
  uploads: route.uploads,
  isPublic: false,
  answers: route.answers,
  query: route.query,
  answer: route.answer,
});

/** Out: what Fastify runs for each request. */
export function serve(deps: Deps, limits: Limits, method: Ended, said: Said, route: AnyRoute) {
  const { costs, isLong, isSecret } = said;
  const isReadOnly = method === 'GET' && !said.isWriting;
  const allowed = allowing(route.roles, said.stepUp?.isAlways ?? false);
  const isCheckedBefore = route.prepare || route.before || isLong || costs;
  const outside = present<Outside>(
    route.thenReads && inOwnTransactions(route.thenReads),
    route.after && followed(route.after),
    isReadOnly && said.audited && notedApart(deps),
    isCheckedBefore && checkedBefore(deps, allowed),
    costs && limited(limits, costs),
    route.before && beforehand(route.before, route.body!),
    route.prepare && prepared(route.prepare),
    method === 'POST' && keyed,
  );
  const inside = present<Inside>(
    isLong && long,
    // The actor is checked before the body: 401, then 403, then the fields at fault.
    async (call, { prepared: read }, next) => {
      await allowed(call.tx, call);
      call.body = read ? read.value : route.body ? parseBody(route.body, call.request.body) : call.request.body;
      await route.mayUse?.(call as Call<never>);
      return next();
    },
    method === 'POST' && !isSecret && idempotent(deps, route.status ?? 200),
    said.audited && audited(deps, said.audited, { isReadOnly }),
  );
  const mayBeElsewhere = isReadOnly && route.fromReplica;
  const replica = mayBeElsewhere ? deps.replica : undefined;
  const weight = weightOf(route, { isReadOnly, isLong: isLong === true });
  const side = weight && deps.side;
  const transaction = async (exchange: Exchange) => {
    const tokenHash = bearerHash(exchange.request);
    const work = async (tx: Tx, { actor }: Session) => {
      exchange.actor = actor;
      if (mayBeElsewhere) await side?.learn(tx, actor);
      const { params, query, request, reply } = exchange;
      const call: Call = { tx, actor, tokenHash, body: undefined, params, query, request, reply, entry: null };
      const handle = () => onBehalfOf(actor, () => route.handler(call as Call<never>));
      return inside.reduceRight<Next>((next, wrapper) => () => wrapper(call, exchange, next), handle)();
    };
    const found = await replica?.reading(tokenHash, work);
    return found ? found.answer : deps.db.asActor(tokenHash, work, { readOnly: isReadOnly });
  };
  return async (request: FastifyRequest, reply: FastifyReply) => {
    if (side) {
      const tokenHash = bearerHash(request);
      // Whoever is busy is known already.
      const company = weight === 'change' ? deps.db.companyOf(tokenHash) : await companyFor(deps, side, tokenHash);
      if (await side.answers(request, reply, company, weight)) return reply;
    }
    const params = request.params as Record<string, string>;
    const exchange: Exchange = { asker: null, params, query: singleQuery(request), request, reply };
    const begin = () => transaction(exchange);
    const result = await outside.reduceRight<Next>((next, wrapper) => () => wrapper(exchange, next), begin)();
    if (reply.sent) return reply;
    if (result === undefined) return reply.status(route.status ?? 204).send();
    if (!isRepeat(reply) && route.status) reply.status(route.status);
    return inPieces(result, reply);
  };
}

/** What the process beside this one may answer, and where it is asked; undefined: what only this one does. */
function weightOf(route: AnyRoute, { isReadOnly, isLong }: { isReadOnly: boolean; isLong: boolean }) {
  if (!isReadOnly) return isLong && route.uploads ? 'file' : 'change';
  if (!route.fromReplica) return undefined;
  return route.isPage ? 'page' : 'whole';
}

/**
 * The company of a session. Of one that is new here it is looked up before anything is read, because the first answer to a large
 * company would delay all others. Refuses: session_invalid (401).
 */
const companyFor = async ({ db }: Deps, side: Side, tokenHash: string): Promise<string | undefined> =>
  db.companyOf(tokenHash) ??
  db.asActor(
    tokenHash,
    async (tx, { actor }) => {
      await side.learn(tx, actor);
      return actor.org_id ?? undefined;
    },
    { readOnly: true },
  );

const present = <T>(...wrappers: (T | false | null | undefined)[]): T[] =>
  wrappers.filter((wrapper): wrapper is T => Boolean(wrapper));
