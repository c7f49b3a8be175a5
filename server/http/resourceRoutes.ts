// List, read, export, create, edit and delete for every declared resource. A write runs the resource's own command
// (server/commands/core/index.ts) or, for plain rows, stores the values.
import { z } from 'zod';
import { AppError } from '#src/domain/errors.ts';
import { can, widestReaders } from '#src/resources/kit/access.ts';
import type { Action, Actor } from '#src/resources/kit/access.ts';
import { exportFormats } from '#src/resources/kit/csv.ts';
import { withArticle } from '#src/resources/kit/defineResource.ts';
import type { Resource } from '#src/resources/kit/defineResource.ts';
import { bodySchema } from '#src/resources/kit/validation.ts';
import { removeAbandonedFiles } from '../commands/core/files.ts';
import { editEach } from '../commands/core/bulkChange.ts';
import { resourceCommands } from '../commands/core/index.ts';
import type { ChangeOne } from '../commands/core/resourceCommands.ts';
import { pageSchema } from '#src/contract/recordPages.ts';
import { showRecord } from '../queries/showRecord.ts';
import { checkedValues, refuseOtherVersion } from '../commands/core/checked.ts';
import { recordActivity, staleEdit, today, whatChanged } from '../commands/core/context.ts';
import type { CommandContext } from '../commands/core/context.ts';
import { computedColumnsOf } from '../data/lists/computedColumns.ts';
import { keptPage, keptPageOf } from '../data/lists/keptPages.ts';
import { deleteRecord, findRecord, insertRecord, updateRecord } from '../data/resourceRepository.ts';
import { listRecords, totalRecords } from '../data/lists/listRecords.ts';
import type { Row } from '../db/database.ts';
import { runYielding } from '../data/runYielding.ts';
import { contentRange, nextPage } from './lists/listHeaders.ts';
import { editingRoutes } from './changes/changeRoutes.ts';
import { viewRoutes } from './lists/viewRoutes.ts';
import { asOfQuery, listQuery, readAsOf, readListQuery } from './lists/listQuery.ts';
import { bulkChangeRoute } from './lists/bulkChangeRoute.ts';
import { exportRoute } from './lists/exportRoute.ts';
import { forbidden, refuseUnless } from '../auth/actor.ts';
import { confirmedWrite, requireStepUp, stepUpWords } from '../auth/stepUp.ts';
import { notFound } from '../data/refusals.ts';
import type { Router } from './routes.ts';
import { jsonInSlices } from './routing/longAnswer.ts';
import type { Call } from './routing/route.ts';

export function resourceRoutes(router: Router, resources: readonly Resource[]) {
  for (const resource of resources) {
    const path = resource.path.replace(/\/$/, '');
    const commands = resourceCommands[resource.name] ?? {};
    readRoutes(router, resource, path);
    if (resource.totals) totalsRoute(router, resource, path, resource.totals);
    const byRows = resource.writes === 'rows';
    if (byRows || commands.create) createRoute(router, resource, path);
    if (byRows || commands.update) {
      updateRoute(router, resource, path);
      editingRoutes(router, resource, path);
    }
    if (resource.bulkFields) bulkChangeRoute(router, resource, path, changerOf(resource), commands.changeSeveral?.set);
    if (byRows || commands.remove) removeRoute(router, resource, path);
  }
  viewRoutes(router);
}

/** What administrators alone read is refused to the company's other people; who waits to be let in sees empty lists everywhere. */
const refusesOthers = (resource: Resource) =>
  widestReaders(resource) !== 'administrators'
    ? {}
    : {
        mayUse: async ({ actor }: { actor: Actor }) => {
          if (actor.membership_status === 'active' && !can(actor, 'read', resource)) throw forbidden();
        },
      };

function readRoutes(router: Router, resource: Resource, path: string) {
  router.get({
    url: path,
    roles: null,
    summary: `${resource.label}: the rows that the user may see`,
    answers: `${resource.name}[]`,
    fromReplica: true,
    isPage: true,
    ...refusesOthers(resource),
    query: resource.asOf ? listQuery.extend(asOfQuery.shape) : listQuery,
    handler: async ({ tx, actor, query, reply }) => {
      const day = today({ actor, deps: router.deps });
      const list = readListQuery(resource, query, day);
      const read = async () => {
        const { rows, total, isMore } = await listRecords(tx, actor, resource, list);
        const range = contentRange(path, list, rows.length, isMore ? '*' : total);
        const json = await runYielding(jsonInSlices(rows));
        return { json, range, next: nextPage(path, query, list, rows) };
      };
      const kept = keptPageOf(actor, resource, list, day);
      const { json, range, next } = kept ? await keptPage(tx, resource, kept, read) : await read();
      if (range) reply.header('content-range', range);
      if (next) reply.header('link', next);
      reply.type('application/json; charset=utf-8');
      return json;
    },
  });
  for (const format of exportFormats) exportRoute(router, resource, path, format, refusesOthers(resource));
  router.get({
    url: `${path}/:id`,
    roles: null,
    summary: `One ${resource.singular}`,
    ...refusesOthers(resource),
    answers: resource.name,
    answer: pageSchema(resource.name),
    ...(resource.asOf ? { query: asOfQuery } : {}),
    handler: async ({ tx, actor, params, query }) => {
      const day = readAsOf(resource.asOf ? query : {}, today({ actor, deps: router.deps }));
      const record = await findRecord(tx, actor, resource, params.id!, day);
      if (!record) throw notFound();
      return showRecord({ tx, actor, deps: router.deps }, resource, record);
    },
  });
}

function totalsRoute(router: Router, resource: Resource, path: string, totals: NonNullable<Resource['totals']>) {
  router.get({
    url: `${path}/totals`,
    roles: null,
    summary: `${resource.label}: how many rows match a filter, and their sums`,
    fromReplica: true,
    isPage: true,
    ...refusesOthers(resource),
    query: listQuery.pick({ filter: true }),
    answer: totalsAnswer(totals),
    handler: async ({ tx, actor, query }) => {
      const listing = readListQuery(resource, query, today({ actor, deps: router.deps }));
      return totalRecords(tx, actor, resource, totals, listing);
    },
  });
}

const totalsAnswer = ({ by, of }: NonNullable<Resource['totals']>) => {
  const sums = Object.fromEntries(of.map((name) => [name, z.string()]));
  return z.array(z.object({ [by]: z.string(), count: z.int(), ...sums }));
};

function createRoute(router: Router, resource: Resource, path: string) {
  const beside = resourceCommands[resource.name]?.besideCreated;
  router
    .audited({ action: 'create', resource: resource.name, summary: `created ${resource.singular}` })
    .limited(resource.name === 'messages' ? 'thread' : undefined)
    .steppedUpWhen(stepUpWords(resource))
    .post({
      url: path,
      roles: null,
      summary: `Create ${withArticle(resource)}`,
      answers: resource.name,
      ...(beside && { answer: beside.answer }),
      takes: resourceCommands[resource.name]?.createBody ?? bodySchema(resource),
      status: 201,
      mayUse: async (call) => {
        refuseUnless(call.actor, resource, 'create');
        await confirmedWrite(call, resource, objectBody(call.body));
      },
      handler: async (call) => {
        const context = { tx: call.tx, actor: call.actor, deps: router.deps };
        const body = objectBody(call.body);
        const create = resourceCommands[resource.name]?.create;
        const id = create ? await create(context, body) : await createRow(context, resource, body);
        const record = became(call, await reread(context, resource, id));
        return beside ? { ...record, ...(await beside.of(context, record)) } : record;
      },
    });
}

async function createRow(context: CommandContext, resource: Resource, body: Row): Promise<string> {
  const id = context.deps.newId();
  await insertRecord(context.tx, context.actor, resource, id, await checkedValues(context, resource, body));
  recordActivity(context, {
    text: `created ${resource.singular} ${nameOf(resource, body, id)}`,
    resource: resource.name,
    id,
  });
  return id;
}

function updateRoute(router: Router, resource: Resource, path: string) {
  router
    .audited({ action: 'update', resource: resource.name, summary: `changed ${resource.singular}` })
    .steppedUpWhen(stepUpWords(resource))
    .put({
      url: `${path}/:id`,
      roles: null,
      summary: `Edit ${withArticle(resource)}`,
      answers: resource.name,
      takes: resourceCommands[resource.name]?.updateBody ?? bodySchema(resource, { isEdit: true }),
      handler: async (call) => {
        const context = allowed(router, call, resource, 'update');
        const current = await findRecord(call.tx, call.actor, resource, call.params.id!, today(context));
        if (!current) throw notFound();
        if (call.entry) call.entry.before = { ...current };
        const sent = objectBody(call.body);
        await confirmedWrite(call, resource, sent, current);
        refuseOtherVersion(sent.version, current.version);
        const body = await withoutShown(context, resource, current, sent);
        await editOf(resource)(context, current, body);
        return became(call, await reread(context, resource, String(current.id)));
      },
    });
}

/**
 * A whole record also contains computed and displayed values, which may have changed: they are ignored, unless the edit
 * accepts them, as it does a plan's classes.
 */
async function withoutShown(context: CommandContext, resource: Resource, current: Row, whole: Row): Promise<Row> {
  const filled = computedColumnsOf(resource)?.names ?? [];
  const edit = resourceCommands[resource.name]?.updateBody;
  const isTaken = (name: string) =>
    Object.hasOwn(resource.fields, name) || (edit instanceof z.ZodObject && Object.hasOwn(edit.shape, name));
  const sent = Object.fromEntries(Object.entries(whole).filter(([name]) => !filled.includes(name)));
  if (Object.keys(sent).every(isTaken)) return sent;
  const shown = await showRecord(context, resource, current);
  return Object.fromEntries(Object.entries(sent).filter(([name]) => isTaken(name) || !Object.hasOwn(shown, name)));
}

/** The resource's own command, or for plain rows what stores the values. */
const editOf =
  (resource: Resource) =>
  (context: CommandContext, current: Row, body: Row): Promise<void> =>
    resourceCommands[resource.name]?.update?.(context, current, body) ?? updateRow(context, resource, current, body);

/** The resource's own command for several, or each as PUT edits it. */
const changerOf =
  (resource: Resource) =>
  (context: CommandContext, set: Row, isDry: boolean): ChangeOne | Promise<ChangeOne> =>
    resourceCommands[resource.name]?.changeSeveral?.of(context, set, isDry) ??
    editEach(context, resource, set, editOf(resource));

async function updateRow(context: CommandContext, resource: Resource, current: Row, body: Row) {
  const values = await checkedValues(context, resource, body, current);
  if (!(await updateRecord(context.tx, context.actor, resource, String(current.id), values, current.version)))
    throw staleEdit();
  recordActivity(context, {
    text: `changed ${resource.singular} ${nameOf(resource, values, String(current.id))}${whatChanged(resource, values, current)}`,
    resource: resource.name,
    id: String(current.id),
  });
}

function removeRoute(router: Router, resource: Resource, path: string) {
  const isAlways = resource.stepUp === 'always';
  router
    .audited({ action: 'delete', resource: resource.name, summary: `deleted ${resource.singular}` })
    .steppedUpWhen(isAlways ? 'Always' : undefined)
    .delete({
      url: `${path}/:id`,
      roles: null,
      summary: `Delete ${withArticle(resource)}`,
      after: resource.name === 'documents' ? () => removeAbandonedFiles(router.deps) : undefined,
      handler: async (call) => {
        const context = allowed(router, call, resource, 'delete');
        const current = await findRecord(call.tx, call.actor, resource, call.params.id!, today(context));
        if (!current) throw notFound();
        if (isAlways) await requireStepUp(call.tx, call.tokenHash);
        if (call.entry) call.entry.before = { ...current };
        const remove = resourceCommands[resource.name]?.remove;
        if (remove) await remove(context, current);
        else await deleteRecord(call.tx, call.actor, resource, String(current.id));
        return undefined;
      },
    });
}

function allowed(router: Router, call: Call, resource: Resource, action: Action): CommandContext {
  refuseUnless(call.actor, resource, action);
  return { tx: call.tx, actor: call.actor, deps: router.deps };
}

export function objectBody(body: unknown): Row {
  if (body === undefined || body === null) return {};
  if (typeof body !== 'object' || Array.isArray(body))
    throw new AppError('invalid_fields', 'The body must be a JSON object.', { status: 422 });
  return body as Row;
}

/** Completes the row of the audit trail with the record as it became. */
function became(call: Call, record: Row): Row {
  if (call.entry) Object.assign(call.entry, { after: { ...record }, resource_id: String(record.id) });
  return record;
}

async function reread(context: CommandContext, resource: Resource, id: string): Promise<Row> {
  const record = await findRecord(context.tx, context.actor, resource, id, today(context));
  if (!record) throw notFound();
  return record;
}

function nameOf(resource: Resource, values: Row, id: string): string {
  const value = values[resource.title];
  return typeof value === 'string' && value !== '' ? value : id;
}
