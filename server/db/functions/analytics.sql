-- What charts show of the company beside its cap table: prices, pools and payments. Row-level security hides these tables from a
-- shareholder, so the functions run as the owner, and answer only those who may see the charts.

-- Whoever reads everything, and a shareholder whose transaction reads the cap table (app_begin_table) of a company that shows it
-- in full.
create or replace function reads_analytics() returns boolean
language sql stable security definer set search_path = public, pg_temp as $$
  select app_reads_all() or (app_reads_table() and exists (select 1 from organization o where o.id = app_org() and o.cap_table_visibility = 'full'))
$$;

-- The price of each of these classes on a day, of those that have one.
create or replace function analytics_prices(classes text[], day date)
returns table (share_class_id text, price numeric, source text, on_date date, currency text)
language sql stable security definer set search_path = public, pg_temp set plan_cache_mode = force_custom_plan as $$
  select a.id, p.price, p.source, p.on_date, p.currency
  from unnest(classes) a (id) cross join lateral class_price_on(app_org(), a.id, day) p
  where reads_analytics()
$$;

-- The figures of all plans together at the end of each of these days, as the list of plans has them. A plan of which more was
-- granted than reserved has nothing available.
create or replace function analytics_pool(days date[])
returns table (day date, reserved numeric, outstanding numeric, exercised numeric, retired numeric, available numeric)
language sql stable security definer set search_path = public, pg_temp set plan_cache_mode = force_custom_plan as $$
  select d.day, coalesce(sum(f.reserved), 0), coalesce(sum(f.outstanding), 0), coalesce(sum(f.exercised), 0), coalesce(sum(f.retired), 0),
         coalesce(sum(greatest(f.reserved - f.outstanding - f.exercised - f.retired, 0)), 0)
  from unnest(days) d (day)
  left join equity_plan p on p.org_id = app_org()
  left join lateral plan_figures(p.org_id, p.id, d.day) f on true
  where reads_analytics() group by d.day order by d.day
$$;

-- What plans granted in the twelve months up to a day, in shares of that day: grants, and stock issued from a plan. Paper that only
-- replaces other paper is no grant, and neither is one that was retracted.
create or replace function analytics_granted(until date) returns numeric
language sql stable security definer set search_path = public, pg_temp set plan_cache_mode = force_custom_plan as $$
  select coalesce(sum(s.quantity::numeric * (
           select product(p.numerator::numeric) / product(p.denominator::numeric) from split p
           where p.org_id = s.org_id and p.stock_class_id = s.stock_class_id and p.effective_date > s.issued_on and p.effective_date <= until)), 0)
  from security s
  where s.org_id = app_org() and reads_analytics() and s.stock_plan_id is not null and s.kind in ('EQUITY_COMPENSATION', 'STOCK')
    and s.issued_on > (until - interval '12 months')::date and s.issued_on <= until
    and not exists (select 1 from resulting r where r.org_id = s.org_id and r.result_security_id = s.security_id)
    and not exists (select 1 from termination t where t.org_id = s.org_id and t.security_id = s.security_id and t.verb = 'retracted' and t.on_date <= until)
$$;

-- Payments by the year of their distribution's payment date, without those of cancelled distributions. `part`: what a row stands
-- for: a distribution, a class, a holder (only for those who read everything) or a year. `of_year` null: of all years.
-- `cancelled`: the reason of the payments that are left out.
create or replace function analytics_payouts(of_year integer, part text, cancelled text)
returns table (id text, name text, currency text, gross numeric, tax numeric, net numeric, completed numeric, failed numeric)
language sql stable security definer set search_path = public, pg_temp set plan_cache_mode = force_custom_plan as $$
  select case part when 'distribution' then d.id::text when 'class' then p.share_class_id::text when 'holder' then p.shareholder_id::text
              else extract(year from d.payment_date)::integer::text end as id,
         case part when 'distribution' then min(d.name) when 'class' then coalesce(min(c.name), 'No class') when 'holder' then min(h.name)
              else extract(year from min(d.payment_date))::integer::text end,
         d.currency::text, sum(p.gross::numeric), sum(p.tax::numeric), sum(p.amount::numeric), coalesce(sum(p.amount::numeric) filter (where p.status = 'completed'), 0),
         coalesce(sum(p.amount::numeric) filter (where p.status = 'failed'), 0)
  from payment p
  join distribution d on d.org_id = p.org_id and d.id = p.distribution_id
  join shareholder h on h.org_id = p.org_id and h.id = p.shareholder_id
  left join share_class c on c.org_id = p.org_id and c.id = p.share_class_id
  where p.org_id = app_org() and reads_analytics() and (part <> 'holder' or app_reads_all())
    and p.failure_reason is distinct from cancelled and (of_year is null or extract(year from d.payment_date) = of_year)
  group by 1, d.currency order by min(d.payment_date), 2, 1
$$;
