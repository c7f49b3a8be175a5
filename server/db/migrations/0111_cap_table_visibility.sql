-- How much of the cap table shareholders see: their own rows, the totals of the classes as well, or the whole table.
alter table organization add column cap_table_visibility text not null default 'own';
alter table organization add constraint cap_table_visibility_known check (cap_table_visibility in ('own', 'totals', 'full'));

-- Whether the person asking may read what a cap table is computed from: whoever reads everything, and a transaction that
-- app_begin_table() began (server/db/functions/reading_as.sql).
create or replace function app_reads_table() returns boolean stable language sql as $$ select coalesce(public.app_role() in ('owner', 'admin', 'staff', 'viewer', 'cap table'), false) $$;

do $$
declare p record;
begin
  for p in select c.relname as name, pg_get_expr(l.polqual, l.polrelid) as condition from pg_policy l join pg_class c on c.oid = l.polrelid
           where l.polname = 'reads' and c.relnamespace = current_schema()::regnamespace
             and c.relname in ('security', 'termination', 'resulting', 'reduction', 'class_authorized', 'plan_pool', 'pool_return', 'plan_split',
                               'cap_table_change', 'cap_table_checkpoint', 'cap_table_checkpoint_row') loop
    execute format('alter policy reads on %I using (%s)', p.name, replace(p.condition, 'app_reads_all()', 'app_reads_table()'));
  end loop;
  -- Of the objects, plans alone.
  for p in select pg_get_expr(l.polqual, l.polrelid) as condition from pg_policy l where l.polname = 'reads' and l.polrelid = 'ocf_object'::regclass loop
    execute format('alter policy reads on ocf_object using ((%s) or (org_id = (select app_org()) and object_type = ''STOCK_PLAN'' and (select app_reads_table())))', p.condition);
  end loop;
end $$;
