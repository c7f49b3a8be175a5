-- The chain of changes: notes of the rows that each transaction changed, chained for each company and sealed by the server
-- (docs/decisions/0086-sealed-changes.md). Migrations and every write call these functions: read
-- docs/decisions/database-and-migrations.md#views-and-functions-in-files before you change one.

-- The id of the installation's chain, for changes that belong to no company: changes of accounts, and of the list of companies.
create or replace function installation_chain() returns uuid immutable language sql as $$ select '00000000-0000-0000-0000-000000000000'::uuid $$;

-- The key of a row: its only key column as text, or all of them as a JSON array.
create or replace function change_key(r jsonb, keys text[]) returns text immutable language sql as $$
  select case cardinality(keys) when 1 then r ->> keys[1] else (select jsonb_agg(r -> k order by at)::text from unnest(keys) with ordinality as u (k, at)) end
$$;

-- The chain that a row belongs to.
create or replace function change_chain(r jsonb, chain text) returns uuid immutable language sql as $$
  select case when r is null then null when chain = 'company' then coalesce(r ->> 'org_id', r ->> 'id')::uuid else installation_chain() end
$$;

-- The digest of a row's columns.
create or replace function change_digest(r jsonb) returns text immutable language sql as $$
  select encode(sha256(convert_to(r::text, 'UTF8')), 'hex')
$$;

-- The columns of a table that its notes cover.
create or replace function change_columns(relation oid, left_out text[]) returns text[] stable language sql as $$
  select array_agg(a.attname::text order by a.attname) from pg_attribute a
  where a.attrelid = relation and a.attnum > 0 and not a.attisdropped and a.attname <> all (left_out)
$$;

-- The hash that chains a note to the one before it.
create or replace function change_hash(prev bytea, c sealed_change, seq bigint) returns bytea stable language sql as $$
  select sha256(prev || convert_to(concat_ws(e'\n', '', c.org_id, seq, to_char(c.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US'),
    coalesce(c.account_id::text, ''), c.table_name, c.operation, c.columns::text, c.rows::text), 'UTF8'))
$$;

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
begin
  if tg_op = 'DELETE' then
    select array_agg(k) into covered from (select jsonb_object_keys(to_jsonb(w) - left_out) as k from (select * from went limit 1) w) x;
  else
    select array_agg(k) into covered from (select jsonb_object_keys(to_jsonb(c) - left_out) as k from (select * from came limit 1) c) x;
  end if;
  if tg_op = 'INSERT' then
    insert into sealed_change (org_id, account_id, table_name, operation, columns, rows)
    select change_chain(n.r, chain), app_account(), tg_table_name, 'insert', covered,
      jsonb_object_agg(case when one_key is not null then n.r ->> one_key else change_key(n.r, keys) end, change_digest(n.r - left_out))
    from (select to_jsonb(c) as r from came c offset 0) n group by 1;
  elsif tg_op = 'DELETE' then
    insert into sealed_change (org_id, account_id, table_name, operation, columns, rows)
    select change_chain(o.r, chain), app_account(), tg_table_name, 'delete', covered,
      jsonb_object_agg(case when one_key is not null then o.r ->> one_key else change_key(o.r, keys) end, null)
    from (select to_jsonb(w) as r from went w offset 0) o group by 1;
  else
    insert into sealed_change (org_id, account_id, table_name, operation, columns, rows)
    select coalesce(n.org, o.org), app_account(), tg_table_name, 'update', covered,
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
  insert into sealed_change (org_id, account_id, table_name, operation, columns, rows)
    select c.org_id, app_account(), 'ledger_tx', 'insert', array['hash'], jsonb_object_agg(c.seq, encode(c.hash, 'hex'))
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
    and (c.org_id = installation_chain()) = (chain = 'installation'));
begin
  execute format($sql$
    with last_note as (
      select distinct on (c.org_id, n.key) c.org_id, n.key, n.value as digest, c.columns
      from sealed_change c cross join lateral jsonb_each_text(c.rows) n where c.table_name = $1 order by c.org_id, n.key, c.id desc)
    insert into sealed_change (org_id, table_name, operation, columns, rows)
    select f.org, $1, 'found', $4, jsonb_object_agg(f.key, change_digest(f.r - $3))
    from (select change_chain(r, $5) as org, change_key(r, $2) as key, r from (select to_jsonb(t) as r from %I t offset 0) x) f
    left join last_note l on l.org_id = f.org and l.key = f.key
    where not $6 or not l.columns <@ $4
      or l.digest = change_digest((select jsonb_object_agg(k, f.r -> k) from unnest(l.columns) k))
    group by 1
  $sql$, name) using name, keys, left_out, covered, chain, was_noted;
  insert into sealed_columns values (name, chain, covered)
    on conflict on constraint sealed_columns_pkey do update set columns = excluded.columns;
end $$;

-- After a migration: notes all rows again of each table whose columns have changed, so that the notes cover every column.
create or replace procedure note_altered_tables() language plpgsql as $$
declare
  t record; arguments text[];
begin
  for t in select tgrelid::regclass::text as name, encode(tgargs, 'escape') as arguments from pg_trigger
           where tgfoid = 'note_change'::regproc and tgname like 'sealed_insert%' order by 1 loop
    arguments := string_to_array(t.arguments, '\000');
    if not exists (select 1 from sealed_columns c where c.table_name = t.name and c.chain = arguments[3]
                   and c.columns = change_columns(t.name::regclass, string_to_array(arguments[2], ' '))) then
      call note_found(t.name, string_to_array(arguments[1], ' '), string_to_array(arguments[2], ' '), arguments[3]);
    end if;
  end loop;
end $$;

-- Notes the present rows of a table, and from now on each of its changes. The key is the primary key without org_id, unless
-- `key` names another.
create or replace procedure seal_table(name text, left_out text default '', chain text default 'company', key text default null)
language plpgsql set timezone = 'UTC' set bytea_output = 'hex' as $$
declare
  keys text := coalesce(key, (select string_agg(a.attname, ' ' order by u.at) from pg_index i
    cross join lateral unnest(i.indkey::smallint[]) with ordinality as u (attnum, at)
    join pg_attribute a on a.attrelid = i.indrelid and a.attnum = u.attnum
    where i.indrelid = name::regclass and i.indisprimary and a.attname <> 'org_id'));
  suffix text := case chain when 'company' then '' else '_' || chain end;
begin
  execute format('create trigger sealed_insert%s after insert on %I referencing new table as came for each statement execute function note_change(%L, %L, %L)', suffix, name, keys, left_out, chain);
  execute format('create trigger sealed_update%s after update on %I referencing old table as went new table as came for each statement execute function note_change(%L, %L, %L)', suffix, name, keys, left_out, chain);
  execute format('create trigger sealed_delete%s after delete on %I referencing old table as went for each statement execute function note_change(%L, %L, %L)', suffix, name, keys, left_out, chain);
  call note_found(name, string_to_array(keys, ' '), string_to_array(left_out, ' '), chain);
end $$;

-- Chains the notes of this transaction. It is the last step before the commit, so that the head of a company is locked only for
-- a moment. Returns the notes to be sealed. Each note is found by its place in the table, which no other transaction can change:
-- looked for among the transaction's notes, each would cost as much as there are. The seals and the commit, whose checks may be
-- many, get the limit of long work, whatever limit the statements before had.
create or replace function chain_changes() returns table (org_id uuid, seq bigint, hash bytea)
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  open record; entry sealed_change; head sealed_head;
begin
  if pg_current_xact_id_if_assigned() is null then return; end if;
  perform complete_audit();
  perform set_config('statement_timeout', '15min', true);
  for open in select c.ctid as place, c as note from sealed_change c where c.xid = pg_current_xact_id() and c.seq is null order by c.org_id, c.id loop
    entry := open.note;
    if head.org_id is distinct from entry.org_id then
      update sealed_head h set seq = head.seq, hash = head.hash where h.org_id = head.org_id;
      insert into sealed_head (org_id) values (entry.org_id) on conflict do nothing;
      select * into head from sealed_head h where h.org_id = entry.org_id for update;
    end if;
    update sealed_change c set seq = head.seq + 1, prev_hash = head.hash, hash = change_hash(head.hash, entry, head.seq + 1)
      where c.ctid = open.place and c.id = entry.id and c.seq is null returning c.org_id, c.seq, c.hash into org_id, seq, hash;
    head.seq := chain_changes.seq;
    head.hash := chain_changes.hash;
    return next;
  end loop;
  update sealed_head h set seq = head.seq, hash = head.hash where h.org_id = head.org_id;
end $$;

-- Stores the seals of this transaction's notes. Each note is sealed only once.
create or replace function seal_changes(orgs uuid[], seqs bigint[], seals bytea[]) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update sealed_change c set seal = u.seal, xid = null from unnest(orgs, seqs, seals) as u (org_id, seq, seal)
    where c.org_id = u.org_id and c.seq = u.seq and c.seal is null and c.xid = pg_current_xact_id();
end $$;

-- The head of the company's chain, for exports.
create or replace function chain_head() returns table (seq bigint, hash bytea)
language sql stable security definer set search_path = public, pg_temp as $$
  select h.seq, h.hash from sealed_head h where h.org_id = app_org() and app_reads_all()
$$;

-- A note is added, chained once and sealed once; any other update is refused. It is deleted only together with its company.
create or replace function refuse_other_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    if old.org_id <> installation_chain() and not exists (select 1 from organization o where o.id = old.org_id) then return old; end if;
  elsif old.seal is null and (new.id, new.org_id, new.at, new.account_id, new.table_name, new.operation, new.columns, new.rows)
      is not distinct from (old.id, old.org_id, old.at, old.account_id, old.table_name, old.operation, old.columns, old.rows) then
    return new;
  end if;
  raise exception 'sealed_change is append-only' using errcode = 'insufficient_privilege';
end $$;
