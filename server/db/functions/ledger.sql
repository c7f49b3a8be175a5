-- What is asked of the ledger's entries.

-- The last entry about a security. An entry that closes several securities names only the first of them, and so does the entry
-- that voids it; the second and third subquery find these for the others.
create or replace function last_entry_of(security text) returns bigint stable language sql set search_path = public, pg_temp as $$
  select greatest(
    (select max(l.seq) from ledger_tx l where l.org_id = app_org() and l.security_id = security),
    (select max(t.tx_seq) from termination t where t.org_id = app_org() and t.security_id = security),
    (select max(v.seq) from ledger_tx v join ledger_tx e on e.org_id = v.org_id and e.seq = v.voids_seq
       where v.org_id = app_org() and v.voids_seq is not null and e.ocf->'security_ids' ? security))
$$;

-- The splits of the current holder's shares. The entry of a split names no holder, and the holder may not read the rest of its
-- command. So a split counts if the command has an entry about this holder.
create or replace function splits_of_own() returns table (seq bigint, command_seq bigint, at timestamptz, actor_id uuid, actor text, share_class_id text, numerator numeric, denominator numeric, on_date date, is_taken_back boolean)
language sql stable security definer set search_path = public, pg_temp set plan_cache_mode = force_custom_plan as $$
  select l.seq, l.command_seq, l.recorded_at, l.actor_id, l.actor, l.ocf->>'stock_class_id',
         trim_scale(ocf_decimal(l.ocf#>>'{split_ratio,numerator}')), trim_scale(ocf_decimal(l.ocf#>>'{split_ratio,denominator}')), l.effective_date, v.seq is not null
  from ledger_tx l left join ledger_tx v on v.org_id = l.org_id and v.voids_seq = l.seq
  where l.org_id = app_org() and l.object_type = 'TX_STOCK_CLASS_SPLIT' and l.command_seq in (
    select o.command_seq from ledger_tx o where o.org_id = app_org() and o.stakeholder_id = app_shareholder())
    and (v.seq is not null or exists (select 1 from split p where p.org_id = l.org_id and p.tx_seq = l.seq))
  order by l.seq desc
$$;
