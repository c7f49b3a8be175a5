-- What tables of a tenant use: row-level security, references that are checked once per statement, and rows that never change.
-- Migrations call these: read docs/decisions/database-and-migrations.md#views-and-functions-in-files before you change one.

-- Puts a table under row-level security: enabled, forced, one policy per command. Each argument is a condition on the row, in
-- addition to "it belongs to the current company". The owner's policy serves migrations and the functions that run as the
-- owner; the serving login is never the owner. Changes of the table are noted in the company's chain, unless `sealed` is false:
-- for temporary rows, and rows derived from other tables.
create or replace procedure secure_tenant_table(
  table_name text,
  reads text default '(select app_reads_all())',
  inserts text default '(select app_writes())',
  updates text default '(select app_writes())',
  deletes text default '(select app_writes())',
  sealed boolean default true
) language plpgsql as $$
begin
  execute format('alter table %I enable row level security', table_name);
  execute format('alter table %I force row level security', table_name);
  execute format('create policy owner_all on %I to current_user using (true) with check (true)', table_name);
  execute format('create policy reads on %I for select using (org_id = (select app_org()) and (%s))', table_name, reads);
  execute format('create policy inserts on %I for insert with check (org_id = (select app_org()) and (%s))', table_name, inserts);
  execute format('create policy updates on %I for update using (org_id = (select app_org()) and (%s)) with check (org_id = (select app_org()) and (%s))', table_name, updates, updates);
  execute format('create policy deletes on %I for delete using (org_id = (select app_org()) and (%s))', table_name, deletes);
  if sealed then call seal_table(table_name); end if;
end $$;

-- Adds a reference that is checked once for each statement and not for each row. The name of the first trigger says which table
-- refers to which: a restore orders the tables by it. The key of a row that is referred to never changes.
create or replace procedure refer_by_statement(source text, child text, target text, parent text) language plpgsql as $$
begin
  execute format('create trigger %I after insert on %I referencing new table as added for each statement execute function refuse_dangling(%L, %L, %L)',
    source || '_refers_to_' || target, source, target, child, parent);
  execute format('create trigger %I after delete on %I referencing old table as gone for each statement execute function refuse_to_leave(%L, %L, %L)',
    target || '_stays_for_' || source, target, source, child, parent);
  execute format('create trigger %I before update on %I for each row when (old.%I is distinct from new.%I) execute function refuse_new_key()',
    target || '_keeps_key_for_' || source, target, parent, parent);
end $$;

-- Arguments: the table referred to, the column that refers, and the column referred to, both together with org_id ('' for a
-- reference to the company itself). Locks the rows referred to, so that nobody deletes them while the transaction lasts, as a
-- foreign key would. The planner settings make PostgreSQL look rows up by their key even while tables are being filled and it
-- knows nothing about them.
create or replace function refuse_dangling() returns trigger language plpgsql security definer
set search_path = public, pg_temp set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off as $$
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

-- The other side: a row that another refers to cannot be deleted.
create or replace function refuse_to_leave() returns trigger language plpgsql security definer
set search_path = public, pg_temp set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off as $$
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

create or replace function refuse_new_key() returns trigger language plpgsql as $$
begin
  raise exception 'rows of table "%" keep their key', tg_table_name using errcode = 'foreign_key_violation';
end $$;

-- For append-only tables: refuses updates, deletes and truncation by every login. The only exception is
-- remove_sample_organization(), which runs as the owner.
create or replace function refuse_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and current_setting('app.removing_sample', true) = old.org_id::text
     and current_user = (select tableowner from pg_tables where schemaname = tg_table_schema and tablename = tg_table_name) then
    return old;
  end if;
  raise exception '% is append-only', tg_table_name using errcode = 'insufficient_privilege';
end $$;
