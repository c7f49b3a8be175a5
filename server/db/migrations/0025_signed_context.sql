-- Who asks cannot be forged by the login that serves. The settings that the policies read are believed only with a
-- signature over them, the backend and its transaction, under a key that only the owner's functions read: a set_config of
-- somebody who got hold of the serving login yields nothing. Nothing is written to check it, so a replica can.

-- HMAC-SHA-256 (RFC 2104) by the two halves of its key, because PostgreSQL has sha256 and no hmac of its own.
create table context_key (inner_half bytea not null, outer_half bytea not null);
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

-- Counts the contexts of a backend. The serving login cannot move it, and no rollback takes it back: of two contexts that
-- were begun in one transaction only the later holds, so that no statement mixes them. A replica has no such counter.
create unlogged sequence context_serial cache 1000;

-- What is signed: what the settings say now, of this backend, this transaction and the last context that it began: a signature
-- that was seen elsewhere is worth nothing here. The lengths stand before the texts, so that no text can pass for two of
-- them or for a part of its neighbour. Neither of the owner nor with a path of its own, so that the functions below take its
-- text in instead of calling it.
create function context_message() returns bytea language sql as $$
  select int4send(pg_backend_pid()) || timestamptz_send(transaction_timestamp())
    || int8send(case when pg_is_in_recovery() then 0 else currval('context_serial') end)
    || convert_to(format(e'%s %s %s\n%s%s%s%s', length(current_setting('app.account_id', true)), length(current_setting('app.org_id', true)),
         length(current_setting('app.role', true)), current_setting('app.account_id', true), current_setting('app.org_id', true),
         current_setting('app.role', true), current_setting('app.shareholder_id', true)), 'UTF8')
$$;
create function context_signature() returns text
language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  inside bytea; outside bytea;
begin
  select k.inner_half, k.outer_half into inside, outside from context_key k;
  return encode(sha256(outside || sha256(inside || context_message())), 'hex');
end $$;
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

-- Each names what it asks: a path of somebody else's choosing finds nothing else.
create or replace function app_org() returns uuid stable language sql as $$ select case when public.context_holds() then nullif(current_setting('app.org_id', true), '')::uuid end $$;
create or replace function app_account() returns uuid stable language sql as $$ select case when public.context_holds() then nullif(current_setting('app.account_id', true), '')::uuid end $$;
create or replace function app_role() returns text stable language sql as $$ select case when public.context_holds() then nullif(current_setting('app.role', true), '') end $$;
create or replace function app_shareholder() returns text stable language sql as $$ select case when public.context_holds() then nullif(current_setting('app.shareholder_id', true), '') end $$;
create or replace function app_reads_all() returns boolean stable language sql as $$ select coalesce(public.app_role() in ('owner', 'admin', 'staff', 'viewer'), false) $$;
create or replace function app_writes() returns boolean stable language sql as $$ select coalesce(public.app_role() in ('owner', 'admin', 'staff'), false) $$;

-- A connection serves one person after another. A statement that somebody's injected SQL prepared on it, under a name that
-- Sharebook uses, would run for the next: no transaction begins beside one.
create function refuse_foreign_statements() returns void language plpgsql stable as $$
begin
  if exists (select from pg_prepared_statements where from_sql) then
    raise exception 'a statement on this connection was not prepared by Sharebook' using errcode = 'SB001';
  end if;
end $$;

-- Sets and signs. Not granted to the serving login: app_begin and app_begin_sample decide who it may be.
create function begin_context(account uuid, org uuid, member_role text, holder text) returns void
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if not pg_is_in_recovery() then perform nextval('context_serial'); end if;
  perform set_config('app.account_id', coalesce(account::text, ''), true), set_config('app.org_id', coalesce(org::text, ''), true),
    set_config('app.role', coalesce(member_role, ''), true), set_config('app.shareholder_id', coalesce(holder, ''), true);
  perform set_config('app.signature', context_signature(), true);
end $$;

-- What Sharebook does for nobody who is signed in yet: signing in and up, sending messages. It says a token that follows
-- from APP_SECRET; whoever has the serving login alone does not know it, and makes no session and reads no credential.
create table system_key (digest bytea not null);
create unique index system_key_one on system_key ((true));
create function system_signature() returns text
language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  return (select encode(sha256(k.outer_half || sha256(k.inner_half || convert_to(concat_ws(e'\n', 'system', pg_backend_pid(),
    extract(epoch from transaction_timestamp())), 'UTF8'))), 'hex') from context_key k);
end $$;
create function begin_system(token bytea) returns void
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if not exists (select 1 from system_key k where k.digest = sha256(token)) then
    raise exception 'not Sharebook itself' using errcode = 'insufficient_privilege';
  end if;
  perform set_config('app.system', system_signature(), true);
end $$;
-- The schema's owner needs no token: commands of the operator run as it.
create function system_holds() returns boolean
language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  return session_user = current_user or coalesce(current_setting('app.system', true) = system_signature(), false);
end $$;
create function require_system() returns void
language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if not system_holds() then raise exception 'not Sharebook itself' using errcode = 'insufficient_privilege'; end if;
end $$;
-- What somebody does for their own account, or Sharebook for one that is signing in.
create function require_account(account uuid) returns void
language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if account is distinct from app_account() then perform require_system(); end if;
end $$;

create or replace function app_begin(token text, idle_seconds integer, max_seconds integer)
returns table (account_id uuid, org_id uuid, role text, membership_status text, shareholder_id text, client_name text)
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  s session;
  hash bytea := decode(token, 'hex');
begin
  select * into s from session t where t.token_hash = hash
    and t.last_seen_at > now() - make_interval(secs => idle_seconds)
    and t.created_at > now() - make_interval(secs => max_seconds);
  if not found then return; end if;
  -- A replica leaves the note to the next transaction that may write.
  if s.last_seen_at < now() - least(interval '60 seconds', make_interval(secs => idle_seconds / 4.0))
     and current_setting('transaction_read_only') = 'off' then
    update session t set last_seen_at = now() where t.token_hash = hash;
  end if;
  account_id := s.account_id;
  membership_status := 'none';
  role := 'shareholder';
  if s.org_id is not null then
    select m.org_id, m.role, m.status, m.shareholder_id, o.client_name
      into org_id, role, membership_status, shareholder_id, client_name
      from membership m join organization o on o.id = m.org_id
      where m.org_id = s.org_id and m.account_id = s.account_id;
    if not found then org_id := null; role := 'shareholder'; membership_status := 'none'; end if;
  end if;
  perform begin_context(account_id, org_id, case when membership_status = 'active' then role end,
    case when membership_status = 'active' then shareholder_id end);
  return next;
end $$;

-- Acts as a person of a sample company, without a session: its story is told through the commands that people have.
-- Refuses any other company, and any account that is a real person's.
create function app_begin_sample(organisation uuid, account uuid) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  found_role text; found_holder text;
begin
  perform require_system();
  select m.role, m.shareholder_id into found_role, found_holder
    from membership m join organization o on o.id = m.org_id join account a on a.id = m.account_id
    where m.org_id = organisation and m.account_id = account and m.status = 'active' and o.is_sample and a.is_demo;
  if not found then raise exception 'not a person of a sample company' using errcode = 'insufficient_privilege'; end if;
  perform begin_context(account, organisation, found_role, found_holder);
end $$;

create or replace function create_organization(new_id uuid, membership_id uuid, name text, display_name text, account uuid, sample boolean) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform require_system();
  insert into organization (id, client_name, client_display_name, is_sample) values (new_id, name, display_name, sample);
  insert into membership (org_id, id, account_id, role, status) values (new_id, membership_id, account, 'owner', 'active');
end $$;
create or replace function add_sample_member(organisation uuid, membership_id uuid, account uuid, member_role text, shareholder text) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform require_system();
  if not exists (select 1 from organization where id = organisation and is_sample) then
    raise exception 'not a sample company' using errcode = 'insufficient_privilege';
  end if;
  insert into membership (org_id, id, account_id, role, status, shareholder_id) values (organisation, membership_id, account, member_role, 'active', shareholder);
end $$;

-- The head of a ledger follows from its entries: the serving login writes entries, and no head.
create function advance_ledger() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  org uuid; first_seq bigint; final_seq bigint; entries bigint;
begin
  select min(c.org_id::text)::uuid, min(c.seq), max(c.seq), count(*) into org, first_seq, final_seq, entries from came c;
  if entries = 0 then return null; end if;
  update organization o set last_seq = final_seq, last_hash = (select c.hash from came c where c.seq = final_seq)
    where o.id = org and o.last_seq = first_seq - 1 and entries = final_seq - first_seq + 1
      and o.last_hash = (select c.prev_hash from came c where c.seq = first_seq)
      and not exists (select 1 from came c where c.org_id <> org);
  if not found then raise exception 'these entries do not follow the last one of the ledger' using errcode = 'check_violation'; end if;
  return null;
end $$;
create trigger ledger_advances after insert on ledger_tx referencing new table as came
  for each statement execute function advance_ledger();

-- As before, and only when the ledger holds what the sample's people wrote: whatever a flag says, the record of real
-- people stays.
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
  perform set_config('app.removing_sample', '', true);
end $$;

-- A temporary table of somebody else's making must not be found before a table of ours.
do $$
declare f record;
begin
  for f in select p.oid::regprocedure as name from pg_proc p
           where p.prosecdef and p.pronamespace = 'public'::regnamespace and p.proconfig @> array['search_path=public'] loop
    execute format('alter function %s set search_path = public, pg_temp', f.name);
  end loop;
end $$;
