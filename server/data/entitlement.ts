// Who holds how much of which class at the end of a day, straight from the ledger's projections.
import type { EntitledHolding } from '../../src/domain/distribution/distribution.ts';
import type { Tx } from '../db/database.ts';

/** Outstanding stock of the classes, per holder and class; certificates that were born and ended that day do not count. */
export function entitledAt(tx: Tx, org: string, classIds: readonly string[], date: string): Promise<EntitledHolding[]> {
  return tx.rows<EntitledHolding>(
    `select s.stakeholder_id as shareholder_id, s.stock_class_id as share_class_id, trim_scale(sum(s.quantity - coalesce(r.gone, 0)))::text as shares
     from security s
     left join termination t on t.org_id = s.org_id and t.security_id = s.security_id and t.on_date <= $3
     left join lateral (select sum(d.quantity) as gone from reduction d where d.org_id = s.org_id and d.security_id = s.security_id and d.on_date <= $3) r on true
     where s.org_id = $1 and s.kind = 'STOCK' and s.stock_class_id = any ($2) and s.issued_on <= $3 and t.security_id is null
     group by 1, 2 order by 1, 2`,
    [org, classIds, date],
  );
}
