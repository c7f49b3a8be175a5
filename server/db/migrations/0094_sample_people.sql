-- Who came out of the sample company and belongs to another one is nobody's demo: the sign-in page offers them no more, and once
-- the sample is removed they sign in with a code like everybody.
create or replace function sample_person() returns text
language sql stable security definer set search_path = public, pg_temp as $$
  select a.email from account a
  where a.is_demo and exists (select 1 from membership m join organization o on o.id = m.org_id and o.is_sample
                              where m.account_id = a.id and m.status = 'active')
  order by a.created_at limit 1
$$;

create or replace function remove_sample_organization() returns setof text
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  target uuid := app_org(); t text; people uuid[]; tables text[]; remaining text[];
begin
  if app_role() is distinct from 'owner' or not exists (select 1 from organization where id = target and is_sample) then
    raise exception 'not the owner of a sample company' using errcode = 'insufficient_privilege';
  end if;
  if exists (select 1 from ledger_tx l where l.org_id = target
             and not exists (select 1 from account a where a.id = l.actor_id and a.is_demo)) then
    raise exception 'the ledger of this company holds entries of real people' using errcode = 'insufficient_privilege';
  end if;
  return query select d.storage_key from document d where d.org_id = target;
  select array_agg(account_id) into people from membership where org_id = target;
  perform set_config('app.removing_sample', target::text, true);
  select array_agg(c.table_name::text order by c.table_name) into tables
    from information_schema.columns c join information_schema.tables b using (table_schema, table_name)
    where c.table_schema = 'public' and b.table_type = 'BASE TABLE' and c.column_name = 'org_id' and c.table_name not in ('session', 'sealed_change', 'sealed_head');
  while cardinality(tables) > 0 loop
    remaining := '{}';
    foreach t in array tables loop
      begin
        execute format('delete from %I where org_id = $1', t) using target;
      exception when foreign_key_violation then
        remaining := remaining || t;
      end;
    end loop;
    if cardinality(remaining) = cardinality(tables) then
      raise exception 'the tables % point at one another', remaining;
    end if;
    tables := remaining;
  end loop;
  delete from organization where id = target;
  delete from sealed_change where org_id = target;
  delete from sealed_head where org_id = target;
  delete from session where org_id = target or account_id in (select id from account where is_demo and id = any (people));
  delete from account a where a.is_demo and a.id = any (people) and not exists (select 1 from membership m where m.account_id = a.id);
  update account set is_demo = false where is_demo and id = any (people);
  perform set_config('app.removing_sample', '', true);
end $$;
