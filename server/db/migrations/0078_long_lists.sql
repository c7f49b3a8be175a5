-- The first page of a ledger costs the same however long it is: its entries are read in their order, and only those of the page.
create index ledger_tx_listed on ledger_tx (org_id, seq desc nulls last);

-- The two parts are read side by side, each in that order. What took an entry back is looked up for each entry that is shown, not
-- gathered for all of them. An entry that was taken back and written again under its id is named by its number as well: there
-- are as few as there are entries that take another back.
create or replace view transaction_view with (security_invoker = true) as
  (select l.org_id, l.id::text as id, l.seq, l.object_type, l.effective_date as date, l.security_id, l.summary, l.recorded_at, l.actor,
          l.stakeholder_id, l.voids_seq, (select v.seq from ledger_tx v where v.org_id = l.org_id and v.voids_seq = l.seq) as voided_by_seq,
          case when l.voids_seq is not null then 'voiding'
               when (select v.seq from ledger_tx v where v.org_id = l.org_id and v.voids_seq = l.seq) is not null then 'voided' else 'in_force' end as status,
          l.import_id is not null as is_imported, l.actor_id::text as actor_id
   from ledger_tx l
     where (select v.seq from ledger_tx v where v.org_id = l.org_id and v.voids_seq = l.seq) is null
       or not exists (select 1 from ledger_tx n where n.org_id = l.org_id and n.id = l.id and n.seq > l.seq and n.voids_seq is null)
     order by l.seq desc nulls last)
  union all
  (select l.org_id, l.id || '@' || l.seq, l.seq, l.object_type, l.effective_date, l.security_id, l.summary, l.recorded_at, l.actor,
          l.stakeholder_id, l.voids_seq, v.seq, 'voided', l.import_id is not null, l.actor_id::text
   from ledger_tx v join ledger_tx l on l.org_id = v.org_id and l.seq = v.voids_seq
     where v.voids_seq is not null
       and exists (select 1 from ledger_tx n where n.org_id = l.org_id and n.id = l.id and n.seq > l.seq and n.voids_seq is null)
     order by l.seq desc nulls last);

-- What is outstanding of a class is summed day by day, from what triggers keep of it, and not over all of its securities.
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
         -- To ten places; the entry has the exact fraction. Asked through the function because a holder may know it as well.
         coalesce((select round(r.numerator::numeric / r.denominator::numeric, 10) from cap_table_ratio_changes(9223372036854775807) r
                   where r.stock_class_id = c.id and r.effective_date <= current_date order by r.effective_date desc, r.tx_seq desc limit 1),
                  c.conversion_ratio::numeric) as conversion_ratio,
         c.converts_to_share_class_id, o.name as converts_to_share_class, c.allows_fractions, c.version, c.currency::text as currency
  from share_class c
  left join share_class o on o.org_id = c.org_id and o.id = c.converts_to_share_class_id;
