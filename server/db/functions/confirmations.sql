-- Step-up: whether a session was confirmed by a second factor a moment ago (docs/decisions/accounts-and-sign-in.md).

-- Whether a session of the signed-in account was confirmed within that many seconds. Accounts of the sample company have no
-- second factor and are not asked.
create or replace function is_confirmed(hash bytea, within_seconds integer) returns boolean
language sql stable security definer set search_path = public, pg_temp as $$
  select coalesce((select a.is_demo or s.confirmed_at > now() - make_interval(secs => within_seconds)
    from session s join account a on a.id = s.account_id where s.token_hash = hash and s.account_id = app_account()), false)
$$;

-- Puts a new code on a session. Returns 'sent', 'kept' (one was sent a moment ago and still works) or 'none' (the session has
-- ended). Without a code it changes nothing and only returns what it would answer.
create or replace function start_step_up(hash bytea, of_account uuid, code bytea, ttl_seconds integer, wait_seconds integer) returns text
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  s session;
begin
  perform require_system();
  select * into s from session where token_hash = hash and account_id = of_account for update;
  if s.token_hash is null then return 'none'; end if;
  if s.step_up_code is not null and s.step_up_tries < 5 and s.step_up_expires_at > now()
     and s.step_up_sent_at > now() - make_interval(secs => wait_seconds) then return 'kept'; end if;
  if code is not null then
    update session set step_up_code = code, step_up_sent_at = clock_timestamp(), step_up_tries = 0,
      step_up_expires_at = now() + make_interval(secs => ttl_seconds) where token_hash = hash;
  end if;
  return 'sent';
end $$;

-- Checks a code and counts the attempt. A right one confirms the session and is used up. Returns 'right', 'wrong' or 'spent'
-- (five wrong ones were entered; a new code can be requested). `proved`: another second factor of the account was right.
create or replace function try_step_up(hash bytea, of_account uuid, code bytea, proved boolean) returns text
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  s session;
begin
  perform require_system();
  select * into s from session where token_hash = hash and account_id = of_account for update;
  if s.token_hash is null or s.step_up_code is null and not proved then return 'wrong'; end if;
  if s.step_up_tries >= 5 and not proved then return 'spent'; end if;
  if proved or s.step_up_code = code and s.step_up_expires_at > now() then
    update session set confirmed_at = now(), step_up_code = null where token_hash = hash;
    return 'right';
  end if;
  update session set step_up_tries = step_up_tries + 1 where token_hash = hash;
  return 'wrong';
end $$;
