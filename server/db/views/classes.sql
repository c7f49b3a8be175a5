-- Share classes, equity plans and valuations.

-- The outstanding shares of a class are summed from outstanding_change, a row a day that triggers keep, and not from all of its
-- securities.
create or replace view share_class_view with (security_invoker = true) as
  select c.org_id, c.id, c.name, c.class_type, c.prefix,
         coalesce((select coalesce(trim_scale(a.shares_authorized)::text, replace(a.authorized_kind, '_', ' ')) from class_authorized a
                   where a.org_id = c.org_id and a.stock_class_id = c.id and a.effective_date <= current_date
                   order by a.effective_date desc, a.tx_seq desc limit 1),
                  trim_scale(c.initial_authorized)::text, replace(c.authorized_kind, '_', ' ')) as authorized_shares,
         case when (select app_reads_all()) then
           (select coalesce(sum(d.change), 0) from outstanding_change d
            where d.org_id = c.org_id and d.stock_class_id = c.id and d.on_date <= current_date)
         end as outstanding,
         c.par_value::numeric, c.price_per_share::numeric, c.votes_per_share::numeric, c.seniority::numeric,
         c.liquidation_preference_multiple::numeric, c.participation_cap_multiple::numeric,
         -- Rounded to ten places; the entry has the exact fraction. Read through the function, because a holder may see it as
         -- well.
         coalesce((select round(r.numerator::numeric / r.denominator::numeric, 10) from cap_table_ratio_changes(9223372036854775807) r
                   where r.stock_class_id = c.id and r.effective_date <= current_date order by r.effective_date desc, r.tx_seq desc limit 1),
                  c.conversion_ratio::numeric) as conversion_ratio,
         c.converts_to_share_class_id, o.name as converts_to_share_class, c.allows_fractions, c.version, c.currency::text as currency,
         c.dividend_rate, c.dividend_is_cumulative, c.dividend_accrues_from, c.dividend_base, c.dividend_participation
  from share_class c
  left join share_class o on o.org_id = c.org_id and o.id = c.converts_to_share_class_id;

create or replace view equity_plan_view with (security_invoker = true) as
  select p.org_id, p.id, p.name,
         (select string_agg(c.name, ', ' order by c.name) from equity_plan_class k join share_class c on c.org_id = k.org_id and c.id = k.share_class_id
          where k.org_id = p.org_id and k.equity_plan_id = p.id) as share_classes,
         f.reserved, f.outstanding, f.exercised, f.reserved - f.outstanding - f.exercised - f.retired as available,
         p.board_approval_date as date, p.stockholder_approval_date, p.default_cancellation_behavior, p.version
  from equity_plan p
  left join lateral plan_figures(p.org_id, p.id, (select app_as_of())) f on (select app_reads_all());

-- `later_round_on`: the first sale of preferred stock after the valuation, unless it was taken back.
create or replace view valuation_view with (security_invoker = true) as
  select v.org_id, v.id, v.share_class_id, c.name as share_class, v.price_per_share::numeric, v.currency::text as currency, v.effective_date, v.valuation_type, v.provider,
         v.board_approval_date, v.stockholder_approval_date, v.version,
         price_since_splits(v.org_id, v.share_class_id, v.price_per_share, v.effective_date, current_date) as price_today,
         (select min(s.issued_on) from security s join share_class r on r.org_id = s.org_id and r.id = s.stock_class_id and r.class_type = 'PREFERRED'
          where s.org_id = v.org_id and s.kind = 'STOCK' and s.issued_on > v.effective_date and s.share_price > 0
            and not exists (select 1 from resulting o where o.org_id = s.org_id and o.result_security_id = s.security_id)
            and not exists (select 1 from termination t where t.org_id = s.org_id and t.security_id = s.security_id and t.verb = 'retracted')) as later_round_on
  from valuation v left join share_class c on c.org_id = v.org_id and c.id = v.share_class_id;
