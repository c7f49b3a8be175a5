-- The tables that grow with every change, in parts by company: the chain of changes, the audit trail and the activity. A note of the
-- chain loses what follows from elsewhere, and is written once. And what npm run verify has verified.

-- The parts, in a schema in which the serving login has no rights: it reads and writes through the whole table alone.
create schema if not exists sharebook_parts;

-- In eight parts by the company's id. Twice as many are made later by taking a part apart, without touching the others.
create procedure part_by_company(name text) language plpgsql as $$
begin
  for part in 0..7 loop
    execute format('create table sharebook_parts.%I partition of %I for values with (modulus 8, remainder %s)', name || '_' || part, name, part);
  end loop;
end $$;

-- 1. The chain of changes.

-- What a note's digests cover. Few lists of columns are ever used, so a note names its own.
create table sealed_column_list (
  id integer primary key,
  columns text[] not null unique
);

create function column_list(covered text[]) returns integer language plpgsql as $$
declare
  found integer;
begin
  select l.id into found from sealed_column_list l where l.columns = covered;
  if found is null then
    perform pg_advisory_xact_lock(hashtextextended('sealed_column_list', 0));
    insert into sealed_column_list select coalesce(max(l.id), 0) + 1, covered from sealed_column_list l on conflict (columns) do nothing;
    select l.id into found from sealed_column_list l where l.columns = covered;
  end if;
  return found;
end $$;

alter table sealed_change set schema sharebook_parts;

-- What the transactions under way have changed. Each chains its notes before it commits, so whatever is seen here by others was
-- not written by Sharebook.
create unlogged table sealed_note (
  org_id uuid,
  id bigint default nextval('sealed_change_order'),
  xid xid8 not null default pg_current_xact_id(),
  at timestamptz not null default now(),
  account_id uuid,
  table_name text not null,
  operation text not null check (operation in ('found', 'insert', 'update', 'delete')),
  column_list integer not null,
  rows jsonb not null,
  primary key (org_id, id)
);
create index sealed_note_of_transaction on sealed_note (xid);
call secure_tenant_table('sealed_note',
  reads => 'false',
  inserts => 'false',
  updates => 'false',
  deletes => 'false',
  sealed => false
);

create table sealed_change (
  org_id uuid,
  seq bigint,
  at timestamptz not null,
  account_id uuid,
  table_name text not null,
  operation text not null check (operation in ('found', 'insert', 'update', 'delete')),
  column_list integer not null,
  -- The digest of each row by its key; null where it is gone.
  rows jsonb not null,
  -- Over the hash of the note before it, and this note.
  hash bytea not null,
  primary key (org_id, seq)
) partition by hash (org_id);
call part_by_company('sealed_change');
call secure_tenant_table('sealed_change',
  reads => 'false',
  inserts => 'false',
  updates => 'false',
  deletes => 'false',
  sealed => false
);

-- One seal for what a transaction changed of a company: over the numbers of its first and last note and the hash of the last.
-- Seals follow each other without a gap, so a note that no transaction of Sharebook wrote is in none.
create table change_seal (
  org_id uuid,
  last_seq bigint,
  first_seq bigint not null,
  seal bytea not null,
  primary key (org_id, last_seq),
  constraint change_seal_of_notes check (first_seq <= last_seq)
) partition by hash (org_id);
call part_by_company('change_seal');
call secure_tenant_table('change_seal',
  reads => 'false',
  inserts => 'false',
  updates => 'false',
  deletes => 'false',
  sealed => false
);

-- How far a chain, with the company's trail and ledger, has been verified without a fault (server/maintenance/verify/checkpoint.ts).
create table verified_chain (
  org_id uuid primary key,
  at timestamptz not null,
  change_seq bigint not null,
  change_hash bytea not null,
  trail_seq bigint not null,
  trail_hash text not null,
  entry_seq bigint not null,
  entry_hash bytea not null,
  seal bytea not null
);
call secure_tenant_table('verified_chain',
  reads => 'false',
  inserts => 'false',
  updates => 'false',
  deletes => 'false',
  sealed => false
);

insert into sealed_column_list
  select row_number() over (order by columns), columns from (select distinct columns from sharebook_parts.sealed_change) c;
insert into sealed_change
  select c.org_id, c.seq, c.at, c.account_id, c.table_name, c.operation, l.id, c.rows, c.hash
  from sharebook_parts.sealed_change c join sealed_column_list l using (columns) where c.seq is not null;
insert into change_seal select org_id, seq, seq, seal from sharebook_parts.sealed_change where seal is not null;
insert into sealed_note
  select c.org_id, c.id, coalesce(c.xid, pg_current_xact_id()), c.at, c.account_id, c.table_name, c.operation, l.id, c.rows
  from sharebook_parts.sealed_change c join sealed_column_list l using (columns) where c.seq is null;
drop function chain_changes();
drop function seal_changes(uuid[], bigint[], bytea[]);
drop function change_hash(bytea, sharebook_parts.sealed_change, bigint);
drop table sharebook_parts.sealed_change;
drop function refuse_other_change();

-- The hash that chains a note to the one before it.
create function change_hash(prev bytea, note sealed_note, seq bigint) returns bytea stable language sql as $$
  select sha256(prev || convert_to(concat_ws(e'\n', '', note.org_id, seq, to_char(note.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US'),
    coalesce(note.account_id::text, ''), note.table_name, note.operation,
    (select l.columns::text from sealed_column_list l where l.id = note.column_list), note.rows::text), 'UTF8'))
$$;

-- A note and a seal are added once, and deleted only together with their company.
create function refuse_other_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and old.org_id <> installation_chain() and not exists (select 1 from organization o where o.id = old.org_id) then
    return old;
  end if;
  raise exception '% is append-only', tg_argv[0] using errcode = 'insufficient_privilege';
end $$;
create trigger sealed_change_append_only before delete or update on sealed_change for each row execute function refuse_other_change('sealed_change');
create trigger change_seal_append_only before delete or update on change_seal for each row execute function refuse_other_change('change_seal');

-- Trigger: notes the changes of a statement. Arguments: the key columns, the columns left out, and which chain the note belongs
-- to ('company' or 'installation'). It runs with every write, so it reads a key of one column directly: change_key contains a
-- query, and PostgreSQL never inlines it.
create or replace function note_change() returns trigger
language plpgsql security definer set search_path = public, pg_temp set timezone = 'UTC' set bytea_output = 'hex' as $$
declare
  keys text[] := string_to_array(tg_argv[0], ' ');
  one_key text := case when cardinality(keys) = 1 then keys[1] end;
  left_out text[] := string_to_array(tg_argv[1], ' ');
  chain text := tg_argv[2];
  covered text[];
  list integer;
begin
  if tg_op = 'DELETE' then
    select array_agg(k) into covered from (select jsonb_object_keys(to_jsonb(w) - left_out) as k from (select * from went limit 1) w) x;
  else
    select array_agg(k) into covered from (select jsonb_object_keys(to_jsonb(c) - left_out) as k from (select * from came limit 1) c) x;
  end if;
  if covered is null then return null; end if;
  list := column_list(covered);
  if tg_op = 'INSERT' then
    insert into sealed_note (org_id, account_id, table_name, operation, column_list, rows)
    select change_chain(n.r, chain), app_account(), tg_table_name, 'insert', list,
      jsonb_object_agg(case when one_key is not null then n.r ->> one_key else change_key(n.r, keys) end, change_digest(n.r - left_out))
    from (select to_jsonb(c) as r from came c offset 0) n group by 1;
  elsif tg_op = 'DELETE' then
    insert into sealed_note (org_id, account_id, table_name, operation, column_list, rows)
    select change_chain(o.r, chain), app_account(), tg_table_name, 'delete', list,
      jsonb_object_agg(case when one_key is not null then o.r ->> one_key else change_key(o.r, keys) end, null)
    from (select to_jsonb(w) as r from went w offset 0) o group by 1;
  else
    insert into sealed_note (org_id, account_id, table_name, operation, column_list, rows)
    select coalesce(n.org, o.org), app_account(), tg_table_name, 'update', list,
      jsonb_object_agg(coalesce(n.key, o.key), case when n.r is not null then change_digest(n.r) end)
    from (select change_chain(r, chain) as org, case when one_key is not null then r ->> one_key else change_key(r, keys) end as key, r - left_out as r
          from (select to_jsonb(c) as r from came c offset 0) x) n
    full join (select change_chain(r, chain) as org, case when one_key is not null then r ->> one_key else change_key(r, keys) end as key, r - left_out as r
          from (select to_jsonb(w) as r from went w offset 0) y) o on o.org = n.org and o.key = n.key
    where n.r is distinct from o.r group by 1;
  end if;
  return null;
end $$;

-- The ledger has a chain of its own. Notes the hash of the last entry that each statement added, so that the chain of changes
-- seals the ledger as well.
create or replace function note_ledger() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into sealed_note (org_id, account_id, table_name, operation, column_list, rows)
    select c.org_id, app_account(), 'ledger_tx', 'insert', column_list(array['hash']), jsonb_object_agg(c.seq, encode(c.hash, 'hex'))
    from came c where not exists (select 1 from came later where later.org_id = c.org_id and later.seq > c.seq) group by c.org_id;
  return null;
end $$;

-- Notes the rows that a table has now. If the table was noted before, notes only rows that still match their last note. A row
-- that was changed, added or deleted by other means than Sharebook keeps its last note, and verify reports it. If a migration
-- has dropped a column that the last note of a row covers, the row cannot be compared and is noted as it is.
create or replace procedure note_found(name text, keys text[], left_out text[], chain text)
language plpgsql set timezone = 'UTC' set bytea_output = 'hex' as $$
declare
  covered text[] := change_columns(name::regclass, left_out);
  was_noted boolean := exists (select 1 from sealed_change c where c.table_name = name
      and (c.org_id = installation_chain()) = (chain = 'installation'))
    or exists (select 1 from sealed_note n where n.table_name = name and (n.org_id = installation_chain()) = (chain = 'installation'));
begin
  execute format($sql$
    with noted as (
      select c.org_id, c.seq, null::bigint as id, c.rows, c.column_list from sealed_change c where c.table_name = $1
      union all select n.org_id, null, n.id, n.rows, n.column_list from sealed_note n where n.table_name = $1),
    last_note as (
      select distinct on (c.org_id, n.key) c.org_id, n.key, n.value as digest, l.columns
      from noted c join sealed_column_list l on l.id = c.column_list cross join lateral jsonb_each_text(c.rows) n
      order by c.org_id, n.key, c.id desc nulls last, c.seq desc)
    insert into sealed_note (org_id, table_name, operation, column_list, rows)
    select f.org, $1, 'found', column_list($4), jsonb_object_agg(f.key, change_digest(f.r - $3))
    from (select change_chain(r, $5) as org, change_key(r, $2) as key, r from (select to_jsonb(t) as r from %I t offset 0) x) f
    left join last_note l on l.org_id = f.org and l.key = f.key
    where not $6 or not l.columns <@ $4
      or l.digest = change_digest((select jsonb_object_agg(k, f.r -> k) from unnest(l.columns) k))
    group by 1
  $sql$, name) using name, keys, left_out, covered, chain, was_noted;
  insert into sealed_columns values (name, chain, covered)
    on conflict on constraint sealed_columns_pkey do update set columns = excluded.columns;
end $$;

-- Chains the notes of this transaction. It is the last step before the commit, so that the head of a company is locked only for
-- a moment. Returns what is to be sealed: of each company, its notes' numbers (12, or 12-19) and the hash of the last. The seals and
-- the commit, whose checks may be many, get the limit of long work, whatever limit the statements before had.
create function chain_changes() returns table (org_id uuid, seq text, hash bytea)
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  note sealed_note; head sealed_head; first bigint;
begin
  if pg_current_xact_id_if_assigned() is null then return; end if;
  perform complete_audit();
  perform set_config('statement_timeout', '15min', true);
  for note in select * from sealed_note n where n.xid = pg_current_xact_id() order by n.org_id, n.id loop
    if head.org_id is distinct from note.org_id then
      if head.org_id is not null then
        org_id := head.org_id; seq := concat_ws('-', nullif(first, head.seq), head.seq); hash := head.hash;
        return next;
        update sealed_head h set seq = head.seq, hash = head.hash where h.org_id = head.org_id;
      end if;
      insert into sealed_head (org_id) values (note.org_id) on conflict do nothing;
      select * into head from sealed_head h where h.org_id = note.org_id for update;
      first := head.seq + 1;
    end if;
    head.seq := head.seq + 1;
    head.hash := change_hash(head.hash, note, head.seq);
    insert into sealed_change values (note.org_id, head.seq, note.at, note.account_id, note.table_name, note.operation, note.column_list, note.rows, head.hash);
  end loop;
  if head.org_id is null then return; end if;
  org_id := head.org_id; seq := concat_ws('-', nullif(first, head.seq), head.seq); hash := head.hash;
  return next;
  update sealed_head h set seq = head.seq, hash = head.hash where h.org_id = head.org_id;
  delete from sealed_note n where n.xid = pg_current_xact_id();
end $$;

-- Stores the seals of what this transaction chained, which is the end of each company's chain.
create function seal_changes(orgs uuid[], seqs text[], seals bytea[]) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into change_seal (org_id, first_seq, last_seq, seal)
    select u.org_id, split_part(u.seq, '-', 1)::bigint, h.seq, u.seal
    from unnest(orgs, seqs, seals) as u (org_id, seq, seal) join sealed_head h on h.org_id = u.org_id
    where h.xmin = pg_current_xact_id()::xid and split_part(u.seq, '-', -1)::bigint = h.seq;
end $$;

create or replace function complete_audit() returns void
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  entry audit; left_out record;
begin
  for left_out in
    select n.org_id, min(n.account_id::text) as account, string_agg(distinct replace(n.table_name, '_', ' '), ', ') as tables
    from sealed_note n where n.xid = pg_current_xact_id() and n.operation <> 'found'
    group by n.org_id having not bool_or(n.table_name = 'audit') order by n.org_id
  loop
    if not exists (select 1 from organization o where o.id = left_out.org_id) then continue; end if;
    entry.org_id := left_out.org_id;
    entry.id := gen_random_uuid();
    entry.at := clock_timestamp();
    entry.account_id := left_out.account;
    entry.actor := audit_name(entry.account_id::uuid);
    entry.action := 'change';
    entry.resource := 'organization';
    entry.resource_id := left_out.org_id::text;
    entry.summary := 'changed ' || left_out.tables;
    perform append_audit(entry);
  end loop;
end $$;

-- 2. The audit trail and the activity. What refers to them is dropped with the old tables: the functions below, and views and
-- functions that every start makes again.

alter table activity set schema sharebook_parts;
alter table audit set schema sharebook_parts;

create table audit (
  org_id uuid,
  id uuid,
  seq bigint not null,
  at timestamptz not null,
  -- Null for what Sharebook itself, or its operator, did.
  account_id text,
  actor text not null,
  action text not null,
  resource text not null,
  resource_id text,
  -- What was done, to follow the person's name.
  summary text not null,
  -- Only what changed, in canonical JSON; sensitive fields as "changed".
  before json,
  after json,
  request_id text,
  prev_hash text not null,
  hash text not null,
  primary key (org_id, id),
  unique (org_id, seq)
) partition by hash (org_id);
call part_by_company('audit');
insert into audit select * from sharebook_parts.audit;
create index audit_of_record on audit (org_id, resource, resource_id, seq desc);
create index audit_of_person on audit (org_id, account_id, seq desc);
create index audit_by_time on audit (org_id, at desc);
call secure_tenant_table('audit',
  reads => '(select app_administers())',
  inserts => 'false',
  updates => 'false',
  deletes => 'false',
  sealed => false
);

create table activity (
  org_id uuid references organization,
  id uuid,
  at timestamptz not null default now(),
  -- The operator and Sharebook itself have no account.
  account_id uuid,
  actor text not null,
  text text not null,
  resource text not null,
  resource_id text not null,
  shareholder_id text,
  audit_id uuid,
  -- Which of the company's people may read a line: as many as may read what it tells of.
  known_to text not null default 'readers' check (known_to in ('administrators', 'editors', 'readers')),
  primary key (org_id, id),
  constraint activity_of_audit foreign key (org_id, audit_id) references audit (org_id, id) deferrable initially deferred
) partition by hash (org_id);
call part_by_company('activity');
insert into activity select * from sharebook_parts.activity;
set constraints all immediate;
create index activity_recent on activity (org_id, at desc);
call secure_tenant_table('activity',
  reads => 'case known_to when ''administrators'' then (select app_administers()) when ''editors'' then (select app_writes()) else (select app_reads_all()) end
    or (shareholder_id = (select app_shareholder()) and (resource <> ''messages'' or account_id = (select app_account())
      or exists (select 1 from message m where m.org_id = activity.org_id and m.thread_id::text = activity.resource_id and m.account_id = activity.account_id and m.for_company)))
    or case when (select app_reads_all()) then false
      when resource = ''documents'' then exists (select 1 from document d where d.org_id = activity.org_id and d.id = activity.resource_id::uuid)
      else false end',
  inserts => 'false',
  updates => 'false',
  deletes => 'false'
);


drop table sharebook_parts.activity, sharebook_parts.audit cascade;
create trigger audit_append_only before delete or update on audit for each row execute function refuse_change();
create trigger audit_no_truncate before truncate on audit for each statement execute function refuse_change();

-- A row of the trail as RFC 8785 canonical JSON: the row as /api/audit/ returns it, without its hash. `before` and `after` are
-- stored in that form.
create function audit_document(a audit) returns text stable language sql as $$
  select '{"account_id":' || coalesce(to_json(a.account_id)::text, 'null') || ',"action":' || to_json(a.action)::text
    || ',"actor":' || to_json(a.actor)::text || ',"after":' || coalesce(a.after::text, 'null')
    || ',"at":"' || to_char(a.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') || '","before":' || coalesce(a.before::text, 'null')
    || ',"id":' || to_json(a.id::text)::text || ',"prev_hash":' || to_json(a.prev_hash)::text
    || ',"request_id":' || coalesce(to_json(a.request_id)::text, 'null') || ',"resource":' || to_json(a.resource)::text
    || ',"resource_id":' || coalesce(to_json(a.resource_id)::text, 'null') || ',"seq":' || a.seq || ',"summary":' || to_json(a.summary)::text || '}'
$$;

-- Appends a row to a company's trail: gives it the next number and the hash that chains it to the row before, and notes the hash
-- in the company's chain of changes, which is sealed. The lock is held until the commit, so it is taken as late as possible. It
-- locks no row of another table: a command may already hold the company's row.
create function append_audit(entry audit) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  last record;
begin
  perform pg_advisory_xact_lock(hashtextextended('audit ' || entry.org_id, 0));
  select a.seq, a.hash into last from audit a where a.org_id = entry.org_id order by a.seq desc limit 1;
  entry.seq := coalesce(last.seq, 0) + 1;
  entry.at := date_trunc('milliseconds', entry.at);
  entry.prev_hash := coalesce(last.hash, repeat('0', 64));
  entry.hash := encode(sha256(convert_to(entry.prev_hash || e'\n' || audit_document(entry), 'UTF8')), 'hex');
  insert into audit select entry.*;
  insert into sealed_note (org_id, account_id, table_name, operation, column_list, rows)
    values (entry.org_id, entry.account_id::uuid, 'audit', 'insert', column_list(array['hash']), jsonb_build_object(entry.seq, entry.hash));
end $$;
