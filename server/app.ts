// Builds the server from its dependencies: no ports and no globals, so that tests call it in-process.
import Fastify from 'fastify';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { beginRequests } from './http/openRequests.ts';
import { resources } from '../src/resources/index.ts';
import { DEMO_PASSWORD } from './auth/demoAccount.ts';
import { createLimits } from './auth/limits.ts';
import { authRoutes } from './http/authRoutes.ts';
import { documentRoutes } from './http/files/documentRoutes.ts';
import { messageFileRoutes } from './http/files/messageFileRoutes.ts';
import { importRoutes } from './http/importRoutes.ts';
import { modelRoutes } from './http/modelRoutes.ts';
import { changeRoutes } from './http/changes/changeRoutes.ts';
import { noticeRoutes } from './http/noticeRoutes.ts';
import { openapiRoute } from './http/openapi.ts';
import { organizationRoutes } from './http/organizationRoutes.ts';
import { pageRoutes } from './http/pages.ts';
import type { DemoLook } from './http/pages.ts';
import { notFound } from './data/refusals.ts';
import { sendProblem } from './http/problem.ts';
import { sayInReadersLanguage } from './http/languages/inReadersLanguage.ts';
import { readingRoutes } from './http/readingRoutes.ts';
import { recordRoutes } from './http/recordRoutes.ts';
import { reportRoutes } from './http/reportRoutes.ts';
import { resourceRoutes } from './http/resourceRoutes.ts';
import { createRouter } from './http/routes.ts';
import { acceptJson } from './http/routing/jsonBodies.ts';
import type { RouteNote } from './http/routing/route.ts';
import { unsubscribeRoutes } from './http/unsubscribeRoutes.ts';
import { setupRoutes } from './http/setupRoutes.ts';
import { scenarioRoutes } from './http/scenarioRoutes.ts';
import { sheetRoutes } from './http/sheetRoutes.ts';
import { verbRoutes } from './http/verbRoutes.ts';
import { verifyRoutes } from './http/verifyRoutes.ts';
import { securityHeaders } from './http/security.ts';
import type { Deps } from './deps.ts';
import type { Resource } from '../src/resources/kit/defineResource.ts';

export interface App {
  server: FastifyInstance;
  routes: readonly RouteNote[];
  /** From now on /api/ready answers 503; running requests continue. */
  stopAccepting(): void;
}

export async function createApp(deps: Deps, declared: readonly Resource[] = resources): Promise<App> {
  const server = Fastify({
    logger: false,
    genReqId: deps.newId,
    bodyLimit: 1_048_576,
    trustProxy: deps.config.trustedProxies.length > 0 ? deps.config.trustedProxies : false,
    keepAliveTimeout: 5000,
    // The time limit of a request depends on how fast its body arrives: abortSlowBodies.
    requestTimeout: 0,
    connectionTimeout: 65_000,
    // A request's headers must arrive within ten seconds; checked every two seconds, instead of Node's 30.
    http: { headersTimeout: 10_000, connectionsCheckingInterval: 2000 },
    forceCloseConnections: 'idle',
    // Requests that arrive on an open connection during a stop are answered, and then the connection is closed.
    return503OnClosing: false,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 400 },
    frameworkErrors: (_error, request, reply) => sendProblem(notFound(), request, reply, deps.log),
  });
  let ready = true;
  server.setErrorHandler((error, request, reply) => sendProblem(error, request, reply, deps.log));
  beginRequests(server, deps.config.isProduction);
  abortSlowBodies(server);
  acceptJson(server, deps);
  securityHeaders(server);
  sayInReadersLanguage(server, deps.config.isProduction);
  logRequests(server, deps);
  const limits = createLimits(deps.db, deps.secrets, deps.config.otpResendSeconds);
  const router = createRouter(server, deps, limits);
  healthRoutes(server, deps, router.note, () => ready);
  authRoutes(router, limits);
  await documentRoutes(router);
  messageFileRoutes(router);
  readingRoutes(router);
  importRoutes(router);
  scenarioRoutes(router);
  sheetRoutes(router);
  resourceRoutes(router, declared);
  verbRoutes(router);
  recordRoutes(router);
  reportRoutes(router);
  organizationRoutes(router, limits);
  setupRoutes(router);
  modelRoutes(router);
  noticeRoutes(router);
  changeRoutes(router);
  unsubscribeRoutes(router, limits);
  openapiRoute(router, declared);
  const pages = deps.distDir
    ? await pageRoutes(server, deps.distDir, {
        isProduction: deps.config.isProduction,
        demo: demoLook(deps, DEMO_KNOWN_MS.pages),
      })
    : null;
  verifyRoutes(router, limits, pages?.sendPage ?? null);
  server.setNotFoundHandler((request, reply) => {
    const allowed = methodsOf(router.notes, request);
    if (allowed.length > 0) {
      void reply.header('allow', allowed.join(', '));
      return reply.status(405).send({
        detail: `This address does not support ${request.method}.`,
        code: 'method_not_allowed',
        request_id: request.id,
      });
    }
    if (pages && request.method === 'GET' && !request.url.startsWith('/api')) return pages.notFoundPage(request, reply);
    return sendProblem(notFound(), request, reply, deps.log);
  });
  return { server, routes: router.notes, stopAccepting: () => (ready = false) };
}

/** From the fifteenth second on, a body must arrive at 32 kB a second on average: 25 MB may take 13 minutes. */
const SLOW = { graceMs: 15_000, bytesPerSecond: 32_000, everyMs: 2000 };
const TOO_SLOW = JSON.stringify({
  detail: 'The request arrived too slowly and was stopped. Try again on a better connection.',
  code: 'too_slow',
});

/** A body may take long and pause, as long as its average rate is high enough. */
function abortSlowBodies(server: FastifyInstance) {
  server.addHook('onRequest', async ({ raw }, reply) => {
    const { socket, headers } = raw;
    const hasBody = Number(headers['content-length'] ?? 0) > 0 || headers['transfer-encoding'] !== undefined;
    // A server without a port (in tests) has no connection to cut.
    if (!hasBody || raw.complete || socket.bytesRead === undefined) return;
    const began = performance.now();
    const before = socket.bytesRead;
    const look = setInterval(() => {
      const wanted = ((performance.now() - began - SLOW.graceMs) / 1000) * SLOW.bytesPerSecond;
      if (raw.complete || socket.bytesRead - before >= wanted) return;
      clearInterval(look);
      if (!reply.raw.headersSent)
        socket.write(
          `HTTP/1.1 408 Request Timeout\r\nconnection: close\r\ncontent-type: application/json\r\ncontent-length: ${Buffer.byteLength(TOO_SLOW)}\r\n\r\n${TOO_SLOW}`,
        );
      socket.destroySoon();
    }, SLOW.everyMs);
    for (const event of ['end', 'close']) raw.once(event, () => clearInterval(look));
  });
}

const samplePerson = async (deps: Deps): Promise<string | null> =>
  deps.config.demo
    ? ((await deps.db.system((tx) => tx.row<{ email: string | null }>('select sample_person() as email')))?.email ??
      null)
    : null;

/** For the pages that show it, and for the settings that a sign-in page asks for. */
const DEMO_KNOWN_MS = { pages: 5000, settings: 500 };

/** The sample company. Anybody may ask for what shows it, so the answer is cached for a while. */
function demoLook(deps: Deps, knownMs: number): () => Promise<DemoLook> {
  let known: Promise<DemoLook> | undefined;
  let until = 0;
  const asked = async (before: Promise<DemoLook> | undefined): Promise<DemoLook> => {
    // The page also works while the database is down.
    const email = await samplePerson(deps).catch(() => undefined);
    if (email === undefined) return before ?? { isThere: deps.config.demo, person: null };
    return { isThere: email !== null, person: email === null ? null : { email, password: DEMO_PASSWORD } };
  };
  return () => {
    if (known && performance.now() < until) return known;
    until = performance.now() + knownMs;
    known = asked(known);
    return known;
  };
}

function healthRoutes(server: FastifyInstance, deps: Deps, note: (note: RouteNote) => void, isReady: () => boolean) {
  note({ method: 'GET', url: '/api/health', summary: 'Whether the process is running', isPublic: true });
  note({ method: 'GET', url: '/api/ready', summary: 'Whether the server can answer requests', isPublic: true });
  note({ method: 'GET', url: '/api/config', summary: 'The settings that the public pages need', isPublic: true });
  server.get('/api/health', async () => ({ status: 'ok' }));
  server.get('/api/ready', async (_request, reply) => {
    const works =
      isReady() &&
      (await deps.db
        .system((tx) => tx.rows('select 1'))
        .then(
          () => true,
          () => false,
        ));
    return reply.status(works ? 200 : 503).send({ status: works ? 'ready' : 'unavailable' });
  });
  const demo = demoLook(deps, DEMO_KNOWN_MS.settings);
  server.get('/api/config', async () => {
    const { isThere, person } = await demo();
    return {
      demo: person,
      demo_removed: deps.config.demo && !isThere,
      sms_driver: deps.config.smsDriver,
      // Null: all.
      sms_countries: deps.config.smsDriver === 'log' ? null : deps.config.smsCountries,
      otp_resend_seconds: deps.config.otpResendSeconds,
    };
  });
}

// Logs only route patterns and outcomes: no addresses, bodies, tokens or query strings (one contains an email).
function logRequests(server: FastifyInstance, deps: Deps) {
  server.addHook('onResponse', async (request, reply) => {
    if (reply.statusCode < 500 && !deps.config.isProduction) return;
    deps.log.info('request', {
      request_id: request.id,
      method: request.method,
      route: request.routeOptions.url ?? 'none',
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime),
    });
  });
}

function methodsOf(notes: readonly RouteNote[], request: FastifyRequest): string[] {
  const path = request.url.split('?')[0]!.replace(/\/$/, '');
  const matches = notes.filter(({ url }) => new RegExp(`^${url.replace(/:[a-z_]+/g, '[^/]+')}$`).test(path));
  return [...new Set(matches.map((note) => String(note.method)))].filter((method) => method !== request.method);
}
