-- A ledger of hundreds of thousands of entries is written, and added to, at the cost of what is written.

-- As before: an id belongs to one entry among those that are not voided. What has the same id is looked for first, one
-- lookup an entry whatever the planner knows of a table that is just being filled; whether it voids or is voided
-- is asked of the few that are found.
create or replace function ledger_id_once() returns trigger language plpgsql
set enable_hashjoin = off set enable_mergejoin = off as $$
declare
  found_again text[]; taken text;
begin
  execute $q$
    select array_agg(l.org_id || ' ' || l.seq) from added a join ledger_tx l on l.org_id = a.org_id and l.id = a.id and l.seq <> a.seq
    where a.voids_seq is null $q$ into found_again;
  if found_again is null then return null; end if;
  select l.id into taken from unnest(found_again) as f (entry)
    join ledger_tx l on l.org_id = split_part(f.entry, ' ', 1)::uuid and l.seq = split_part(f.entry, ' ', 2)::bigint
    where l.voids_seq is null and not exists (select 1 from ledger_tx v where v.org_id = l.org_id and v.voids_seq = l.seq) limit 1;
  if taken is not null then
    raise exception 'entry % is in the ledger already', taken using errcode = 'unique_violation';
  end if;
  return null;
end $$;
