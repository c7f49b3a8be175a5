-- What everything rests on: exact numbers, who is asking, row-level security, references, rows that never change, and the order of
-- texts. Functions that tables rely on (triggers, policies, indexes) are in these files alone (docs/decisions/database-and-migrations.md).

-- Exact numbers. A plain numeric(38,10) rounds silently; these domains refuse instead.
create domain ocf_num as numeric check (scale(value) <= 10 and abs(value) < 1e28);
create domain ocf_qty as ocf_num check (value > 0);
create domain ccy as text check (value ~ '^[A-Z]{3}$');
create domain ocf_id as text check (value <> '');

-- Counts the contexts of a backend. The serving login cannot move it, and no rollback takes it back: of two contexts that
-- were begun in one transaction only the later holds, so that no statement mixes them. A replica has no such counter.
create unlogged sequence context_serial cache 1000;

-- The text that is signed: the current settings, this backend, this transaction and the number of its last context. A signature
-- from another transaction is therefore invalid in this one. The lengths come before the texts, so that no character can move
-- from one text to the next unnoticed. The function is not security definer and sets no search path, so that PostgreSQL inlines
-- it into the functions below.
create function context_message() returns bytea language sql as $$
  select int4send(pg_backend_pid()) || timestamptz_send(transaction_timestamp())
    || int8send(case when pg_is_in_recovery() then 0 else currval('context_serial') end)
    || convert_to(format(e'%s %s %s\n%s%s%s%s', length(current_setting('app.account_id', true)), length(current_setting('app.org_id', true)),
         length(current_setting('app.role', true)), current_setting('app.account_id', true), current_setting('app.org_id', true),
         current_setting('app.role', true), current_setting('app.shareholder_id', true)), 'UTF8')
$$;

-- The signature of context_message() with the database's own key.
create function context_signature() returns text
language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  inside bytea; outside bytea;
begin
  select k.inner_half, k.outer_half into inside, outside from context_key k;
  return encode(sha256(outside || sha256(inside || context_message())), 'hex');
end $$;

-- Whether the settings have a valid signature. Runs for every policy of every statement.
create function context_holds() returns boolean
language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  inside bytea; outside bytea; found_signature text := current_setting('app.signature', true);
begin
  -- Without a signature none is computed: the backend may not have begun any context yet.
  if coalesce(found_signature, '') = '' then return false; end if;
  -- As context_signature(), written out: this runs for every policy of every statement, and a call within a call costs as
  -- much as the signature. So does a query in an expression, so the key is read first.
  select k.inner_half, k.outer_half into inside, outside from context_key k;
  return encode(sha256(outside || sha256(inside || context_message())), 'hex') = found_signature;
end $$;

-- The company, account, role and shareholder of the person asking, as app_begin() set them for this transaction. Without a
-- valid signature they are null and every policy refuses. They call context_holds() with its schema, so that a changed search
-- path cannot substitute another function.
create function app_org() returns uuid stable language sql as $$ select case when public.context_holds() then nullif(current_setting('app.org_id', true), '')::uuid end $$;

create function app_account() returns uuid stable language sql as $$ select case when public.context_holds() then nullif(current_setting('app.account_id', true), '')::uuid end $$;

create function app_role() returns text stable language sql as $$ select case when public.context_holds() then nullif(current_setting('app.role', true), '') end $$;

create function app_shareholder() returns text stable language sql as $$ select case when public.context_holds() then nullif(current_setting('app.shareholder_id', true), '') end $$;

-- The groups of roles that policies use. src/resources/kit/access.ts defines the same groups.
create function app_reads_all() returns boolean stable language sql as $$ select coalesce(public.app_role() in ('owner', 'admin', 'staff', 'viewer'), false) $$;

create function app_writes() returns boolean stable language sql as $$ select coalesce(public.app_role() in ('owner', 'admin', 'staff'), false) $$;

create function app_administers() returns boolean stable language sql as $$ select coalesce(app_role() in ('owner', 'admin'), false) $$;

-- Whether the person asking may read what a cap table is computed from. Nobody has the role "cap table": only app_begin_table()
-- signs it, for reading the table that a company shows to its shareholders. Names the readers again rather than calling
-- app_reads_all(): with a costlier condition PostgreSQL chose a plan for the register of a long ledger that took minutes.
create function app_reads_table() returns boolean stable language sql as $$ select coalesce(public.app_role() in ('owner', 'admin', 'staff', 'viewer', 'cap table'), false) $$;

-- Whether a security was issued to the current shareholder, who may then see its history.
create function app_owns_security(security text) returns boolean stable language sql as $$
  select exists (select 1 from security s where s.org_id = app_org() and s.security_id = security and s.stakeholder_id = app_shareholder())
$$;

-- Whether the current shareholder holds any security today, or shares of one class. Policies of documents for holders call
-- these.
create function app_holds_anything() returns boolean stable language sql set search_path = public, pg_temp as $$
  select exists (select 1 from held_today h where h.org_id = app_org() and h.shareholder_id = app_shareholder())
$$;

create function app_holds_class(class text) returns boolean stable language sql set search_path = public, pg_temp as $$
  select exists (select 1 from held_today h where h.org_id = app_org() and h.shareholder_id = app_shareholder() and h.kind = 'STOCK' and h.stock_class_id = class)
$$;

-- The mailbox to which an address delivers: a label after a plus sign is removed, and for Gmail the dots as well.
create function mailbox_of(address text) returns text language sql immutable set search_path = public, pg_temp as $$
  select case when m.host in ('gmail.com', 'googlemail.com') then replace(m.box, '.', '') || '@gmail.com' else m.box || '@' || m.host end
  from (select regexp_replace(regexp_replace(lower(address), '@[^@]*$', ''), '^([^+]+)[+].*$', '\1') as box,
               regexp_replace(lower(address), '^.*@', '') as host) m
$$;

-- Puts a table under row-level security: enabled, forced, one policy per command. Each argument is a condition on the row, in
-- addition to "it belongs to the current company". The owner's policy serves migrations and the functions that run as the
-- owner; the serving login is never the owner. Changes of the table are noted in the company's chain, unless `sealed` is false:
-- for temporary rows, and rows derived from other tables.
create procedure secure_tenant_table(
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
create procedure refer_by_statement(source text, child text, target text, parent text) language plpgsql as $$
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
create function refuse_dangling() returns trigger language plpgsql security definer
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
create function refuse_to_leave() returns trigger language plpgsql security definer
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

create function refuse_new_key() returns trigger language plpgsql as $$
begin
  raise exception 'rows of table "%" keep their key', tg_table_name using errcode = 'foreign_key_violation';
end $$;

-- For append-only tables: refuses updates, deletes and truncation by every login. The only exception is
-- remove_sample_organization(), which runs as the owner.
create function refuse_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and current_setting('app.removing_sample', true) = old.org_id::text
     and current_user = (select tableowner from pg_tables where schemaname = tg_table_schema and tablename = tg_table_name) then
    return old;
  end if;
  raise exception '% is append-only', tg_table_name using errcode = 'insufficient_privilege';
end $$;

-- The key by which texts are sorted: capitals next to small letters in every alphabet, and accented letters next to plain ones.
-- alphabetical() also puts CS-9 before CS-10 (docs/decisions/database-and-migrations.md). The small form of a letter never changes
-- between versions of Unicode, so indexes of the key stay valid (docs/decisions/database-and-migrations.md#searching-texts).
create function letters_in_order(value text) returns text language sql immutable parallel safe
  return case when octet_length(value) = char_length(value) then lower(value)
              when value !~ '[ŁłĐđØøǾǿĦħŦŧıÐðŊŋſẛŒœÆæǼǽǢǣßẞÞþ　０-９Ａ-Ｚａ-ｚ]'
              then lower(regexp_replace(normalize(value, nfd), U&'[\0300-\036F]', '', 'g') collate "und-x-icu") collate "default"
              else replace(replace(replace(replace(translate(
                     lower(regexp_replace(normalize(value, nfd), U&'[\0300-\036F]', '', 'g') collate "und-x-icu"),
                     'łđøħŧıðŋſ　０１２３４５６７８９ａｂｃｄｅｆｇｈｉｊｋｌｍｎｏｐｑｒｓｔｕｖｗｘｙｚ',
                     'ldohtidns 0123456789abcdefghijklmnopqrstuvwxyz'), 'œ', 'oe'), 'æ', 'ae'), 'ß', 'ss'), 'þ', 'th') collate "default" end;

-- The same key with each number written in twenty digits.
create function alphabetical(value text) returns text language sql immutable parallel safe
  return case when value ~ '[0-9]'
              then regexp_replace(regexp_replace(letters_in_order(value), '([0-9]+)', '00000000000000000000\1', 'g'), '[0-9]*([0-9]{20})', '\1', 'g')
              else letters_in_order(value) end;

-- The key that signs who is asking. The settings that the policies read count only with a signature over them, the backend and
-- its transaction, under this key, which only the owner's functions read: a set_config by somebody who got hold of the serving
-- login changes nothing. Nothing is written to check it, so a replica can. HMAC-SHA-256 (RFC 2104) from the two halves of the
-- key, because PostgreSQL has sha256 and no hmac of its own.
create table context_key (
  inner_half bytea not null,
  outer_half bytea not null
);
create unique index context_key_one on context_key ((true));
do $$
declare
  key bytea := sha256(convert_to(gen_random_uuid()::text || gen_random_uuid()::text, 'UTF8')) || decode(repeat('00', 32), 'hex');
  inner_half bytea := key;
  outer_half bytea := key;
begin
  for at in 0..63 loop
    inner_half := set_byte(inner_half, at, get_byte(key, at) # 54);
    outer_half := set_byte(outer_half, at, get_byte(key, at) # 92);
  end loop;
  insert into context_key values (inner_half, outer_half);
end $$;

-- For what Sharebook does before anybody is signed in: signing in and up, sending messages. It names a token that follows from
-- APP_SECRET. Whoever has the serving login alone does not know it, so they can make no session and read no credential.
create table system_key (
  digest bytea not null
);
create unique index system_key_one on system_key ((true));

-- The files of server/db/functions and server/db/views that were applied last. `sha256` is null after a migration: all are
-- applied again.
create table schema_file (
  name text primary key,
  sha256 text,
  -- Of the Sharebook that applied them: an older one refuses to start.
  version text not null
);

-- What those files made, so that what no file contains any more is dropped.
create table schema_object (
  name text primary key
);
