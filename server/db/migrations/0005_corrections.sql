-- Corrections by a new row, never an edit (E22), and imports that are checked, applied, undone and applied again.

-- An id belongs to one entry among those that are not voided: what was taken back may be written anew under its old id.
drop index ledger_tx_id;
create index ledger_tx_id on ledger_tx (org_id, id);
create function ledger_id_once() returns trigger language plpgsql as $$
declare
  taken text;
begin
  -- Planned anew each time: a plan made for four hundred thousand rows would read the whole ledger for one.
  execute $q$
    select a.id from added a join ledger_tx l on l.org_id = a.org_id and l.id = a.id and l.seq <> a.seq
    where a.voids_seq is null and l.voids_seq is null
      and not exists (select 1 from ledger_tx v where v.org_id = l.org_id and v.voids_seq = l.seq) limit 1 $q$ into taken;
  if taken is not null then
    raise exception 'entry % is in the ledger already', taken using errcode = 'unique_violation';
  end if;
  return null;
end $$;
create trigger ledger_tx_id_once after insert on ledger_tx referencing new table as added
  for each statement execute function ledger_id_once();

-- The entries of one command stand and fall together: `command_seq` is the seq of the first of them.
alter table ledger_tx add column command_seq bigint;

-- What became of an import after it was read. The choices are the objects whose version in the package was taken;
-- `organization_before` is what the first application put in the place of, for its undoing.
create table import_step (
  org_id uuid not null,
  import_id uuid not null,
  position integer not null,
  step text not null check (step in ('applied', 'undone')),
  accepted_findings boolean not null default false,
  choices jsonb not null default '[]',
  organization_before jsonb,
  entries bigint not null,
  actor_id uuid not null,
  actor text not null,
  at timestamptz not null,
  primary key (org_id, import_id, position),
  foreign key (org_id, import_id) references import_batch (org_id, id)
);
call secure_tenant_table('import_step', reads => '(select app_administers())', inserts => '(select app_administers())', updates => 'false', deletes => 'false');
insert into import_step (org_id, import_id, position, step, accepted_findings, entries, actor_id, actor, at)
  select b.org_id, b.id, 1, 'applied', b.accepted_findings, (select count(*) from ledger_tx l where l.org_id = b.org_id and l.import_id = b.id),
         b.created_by, a.first_name || ' ' || a.last_name, b.created_at
  from import_batch b join account a on a.id = b.created_by where b.applied;

drop view import_view;
create view import_view with (security_invoker = true) as
  select b.org_id, b.id, b.file_name, b.issuer_name, b.ocf_version, b.as_of,
         coalesce((select s.step from import_step s where s.org_id = b.org_id and s.import_id = b.id order by s.position desc limit 1), 'checked') as status,
         coalesce((select s.step from import_step s where s.org_id = b.org_id and s.import_id = b.id order by s.position desc limit 1) = 'applied', false) as applied,
         (select coalesce(sum(value::bigint), 0) from jsonb_each_text(b.counts)) as objects,
         (select count(*) from finding f where f.org_id = b.org_id and f.import_id = b.id and f.severity = 'error') as errors,
         (select count(*) from finding f where f.org_id = b.org_id and f.import_id = b.id and f.severity = 'warning') as warnings,
         b.created_at, a.first_name || ' ' || a.last_name as actor
  from import_batch b join account a on a.id = b.created_by;

-- Both rows are shown, the voided one and the one that voids it. An id that was written anew is the new row's: the voided
-- one is then told apart by its number.
drop view transaction_view;
create view transaction_view with (security_invoker = true) as
  with superseded as (
    select l.org_id, l.seq from ledger_tx v join ledger_tx l on l.org_id = v.org_id and l.seq = v.voids_seq
    where v.voids_seq is not null
      and exists (select 1 from ledger_tx n where n.org_id = l.org_id and n.id = l.id and n.seq > l.seq and n.voids_seq is null))
  select l.org_id, l.id::text as id, l.seq, l.object_type, l.effective_date as date, l.security_id, l.summary, l.recorded_at, l.actor,
         l.stakeholder_id, l.voids_seq, (select v.seq from ledger_tx v where v.org_id = l.org_id and v.voids_seq = l.seq) as voided_by_seq,
         case when l.voids_seq is not null then 'voiding'
              when exists (select 1 from ledger_tx v where v.org_id = l.org_id and v.voids_seq = l.seq) then 'voided' else 'in_force' end as status
  from ledger_tx l where (l.org_id, l.seq) not in (select org_id, seq from superseded)
  union all
  select l.org_id, l.id || '@' || l.seq, l.seq, l.object_type, l.effective_date, l.security_id, l.summary, l.recorded_at, l.actor,
         l.stakeholder_id, l.voids_seq, (select v.seq from ledger_tx v where v.org_id = l.org_id and v.voids_seq = l.seq), 'voided'
  from superseded s join ledger_tx l on l.org_id = s.org_id and l.seq = s.seq;

-- As before, for whatever tables there are: each is emptied as soon as nothing points at its rows any more.
create or replace function remove_sample_organization() returns setof text
language plpgsql security definer set search_path = public as $$
declare
  target uuid := app_org(); t text; people uuid[]; tables text[]; remaining text[];
begin
  if app_role() is distinct from 'owner' or not exists (select 1 from organization where id = target and is_sample) then
    raise exception 'not the owner of a sample company' using errcode = 'insufficient_privilege';
  end if;
  return query select d.storage_key from document d where d.org_id = target;
  select array_agg(account_id) into people from membership where org_id = target;
  perform set_config('app.removing_sample', target::text, true);
  select array_agg(c.table_name::text order by c.table_name) into tables
    from information_schema.columns c join information_schema.tables b using (table_schema, table_name)
    where c.table_schema = 'public' and b.table_type = 'BASE TABLE' and c.column_name = 'org_id' and c.table_name <> 'session';
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
  delete from session where org_id = target or account_id in (select id from account where is_demo and id = any (people));
  delete from account a where a.is_demo and a.id = any (people) and not exists (select 1 from membership m where m.account_id = a.id);
  perform set_config('app.removing_sample', '', true);
end $$;
