// Bodies of JSON, which this process reads and parses before anybody knows what is asked: a megabyte of it keeps everybody waiting for
// up to a quarter of a second. Large ones are parsed only of who is signed in, and take turns
// (docs/decisions/server-and-jobs.md#time-limits).
import { setTimeout } from 'node:timers/promises';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '#src/domain/errors.ts';
import type { Database } from '#server/db/database.ts';
import { Turns } from '#server/process/turns.ts';
import { onBehalfOf } from '#server/running/asker.ts';
import type { Deps } from '#server/deps.ts';
import { bearerHash } from '../authenticate.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The JSON of its body as it came; '' without one. */
    jsonText: string;
  }
}

/** In characters. */
const LARGE = 64 * 1024;
/** After a large one its place stays taken for so many times as long as parsing took: so little of the time is theirs. */
const REST = 40;

/** A JSON content type without a body is accepted; keys that would change prototypes are refused (400). */
export function acceptJson(server: FastifyInstance, { db }: Deps) {
  const parse = server.getDefaultJsonParser('error', 'error');
  const turns = new Turns(
    { atOnce: 2, waiting: 30, ofAccount: 8 },
    'Too many large requests are being sent right now. Please try again.',
  );
  server.removeContentTypeParser(['application/json', 'text/plain']);
  server.decorateRequest('jsonText', '');
  server.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    request.jsonText = body as string;
    // Nothing is returned: a promise's value would be the body.
    if (body.length <= LARGE) read(request, body as string, done);
    else
      void asker(db, request)
        .then((whose) => onBehalfOf(whose, () => turns.take(() => readAndRest(request, body as string, done))))
        .catch(done);
  });

  async function readAndRest(request: FastifyRequest, body: string, done: Done): Promise<void> {
    const began = performance.now();
    read(request, body, done);
    await setTimeout((performance.now() - began) * REST, undefined, { ref: false });
  }

  function read(request: FastifyRequest, body: string, done: Done): void {
    if (body === '') done(null, undefined);
    else if (isTooDeep(body))
      done(new AppError('invalid_json', 'The body is nested too deeply. The maximum is 60 levels.', { status: 400 }));
    else parse(request, body, done);
  }
}

type Done = (error: Error | null, value?: unknown) => void;

/** Of the company, else of the session. Refuses: too_large (413) without a session, session_invalid (401). */
async function asker(db: Database, request: FastifyRequest) {
  if (request.headers.authorization === undefined)
    throw new AppError('too_large', 'The request is too large.', { status: 413 });
  const tokenHash = bearerHash(request);
  const company = db.companyOf(tokenHash) ?? (await db.begun(tokenHash)).org_id;
  return { org_id: company, account_id: tokenHash };
}

const DEPTH_MAX = 60;

/** JSON nested a hundred thousand levels deep can be parsed, but breaks recursive code. */
function isTooDeep(json: string): boolean {
  let depth = 0;
  let isText = false;
  for (let at = 0; at < json.length; at += 1) {
    const character = json.charCodeAt(at);
    if (isText) {
      if (character === 0x5c) at += 1;
      else if (character === 0x22) isText = false;
    } else if (character === 0x22) isText = true;
    else if (character === 0x5b || character === 0x7b) depth += 1;
    else if (character === 0x5d || character === 0x7d) depth -= 1;
    if (depth > DEPTH_MAX) return true;
  }
  return false;
}
