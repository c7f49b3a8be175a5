// The figures of the dashboard, for the viewer: each equals the count or sum of the list it links to.
import { decimal, toFixed } from '../../src/domain/decimal.ts';
import { resourceNamed } from '../../src/resources/index.ts';
import type { Actor } from '../../src/resources/kit/access.ts';
import { listRecords, safeNumber } from '../data/resourceRepository.ts';
import type { Row, Tx } from '../db/database.ts';

const none = {
  sort: { field: 'id', descending: false },
  range: { from: 0, to: 0 },
  conditions: [],
  ids: null,
  q: null,
};

export async function dashboard(tx: Tx, actor: Actor): Promise<Row> {
  const count = async (name: string, conditions: { field: string; operator: 'eq'; value: unknown }[] = []) =>
    (await listRecords(tx, actor, resourceNamed(name), { ...none, conditions })).total;
  const active = actor.membership_status === 'active';
  return {
    total_shareholders: await count('shareholders'),
    active_certificates: await count('certificates', [{ field: 'status', operator: 'eq', value: 'active' }]),
    distributions: await count('distributions'),
    total_shares: active ? await totalShares(tx, actor) : 0,
    recent_activity: active ? await recentActivity(tx, actor) : [],
    upcoming_tasks: active ? await upcomingTasks(tx, actor) : [],
    ...(active && actor.role === 'shareholder' ? await ownHoldings(tx, actor) : {}),
  };
}

/**
 * A holder's own stock by class, and what it is worth at the price the class was issued for: no newer price is on record.
 * `value` is null where a class has no price; the sum counts the others.
 */
async function ownHoldings(tx: Tx, actor: Actor): Promise<Row> {
  const holdings = await tx.rows<{ value: string | null }>(
    `select c.id as share_class_id, c.name as share_class, trim_scale(sum(held.shares))::text as shares,
            trim_scale(c.price_per_share)::text as price_per_share, round(sum(held.shares) * c.price_per_share, 2)::text as value
     from (select p.org_id, p.share_class_id,
             p.quantity - coalesce((select sum(d.quantity) from reduction d where d.org_id = p.org_id and d.security_id = p.id), 0) as shares
           from certificate p
           where p.org_id = $1 and p.shareholder_id = $2 and p.status = 'active' and p.issue_date <= current_date) held
     join share_class c on c.org_id = held.org_id and c.id = held.share_class_id
     group by c.id, c.name, c.price_per_share, c.class_type, c.seniority order by c.class_type, c.seniority, c.name`,
    [actor.org_id, actor.shareholder_id],
  );
  const known = holdings.flatMap((row) => (row.value === null ? [] : [decimal(row.value)]));
  return {
    holdings,
    value:
      known.length === 0
        ? null
        : toFixed(
            known.reduce((sum, value) => sum + value, 0n),
            2,
          ),
  };
}

/** Outstanding stock today; of a shareholder, their own. */
async function totalShares(tx: Tx, actor: Actor): Promise<number | string> {
  const row = await tx.row<{ total: string }>(
    `select trim_scale(coalesce(sum(s.quantity - coalesce((select sum(d.quantity) from reduction d where d.org_id = s.org_id and d.security_id = s.security_id and d.on_date <= current_date), 0)), 0))::text as total
     from security s where s.org_id = $1 and s.kind = 'STOCK' and s.issued_on <= current_date and ($2::text is null or s.stakeholder_id = $2)
       and not exists (select 1 from termination t where t.org_id = s.org_id and t.security_id = s.security_id and t.on_date <= current_date)`,
    [actor.org_id, actor.role === 'shareholder' ? (actor.shareholder_id ?? '') : null],
  );
  return safeNumber(row?.total ?? '0');
}

function recentActivity(tx: Tx, actor: Actor): Promise<Row[]> {
  return tx.rows(
    `select at, case when account_id = $2 then 'You' else actor end as actor, text, resource, resource_id as id from activity
     where org_id = $1 and ($3::text is null or shareholder_id = $3) order by at desc, id desc limit 8`,
    [actor.org_id, actor.account_id, actor.role === 'shareholder' ? (actor.shareholder_id ?? '') : null],
  );
}

/** The nearest five open tasks by due date, overdue ones first. */
async function upcomingTasks(tx: Tx, actor: Actor): Promise<Row[]> {
  const tasks = resourceNamed('tasks');
  const conditions = ['completed', 'cancelled'].map((value) => ({ field: 'status', operator: 'ne' as const, value }));
  return (
    await listRecords(tx, actor, tasks, {
      ...none,
      sort: { field: 'due_date', descending: false },
      range: { from: 0, to: 4 },
      conditions,
    })
  ).rows;
}
