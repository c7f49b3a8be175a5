// The line of a security: its chain of predecessors through splits and partial cancellations, with the same holder. Every query
// about a line uses this file.
import { decimal } from '#src/domain/figures/decimal.ts';
import type { Decimal, Ratio } from '#src/domain/figures/decimal.ts';
import type { Tx } from '../db/database.ts';

/** A replaced security. */
export interface Replaced {
  security_id: string;
  /** Shares, or the amount of a convertible. */
  quantity: Decimal;
  /** Shares taken out of it by exercise or release; an exercise of a warrant ends it, and leaves the rest to its successor. */
  exercised: Decimal;
  /** What was left of it when it was replaced. */
  left: Decimal;
  /** What the split that replaced it made of one of its shares; one for one without a split. */
  ratio: Ratio;
  /** The schedule named by both it and its successor, with no dated amounts; otherwise null. */
  shared_terms_id: string | null;
  /** A split of only this one created its successor. */
  is_split: boolean;
  /** Its successor came from it alone. */
  is_alone: boolean;
}

type Found = {
  id: string;
  at: string;
  quantity: string;
  exercised: string;
  gone: string;
  numerator: string | null;
  denominator: string | null;
  shared_terms_id: string | null;
  is_split: boolean;
  is_alone: boolean;
};

/** No line is longer; a circle in an imported line ends here. */
const STEPS_MAX = 1000;

/** For each security, by id, its predecessors of the same kind and holder, oldest first; none if it is the first. */
export async function replacedLines(tx: Tx, org: string, ids: readonly string[]): Promise<Map<string, Replaced[]>> {
  const later = await tx.rows<{ id: string }>(
    'select distinct result_security_id::text as id from resulting where org_id = $1 and result_security_id = any ($2)',
    [org, ids],
  );
  // Few securities have a predecessor, and planning the following takes longer than answering it.
  if (later.length === 0) return new Map();
  const rows = await tx.rows<Found>(
    `with recursive line (id, next, at, kind, holder, step) as (
       select s.security_id::text, null::text, s.security_id::text, s.kind::text, s.stakeholder_id::text, 0 from security s
       where s.org_id = $1 and s.security_id = any ($2)
       union all
       select l.id, l.at, f.security_id::text, l.kind, l.holder, l.step + 1 from line l
       join resulting r on r.org_id = $1 and r.result_security_id = l.at
       join security f on f.org_id = $1 and f.security_id = r.from_security_id and f.kind = l.kind and f.stakeholder_id = l.holder
       where l.step < ${STEPS_MAX})
     select l.id, l.at, trim_scale(coalesce(s.quantity, s.amount, 0)::numeric)::text as quantity,
            trim_scale(coalesce(g.exercised, 0) + case when s.kind = 'WARRANT' and x.verb = 'exercised'
              then s.quantity::numeric - coalesce(g.gone, 0) - continued($1, s.security_id, s.kind, s.stakeholder_id) else 0 end)::text as exercised, trim_scale(coalesce(g.gone, 0))::text as gone,
            trim_scale(p.numerator::numeric)::text as numerator, trim_scale(p.denominator::numeric)::text as denominator,
            case when not i.ocf ? 'vestings' and not n.ocf ? 'vestings' and n.ocf->>'vesting_terms_id' = i.ocf->>'vesting_terms_id' then nullif(i.ocf->>'vesting_terms_id', '') end as shared_terms_id,
            t.verb is not null and o.is_alone as is_split, o.is_alone
     from line l
     join security s on s.org_id = $1 and s.security_id = l.at
     join security w on w.org_id = $1 and w.security_id = l.next
     left join ledger_tx i on i.org_id = $1 and i.seq = s.issue_seq
     left join ledger_tx n on n.org_id = $1 and n.seq = w.issue_seq
     cross join lateral (select not exists (select 1 from resulting r where r.org_id = $1 and r.result_security_id = l.next and r.from_security_id <> l.at) as is_alone) o
     left join lateral (select * from taken_out($1) r where r.security_id = l.at limit 1) g on true
     left join termination x on x.org_id = $1 and x.security_id = l.at
     left join termination t on t.org_id = $1 and t.security_id = l.at and t.verb = 'reissued'
     left join split p on p.org_id = $1 and p.stock_class_id = s.stock_class_id and p.effective_date = t.on_date
       and not exists (select 1 from split q where q.org_id = $1 and q.stock_class_id = p.stock_class_id and q.effective_date = p.effective_date and q.tx_seq <> p.tx_seq)
     where l.step > 0 order by l.id, l.step desc`,
    [org, later.map(({ id }) => id)],
  );
  const lines = Map.groupBy(rows, ({ id }) => id);
  return new Map([...lines].map(([id, line]) => [id, line.map(memberOf)]));
}

function memberOf(row: Found): Replaced {
  const [quantity, gone] = [decimal(row.quantity), decimal(row.gone)];
  return {
    security_id: row.at,
    quantity,
    exercised: decimal(row.exercised),
    left: quantity - gone,
    ratio: { numerator: decimal(row.numerator ?? '1'), denominator: decimal(row.denominator ?? '1') },
    shared_terms_id: row.shared_terms_id,
    is_split: row.is_split,
    is_alone: row.is_alone,
  };
}
