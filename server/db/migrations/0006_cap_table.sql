-- The cap table at any date: what each entry changed on which day, and for large ledgers what everybody held at some days.

-- Every change of what a security holds, by the day it counts from: issued, taken out, ended. An ending takes what was
-- left. Summed up to a day it is what was outstanding at the end of that day.
create index security_issued on security (org_id, issued_on);
create index termination_day on termination (org_id, on_date);
create index reduction_day on reduction (org_id, on_date);
-- Convertibles and warrants without a number are few and have no place in the sums of shares.
create index security_without_shares on security (org_id, stakeholder_id) where quantity is null;
create view position_change with (security_invoker = true) as
  select s.org_id, s.issue_seq as seq, s.issued_on as on_date, 0 as step, s.security_id, s.stakeholder_id, s.kind, s.stock_class_id,
         coalesce(s.quantity, s.amount, 0)::numeric as change
  from security s
  union all
  select d.org_id, d.tx_seq, d.on_date, 1, d.security_id, s.stakeholder_id, s.kind, s.stock_class_id, -d.quantity::numeric
  from reduction d join security s on s.org_id = d.org_id and s.security_id = d.security_id
  union all
  select t.org_id, t.tx_seq, t.on_date, 2, t.security_id, s.stakeholder_id, s.kind, s.stock_class_id,
         coalesce((select sum(d.quantity) from reduction d where d.org_id = t.org_id and d.security_id = t.security_id), 0)
         - coalesce(s.quantity, s.amount, 0)::numeric
  from termination t join security s on s.org_id = t.org_id and s.security_id = t.security_id;

-- What every holder had at the end of `as_of`, by the entries up to `known_seq`: kept for large ledgers only, made and
-- thrown away by the functions below, and compared with a replay by verify.
create table cap_table_checkpoint (
  org_id uuid not null references organization on delete cascade,
  as_of date not null,
  known_seq bigint not null,
  primary key (org_id, as_of)
);
call secure_tenant_table('cap_table_checkpoint', inserts => 'false', updates => 'false', deletes => 'false');
create table cap_table_checkpoint_row (
  org_id uuid not null references organization on delete cascade,
  as_of date not null,
  stakeholder_id text not null,
  kind text not null,
  stock_class_id text,
  quantity numeric not null
);
create index cap_table_checkpoint_row_day on cap_table_checkpoint_row (org_id, as_of);
call secure_tenant_table('cap_table_checkpoint_row', inserts => 'false', updates => 'false', deletes => 'false');
-- The changes by day that the checkpoints know, so that what came after one is read in a row and joined with nothing.
create table cap_table_change (
  org_id uuid not null references organization on delete cascade,
  on_date date not null,
  stakeholder_id text not null,
  kind text not null,
  stock_class_id text,
  change numeric not null
);
create index cap_table_change_day on cap_table_change (org_id, on_date);
call secure_tenant_table('cap_table_change', inserts => 'false', updates => 'false', deletes => 'false');

-- An entry that is taken back takes its rows out of the projections: what knew it is wrong then, and all of it is made anew.
-- Most voids are of entries younger than the checkpoints and touch none.
create function forget_checkpoints() returns trigger language plpgsql security definer set search_path = public as $$
declare
  stale uuid[];
begin
  -- What they know they know by the number of its entry, which is the row's own in each of the tables.
  if tg_table_name = 'security' then
    select array_agg(distinct c.org_id) into stale from gone g join cap_table_checkpoint c on c.org_id = g.org_id and c.known_seq >= g.issue_seq;
  else
    select array_agg(distinct c.org_id) into stale from gone g join cap_table_checkpoint c on c.org_id = g.org_id and c.known_seq >= g.tx_seq;
  end if;
  if stale is null then return null; end if;
  delete from cap_table_change where org_id = any (stale);
  delete from cap_table_checkpoint_row where org_id = any (stale);
  delete from cap_table_checkpoint where org_id = any (stale);
  return null;
end $$;
create trigger security_forgets after delete on security referencing old table as gone
  for each statement execute function forget_checkpoints();
create trigger termination_forgets after delete on termination referencing old table as gone
  for each statement execute function forget_checkpoints();
create trigger reduction_forgets after delete on reduction referencing old table as gone
  for each statement execute function forget_checkpoints();

-- Makes the checkpoints of the asker's organisation anew, each after about `entries_between` changes, up to yesterday.
-- The caller decides when: nothing is kept up to date here, later entries are added when the table is read.
create function keep_cap_table_checkpoints(entries_between integer) returns void
language plpgsql security definer set search_path = public set work_mem = '64MB' as $$
declare
  org uuid := app_org(); known bigint; previous date := '-infinity'; day date;
begin
  -- One at a time; whoever comes second reads every open security meanwhile.
  if not app_reads_all() or not pg_try_advisory_xact_lock(hashtextextended('cap table checkpoints ' || org, 0)) then return; end if;
  select last_seq into known from organization where id = org for share;
  delete from cap_table_change where org_id = org;
  delete from cap_table_checkpoint_row where org_id = org;
  delete from cap_table_checkpoint where org_id = org;
  insert into cap_table_change
    select org, on_date, stakeholder_id, kind, stock_class_id, sum(change) from position_change
    where org_id = org and kind <> 'CONVERTIBLE' group by on_date, stakeholder_id, kind, stock_class_id order by on_date;
  for day in
    select on_date from (
      select on_date, count(*) as changes, sum(count(*)) over (order by on_date) as so_far
      from cap_table_change where org_id = org and on_date < current_date group by on_date) days
    where so_far::bigint / entries_between > (so_far::bigint - changes) / entries_between order by on_date
  loop
    insert into cap_table_checkpoint_row
      select org, day, stakeholder_id, kind, stock_class_id, sum(quantity) from (
        select stakeholder_id, kind, stock_class_id, quantity from cap_table_checkpoint_row where org_id = org and as_of = previous
        union all
        select stakeholder_id, kind, stock_class_id, change from cap_table_change
        where org_id = org and on_date > previous and on_date <= day) held
      group by stakeholder_id, kind, stock_class_id having sum(quantity) <> 0;
    insert into cap_table_checkpoint values (org, day, known);
    previous := day;
  end loop;
  analyze cap_table_checkpoint, cap_table_checkpoint_row, cap_table_change;
end $$;

-- What a table must know of the classes that the asker may see, as it was after an entry: a holder is told what their
-- own shares convert into without being shown the whole object.
create function cap_table_class_facts(known_at bigint) returns table (id text, facts text)
language sql stable security definer set search_path = public as $$
  select c.id::text, jsonb_build_object('object_type', 'STOCK_CLASS', 'id', c.id, 'name', c.name, 'class_type', o.ocf -> 'class_type',
           'default_id_prefix', c.prefix, 'votes_per_share', o.ocf -> 'votes_per_share', 'seniority', o.ocf -> 'seniority',
           'price_per_share', o.ocf -> 'price_per_share', 'initial_shares_authorized', o.ocf -> 'initial_shares_authorized',
           -- A ratio without a class to convert into is no right of the format, and counts all the same.
           'conversion_rights', coalesce(o.ocf -> 'conversion_rights', case when c.conversion_ratio is not null then jsonb_build_array(jsonb_build_object(
             'conversion_mechanism', jsonb_build_object('type', 'RATIO_CONVERSION', 'ratio',
               jsonb_build_object('numerator', trim_scale(c.conversion_ratio)::text, 'denominator', '1')))) end), 'allows_fractions', c.allows_fractions)::text
  from share_class c
  join lateral (select v.ocf from ocf_object v where v.org_id = c.org_id and v.object_type = 'STOCK_CLASS' and v.id = c.id and v.valid_from_seq <= known_at
                order by v.version desc limit 1) o on true
  where c.org_id = app_org()
    and ((select app_reads_all()) or exists (select 1 from security s where s.org_id = c.org_id and s.stock_class_id = c.id and s.stakeholder_id = app_shareholder()))
  order by c.class_type, c.seniority, c.created_at, c.id
$$;
create function cap_table_ratio_changes(known_at bigint) returns setof ratio_change
language sql stable security definer set search_path = public as $$
  select r.* from ratio_change r
  where r.org_id = app_org() and r.tx_seq <= known_at
    and ((select app_reads_all()) or exists (select 1 from security s where s.org_id = r.org_id and s.stock_class_id = r.stock_class_id and s.stakeholder_id = app_shareholder()))
  order by r.effective_date, r.tx_seq
$$;
