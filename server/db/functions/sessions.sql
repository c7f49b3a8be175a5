-- Sessions.

-- A sign-in proves the second factor, so it also counts as a fresh confirmation.
create or replace function start_session(hash bytea, of_account uuid, organisation uuid, agent text, network text) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform require_system();
  insert into session (token_hash, account_id, org_id, user_agent, address, confirmed_at)
    values (hash, of_account, organisation, agent, network, now());
end $$;

create or replace function end_session(hash bytea) returns void
language sql security definer set search_path = public, pg_temp as $$
  delete from session where token_hash = hash and account_id = app_account()
$$;

-- The open sessions of the signed-in account, the newest first. `hash` is the current one.
create or replace function own_sessions(hash bytea, idle_seconds integer, max_seconds integer)
returns table (id uuid, created_at timestamptz, last_seen_at timestamptz, address text, user_agent text, current boolean)
language sql stable security definer set search_path = public, pg_temp as $$
  select s.id, s.created_at, s.last_seen_at, s.address, s.user_agent, s.token_hash = hash from session s
    where s.account_id = app_account() and s.last_seen_at > now() - make_interval(secs => idle_seconds)
      and s.created_at > now() - make_interval(secs => max_seconds)
    order by s.token_hash = hash desc, s.last_seen_at desc, s.id
$$;

-- Ends a session of the signed-in account. Returns whether there was one.
create or replace function end_own_session(session_id text) returns boolean
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  delete from session s where s.id::text = session_id and s.account_id = app_account();
  return found;
end $$;

-- Ends every session of the signed-in account except the current one. Returns whether there was one.
create or replace function end_other_sessions(hash bytea) returns boolean
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  delete from session s where s.account_id = app_account() and s.token_hash <> hash;
  return found;
end $$;

-- Moves a session of the signed-in account to another of its companies, under a new token. The session keeps its age, so it
-- ends no later than before.
create or replace function switch_session(hash bytea, next_hash bytea, organisation uuid) returns boolean
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update session s set token_hash = next_hash, org_id = organisation, last_seen_at = now()
    where s.token_hash = hash and s.account_id = app_account()
      and exists (select 1 from membership m where m.org_id = organisation and m.account_id = s.account_id);
  return found;
end $$;

-- Opens this company in a session that has none open.
create or replace function enter_organization(hash bytea, organisation uuid) returns void
language sql security definer set search_path = public, pg_temp as $$
  update session s set org_id = organisation where s.token_hash = hash and s.account_id = app_account() and s.org_id is null
    and exists (select 1 from membership m where m.org_id = organisation and m.account_id = s.account_id)
$$;
