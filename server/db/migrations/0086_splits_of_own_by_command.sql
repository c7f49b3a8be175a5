-- Which command wrote a split: its reader's entries of that command stand behind it, as one line of a history.
drop function splits_of_own();
create function splits_of_own() returns table (seq bigint, command_seq bigint, at timestamptz, actor_id uuid, actor text, share_class_id text, numerator numeric, denominator numeric, on_date date)
language sql stable security definer set search_path = public, pg_temp as $$
  select l.seq, l.command_seq, l.recorded_at, l.actor_id, l.actor, p.stock_class_id, trim_scale(p.numerator), trim_scale(p.denominator), p.effective_date
  from ledger_tx l join split p on p.org_id = l.org_id and p.tx_seq = l.seq
  where l.org_id = app_org() and l.object_type = 'TX_STOCK_CLASS_SPLIT' and l.command_seq in (
    select o.command_seq from ledger_tx o where o.org_id = app_org() and o.stakeholder_id = app_shareholder())
  order by l.seq desc
$$;
