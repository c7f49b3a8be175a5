-- What a large package costs. A foreign key asks its question once a row: for an entry and its security five times, of the
-- same organisation and import each time. These five ask it once a statement instead, and say the same when it fails.

-- In: the table pointed at, the column that points and the column pointed at, both beside org_id ('' for the organisation
-- itself). What is pointed at is kept from going while the transaction lasts, as a foreign key would.
-- Lookups one by one by its key, whatever the planner knows of tables that are just being filled.
create function refuse_dangling() returns trigger language plpgsql security definer
set search_path = public set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off as $$
declare
  target text := tg_argv[0]; child text := tg_argv[1]; parent text := tg_argv[2]; missing text;
begin
  if child = '' then
    execute format('select n.org_id from (select distinct org_id from added) n
      where not exists (select 1 from %I p where p.id = n.org_id for key share) limit 1', target) into missing;
  else
    execute format('select n.child::text from (select distinct org_id, %1$I as child from added where %1$I is not null) n
      where not exists (select 1 from %2$I p where p.org_id = n.org_id and p.%3$I = n.child for key share) limit 1', child, target, parent) into missing;
  end if;
  if missing is not null then
    raise exception '% is not in table "%"', missing, target using errcode = 'foreign_key_violation';
  end if;
  return null;
end $$;

-- The other side: a row that is pointed at stays.
create function refuse_to_leave() returns trigger language plpgsql security definer
set search_path = public set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off as $$
declare
  source text := tg_argv[0]; child text := tg_argv[1]; parent text := tg_argv[2]; missed text;
begin
  if child = '' then
    execute format('select g.id::text from gone g
      where not exists (select 1 from %I p where p.id = g.id) and exists (select 1 from %I c where c.org_id = g.id) limit 1', tg_table_name, source) into missed;
  else
    execute format('select g.%1$I::text from gone g
      where not exists (select 1 from %2$I p where p.org_id = g.org_id and p.%1$I = g.%1$I)
        and exists (select 1 from %3$I c where c.org_id = g.org_id and c.%4$I = g.%1$I) limit 1', parent, tg_table_name, source, child) into missed;
  end if;
  if missed is not null then
    raise exception '% of table "%" is still referred to from table "%"', missed, tg_table_name, source using errcode = 'foreign_key_violation';
  end if;
  return null;
end $$;

create function refuse_new_key() returns trigger language plpgsql as $$
begin
  raise exception 'rows of table "%" keep their key', tg_table_name using errcode = 'foreign_key_violation';
end $$;

-- The name of the first trigger says what points at what: a backup is restored in that order. A key that is
-- pointed at never changes.
create procedure refer_by_statement(source text, child text, target text, parent text) language plpgsql as $$
begin
  execute format('create trigger %I after insert on %I referencing new table as added for each statement execute function refuse_dangling(%L, %L, %L)',
    source || '_refers_to_' || target, source, target, child, parent);
  execute format('create trigger %I after delete on %I referencing old table as gone for each statement execute function refuse_to_leave(%L, %L, %L)',
    target || '_stays_for_' || source, target, source, child, parent);
  execute format('create trigger %I before update on %I for each row when (old.%I is distinct from new.%I) execute function refuse_new_key()',
    target || '_keeps_key_for_' || source, target, parent, parent);
end $$;
revoke all on procedure refer_by_statement(text, text, text, text) from public;

alter table ledger_tx drop constraint ledger_tx_org_id_fkey, drop constraint ledger_tx_org_id_import_id_fkey;
call refer_by_statement('ledger_tx', '', 'organization', 'id');
call refer_by_statement('ledger_tx', 'import_id', 'import_batch', 'id');
alter table security drop constraint security_org_id_issue_seq_fkey, drop constraint security_org_id_stakeholder_id_fkey,
  drop constraint security_org_id_stock_class_id_fkey;
call refer_by_statement('security', 'issue_seq', 'ledger_tx', 'seq');
call refer_by_statement('security', 'stakeholder_id', 'shareholder', 'id');
call refer_by_statement('security', 'stock_class_id', 'share_class', 'id');

-- A number is looked for by what stands before its counter (security_counter).
drop index security_number;
