// Who holds how much of which class at the end of a day, straight from the ledger's projections.
import type { EntitledHolding } from '../../src/domain/distribution/distribution.ts';
import type { Tx } from '../db/database.ts';

/**
 * Outstanding stock of the classes, per holder and class; certificates that were issued and ended that day do not
 * count.
 */
export function entitledAt(tx: Tx, org: string, classIds: readonly string[], date: string): Promise<EntitledHolding[]> {
  return tx.rows<EntitledHolding>(
    `select stakeholder_id as shareholder_id, stock_class_id as share_class_id, trim_scale(sum(remaining))::text as shares
     from open_securities($1, $3) where kind = 'STOCK' and stock_class_id = any ($2) group by 1, 2 order by 1, 2`,
    [org, classIds, date],
  );
}
