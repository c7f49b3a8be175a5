// Checks countable data of imports and distributions: findings without gaps, entries only from applied imports, payments that
// match their lines. Single rows are sealed (brokenSeals.ts).
import type { Row, Tx } from '#server/db/database.ts';

/** Queries whose rows are fault sentences. */
const CHECKS = [
  `select 'finding of ' || import_id || ', step ' || step || ': ' || (max(position) + 1 - count(*)) || ' are missing.' as fault
   from finding where org_id = $1 group by import_id, step having count(*) <> max(position) + 1`,
  `select 'import_step of ' || import_id || ': one of its steps is missing.' as fault
   from import_step where org_id = $1 group by import_id having count(*) <> max(position)`,
  `select 'import_step of ' || b.id || ': the import was applied, and no step says so.' as fault from import_batch b
   where b.org_id = $1 and (b.applied or exists (select 1 from ledger_tx l where l.org_id = $1 and l.import_id = b.id))
     and not exists (select 1 from import_step s where s.org_id = $1 and s.import_id = b.id and s.step = 'applied')`,
  `select 'import_step of ' || s.import_id || ' says ' || s.entries || ' entries, the ledger has ' || s.written || '.' as fault
   from (select import_id, sum(entries) as entries,
                (select count(*) from ledger_tx l where l.org_id = $1 and l.import_id = i.import_id) as written
         from import_step i where org_id = $1 and step = 'applied' group by import_id) s where s.entries <> s.written`,
  `select 'distribution ' || d.name || ' (' || d.id || '): its lines sum to ' || trim_scale(l.gross) || ', its total is ' || trim_scale(d.total_amount) || '.' as fault
   from distribution d join (select distribution_id, sum(gross)::numeric as gross from distribution_line where org_id = $1 group by 1) l on l.distribution_id = d.id
   where d.org_id = $1 and l.gross is distinct from d.total_amount::numeric`,
  `select 'distribution_line of ' || l.shareholder_id || ', ' || l.share_class_id || ', in ' || l.distribution_id || ': gross less tax is not net.' as fault
   from distribution_line l where l.org_id = $1 and l.gross - l.tax <> l.net`,
  `select 'distribution ' || d.name || ' (' || d.id || ') was approved, and its lines are missing.' as fault from distribution d
   where d.org_id = $1 and d.snapshot_hash is not null and not exists (select 1 from distribution_line l where l.org_id = $1 and l.distribution_id = d.id)`,
  `select 'payment to ' || shareholder_id || ', ' || share_class_id || ', in '
          || distribution_id || ' is not what its line says.' as fault
   from (select * from payment where org_id = $1) p
   full join (select * from distribution_line where org_id = $1 and excluded_reason is null) l using (org_id, distribution_id, shareholder_id, share_class_id)
   where (coalesce(p.net_at_approval, p.amount)::numeric, p.gross::numeric, p.shares::numeric) is distinct from (l.net::numeric, l.gross::numeric, l.shares::numeric)`,
];

export async function compareImports(tx: Tx, org: string): Promise<string[]> {
  const faults: string[] = [];
  for (const check of CHECKS) {
    const rows = await tx.rows<Row & { fault: string }>(`${check} order by 1`, [org]);
    faults.push(...rows.map(({ fault }) => fault));
  }
  return faults;
}
