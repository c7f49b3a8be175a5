-- The ledger: its head, and the checks that run when entries and their projections are written.

-- Moves the ledger's head to the last of the new entries. The serving login writes entries, but never the head.
create or replace function advance_ledger() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  org uuid; first_seq bigint; final_seq bigint; entries bigint;
begin
  select min(c.org_id::text)::uuid, min(c.seq), max(c.seq), count(*) into org, first_seq, final_seq, entries from came c;
  if entries = 0 then return null; end if;
  update organization o set last_seq = final_seq, last_hash = (select c.hash from came c where c.seq = final_seq)
    where o.id = org and o.last_seq = first_seq - 1 and entries = final_seq - first_seq + 1
      and o.last_hash = (select c.prev_hash from came c where c.seq = first_seq)
      and not exists (select 1 from came c where c.org_id <> org);
  if not found then raise exception 'these entries do not follow the last one of the ledger' using errcode = 'check_violation'; end if;
  return null;
end $$;

-- Among the entries that are not voided, an id belongs to only one, also where all entries arrive at once, as in a restore. A
-- voided entry may have the same id as the one that was written in its place. Entries with the same id are looked up first, one
-- by one by key, even while the table is being filled and the planner knows nothing about it. Only these are checked for being
-- voided or voiding.
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

-- A termination has the same kind as its security and its balance security.
create or replace function check_kinds() returns trigger language plpgsql security definer
set search_path = public, pg_temp set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off as $$
declare
  other text;
begin
  -- Securities come before what ends them.
  select s.security_id into other from added t
    join security s on s.org_id = t.org_id and s.security_id in (t.security_id, t.balance_security_id)
    where s.kind <> t.kind limit 1;
  if other is not null then
    raise exception 'security % is of another kind than its end', other using errcode = 'foreign_key_violation';
  end if;
  return null;
end $$;

-- A security results from only one transaction. Only a consolidation has several sources for its one result.
create or replace function resulting_of_one_transaction() returns trigger language plpgsql security definer
set search_path = public, pg_temp set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off as $$
declare
  again text;
begin
  select a.result_security_id into again from added a
    join resulting r on r.org_id = a.org_id and r.result_security_id = a.result_security_id and r.tx_seq <> a.tx_seq and not r.accepted
    where not a.accepted limit 1;
  if again is not null then
    raise exception 'security % is already the result of another transaction', again using errcode = 'unique_violation';
  end if;
  return null;
end $$;

-- Checked for stock when the transaction commits: the shares that a termination moves and its balance are all that was left of
-- the security; a transfer or consolidation produces as many shares as it moves; and a balance keeps class and holder. Rows of
-- accepted faults are marked and not checked.
create or replace function check_conservation() returns trigger language plpgsql as $$
declare
  source security; moved numeric; arrived numeric; balance security;
begin
  if new.accepted then return null; end if;
  select * into source from security s where s.org_id = new.org_id and s.security_id = new.security_id;
  if source.kind <> 'STOCK' or source.accepted then return null; end if;
  if exists (select 1 from resulting r where r.org_id = new.org_id and r.tx_seq = new.tx_seq and r.accepted) then return null; end if;
  if new.balance_security_id is not null then
    select * into balance from security s where s.org_id = new.org_id and s.security_id = new.balance_security_id;
    if balance.stock_class_id <> source.stock_class_id or balance.stakeholder_id <> source.stakeholder_id then
      raise exception 'balance % of % belongs to another holder or class', balance.security_id, source.security_id using errcode = 'check_violation';
    end if;
  end if;
  if new.quantity + coalesce(balance.quantity, 0) <> source.quantity
     - (select coalesce(sum(d.quantity), 0) from reduction d where d.org_id = new.org_id and d.security_id = new.security_id) then
    raise exception 'shares of % do not add up at its end', source.security_id using errcode = 'check_violation';
  end if;
  if new.verb in ('transferred', 'consolidated') then
    select coalesce(sum(t.quantity), 0) into moved from termination t where t.org_id = new.org_id and t.tx_seq = new.tx_seq;
    -- One lookup a result, whatever the planner knows: this plan is kept for a connection's life, and made when the
    -- tables were small a join reads a whole organisation for every row.
    -- A consolidation names its one result once for each source: it arrives once.
    select coalesce(sum((select s.quantity from security s where s.org_id = new.org_id and s.security_id = r.result_security_id)), 0) into arrived
      from (select distinct result_security_id from resulting where org_id = new.org_id and tx_seq = new.tx_seq and not is_balance) r;
    if moved <> arrived then
      raise exception '% shares left % and % arrived', moved, source.security_id, arrived using errcode = 'check_violation';
    end if;
  end if;
  return null;
end $$;

-- No more is taken out of a security than it holds.
create or replace function check_reductions() returns trigger language plpgsql as $$
begin
  if not new.accepted and (select sum(d.quantity) from reduction d where d.org_id = new.org_id and d.security_id = new.security_id)
     > (select s.quantity from security s where s.org_id = new.org_id and s.security_id = new.security_id) then
    raise exception 'more is taken from % than it holds', new.security_id using errcode = 'check_violation';
  end if;
  return null;
end $$;

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
language sql stable security definer set search_path = public, pg_temp as $$
  select l.seq, l.command_seq, l.recorded_at, l.actor_id, l.actor, l.ocf->>'stock_class_id',
         trim_scale(ocf_decimal(l.ocf#>>'{split_ratio,numerator}')), trim_scale(ocf_decimal(l.ocf#>>'{split_ratio,denominator}')), l.effective_date, v.seq is not null
  from ledger_tx l left join ledger_tx v on v.org_id = l.org_id and v.voids_seq = l.seq
  where l.org_id = app_org() and l.object_type = 'TX_STOCK_CLASS_SPLIT' and l.command_seq in (
    select o.command_seq from ledger_tx o where o.org_id = app_org() and o.stakeholder_id = app_shareholder())
    and (v.seq is not null or exists (select 1 from split p where p.org_id = l.org_id and p.tx_seq = l.seq))
  order by l.seq desc
$$;
