-- Grants and warrants are listed from the newest form to the oldest, as certificates are: what a split or a partial cancellation
-- replaced keeps its grant date, and stood on the first pages. Of one day, what was recorded last comes first.
drop index security_grants_listed;
drop index security_warrants_listed;
create index security_grants_listed on security (org_id, issued_on desc nulls last, issue_seq desc nulls last, security_id) where kind = 'EQUITY_COMPENSATION';
create index security_warrants_listed on security (org_id, issued_on desc nulls last, issue_seq desc nulls last, security_id) where kind = 'WARRANT';

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
         g.issued_on, g.issue_seq
  from (
    select s.org_id, s.security_id as id, s.custom_id as grant_number, s.stakeholder_id as shareholder_id, h.name as shareholder, s.security_type as compensation_type,
           s.stock_plan_id as equity_plan_id, p.name as equity_plan, s.stock_class_id as share_class_id, c.name as share_class, s.quantity::numeric as quantity,
           coalesce((select r.exercise_price from repricing r where r.org_id = s.org_id and r.security_id = s.security_id and r.effective_date <= (select app_as_of())
                     order by r.effective_date desc, r.tx_seq desc limit 1), s.share_price)::numeric as exercise_price,
           s.share_price_currency::text as currency, coalesce(s.first_issued_on, s.issued_on) as date, s.issued_on, s.issue_seq,
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

create or replace view warrant_view with (security_invoker = true) as
  select w.org_id, w.id, w.warrant_number, w.shareholder_id, w.shareholder, w.share_class_id, w.share_class, w.quantity, w.exercise_price, w.currency, w.date, w.expiration_date,
         case when w.ended is not null or w.issued_on > (select app_as_of()) then 0 else w.quantity - w.gone end as outstanding,
         case when w.issued_on > (select app_as_of()) then 'upcoming' when w.ended is not null then w.ended when w.gone >= w.quantity then 'cancelled' when w.expiration_date < (select app_as_of()) then 'expired' else 'active' end as status,
         w.issued_on, w.purchase_price, w.issue_seq
  from (
    select s.org_id, s.security_id as id, s.custom_id as warrant_number, s.stakeholder_id as shareholder_id, h.name as shareholder, s.stock_class_id as share_class_id, c.name as share_class,
           s.quantity::numeric as quantity, s.share_price::numeric as exercise_price, s.share_price_currency::text as currency, coalesce(s.first_issued_on, s.issued_on) as date, s.issued_on, s.issue_seq,
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
