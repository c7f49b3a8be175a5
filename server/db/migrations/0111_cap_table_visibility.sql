-- How much of the cap table shareholders see: their own rows, the totals of the classes as well, or the whole table.
alter table organization add column cap_table_visibility text not null default 'own';
alter table organization add constraint cap_table_visibility_known check (cap_table_visibility in ('own', 'totals', 'full'));

-- Whether this transaction reads the cap table that the company shows to its shareholders (server/db/functions/reading_as.sql).
create or replace function app_reads_table() returns boolean stable language sql as $$ select coalesce(public.app_role() = 'cap table', false) $$;

-- What a cap table is computed from. Nobody has this role: only app_begin_table() signs it, for reading.
do $$
declare t text;
begin
  foreach t in array array['security', 'termination', 'resulting', 'reduction', 'class_authorized', 'plan_pool', 'pool_return', 'plan_split',
                           'cap_table_change', 'cap_table_checkpoint', 'cap_table_checkpoint_row'] loop
    execute format('create policy reads_table on %I for select using (org_id = (select app_org()) and (select app_reads_table()))', t);
  end loop;
end $$;
create policy reads_table on ocf_object for select using (org_id = (select app_org()) and (select app_reads_table()) and object_type = 'STOCK_PLAN');
