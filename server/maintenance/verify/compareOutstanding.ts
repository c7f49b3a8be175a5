// Compares the changes by day, which the rule of authorized shares reads, with the securities they are derived from.
import type { Tx } from '#server/db/database.ts';

/** Sentences that name class and day. The projections themselves are compared with a replay elsewhere. */
export async function compareOutstanding(tx: Tx, org: string): Promise<string[]> {
  const rows = await tx.rows<{ stock_class_id: string; on_date: string; kept: string; summed: string }>(
    `select stock_class_id, on_date, sum(kept) as kept, sum(summed) as summed from (
       select stock_class_id, on_date, change as kept, 0 as summed from outstanding_change where org_id = $1
       union all
       select stock_class_id, on_date, 0, change from position_change where org_id = $1 and kind = 'STOCK') compared
     group by stock_class_id, on_date having sum(kept) <> sum(summed) order by 1, 2`,
    [org],
  );
  return rows.map(
    ({ stock_class_id, on_date, kept, summed }) =>
      `outstanding_change of ${stock_class_id} on ${on_date} is ${kept}, but the changes of its securities add up to ${summed}.`,
  );
}
