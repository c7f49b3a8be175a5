// Every API route is added here, so that router, OpenAPI page and method table agree.
import type { FastifyInstance } from 'fastify';
import type { Limits } from '../auth/limits.ts';
import type { Deps } from '../deps.ts';
import type { RouteNote } from './routing/route.ts';
import { noteOf, serve } from './routing/serve.ts';
import { startOf } from './routing/words.ts';
import type { Start } from './routing/words.ts';

/**
 * Begins each route for signed-in users: one transaction that knows the actor. Words say what else it does, and the last
 * one is its method: `router.get({…})`, `router.audited(…).limited('import').post({…})`.
 */
export type Router = Start & {
  app: FastifyInstance;
  deps: Deps;
  notes: RouteNote[];
  /** Names a route that is served in another way. */
  note(note: RouteNote): void;
};

export function createRouter(app: FastifyInstance, deps: Deps, limits: Limits): Router {
  const notes: RouteNote[] = [];
  const start = startOf((method, said, route) => {
    notes.push(noteOf(method, said, route));
    const { url, bodyLimit } = route;
    app.route({ method, url, bodyLimit, handler: serve(deps, limits, method, said, route) });
  });
  return { ...start, app, deps, notes, note: (note) => notes.push(note) };
}
