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

-- Numbers by what stands before their counter, so that the highest of a prefix and one that is given by hand are each one
-- lookup: "CS-12" is "cs-" and 12, folded as they are compared.
alter table security
  add column number_head text generated always as (rtrim(lower(btrim(custom_id)), '0123456789')) stored,
  add column number_counter numeric generated always as
    (coalesce(nullif(substr(lower(btrim(custom_id)), length(rtrim(lower(btrim(custom_id)), '0123456789')) + 1), ''), '-1')::numeric) stored;
create index security_counter on security (org_id, number_head, number_counter);

-- What changed of the outstanding shares of a class, by day: the rule of authorised shares asks it of every later day
-- before each entry. It is what position_change sums to for stock, and kept by the triggers below alone.
create table outstanding_change (
  org_id uuid not null references organization on delete cascade,
  stock_class_id text not null,
  on_date date not null,
  change numeric not null,
  primary key (org_id, stock_class_id, on_date)
);
call secure_tenant_table('outstanding_change', inserts => 'false', updates => 'false', deletes => 'false');
insert into outstanding_change
  select org_id, stock_class_id, on_date, sum(change) from position_change where kind = 'STOCK' group by org_id, stock_class_id, on_date;
-- What a backup brings of it, as the owner of the tables, is made by the rows of its securities already.
create function only_by_trigger() returns trigger language plpgsql as $$
begin
  return case when pg_trigger_depth() > 1 or row_security_active('outstanding_change') then new end;
end $$;
create trigger outstanding_change_follows before insert on outstanding_change for each row execute function only_by_trigger();

-- Lookups one by one by its key, whatever the planner knows of tables that are just being filled: a security is looked up
-- before its kind is asked, which would invite an index of one kind's days.
create function follow_outstanding() returns trigger language plpgsql security definer
set search_path = public set enable_hashjoin = off set enable_mergejoin = off as $$
declare
  came integer := case tg_op when 'INSERT' then 1 else -1 end;
  changes text;
begin
  changes := case tg_table_name
    when 'security' then 'select org_id, stock_class_id, issued_on as on_date, quantity::numeric as change from changed where kind = ''STOCK'''
    when 'termination' then
      'select t.org_id, s.stock_class_id, t.on_date,
              coalesce((select sum(d.quantity) from reduction d where d.org_id = t.org_id and d.security_id = t.security_id), 0) - s.quantity::numeric as change
       from changed t cross join lateral (select * from security o where o.org_id = t.org_id and o.security_id = t.security_id offset 0) s where s.kind = ''STOCK'''
    else
      'select d.org_id, s.stock_class_id, d.on_date, -d.quantity::numeric as change
       from changed d cross join lateral (select * from security o where o.org_id = d.org_id and o.security_id = d.security_id offset 0) s where s.kind = ''STOCK''
       union all
       select d.org_id, s.stock_class_id, t.on_date, d.quantity::numeric
       from changed d cross join lateral (select * from security o where o.org_id = d.org_id and o.security_id = d.security_id offset 0) s
       join termination t on t.org_id = d.org_id and t.security_id = d.security_id where s.kind = ''STOCK'''
  end;
  execute format(
    'insert into outstanding_change as o (org_id, stock_class_id, on_date, change)
     select org_id, stock_class_id, on_date, %s * sum(change) from (%s) c group by org_id, stock_class_id, on_date
     on conflict (org_id, stock_class_id, on_date) do update set change = o.change + excluded.change', came, changes);
  return null;
end $$;
do $$
declare
  name text;
begin
  foreach name in array array['security', 'termination', 'reduction'] loop
    execute format('create trigger %1$s_came after insert on %1$I referencing new table as changed for each statement execute function follow_outstanding()', name);
    execute format('create trigger %1$s_went after delete on %1$I referencing old table as changed for each statement execute function follow_outstanding()', name);
  end loop;
end $$;
