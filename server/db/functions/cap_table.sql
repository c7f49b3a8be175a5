-- For the cap table: its checkpoints, and facts about share classes.

-- Rebuilds the checkpoints of the current company up to yesterday, one after about every `entries_between` changes. The caller
-- decides when to do so. Later entries do not update a checkpoint: the cap table adds them when it is read.
create or replace function keep_cap_table_checkpoints(entries_between integer) returns void
language plpgsql security definer set search_path = public, pg_temp set work_mem = '64MB' as $$
declare
  org uuid := app_org(); known bigint; previous date := '-infinity'; day date;
begin
  -- Only one rebuild runs at a time. A second caller returns at once; until the rebuild ends, its tables read every open
  -- security.
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

-- What the cap table needs to know about the share classes that the person asking may see, as of entry `known_at`. A holder
-- learns what their own shares convert into, but does not see the whole class object.
create or replace function cap_table_class_facts(known_at bigint) returns table (id text, facts text)
language sql stable security definer set search_path = public, pg_temp as $$
  select c.id::text, jsonb_build_object('object_type', 'STOCK_CLASS', 'id', c.id, 'name', c.name, 'class_type', o.ocf -> 'class_type',
           'default_id_prefix', c.prefix, 'votes_per_share', o.ocf -> 'votes_per_share', 'seniority', o.ocf -> 'seniority',
           'price_per_share', o.ocf -> 'price_per_share', 'initial_shares_authorized', o.ocf -> 'initial_shares_authorized',
           -- The format has no conversion right without a target class, but such a ratio counts as well.
           'conversion_rights', coalesce(o.ocf -> 'conversion_rights', case when c.conversion_ratio is not null then jsonb_build_array(jsonb_build_object(
             'conversion_mechanism', jsonb_build_object('type', 'RATIO_CONVERSION', 'ratio',
               jsonb_build_object('numerator', trim_scale(c.conversion_ratio)::text, 'denominator', '1')))) end), 'allows_fractions', c.allows_fractions)::text
  from share_class c
  join lateral (select v.ocf from ocf_object v where v.org_id = c.org_id and v.object_type = 'STOCK_CLASS' and v.id = c.id and v.valid_from_seq <= known_at
                order by v.version desc limit 1) o on true
  where c.org_id = app_org()
    and ((select app_reads_table()) or exists (select 1 from security s where s.org_id = c.org_id and s.stock_class_id = c.id and s.stakeholder_id = app_shareholder()))
  order by c.class_type, c.seniority, c.created_at, c.id
$$;

-- The changes of the conversion ratios of these classes, up to entry `known_at`.
create or replace function cap_table_ratio_changes(known_at bigint) returns setof ratio_change
language sql stable security definer set search_path = public, pg_temp as $$
  select r.* from ratio_change r
  where r.org_id = app_org() and r.tx_seq <= known_at
    and ((select app_reads_table()) or exists (select 1 from security s where s.org_id = r.org_id and s.stock_class_id = r.stock_class_id and s.stakeholder_id = app_shareholder()))
  order by r.effective_date, r.tx_seq
$$;
