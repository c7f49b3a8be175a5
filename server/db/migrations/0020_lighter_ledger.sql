-- More of what a large package costs, and nothing of what is checked.

-- What ends a security points at it by its key alone; that it is of the same kind is looked at with the rest of it.
alter table termination drop constraint termination_org_id_security_id_kind_fkey, drop constraint termination_org_id_balance_security_id_kind_fkey,
  add foreign key (org_id, security_id) references security (org_id, security_id) deferrable initially deferred,
  add foreign key (org_id, balance_security_id) references security (org_id, security_id) deferrable initially deferred;
alter table security drop constraint security_org_id_security_id_kind_key;
create function check_kinds() returns trigger language plpgsql security definer
set search_path = public set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off as $$
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
create trigger termination_kinds after insert on termination referencing new table as added
  for each statement execute function check_kinds();

alter table termination drop constraint termination_org_id_tx_seq_fkey;
call refer_by_statement('termination', 'tx_seq', 'ledger_tx', 'seq');
alter table resulting drop constraint resulting_org_id_tx_seq_fkey;
call refer_by_statement('resulting', 'tx_seq', 'ledger_tx', 'seq');

-- One security comes of one transaction only, asked once a statement.
drop trigger resulting_once on resulting;
drop function resulting_of_one_transaction();
create function resulting_of_one_transaction() returns trigger language plpgsql security definer
set search_path = public set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off as $$
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
create trigger resulting_once after insert on resulting referencing new table as added
  for each statement execute function resulting_of_one_transaction();

alter table ledger_tx drop constraint ledger_tx_org_id_voids_seq_key;
create unique index ledger_tx_voids on ledger_tx (org_id, voids_seq) where voids_seq is not null;
