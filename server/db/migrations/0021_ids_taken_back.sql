-- An id belongs to one entry among those that are not voided, also where all of them arrive at once, as in a restore: what
-- was taken back stands beside what was written anew under its id.
create or replace function ledger_id_once() returns trigger language plpgsql
set enable_hashjoin = off set enable_mergejoin = off as $$
declare
  pairs text[]; taken text;
begin
  execute $q$
    select array_agg(l.org_id || ' ' || l.seq || ' ' || a.seq) from added a join ledger_tx l on l.org_id = a.org_id and l.id = a.id and l.seq <> a.seq
    where a.voids_seq is null $q$ into pairs;
  if pairs is null then return null; end if;
  select l.id into taken from unnest(pairs) as p (pair)
    join ledger_tx l on l.org_id = split_part(p.pair, ' ', 1)::uuid and l.seq = split_part(p.pair, ' ', 2)::bigint
    where l.voids_seq is null
      and not exists (select 1 from ledger_tx v where v.org_id = l.org_id and v.voids_seq in (l.seq, split_part(p.pair, ' ', 3)::bigint)) limit 1;
  if taken is not null then
    raise exception 'entry % is in the ledger already', taken using errcode = 'unique_violation';
  end if;
  return null;
end $$;
