-- What replaces a grant, a convertible or a warrant keeps the day on which the first of them was issued; and a split of a
-- plan's one class multiplies also what had been exercised of it, or was cancelled for good.

alter table security add column first_issued_on date;

-- Of what is there already: the rest of one that was cancelled, exercised or passed on in part to its own holder.
do $$
declare
  found bigint := 1;
begin
  while found > 0 loop
    update security s set first_issued_on = f.day
      from (select r.org_id, r.result_security_id as id, min(coalesce(a.first_issued_on, a.issued_on)) as day
            from resulting r
            join security a on a.org_id = r.org_id and a.security_id = r.from_security_id
            join security b on b.org_id = r.org_id and b.security_id = r.result_security_id
            where a.kind <> 'STOCK' and a.kind = b.kind and a.stakeholder_id = b.stakeholder_id group by 1, 2) f
      where s.org_id = f.org_id and s.security_id = f.id and f.day < coalesce(s.first_issued_on, s.issued_on);
    get diagnostics found = row_count;
  end loop;
end $$;

-- Lists are sorted by that day.
drop index security_grants_listed, security_convertibles_listed, security_warrants_listed;
create index security_grants_listed on security (org_id, coalesce(first_issued_on, issued_on) desc nulls last, security_id) where kind = 'EQUITY_COMPENSATION';
create index security_convertibles_listed on security (org_id, coalesce(first_issued_on, issued_on) desc nulls last, security_id) where kind = 'CONVERTIBLE';
create index security_warrants_listed on security (org_id, coalesce(first_issued_on, issued_on) desc nulls last, security_id) where kind = 'WARRANT';

create table plan_split (
  org_id uuid not null, tx_seq bigint not null, accepted boolean not null default false,
  stock_plan_id text not null, effective_date date not null, exercised ocf_num not null, retired ocf_num not null,
  primary key (org_id, stock_plan_id, tx_seq),
  foreign key (org_id, tx_seq) references ledger_tx (org_id, seq)
);
create index plan_split_plan on plan_split (org_id, stock_plan_id, effective_date);
call secure_tenant_table('plan_split', updates => 'false', sealed => false);

-- A plan's figures at the end of a day, as before (migration 0024), with what splits made more of what had left its pool.
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
    -- Several sources have consolidations alone; of most plans there is none to look at.
    select d.security_id from drawn d
    join resulting r on r.org_id = org and r.result_security_id = d.security_id
    join termination t on t.org_id = org and t.security_id = r.from_security_id and t.tx_seq = r.tx_seq and t.verb = 'consolidated'
    where not d.is_fresh and not exists (
      select 1 from drawn o where o.security_id = r.from_security_id and o.kind = d.kind and o.stock_class_id is not distinct from d.stock_class_id)
    union
    select r.result_security_id from mixed m join resulting r on r.org_id = org and r.from_security_id = m.security_id),
  counted as (
    select m.*, t.verb as ended, r.gone, r.used, b.returned,
           r.cancelled + case when t.verb in ('cancelled', 'repurchased') then least(coalesce(t.quantity, m.quantity), m.quantity - r.gone_at_all) else 0 end as cancelled,
           case when t.verb = 'retracted' then least(coalesce(t.quantity, m.quantity), m.quantity - r.gone_at_all) else 0 end as retracted,
           case when t.verb = 'reissued' then coalesce((
             select sum(s.quantity) - coalesce(t.quantity, 0) from resulting f join security s on s.org_id = org and s.security_id = f.result_security_id
             where f.org_id = org and f.tx_seq = t.tx_seq having count(*) > 0), 0) else 0 end as growth
    from drawn m
    left join termination t on t.org_id = org and t.security_id = m.security_id and t.on_date <= day
    cross join lateral (
      select coalesce(sum(d.quantity) filter (where d.on_date <= day), 0) as gone, coalesce(sum(d.quantity), 0) as gone_at_all,
             coalesce(sum(d.quantity) filter (where d.on_date <= day and d.why in ('EXERCISE', 'RELEASE')), 0) as used,
             coalesce(sum(d.quantity) filter (where d.on_date <= day and d.why in ('PARTIAL_CANCEL', 'PARTIAL_REPURCHASE')), 0) as cancelled
      from reduction d where d.org_id = org and d.security_id = m.security_id) r
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

create or replace view grant_view with (security_invoker = true) as
  select g.org_id, g.id, g.grant_number, g.shareholder_id, g.shareholder, g.compensation_type, g.equity_plan_id, g.equity_plan, g.share_class_id, g.share_class,
         g.quantity, g.exercise_price, g.currency, g.date,
         case when g.ended is not null or g.issued_on > (select app_as_of()) then 0 else g.quantity - g.gone end as outstanding,
         g.exercised, null::numeric as vested, null::numeric as unvested, g.vesting_start, g.expiration_date, g.exercise_until, g.vesting_terms_id, g.early_exercisable,
         case when g.issued_on > (select app_as_of()) then 'upcoming'
              when g.ended is not null then g.ended
              when g.gone >= g.quantity and g.exercised > 0 then case when g.compensation_type = 'RSU' then 'released' else 'exercised' end
              when g.gone >= g.quantity then 'cancelled'
              when least(g.expiration_date, g.exercise_until) < (select app_as_of()) then 'expired'
              else 'active' end as status,
         g.issued_on
  from (
    select s.org_id, s.security_id as id, s.custom_id as grant_number, s.stakeholder_id as shareholder_id, h.name as shareholder, s.security_type as compensation_type,
           s.stock_plan_id as equity_plan_id, p.name as equity_plan, s.stock_class_id as share_class_id, c.name as share_class, s.quantity::numeric as quantity,
           coalesce((select r.exercise_price from repricing r where r.org_id = s.org_id and r.security_id = s.security_id and r.effective_date <= (select app_as_of())
                     order by r.effective_date desc, r.tx_seq desc limit 1), s.share_price)::numeric as exercise_price,
           s.share_price_currency::text as currency, coalesce(s.first_issued_on, s.issued_on) as date, s.issued_on,
           (select t.verb from termination t where t.org_id = s.org_id and t.security_id = s.security_id and t.on_date <= (select app_as_of())) as ended,
           coalesce((select sum(d.quantity) from reduction d where d.org_id = s.org_id and d.security_id = s.security_id and d.on_date <= (select app_as_of())), 0) as gone,
           coalesce((select sum(d.quantity) from reduction d where d.org_id = s.org_id and d.security_id = s.security_id and d.on_date <= (select app_as_of()) and d.why in ('EXERCISE', 'RELEASE')), 0) as exercised,
           (select min(v.effective_date) from vesting_fact v where v.org_id = s.org_id and v.security_id = s.security_id and v.fact = 'START') as vesting_start,
           ocf_day(l.ocf->>'expiration_date') as expiration_date,
           -- The window that opened when the holder left, for the reason they left.
           (select min(case w.value->>'period_type' when 'DAYS' then e.effective_date + (w.value->>'period')::int
                            when 'MONTHS' then (e.effective_date + make_interval(months => (w.value->>'period')::int))::date
                            when 'YEARS' then (e.effective_date + make_interval(years => (w.value->>'period')::int))::date end)
            from stakeholder_change e
            cross join lateral jsonb_array_elements(case when jsonb_typeof(l.ocf->'termination_exercise_windows') = 'array' then l.ocf->'termination_exercise_windows' else '[]' end) w
            where e.org_id = s.org_id and e.stakeholder_id = s.stakeholder_id and e.effective_date >= coalesce(s.first_issued_on, s.issued_on) and e.effective_date <= (select app_as_of())
              and e.new_status = 'TERMINATION_' || (w.value->>'reason') and (w.value->>'period') ~ '^\d{1,4}$'
              and not exists (select 1 from stakeholder_change b where b.org_id = e.org_id and b.stakeholder_id = e.stakeholder_id and b.new_status = 'ACTIVE'
                              and b.effective_date > e.effective_date and b.effective_date <= (select app_as_of()))) as exercise_until,
           l.ocf->>'vesting_terms_id' as vesting_terms_id, coalesce(l.ocf->>'early_exercisable' = 'true', false) as early_exercisable
    from security s
    left join share_class c on c.org_id = s.org_id and c.id = s.stock_class_id
    left join shareholder h on h.org_id = s.org_id and h.id = s.stakeholder_id
    left join equity_plan p on p.org_id = s.org_id and p.id = s.stock_plan_id
    left join ledger_tx l on l.org_id = s.org_id and l.seq = s.issue_seq
    where s.kind = 'EQUITY_COMPENSATION'
  ) g;


create or replace view convertible_view with (security_invoker = true) as
  select s.org_id, s.security_id as id, s.custom_id as convertible_number, s.stakeholder_id as shareholder_id, h.name as shareholder, s.security_type as kind,
         s.amount::numeric as amount, s.currency::text as currency, coalesce(s.first_issued_on, s.issued_on) as date,
         ocf_decimal(m.mechanism#>>'{conversion_valuation_cap,amount}') as valuation_cap,
         case when m.mechanism->'conversion_valuation_cap' is null then null
              else coalesce(m.mechanism->>'conversion_timing', case m.mechanism#>>'{capitalization_definition_rules,include_this_security}' when 'true' then 'POST_MONEY' when 'false' then 'PRE_MONEY' end)
         end as cap_basis,
         ocf_decimal(m.mechanism->>'conversion_discount') as discount, coalesce(m.mechanism->>'conversion_mfn' = 'true', false) as mfn,
         ocf_decimal(m.mechanism#>>'{interest_rates,0,rate}') as interest_rate, m.mechanism->>'compounding_type' as compounding, m.mechanism->>'day_count_convention' as day_count,
         ocf_day(jsonb_path_query_first(l.ocf, '$.conversion_triggers[*] ? (@.type == "AUTOMATIC_ON_DATE").trigger_date')#>>'{}') as maturity_date,
         case when s.issued_on > (select app_as_of()) then 'upcoming' when t.on_date <= (select app_as_of()) then t.verb else 'outstanding' end as status,
         s.issued_on
  from security s
  left join shareholder h on h.org_id = s.org_id and h.id = s.stakeholder_id
  left join termination t on t.org_id = s.org_id and t.security_id = s.security_id
  left join ledger_tx l on l.org_id = s.org_id and l.seq = s.issue_seq
  left join lateral (select jsonb_path_query_first(l.ocf, '$.conversion_triggers[*].conversion_right.conversion_mechanism') as mechanism) m on true
  where s.kind = 'CONVERTIBLE';


create or replace view warrant_view with (security_invoker = true) as
  select w.org_id, w.id, w.warrant_number, w.shareholder_id, w.shareholder, w.share_class_id, w.share_class, w.quantity, w.exercise_price, w.currency, w.date, w.expiration_date,
         case when w.ended is not null or w.issued_on > (select app_as_of()) then 0 else w.quantity - w.gone end as outstanding,
         case when w.issued_on > (select app_as_of()) then 'upcoming' when w.ended is not null then w.ended when w.gone >= w.quantity then 'cancelled' when w.expiration_date < (select app_as_of()) then 'expired' else 'active' end as status,
         w.issued_on, w.purchase_price
  from (
    select s.org_id, s.security_id as id, s.custom_id as warrant_number, s.stakeholder_id as shareholder_id, h.name as shareholder, s.stock_class_id as share_class_id, c.name as share_class,
           s.quantity::numeric as quantity, s.share_price::numeric as exercise_price, s.share_price_currency::text as currency, coalesce(s.first_issued_on, s.issued_on) as date, s.issued_on,
           nullif(ocf_decimal(l.ocf#>>'{purchase_price,amount}'), 0) as purchase_price,
           ocf_day(l.ocf->>'warrant_expiration_date') as expiration_date,
           (select t.verb from termination t where t.org_id = s.org_id and t.security_id = s.security_id and t.on_date <= (select app_as_of())) as ended,
           coalesce((select sum(d.quantity) from reduction d where d.org_id = s.org_id and d.security_id = s.security_id and d.on_date <= (select app_as_of())), 0) as gone
    from security s
    left join share_class c on c.org_id = s.org_id and c.id = s.stock_class_id
    left join shareholder h on h.org_id = s.org_id and h.id = s.stakeholder_id
    left join ledger_tx l on l.org_id = s.org_id and l.seq = s.issue_seq
    where s.kind = 'WARRANT'
  ) w;
