// Payments of the past that an import imported are taken back with it: their distributions are cancelled and no longer count.
// What they said stays readable, as of every cancelled distribution. This is no move of the distribution’s own states: those are
// about payments that are made here.
import { DISTRIBUTION_CANCELLED } from '#src/resources/payments.ts';
import { recordActivity } from '../core/context.ts';
import type { CommandContext } from '../core/context.ts';

/** Out: how many distributions it took back. */
export async function takePaymentsBack(context: CommandContext, org: string, import_id: string): Promise<number> {
  const { tx, actor, deps } = context;
  const taken = await tx.rows<{ id: string; name: string }>(
    `select id, name from distribution where org_id = $1 and brought_in_by::text = $2 and status <> 'cancelled'
     order by payment_date, name, id for update`,
    [org, import_id],
  );
  if (taken.length === 0) return 0;
  const ids = taken.map(({ id }) => id);
  await tx.write(
    `insert into payment_event (org_id, id, payment_id, verb, account_id, at)
     select org_id, gen_random_uuid(), id, 'taken back', $3, $4 from payment where org_id = $1 and distribution_id = any ($2::uuid[])`,
    [org, ids, actor.account_id, deps.now().toISOString()],
  );
  await tx.write(
    `update payment set status = 'failed', failure_reason = $3, completed_at = null, version = version + 1
     where org_id = $1 and distribution_id = any ($2::uuid[])`,
    [org, ids, DISTRIBUTION_CANCELLED],
  );
  await tx.write(
    `update distribution set status = 'cancelled', version = version + 1 where org_id = $1 and id = any ($2::uuid[])`,
    [org, ids],
  );
  for (const { id, name } of taken)
    recordActivity(context, {
      text: `took back distribution ${name}, which came with an import`,
      resource: 'distributions',
      id,
    });
  return taken.length;
}

/** Whether the import brought payments, which its package does not have. */
export async function broughtPayments({ tx }: CommandContext, org: string, import_id: string): Promise<boolean> {
  return (
    (await tx.row('select 1 from distribution where org_id = $1 and brought_in_by::text = $2 limit 1', [
      org,
      import_id,
    ])) !== undefined
  );
}
