// Views of lists: a person's own, and those for everybody who reads the company. The database decides whose may be seen and changed.
import type { SavedView, ViewBody } from '#src/contract/views.ts';
import { AppError } from '#src/domain/errors.ts';
import { editors, readers } from '#src/resources/kit/access.ts';
import { invalidField, notFound } from '#server/data/refusals.ts';
import { orgOf } from '#server/auth/actor.ts';
import { staleEdit } from '../core/context.ts';
import type { CommandContext } from '../core/context.ts';

/** What a body becomes once its order is known. */
export type View = ViewBody & { sort: [string, 'ASC' | 'DESC'] };

/** As many as a person may have in a company: their own, and those that they made for it. */
const VIEWS_MAX = 100;

const COLUMNS = `id::text, resource, name, filter, sort, columns, density, shared, account_id = app_account() as is_own, version`;

/** Of all lists, by name; `resource`: of one. */
export const viewsOf = ({ tx }: Pick<CommandContext, 'tx'>, resource: string | null): Promise<SavedView[]> =>
  tx.rows<SavedView>(
    `select ${COLUMNS} from saved_view where org_id = app_org() and ($1::text is null or resource = $1)
     order by shared, alphabetical(name), id`,
    [resource],
  );

/** Refuses: not_found (404). */
export async function viewBy({ tx }: Pick<CommandContext, 'tx'>, id: string): Promise<SavedView> {
  const view = await tx.row<SavedView>(`select ${COLUMNS} from saved_view where org_id = app_org() and id::text = $1`, [
    id,
  ]);
  if (!view) throw notFound();
  return view;
}

/** Refuses: forbidden (403) where it is for the company and the role keeps no books; too_many (422). */
export async function createView(context: CommandContext, view: View): Promise<SavedView> {
  const { tx, actor, deps } = context;
  mayShare(context, view);
  const { count } = (await tx.row<{ count: number }>(
    'select count(*)::int as count from saved_view where org_id = app_org() and account_id = app_account()',
  ))!;
  if (count >= VIEWS_MAX)
    throw new AppError('too_many', `You have ${VIEWS_MAX} views. Delete one that you no longer use.`, { status: 422 });
  const id = deps.newId();
  await tx.write(
    `insert into saved_view (org_id, id, account_id, resource, name, filter, sort, columns, density, shared)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
    [orgOf(actor), id, actor.account_id, ...valuesOf(view)],
  );
  return viewBy(context, id);
}

/**
 * A view stays with its list. Refuses: not_found (404), forbidden (403), stale_version (409), and another list, or a company's view
 * that somebody else made kept for oneself (422).
 */
export async function updateView(context: CommandContext, id: string, view: View, version: number): Promise<SavedView> {
  const current = await viewBy(context, id);
  mayShare(context, current);
  mayShare(context, view);
  if (view.resource !== current.resource)
    throw invalidField('resource', 'A view belongs to one list. Save another one.');
  if (view.shared === 'me' && !current.is_own)
    throw invalidField('shared', 'Only the person who made this view can make it private. Save one of your own.');
  const written = await context.tx.row(
    `update saved_view set resource = $3, name = $4, filter = $5, sort = $6, columns = $7, density = $8, shared = $9, version = version + 1
     where org_id = app_org() and id::text = $1 and version = $2 returning id`,
    [id, version, ...valuesOf(view)],
  );
  if (!written) throw staleEdit();
  return viewBy(context, id);
}

/** Refuses: not_found (404), forbidden (403). */
export async function deleteView(context: CommandContext, id: string): Promise<void> {
  mayShare(context, await viewBy(context, id));
  await context.tx.write('delete from saved_view where org_id = app_org() and id::text = $1', [id]);
}

function mayShare({ actor }: CommandContext, { shared }: Pick<ViewBody, 'shared'>): void {
  if (shared === 'company' && !editors.includes(actor.role))
    throw new AppError(
      'forbidden',
      readers.includes(actor.role)
        ? 'Your role cannot change the company’s views. Save this one for yourself.'
        : 'You can save views only for yourself.',
      { status: 403 },
    );
}

const valuesOf = ({ resource, name, filter, sort, columns, density, shared }: View) => [
  resource,
  name,
  JSON.stringify(filter),
  JSON.stringify(sort),
  JSON.stringify(columns),
  density,
  shared,
];
