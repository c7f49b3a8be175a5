-- Whom a request acts for: the settings that row-level security reads, and their signature.

-- The day for which a list is shown: today, unless the request names another.
create or replace function app_as_of() returns date stable language sql as $$
  select coalesce(nullif(current_setting('app.as_of', true), '')::date, current_date)
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
     -- Nor does a console that is only told of changes (changes.sql).
     and coalesce(current_setting('app.is_watching', true), '') = ''
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
