// Views of lists: GET, POST, PUT and DELETE /api/views/.
import { z } from 'zod';
import { savedView, viewBody, viewEdit } from '#src/contract/views.ts';
import type { ViewBody } from '#src/contract/views.ts';
import { AppError } from '#src/domain/errors.ts';
import { textFault } from '#src/domain/text.ts';
import { can, roles } from '#src/resources/kit/access.ts';
import type { Actor } from '#src/resources/kit/access.ts';
import { isListed } from '#src/resources/kit/recordState.ts';
import { resources } from '#src/resources/index.ts';
import { createView, deleteView, updateView, viewBy, viewsOf } from '#server/commands/views/views.ts';
import type { View } from '#server/commands/views/views.ts';
import { invalidField } from '#server/data/refusals.ts';
import type { Router } from '../routes.ts';
import { readJson, readListQuery } from './listQuery.ts';

const listQuery = z.object({ filter: z.string().describe('{"resource":"tasks"}: of one list.') });
/** Enough for every filter of a list. */
const FILTER_MAX = 4_000;

export function viewRoutes(router: Router) {
  const { deps } = router;
  router.get({
    url: '/api/views',
    roles,
    summary: 'The views of lists that the signed-in person made, and for members those of the company',
    query: listQuery.partial(),
    answer: z.array(savedView),
    handler: async ({ tx, actor, query, reply }) => {
      const views = (await viewsOf({ tx }, resourceIn(query.filter))).filter(({ resource }) => isSeen(actor, resource));
      void reply.header('Content-Range', `views 0-${Math.max(0, views.length - 1)}/${views.length}`);
      return views;
    },
  });
  router.get({
    url: '/api/views/:id',
    roles,
    summary: 'One view',
    answer: savedView,
    handler: ({ tx, params }) => viewBy({ tx }, params.id!),
  });
  router.unaudited().post({
    url: '/api/views',
    roles,
    summary: 'Save a view of a list, for oneself or for the company',
    body: viewBody,
    status: 201,
    answer: savedView,
    handler: ({ tx, actor, body }) => createView({ tx, actor, deps }, viewOf(actor, body)),
  });
  router.unaudited().put({
    url: '/api/views/:id',
    roles,
    summary: 'Change a view',
    body: viewEdit,
    answer: savedView,
    handler: async ({ tx, actor, params, body: { version, ...body } }) => {
      const context = { tx, actor, deps };
      await viewBy(context, params.id!);
      return updateView(context, params.id!, viewOf(actor, body), version);
    },
  });
  router.unaudited().delete({
    url: '/api/views/:id',
    roles,
    summary: 'Delete a view',
    handler: async ({ tx, actor, params }) => {
      await deleteView({ tx, actor, deps }, params.id!);
      return undefined;
    },
  });
}

const listOf = (name: string) => resources.find((each) => each.name === name && each.list.length > 0);

function isSeen(actor: Actor, name: string): boolean {
  const resource = listOf(name);
  return resource !== undefined && can(actor, 'read', resource) && isListed(actor.role, resource);
}

function resourceIn(filter: string | undefined): string | null {
  if (!filter) return null;
  const parsed = z.strictObject({ resource: z.string().optional() }).safeParse(readJson(filter, 'filter'));
  if (!parsed.success) throw new AppError('unsupported_filter', 'Unsupported filter.', { status: 400 });
  return parsed.data.resource ?? null;
}

/** Refuses (422): a list that is not shown to the person, and fields, operators and values that it does not have. */
function viewOf(actor: Actor, body: ViewBody): View {
  const resource = listOf(body.resource);
  if (!resource || !isSeen(actor, body.resource)) throw invalidField('resource', 'There is no such list.');
  if (textFault(body.name)) throw invalidField('name', textFault(body.name)!);
  const written = JSON.stringify(body.filter);
  // A NUL, or half of a letter.
  if (/\\u(?:0000|d[89a-f][0-9a-f]{2})/i.test(written))
    throw invalidField('filter', 'A character of the filter is not allowed.');
  if (written.length > FILTER_MAX) throw invalidField('filter', 'The filter is too long.');
  if (Object.hasOwn(body.filter, 'as_of')) throw invalidField('filter', 'A view has no day of its own.');
  const sort = body.sort ?? [resource.sort[0], resource.sort[1]];
  refusedAs('filter', () => readListQuery(resource, { filter: written }, ''));
  refusedAs('sort', () => readListQuery(resource, { sort: JSON.stringify(sort) }, ''));
  const fields = body.columns.map(({ field }) => field);
  for (const [at, field] of fields.entries())
    if (
      !Object.hasOwn(resource.fields, field) ||
      resource.fields[field]!.kind === 'file' ||
      fields.indexOf(field) !== at
    )
      throw invalidField('columns', `The list has no column "${field.slice(0, 60)}", or it is given twice.`);
  return { ...body, sort: [sort[0], sort[1]] };
}

/** What a list would refuse of its address is at fault in the view's field. */
function refusedAs(field: 'filter' | 'sort', read: () => unknown): void {
  try {
    read();
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    throw invalidField(field, error.message);
  }
}
