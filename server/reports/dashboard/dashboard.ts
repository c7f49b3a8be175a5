// The viewer's dashboard figures: each equals the count or sum of the list it links to.
import { administrators, isHolder } from '#src/resources/kit/access.ts';
import { resourceNamed } from '#src/resources/index.ts';
import { closedTaskStatuses } from '#src/resources/tasks.ts';
import type { Actor } from '#src/resources/kit/access.ts';
import { safeNumber } from '#server/data/resourceRepository.ts';
import { countRecords, listRecords } from '#server/data/lists/listRecords.ts';
import type { Row, Tx } from '#server/db/database.ts';
import { openSetup } from '#server/commands/setup/setup.ts';
import { ahead } from './ahead.ts';
import { decisions, ownAttention } from './decisions.ts';
import { ownHoldings } from './ownHoldings.ts';
import { recentActivity } from './recentActivity.ts';
import { rowsBy } from '#server/data/lists/listing.ts';

/** `today`: the day that counts as today. */
export async function dashboard(tx: Tx, actor: Actor, today: string): Promise<Row> {
  const count = (name: string, conditions: { field: string; operator: 'eq'; value: unknown }[] = []) =>
    countRecords(tx, actor, resourceNamed(name), conditions);
  const active = actor.membership_status === 'active';
  return {
    total_shareholders: await count('shareholders'),
    active_certificates: await tx.keptPart(`active certificates ${today}`, () =>
      count('certificates', [{ field: 'status', operator: 'eq', value: 'active' }]),
    ),
    distributions: await count('distributions'),
    total_shares: active ? await tx.keptPart(`total shares ${today}`, () => totalShares(tx, actor)) : 0,
    recent_activity: active ? await tx.keptPart('recent activity', () => recentActivity(tx, actor)) : [],
    upcoming_tasks: active ? await upcomingTasks(tx, actor) : [],
    ...(active && isHolder(actor.role)
      ? {
          ...(await tx.keptPart(`own holdings ${today}`, () => ownHoldings(tx, actor, today))),
          attention: await ownAttention(tx, actor, today),
        }
      : {}),
    ...(active && !isHolder(actor.role) ? { ahead: await ahead(tx, actor, today) } : {}),
    ...(active && administrators.includes(actor.role) ? { setup: await openSetup({ tx, actor }) } : {}),
    ...(active && resourceNamed('distributions').access[actor.role].actions.includes('update')
      ? { decisions: await decisions(tx, actor, today) }
      : {}),
  };
}

/** Outstanding stock today; for a shareholder, only their own. */
async function totalShares(tx: Tx, actor: Actor): Promise<number | string> {
  const total = (of: string) =>
    `select trim_scale(coalesce(sum(remaining), 0))::text as total from ${of} where kind = 'STOCK'`;
  const row = isHolder(actor.role)
    ? await tx.row<{ total: string }>(total('open_securities_of($1, $2, current_date)'), [
        actor.org_id,
        actor.shareholder_id ?? '',
      ])
    : await tx.row<{ total: string }>(total('open_securities($1, current_date)'), [actor.org_id]);
  return safeNumber(row?.total ?? '0');
}

/** The nearest five open tasks by due date, overdue ones first. */
async function upcomingTasks(tx: Tx, actor: Actor): Promise<Row[]> {
  const tasks = resourceNamed('tasks');
  const conditions = closedTaskStatuses.map((value) => ({ field: 'status', operator: 'ne' as const, value }));
  return (await listRecords(tx, actor, tasks, rowsBy('due_date', { most: 5, countsTo: 0, conditions }))).rows;
}
