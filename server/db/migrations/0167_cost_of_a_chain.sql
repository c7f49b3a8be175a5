-- Chaining the notes of a transaction costs as much as there are notes, not as much as their square; seals and commit get the
-- time of long work (decision 0188).
create or replace function chain_changes() returns table (org_id uuid, seq bigint, hash bytea)
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  open record; entry sealed_change; head sealed_head;
begin
  if pg_current_xact_id_if_assigned() is null then return; end if;
  perform complete_audit();
  perform set_config('statement_timeout', '15min', true);
  for open in select c.ctid as place, c as note from sealed_change c where c.xid = pg_current_xact_id() and c.seq is null order by c.org_id, c.id loop
    entry := open.note;
    if head.org_id is distinct from entry.org_id then
      update sealed_head h set seq = head.seq, hash = head.hash where h.org_id = head.org_id;
      insert into sealed_head (org_id) values (entry.org_id) on conflict do nothing;
      select * into head from sealed_head h where h.org_id = entry.org_id for update;
    end if;
    update sealed_change c set seq = head.seq + 1, prev_hash = head.hash, hash = change_hash(head.hash, entry, head.seq + 1)
      where c.ctid = open.place and c.id = entry.id and c.seq is null returning c.org_id, c.seq, c.hash into org_id, seq, hash;
    head.seq := chain_changes.seq;
    head.hash := chain_changes.hash;
    return next;
  end loop;
  update sealed_head h set seq = head.seq, hash = head.hash where h.org_id = head.org_id;
end $$;
