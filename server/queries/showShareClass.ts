// A share class with its largest holders today, its latest entries in the ledger, and whether it may still be deleted.
import type { ShareClassDetails } from '#src/contract/recordPages.ts';
import { decimal } from '#src/domain/figures/decimal.ts';
import type { ShareClass } from '#src/resources/shareClasses.ts';
import { entitledAt } from '../data/entitlement.ts';
import { classRoomOn } from '../reports/capTable/capTable.ts';
import { orgOf } from '../auth/actor.ts';
import { today } from '../commands/core/context.ts';
import { ledgerHistory, ofGone } from './ledgerHistory.ts';
import type { CommandContext } from '../commands/core/context.ts';

/** True when a certificate, an entry or another record is of the class. */
export async function isShareClassNamed({ tx, actor }: CommandContext, id: unknown): Promise<boolean> {
  const row = await tx.row<{ named: boolean }>(
    `select exists (select 1 from security where org_id = $1 and stock_class_id = $2) or exists (select 1 from class_authorized where org_id = $1 and stock_class_id = $2)
       or exists (select 1 from share_class where org_id = $1 and converts_to_share_class_id = $2) or exists (select 1 from distribution_class where org_id = $1 and share_class_id = $2)
       or exists (select 1 from equity_plan_class where org_id = $1 and share_class_id = $2) or exists (select 1 from valuation where org_id = $1 and share_class_id = $2)
       or exists (select 1 from document_class where org_id = $1 and share_class_id = $2)
       or exists (select 1 from board_seat where org_id = $1 and share_class_id = $2) as named`,
    [actor.org_id, id],
  );
  return row?.named ?? true;
}

/** Says of an issue `i` whether it is of the class $2: by itself, by its plan, or by what a warrant becomes. */
const ISSUE_OF_CLASS = `i.ocf->>'stock_class_id' = $2
  or exists (select 1 from equity_plan_class k where k.org_id = $1 and k.equity_plan_id = i.ocf->>'stock_plan_id' and k.share_class_id = $2)
  or jsonb_path_exists(i.ocf, '$.exercise_triggers[*].conversion_right.converts_to_stock_class_id ? (@ == $class)', jsonb_build_object('class', $2::text))`;

/** The cap table has them all. */
const HOLDERS_SHOWN = 50;

export async function showShareClass(
  context: CommandContext,
  record: ShareClass,
): Promise<ShareClass & ShareClassDetails> {
  const { tx, actor } = context;
  const org = orgOf(actor);
  const largestFirst = (left: { shares: string }, right: { shares: string }) =>
    decimal(left.shares) < decimal(right.shares) ? 1 : -1;
  const holdings = (await entitledAt(tx, org, [record.id], today(context))).toSorted(largestFirst);
  const largest = holdings.slice(0, HOLDERS_SHOWN);
  const names = await tx.rows<{ id: string; name: string }>(
    'select id, name from shareholder where org_id = $1 and id = any ($2)',
    [org, largest.map((each) => each.shareholder_id)],
  );
  const nameOf = new Map(names.map((row) => [row.id, row.name]));
  const history = await ledgerHistory(context, record.id, {
    about: `l.ocf->>'stock_class_id' = $2 or s.stock_class_id = $2 or ${ofGone(ISSUE_OF_CLASS)}`,
  });
  return {
    ...record,
    ...(await classRoomOn(tx, actor, record.id, today(context))),
    holder_count: holdings.length,
    holders: largest.map(({ shareholder_id, shares }) => ({
      shareholder_id,
      shareholder: nameOf.get(shareholder_id) ?? '',
      shares,
    })),
    history,
    can_delete: !(await isShareClassNamed(context, record.id)),
  };
}
