// SQL of what was taken out of each plan's pool and may return to it: the lines that the domain counts (capTablePool.ts).
// docs/decisions/plans-vesting-and-leaving.md#what-a-pool-counts defines whose pool a security's shares came from: shares from an
// exercise or a conversion left it for good, as did shares consolidated with others of another origin.

/** Uses $1 organisation, $2 the last day and $3 the last entry to count; `plan`: only this plan, as a parameter. */
export const poolLines = (plan?: string) => `
  with recursive drawn as (
    select s.security_id::text, s.stock_plan_id, s.kind, s.stock_class_id, s.quantity::numeric as quantity, s.issued_on, s.issue_seq, true as is_fresh
    from security s
    where s.org_id = $1 and s.issue_seq <= $3 and s.kind in ('EQUITY_COMPENSATION', 'STOCK') and s.stock_plan_id ${plan ? `= ${plan}` : 'is not null'}
      and not exists (select 1 from resulting r where r.org_id = $1 and r.result_security_id = s.security_id and r.tx_seq <= $3)
    union
    select s.security_id::text, d.stock_plan_id, s.kind, s.stock_class_id, s.quantity::numeric, s.issued_on, s.issue_seq, false
    from drawn d
    join resulting r on r.org_id = $1 and r.from_security_id = d.security_id and r.tx_seq <= $3
    join security s on s.org_id = $1 and s.security_id = r.result_security_id and s.issue_seq <= $3
      and s.kind = d.kind and s.stock_class_id is not distinct from d.stock_class_id),
  mixed as (
    -- Several sources have consolidations alone; of most plans there is none to look at.
    select d.security_id, d.stock_plan_id from drawn d
    join resulting r on r.org_id = $1 and r.result_security_id = d.security_id and r.tx_seq <= $3
    join termination t on t.org_id = $1 and t.security_id = r.from_security_id and t.tx_seq = r.tx_seq and t.verb = 'consolidated'
    where not d.is_fresh and not exists (select 1 from drawn o where o.security_id = r.from_security_id and o.stock_plan_id = d.stock_plan_id
      and o.kind = d.kind and o.stock_class_id is not distinct from d.stock_class_id)
    union
    select r.result_security_id, m.stock_plan_id from mixed m
    join resulting r on r.org_id = $1 and r.from_security_id = m.security_id and r.tx_seq <= $3),
  member as (
    select d.*, case when exists (select 1 from pool_return p where p.org_id = $1 and p.security_id = d.security_id and p.effective_date <= $2 and p.tx_seq <= $3)
        or exists (select 1 from termination t where t.org_id = $1 and t.security_id = d.security_id and t.verb = 'retracted' and t.on_date <= $2 and t.tx_seq <= $3)
      then d.security_id end as apart_id
    from drawn d where not exists (select 1 from mixed m where m.security_id = d.security_id and m.stock_plan_id = d.stock_plan_id))
  select m.stock_plan_id, m.kind, 'TAKEN' as what, null as security_id, m.quantity, m.issue_seq as seq, m.issued_on as on_date
  from member m where m.is_fresh and m.issued_on <= $2
  union all
  select m.stock_plan_id, m.kind, 'TAKEN', null, made.quantity - coalesce(t.quantity, 0), t.tx_seq, t.on_date
  from member m join termination t on t.org_id = $1 and t.security_id = m.security_id and t.verb = 'reissued' and t.on_date <= $2 and t.tx_seq <= $3
  join lateral (select sum(s.quantity) as quantity from resulting r join security s on s.org_id = $1 and s.security_id = r.result_security_id
                where r.org_id = $1 and r.tx_seq = t.tx_seq) made on made.quantity is not null
  union all
  select p.stock_plan_id, g.kind, 'TAKEN', null, g.quantity, p.tx_seq, p.effective_date
  from plan_split p cross join lateral (values ('STOCK', p.exercised), ('EQUITY_COMPENSATION', p.retired)) as g (kind, quantity)
  where p.org_id = $1 and p.effective_date <= $2 and p.tx_seq <= $3 and g.quantity <> 0${plan ? ` and p.stock_plan_id = ${plan}` : ''}
  union all
  select m.stock_plan_id, m.kind, 'CANCELLED', m.apart_id, d.quantity, d.tx_seq, d.on_date
  from member m join reduction d on d.org_id = $1 and d.security_id = m.security_id and d.why in ('PARTIAL_CANCEL', 'PARTIAL_REPURCHASE')
    and d.on_date <= $2 and d.tx_seq <= $3
  union all
  select m.stock_plan_id, m.kind, case t.verb when 'retracted' then 'RETRACTED' else 'CANCELLED' end, m.apart_id,
    -- An ending takes no more than was left (E7).
    least(coalesce(t.quantity, m.quantity), m.quantity - coalesce((select r.gone from taken_out($1) r where r.security_id = m.security_id), 0)), t.tx_seq, t.on_date
  from member m join termination t on t.org_id = $1 and t.security_id = m.security_id and t.verb in ('cancelled', 'repurchased', 'retracted')
    and t.on_date <= $2 and t.tx_seq <= $3
  union all
  select m.stock_plan_id, m.kind, 'RETURNED', m.apart_id, p.quantity, p.tx_seq, p.effective_date
  from member m join pool_return p on p.org_id = $1 and p.security_id = m.security_id and p.effective_date <= $2 and p.tx_seq <= $3`;
