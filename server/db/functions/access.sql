-- The settings that say who is asking, their signature, and the functions with which row-level security reads them.

-- The day for which a list is shown: today, unless the request names another.
create or replace function app_as_of() returns date stable language sql as $$
  select coalesce(nullif(current_setting('app.as_of', true), '')::date, current_date)
$$;

-- The text that is signed: the current settings, this backend, this transaction and the number of its last context. A signature
-- from another transaction is therefore invalid in this one. The lengths come before the texts, so that no character can move
-- from one text to the next unnoticed. The function is not security definer and sets no search path, so that PostgreSQL inlines
-- it into the functions below.
create or replace function context_message() returns bytea language sql as $$
  select int4send(pg_backend_pid()) || timestamptz_send(transaction_timestamp())
    || int8send(case when pg_is_in_recovery() then 0 else currval('context_serial') end)
    || convert_to(format(e'%s %s %s\n%s%s%s%s', length(current_setting('app.account_id', true)), length(current_setting('app.org_id', true)),
         length(current_setting('app.role', true)), current_setting('app.account_id', true), current_setting('app.org_id', true),
         current_setting('app.role', true), current_setting('app.shareholder_id', true)), 'UTF8')
$$;

-- The signature of context_message() with the database's own key.
create or replace function context_signature() returns text
language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  inside bytea; outside bytea;
begin
  select k.inner_half, k.outer_half into inside, outside from context_key k;
  return encode(sha256(outside || sha256(inside || context_message())), 'hex');
end $$;

-- Whether the settings have a valid signature. Runs for every policy of every statement.
create or replace function context_holds() returns boolean
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
create or replace function app_org() returns uuid stable language sql as $$ select case when public.context_holds() then nullif(current_setting('app.org_id', true), '')::uuid end $$;
create or replace function app_account() returns uuid stable language sql as $$ select case when public.context_holds() then nullif(current_setting('app.account_id', true), '')::uuid end $$;
create or replace function app_role() returns text stable language sql as $$ select case when public.context_holds() then nullif(current_setting('app.role', true), '') end $$;
create or replace function app_shareholder() returns text stable language sql as $$ select case when public.context_holds() then nullif(current_setting('app.shareholder_id', true), '') end $$;

-- The groups of roles that policies use. src/resources/kit/access.ts defines the same groups.
create or replace function app_reads_all() returns boolean stable language sql as $$ select coalesce(public.app_role() in ('owner', 'admin', 'staff', 'viewer'), false) $$;
create or replace function app_writes() returns boolean stable language sql as $$ select coalesce(public.app_role() in ('owner', 'admin', 'staff'), false) $$;
create or replace function app_administers() returns boolean stable language sql as $$ select coalesce(app_role() in ('owner', 'admin'), false) $$;

-- Whether the person asking may read what a cap table is computed from. Nobody has the role "cap table": only app_begin_table()
-- signs it, for reading the table that a company shows to its shareholders. Names the readers again rather than calling
-- app_reads_all(): with a costlier condition PostgreSQL chose a plan for the register of a long ledger that took minutes.
create or replace function app_reads_table() returns boolean stable language sql as $$ select coalesce(public.app_role() in ('owner', 'admin', 'staff', 'viewer', 'cap table'), false) $$;

-- Whether a security was issued to the current shareholder, who may then see its history.
create or replace function app_owns_security(security text) returns boolean stable language sql as $$
  select exists (select 1 from security s where s.org_id = app_org() and s.security_id = security and s.stakeholder_id = app_shareholder())
$$;

-- Whether the current shareholder holds any security today, or shares of one class. Policies of documents for holders call
-- these.
create or replace function app_holds_anything() returns boolean stable language sql set search_path = public, pg_temp as $$
  select exists (select 1 from held_today h where h.org_id = app_org() and h.shareholder_id = app_shareholder())
$$;

create or replace function app_holds_class(class text) returns boolean stable language sql set search_path = public, pg_temp as $$
  select exists (select 1 from held_today h where h.org_id = app_org() and h.shareholder_id = app_shareholder() and h.kind = 'STOCK' and h.stock_class_id = class)
$$;

-- Sets and signs who is asking. The serving login may not call it: app_begin and app_begin_sample check whom a transaction may
-- act for.
create or replace function begin_context(account uuid, org uuid, member_role text, holder text) returns void
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if not pg_is_in_recovery() then perform nextval('context_serial'); end if;
  perform set_config('app.account_id', coalesce(account::text, ''), true), set_config('app.org_id', coalesce(org::text, ''), true),
    set_config('app.role', coalesce(member_role, ''), true), set_config('app.shareholder_id', coalesce(holder, ''), true);
  perform set_config('app.signature', context_signature(), true);
end $$;

-- Begins a request: sets and signs the account of the session and its active membership for the policies. Also returns the end
-- of the company's chain of changes and the company's current day. Returns no row if the session does not exist or has ended, or if the
-- last day of the membership has passed.
create or replace function app_begin(token text, idle_seconds integer, max_seconds integer)
returns table (account_id uuid, org_id uuid, role text, membership_status text, shareholder_id text, client_name text, time_zone text, changes text, today text)
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  asked bytea := decode(token, 'hex');
  seen timestamptz; inside bytea; outside bytea; is_active boolean; last_day date;
begin
  select t.account_id, t.last_seen_at, m.org_id, coalesce(m.role, 'shareholder'), coalesce(m.status, 'none'), m.shareholder_id,
      o.client_name, o.time_zone, coalesce(h.seq || ' ' || encode(substr(h.hash, 1, 8), 'hex'), '0'), k.inner_half, k.outer_half, m.expires_at
    into account_id, seen, org_id, role, membership_status, shareholder_id, client_name, time_zone, changes, inside, outside, last_day
    from session t
    left join membership m on m.org_id = t.org_id and m.account_id = t.account_id
    left join organization o on o.id = m.org_id
    left join sealed_head h on h.org_id = m.org_id
    cross join context_key k
    where t.token_hash = asked and t.last_seen_at > now() - make_interval(secs => idle_seconds)
      and t.created_at > now() - make_interval(secs => max_seconds);
  if not found then return; end if;
  -- Updates the session's last use, at most once a minute. A read-only transaction, as on a replica, leaves it to the next one
  -- that may write. A locked row is skipped, so that nobody waits for it. A writing transaction may wait for others and would
  -- lock the row meanwhile, so it updates the row only after half of the idle time. Until then the short reading transactions
  -- (repeatable read) do it.
  if seen < now() - least(interval '60 seconds', make_interval(secs => idle_seconds / 4.0))
     and current_setting('transaction_read_only') = 'off'
     and (current_setting('transaction_isolation') = 'repeatable read' or seen < now() - make_interval(secs => idle_seconds / 2.0)) then
    update session t set last_seen_at = now() where t.ctid = (select f.ctid from session f where f.token_hash = asked for update skip locked);
  end if;
  if time_zone is not null and not enter_time_zone(time_zone) then time_zone := null; end if;
  today := current_date;
  if last_day < current_date then return; end if;
  is_active := membership_status = 'active';
  if not pg_is_in_recovery() then perform nextval('context_serial'); end if;
  perform set_config('app.account_id', account_id::text, true), set_config('app.org_id', coalesce(org_id::text, ''), true),
    set_config('app.role', case when is_active then role else '' end, true),
    set_config('app.shareholder_id', case when is_active then coalesce(shareholder_id, '') else '' end, true);
  perform set_config('app.signature', encode(sha256(outside || sha256(inside || context_message())), 'hex'), true);
  return next;
end $$;

-- Acts as a person of a sample company without a session, because the sample data is recorded with the commands that people
-- use. Refuses any other company and the accounts of real people.
create or replace function app_begin_sample(organisation uuid, account uuid) returns void
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

-- Sets the transaction's time zone. Returns false if this PostgreSQL does not know the name: a restored backup may come from a
-- newer version.
create or replace function enter_time_zone(name text) returns boolean language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  perform set_config('timezone', name, true);
  return true;
exception when invalid_parameter_value then
  return false;
end $$;

-- The value of app.system that marks a transaction of Sharebook itself, in which nobody is signed in. It is bound to this
-- backend and transaction.
create or replace function system_signature() returns text
language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  return (select encode(sha256(k.outer_half || sha256(k.inner_half || convert_to(concat_ws(e'\n', 'system', pg_backend_pid(),
    extract(epoch from transaction_timestamp())), 'UTF8'))), 'hex') from context_key k);
end $$;

-- Whether this is a transaction of Sharebook itself. The schema's owner needs no token, because the operator's commands run as
-- the owner.
create or replace function system_holds() returns boolean
language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  return session_user = current_user or coalesce(current_setting('app.system', true) = system_signature(), false);
end $$;

-- Begins a transaction of Sharebook itself. Refuses a token that is not Sharebook's.
create or replace function begin_system(token bytea) returns void
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if not exists (select 1 from system_key k where k.digest = sha256(token)) then
    raise exception 'not Sharebook itself' using errcode = 'insufficient_privilege';
  end if;
  perform set_config('app.system', system_signature(), true);
end $$;

-- Refuses every caller except Sharebook itself.
create or replace function require_system() returns void
language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if not system_holds() then raise exception 'not Sharebook itself' using errcode = 'insufficient_privilege'; end if;
end $$;

-- Refuses every caller except the account itself, and Sharebook itself, which acts for an account that is signing in.
create or replace function require_account(account uuid) returns void
language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if account is distinct from app_account() then perform require_system(); end if;
end $$;

-- A connection serves many people in turn. If injected SQL prepared a statement under a name that Sharebook uses, that
-- statement would run for the next person. So no transaction begins on a connection that has a statement prepared in SQL.
create or replace function refuse_foreign_statements() returns void language plpgsql stable as $$
begin
  if exists (select from pg_prepared_statements where from_sql) then
    raise exception 'a statement on this connection was not prepared by Sharebook' using errcode = 'SB001';
  end if;
end $$;
