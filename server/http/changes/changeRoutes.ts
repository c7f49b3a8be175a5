// GET /api/changes: a stream of server-sent events. And who else is editing a record.
import { PassThrough } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { othersEditing } from '#src/contract/changes.ts';
import { AppError } from '#src/domain/errors.ts';
import { isHolder, readers } from '#src/resources/kit/access.ts';
import type { Actor } from '#src/resources/kit/access.ts';
import type { Resource } from '#src/resources/kit/defineResource.ts';
import { refuseUnless } from '#server/auth/actor.ts';
import { othersOf, sayEditing } from '#server/commands/office/editing.ts';
import { today } from '#server/commands/core/context.ts';
import { notFound } from '#server/data/refusals.ts';
import type { Tx } from '#server/db/database.ts';
import { findRecord } from '#server/data/resourceRepository.ts';
import { bearerHash } from '../authenticate.ts';
import { singleQuery } from '../routing/request.ts';
import type { Router } from '../routes.ts';
import { ChangeFeed } from './changeFeed.ts';
import type { Listener, Place } from './changeFeed.ts';
import { withdrawableOf } from '#server/queries/changes/changedRecords.ts';
import type { Secrets } from '#server/auth/secrets.ts';

/** Of one person: a browser needs one. */
const STREAMS_MAX = 20;
/** What a console that was away this long has missed is read again as a whole. */
const MISSED_MAX = 5_000;

export function changeRoutes(router: Router): void {
  const feed = new ChangeFeed(router.deps);
  router.app.addHook('preClose', async () => feed.close());
  router.note({
    method: 'GET',
    url: '/api/changes',
    summary:
      'What others change, as server-sent events: ready, change {resource, ids} (ids null: over 100), editing {resource, id}, ending {in_seconds, may_stay} (two minutes before the session ends; kept {} once it was used), reset and end. Last-Event-ID goes on after an event',
    isPublic: false,
  });
  router.app.get('/api/changes', { exposeHeadRoute: false }, (request, reply) => open(router, feed, request, reply));
}

async function open(router: Router, feed: ChangeFeed, request: FastifyRequest, reply: FastifyReply) {
  const tokenHash = bearerHash(request);
  singleQuery(request);
  const { account_id, org_id, end, seen } = await router.deps.db.asActor(
    tokenHash,
    async (tx, { actor }) => {
      if (actor.membership_status !== 'active')
        return { ...actor, org_id: null, end: { seq: 0, ledger_seq: 0 }, seen: null };
      const found = (await tx.row<{ seq: string; ledger_seq: string }>('select * from chain_end()'))!;
      return {
        ...actor,
        end: { seq: Number(found.seq), ledger_seq: Number(found.ledger_seq) },
        seen: isHolder(actor.role) ? await withdrawableOf(tx, actor) : null,
      };
    },
    { readOnly: true },
  );
  if (feed.countOf(account_id) >= STREAMS_MAX)
    throw new AppError('too_many_streams', `At most ${STREAMS_MAX} windows are told of changes at once. Close some.`, {
      status: 429,
    });
  const last = request.headers['last-event-id'];
  const places = sealedPlaces(router.deps.secrets, `${account_id} ${org_id}`);
  const place = last === undefined ? end : placeToGoOnFrom(places.in(String(last)), end);
  const stream = new PassThrough();
  const listener: Listener = {
    tokenHash,
    account_id,
    org_id,
    place: place ?? end,
    seen,
    send: (event, data, at) => write(stream, eventText(event, data, places.textOf(at))),
    comment: () => write(stream, ':\n\n'),
    close: () => stream.end(),
  };
  stream.once('close', () => feed.remove(listener));
  stream.write(eventText('ready', {}, places.textOf(listener.place)));
  if (!place) stream.write(eventText('reset', {}, places.textOf(end)));
  feed.add(listener);
  return reply
    .headers({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      // A proxy that collects answers would keep the events.
      'x-accel-buffering': 'no',
    })
    .send(stream);
}

/** Who does not read what is told is hung up on, and goes on later. */
const UNREAD_MAX = 262_144;
function write(stream: PassThrough, text: string): void {
  if (stream.writableLength + stream.readableLength > UNREAD_MAX) stream.destroy();
  else stream.write(text);
}

function placeToGoOnFrom(place: Place | null, end: Place): Place | null {
  const isKnown =
    place && place.seq <= end.seq && place.ledger_seq <= end.ledger_seq && end.seq - place.seq <= MISSED_MAX;
  return isKnown ? place : null;
}

/** The id of an event says a place to nobody, and only to whom it was given: its numbers would count what others do. */
const sealedPlaces = (secrets: Secrets, of: string) => ({
  textOf: ({ seq, ledger_seq }: Place) =>
    secrets.seal([seq, ledger_seq].map((each) => String(each).padStart(15, '0')).join('.'), `changes ${of}`),
  in(text: string): Place | null {
    try {
      const [seq, ledger_seq] = secrets.open(text, `changes ${of}`).split('.').map(Number);
      return { seq: seq!, ledger_seq: ledger_seq! };
    } catch {
      return null;
    }
  },
});

const eventText = (event: string, data: object, id: string) =>
  `id: ${id}\nevent: ${event}\ndata: ${JSON.stringify(data)}\n\n`;

/** POST and GET …/:id/editing, for a resource whose records are edited. */
export function editingRoutes(router: Router, resource: Resource, path: string): void {
  /** Of a record that the actor sees. */
  const idOf = async (tx: Tx, actor: Actor, id: string): Promise<string> => {
    const record = await findRecord(tx, actor, resource, id, today({ actor, deps: router.deps }));
    if (!record) throw notFound();
    return String(record.id);
  };
  router.unaudited().post({
    url: `${path}/:id/editing`,
    roles: null,
    summary: `Say that one is editing ${resource.singular}; it counts for 30 seconds`,
    body: z.strictObject({}),
    status: 204,
    handler: async ({ tx, actor, params }) => {
      refuseUnless(actor, resource, 'update');
      await sayEditing({ tx, actor }, resource.name, await idOf(tx, actor, params.id!));
      return undefined;
    },
  });
  router.get({
    url: `${path}/:id/editing`,
    roles: readers,
    summary: `Who else is editing ${resource.singular}`,
    answer: othersEditing,
    handler: async ({ tx, actor, params }) => othersOf({ tx, actor }, resource.name, await idOf(tx, actor, params.id!)),
  });
}
