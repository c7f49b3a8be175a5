-- Each amount is in a currency: a distribution keeps the one it was declared in, and lists say it of every record with money.
alter table distribution add column currency ccy;
update distribution d set currency = o.currency from organization o where o.id = d.org_id;
alter table distribution alter column currency set not null;

create or replace view distribution_view with (security_invoker = true) as
  select d.org_id, d.id, d.name, d.type, d.amount_per_share::numeric,
         case when (select app_reads_all()) then d.total_amount::numeric end as total_amount,
         d.record_date, d.payment_date, d.method, d.status, d.created_at, d.version, d.currency::text as currency
  from distribution d;

create or replace view payment_view with (security_invoker = true) as
  select p.org_id, p.id, p.distribution_id, d.name as distribution, p.shareholder_id, h.name as shareholder, p.share_class_id, c.name as share_class,
         p.shares::numeric, p.amount::numeric, p.method, p.status, p.scheduled_date, p.reference, p.failure_reason, p.attempts, p.completed_at, p.version,
         d.currency::text as currency
  from payment p
  join distribution d on d.org_id = p.org_id and d.id = p.distribution_id
  join shareholder h on h.org_id = p.org_id and h.id = p.shareholder_id
  left join share_class c on c.org_id = p.org_id and c.id = p.share_class_id;

create or replace view certificate with (security_invoker = true) as
  select s.org_id, s.security_id as id, s.custom_id as certificate_number, s.stock_class_id as share_class_id, c.name as share_class,
         s.stakeholder_id as shareholder_id, h.name as shareholder, s.quantity::numeric as num_shares, s.quantity::numeric as quantity,
         s.issued_on as issue_date, nullif(s.share_price::numeric, 0) as price_per_share, status_today(s.issued_on, t.verb, t.on_date) as status,
         coalesce(s.share_price_currency, c.currency)::text as currency
  from security s
  left join share_class c on c.org_id = s.org_id and c.id = s.stock_class_id
  left join shareholder h on h.org_id = s.org_id and h.id = s.stakeholder_id
  left join termination t on t.org_id = s.org_id and t.security_id = s.security_id
  where s.kind = 'STOCK';

create or replace view share_class_view with (security_invoker = true) as
  select c.org_id, c.id, c.name, c.class_type, c.prefix,
         coalesce((select coalesce(trim_scale(a.shares_authorized)::text, replace(a.authorized_kind, '_', ' ')) from class_authorized a
                   where a.org_id = c.org_id and a.stock_class_id = c.id and a.effective_date <= current_date
                   order by a.effective_date desc, a.tx_seq desc limit 1),
                  trim_scale(c.initial_authorized)::text, replace(c.authorized_kind, '_', ' ')) as authorized_shares,
         case when (select app_reads_all()) then
           (select coalesce(sum(s.quantity), 0) from security s
            where s.org_id = c.org_id and s.stock_class_id = c.id and s.kind = 'STOCK' and s.issued_on <= current_date
              and not exists (select 1 from termination t where t.org_id = s.org_id and t.security_id = s.security_id and t.on_date <= current_date))
           - (select coalesce(sum(d.quantity), 0) from reduction d join security s on s.org_id = d.org_id and s.security_id = d.security_id
              where s.org_id = c.org_id and s.stock_class_id = c.id and s.kind = 'STOCK' and d.on_date <= current_date and s.issued_on <= current_date
                and not exists (select 1 from termination t where t.org_id = s.org_id and t.security_id = s.security_id and t.on_date <= current_date))
         end as outstanding,
         c.par_value::numeric, c.price_per_share::numeric, c.votes_per_share::numeric, c.seniority::numeric,
         c.liquidation_preference_multiple::numeric, c.participation_cap_multiple::numeric,
         -- To ten places; the entry has the exact fraction. Asked through the function because a holder may know it as well.
         coalesce((select round(r.numerator::numeric / r.denominator::numeric, 10) from cap_table_ratio_changes(9223372036854775807) r
                   where r.stock_class_id = c.id and r.effective_date <= current_date order by r.effective_date desc, r.tx_seq desc limit 1),
                  c.conversion_ratio::numeric) as conversion_ratio,
         c.converts_to_share_class_id, o.name as converts_to_share_class, c.allows_fractions, c.version, c.currency::text as currency
  from share_class c
  left join share_class o on o.org_id = c.org_id and o.id = c.converts_to_share_class_id;

-- In which currencies something is recorded, and how many of what: what stays as it is when the company's currency changes.
create function recorded_currencies() returns table (currency text, what text, number bigint)
language sql stable security definer set search_path = public, pg_temp as $$
  select u.currency, u.what, count(*) from (
    select coalesce(s.share_price_currency, s.currency)::text as currency,
           case s.kind when 'STOCK' then 'certificate' when 'CONVERTIBLE' then 'convertible' when 'WARRANT' then 'warrant' else 'grant' end as what
      from security s where s.org_id = app_org()
    union all select c.currency::text, 'share class' from share_class c where c.org_id = app_org() and (c.par_value is not null or c.price_per_share is not null
      or exists (select 1 from security s where s.org_id = c.org_id and s.stock_class_id = c.id))
    union all select v.currency::text, 'valuation' from valuation v where v.org_id = app_org()
    union all select d.currency::text, 'distribution' from distribution d where d.org_id = app_org()) u
  where u.currency is not null group by 1, 2
$$;
