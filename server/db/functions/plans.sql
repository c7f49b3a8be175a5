-- The pool of an equity plan.

-- A plan's figures at the end of a day (docs/decisions/plans-vesting-and-leaving.md#what-a-pool-counts):
-- available = reserved - outstanding - exercised - retired.
-- - The chain of securities decides from which pool shares came, not their plan field. Shares issued on an exercise, or
--   converted to another class, have left the pool for good. So have shares that were consolidated with shares of another
--   origin.
-- - Cancelled shares return to the pool unless the plan retires them. From the day of the first pool return that names a
--   security, only its pool returns count, and never for more than was cancelled.
-- - A retracted security counts as never issued: shares of it that were cancelled before return as well.
-- - `exercised` includes the restricted stock issued from the plan, less what returned of it.
-- - A split also multiplies the shares that had left the pool.
create or replace function plan_figures(org uuid, plan text, day date)
returns table (reserved numeric, outstanding numeric, exercised numeric, retired numeric) stable language sql as $$
  with recursive plan_row as (select * from equity_plan p where p.org_id = org and p.id = plan),
  drawn as (
    select s.security_id::text, s.kind, s.stock_class_id, s.quantity::numeric as quantity, s.issued_on, true as is_fresh
    from security s
    where s.org_id = org and s.stock_plan_id = plan and s.kind in ('EQUITY_COMPENSATION', 'STOCK')
      and not exists (select 1 from resulting r where r.org_id = org and r.result_security_id = s.security_id)
    union
    select s.security_id::text, s.kind, s.stock_class_id, s.quantity::numeric, s.issued_on, false
    from drawn d
    join resulting r on r.org_id = org and r.from_security_id = d.security_id
    join security s on s.org_id = org and s.security_id = r.result_security_id and s.kind = d.kind and s.stock_class_id is not distinct from d.stock_class_id),
  mixed as (
    -- Only a consolidation has several sources, and most plans have none.
    select d.security_id from drawn d
    join resulting r on r.org_id = org and r.result_security_id = d.security_id
    join termination t on t.org_id = org and t.security_id = r.from_security_id and t.tx_seq = r.tx_seq and t.verb = 'consolidated'
    where not d.is_fresh and not exists (
      select 1 from drawn o where o.security_id = r.from_security_id and o.kind = d.kind and o.stock_class_id is not distinct from d.stock_class_id)
    union
    select r.result_security_id from mixed m join resulting r on r.org_id = org and r.from_security_id = m.security_id),
  counted as (
    select m.*, t.verb as ended, coalesce(r.gone, 0) as gone, coalesce(r.exercised, 0) as used, b.returned,
           coalesce(r.cancelled, 0) + case when t.verb in ('cancelled', 'repurchased') then e.taken else 0 end as cancelled,
           case when t.verb = 'retracted' then e.taken else 0 end as retracted,
           case when t.verb = 'reissued' then coalesce((
             select sum(s.quantity) - coalesce(t.quantity, 0) from resulting f join security s on s.org_id = org and s.security_id = f.result_security_id
             where f.org_id = org and f.tx_seq = t.tx_seq having count(*) > 0), 0) else 0 end as growth
    from drawn m
    left join termination t on t.org_id = org and t.security_id = m.security_id and t.on_date <= day
    left join lateral (select * from taken_out(org, day) o where o.security_id = m.security_id limit 1) r on true
    -- A termination takes no more than was left.
    cross join lateral (
      select case when t.verb is not null then least(coalesce(t.quantity, m.quantity),
        m.quantity - coalesce((select o.gone from taken_out(org) o where o.security_id = m.security_id), 0)) end as taken) e
    cross join lateral (
      select sum(p.quantity) as returned from pool_return p where p.org_id = org and p.security_id = m.security_id and p.effective_date <= day) b
    where not exists (select 1 from mixed x where x.security_id = m.security_id)),
  judged as (
    select c.kind, c.quantity, c.gone, c.used, c.ended, c.issued_on,
           case when c.is_fresh and c.issued_on <= day then c.quantity else 0 end + c.growth
           - case when c.ended = 'retracted' then c.cancelled + c.retracted
                  when c.returned is not null then least(c.cancelled, c.returned)
                  when coalesce((select default_cancellation_behavior from plan_row), 'RETURN_TO_POOL') = 'RETURN_TO_POOL' then c.cancelled
                  else 0 end as taken
    from counted c),
  sums as (
    select coalesce(sum(j.taken), 0) as taken,
           coalesce(sum(j.quantity - j.gone) filter (where j.kind = 'EQUITY_COMPENSATION' and j.ended is null and j.issued_on <= day), 0) as outstanding,
           coalesce(sum(case when j.kind = 'STOCK' then j.taken else j.used end), 0) as exercised
    from judged j)
  select coalesce((select a.shares_reserved::numeric from plan_pool a where a.org_id = org and a.stock_plan_id = plan and a.effective_date <= day order by a.effective_date desc, a.tx_seq desc limit 1),
                  (select case when p.board_approval_date is null or p.board_approval_date <= day then p.initial_reserved::numeric else 0 end from plan_row p), 0),
         s.outstanding, s.exercised + g.exercised, s.taken - s.outstanding - s.exercised + g.retired
  from sums s
  cross join (select coalesce(sum(p.exercised), 0) as exercised, coalesce(sum(p.retired), 0) as retired from plan_split p
              where p.org_id = org and p.stock_plan_id = plan and p.effective_date <= day) g
$$;
