-- A class is shown with the ratio at which it converts today, whatever it began with.

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
         c.converts_to_share_class_id, o.name as converts_to_share_class, c.allows_fractions, c.version
  from share_class c
  left join share_class o on o.org_id = c.org_id and o.id = c.converts_to_share_class_id;
