// An equity plan with its classes, what changed its reserve and why, and what may still be done to it.
import type { EquityPlanDetails } from '#src/contract/recordPages.ts';
import { wholeWindows, windowWarnings } from '#src/domain/exerciseWindows.ts';
import { isHolder } from '#src/resources/kit/access.ts';
import { windowsOfPlan } from '../commands/grants/windowsOfPlan.ts';
import type { Row, Tx } from '../db/database.ts';
import { orgOf } from '../auth/actor.ts';
import type { CommandContext } from '../commands/core/context.ts';
import { firstOfPlan, isPlanNamed } from '../commands/equityPlans/equityPlans.ts';
import { ledgerHistory, ofGone } from './ledgerHistory.ts';

/** With its classes, the changes of its reserve, its history, and whether its rule may still be edited and it be deleted. */
export async function showEquityPlan(context: CommandContext, record: Row): Promise<Row & EquityPlanDetails> {
  const { tx, actor } = context;
  const org = orgOf(actor);
  const classes = await tx.rows<{ id: string }>(
    'select share_class_id as id from equity_plan_class where org_id = $1 and equity_plan_id = $2 order by 1',
    [org, record.id],
  );
  const reserve = await reserveOf(tx, org, record.id);
  const history = await ledgerHistory(context, record.id, {
    about: `(l.ocf->>'stock_plan_id' = $2 or s.stock_plan_id = $2 or ${ofGone("i.ocf->>'stock_plan_id' = $2")}) and l.object_type not like 'TX\\_VESTING\\_%'`,
    splits: `l.ocf->>'stock_class_id' in (select share_class_id from equity_plan_class where org_id = $1 and equity_plan_id = $2)`,
  });
  const windows = wholeWindows([], await windowsOfPlan(tx, org, record.id));
  return {
    ...record,
    share_class_ids: classes.map(({ id }) => id),
    reserve,
    history,
    cancellation_fixed: (await firstOfPlan(context, record.id)) !== undefined,
    can_delete: !(await isPlanNamed(context, record.id)),
    exercise_windows: windows,
    window_warnings: isHolder(actor.role) ? [] : windowWarnings(windows),
  };
}

/** The newest change first, the adoption last. What a split wrote says so; what came with no reason says where from. */
function reserveOf(tx: Tx, org: string, id: unknown): Promise<EquityPlanDetails['reserve']> {
  return tx.rows(
    `select date, trim_scale(reserved::numeric)::text as reserved, reason from (
       select a.tx_seq, a.effective_date as date, a.shares_reserved as reserved,
              coalesce(nullif(trim(l.ocf->'comments'->>0), ''), x.reason, case when l.import_id is null then 'Changed' else 'As the import says' end) as reason
       from plan_pool a join ledger_tx l on l.org_id = a.org_id and l.seq = a.tx_seq
       left join lateral (
         select trim_scale(p.numerator::numeric) || '-for-' || trim_scale(p.denominator::numeric) || ' split' as reason
         from split p join ledger_tx w on w.org_id = p.org_id and w.seq = p.tx_seq and w.command_seq is not distinct from l.command_seq
         join equity_plan_class k on k.org_id = p.org_id and k.equity_plan_id = a.stock_plan_id and k.share_class_id = p.stock_class_id
         where p.org_id = a.org_id and p.effective_date = a.effective_date order by p.tx_seq limit 1) x on true
       where a.org_id = $1 and a.stock_plan_id = $2
       union all
       select null, e.board_approval_date, e.initial_reserved, 'Adopted' from equity_plan e
       where e.org_id = $1 and e.id = $2 and (select app_reads_all())) r
     order by tx_seq is null, date desc, tx_seq desc`,
    [org, id],
  );
}
