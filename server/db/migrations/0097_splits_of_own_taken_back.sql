-- A split that was taken back stays told to its holders, as such: it is read from the ledger, which keeps it.
drop function splits_of_own();
create function splits_of_own() returns table (seq bigint, command_seq bigint, at timestamptz, actor_id uuid, actor text, share_class_id text, numerator numeric, denominator numeric, on_date date, is_taken_back boolean)
language sql stable security definer set search_path = public, pg_temp as $$
  select l.seq, l.command_seq, l.recorded_at, l.actor_id, l.actor, l.ocf->>'stock_class_id',
         trim_scale(ocf_decimal(l.ocf#>>'{split_ratio,numerator}')), trim_scale(ocf_decimal(l.ocf#>>'{split_ratio,denominator}')), l.effective_date, v.seq is not null
  from ledger_tx l left join ledger_tx v on v.org_id = l.org_id and v.voids_seq = l.seq
  where l.org_id = app_org() and l.object_type = 'TX_STOCK_CLASS_SPLIT' and l.command_seq in (
    select o.command_seq from ledger_tx o where o.org_id = app_org() and o.stakeholder_id = app_shareholder())
    and (v.seq is not null or exists (select 1 from split p where p.org_id = l.org_id and p.tx_seq = l.seq))
  order by l.seq desc
$$;
