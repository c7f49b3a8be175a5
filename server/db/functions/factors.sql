-- The second factors that people set up beside their phone (docs/decisions/0141-second-factors.md). Writers lock the account
-- first, as try_code does.

-- The second factors of the signed-in account.
create or replace function own_factors()
returns table (is_demo boolean, phone_last4 text, texts_off boolean, totp_created_at timestamptz, recovery_codes_left integer, passkeys jsonb)
language sql stable security definer set search_path = public, pg_temp as $$
  select a.is_demo, right(a.phone, 4), a.texts_off, t.confirmed_at,
         (select count(*)::integer from recovery_code r where r.account_id = a.id),
         (select coalesce(jsonb_agg(jsonb_build_object('id', p.id, 'name', p.name, 'created_at', p.created_at) order by p.created_at, p.id), '[]')
          from passkey p where p.account_id = a.id)
  from account a left join authenticator t on t.account_id = a.id and t.confirmed_at is not null where a.id = app_account()
$$;

-- What signing in asks about an account.
create or replace function factors_of(of_account uuid)
returns table (secret text, last_step bigint, has_passkeys boolean, texts_off boolean)
language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
  perform require_system();
  return query select t.secret, t.last_step, exists (select 1 from passkey p where p.account_id = a.id), a.texts_off
    from account a left join authenticator t on t.account_id = a.id and t.confirmed_at is not null where a.id = of_account;
end $$;

-- The same for an attempt: attempts for the same address run one at a time, so that a code counts once. Also whether the
-- recovery code with this hash is unused.
create or replace function factors_to_try(of_account uuid, of_address bytea, recovery_hash bytea)
returns table (secret text, last_step bigint, is_recovery_code boolean)
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform require_system();
  perform pg_advisory_xact_lock(hashtextextended('challenge ' || encode(of_address, 'hex'), 0));
  return query select t.secret, t.last_step, exists (select 1 from recovery_code r where r.account_id = t.account_id and r.code_hash = recovery_hash)
    from authenticator t where t.account_id = of_account and t.confirmed_at is not null;
end $$;

-- Uses up the code of a step. Returns false if it, or a later one, was used already.
create or replace function use_authenticator_step(of_account uuid, step bigint) returns boolean
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform require_system();
  update authenticator set last_step = step where account_id = of_account and last_step < step;
  return found;
end $$;

-- Uses up a recovery code. Returns how many are left, or null if there is no such code.
create or replace function use_recovery_code(of_account uuid, hash bytea) returns integer
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform require_system();
  delete from recovery_code where account_id = of_account and code_hash = hash;
  if not found then return null; end if;
  return (select count(*) from recovery_code where account_id = of_account);
end $$;

-- The account's sessions have to be confirmed anew.
create or replace function end_confirmations(of_account uuid) returns void
language sql security definer set search_path = public, pg_temp as $$
  update session set confirmed_at = null, step_up_code = null, passkey_challenge = null where account_id = of_account;
$$;

-- Removes what was set up beside the phone: of an account that its mailbox's owner or the operator took back.
create or replace function remove_factors(of_account uuid) returns void
language sql security definer set search_path = public, pg_temp as $$
  delete from authenticator where account_id = of_account;
  delete from recovery_code where account_id = of_account;
  delete from passkey where account_id = of_account;
  update account set texts_off = false where id = of_account and texts_off;
$$;

-- Stores the secret of a new authenticator app, which replaces one that was never confirmed. Returns false if there is a
-- confirmed one.
create or replace function start_authenticator(sealed text) returns boolean
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform 1 from account where id = app_account() for update;
  insert into authenticator as t (account_id, secret) values (app_account(), sealed)
    on conflict (account_id) do update set secret = excluded.secret, last_step = 0, created_at = now() where t.confirmed_at is null;
  return found;
end $$;

-- The secret of the signed-in account's app that is not confirmed yet.
create or replace function unconfirmed_authenticator() returns text
language sql stable security definer set search_path = public, pg_temp as $$
  select t.secret from authenticator t where t.account_id = app_account() and t.confirmed_at is null
$$;

-- The app has proved with the code of this step that it has the secret. Returns false if that one was confirmed or replaced.
create or replace function confirm_authenticator(sealed text, step bigint, hashes bytea[]) returns boolean
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform 1 from account where id = app_account() for update;
  update authenticator set confirmed_at = now(), last_step = step where account_id = app_account() and confirmed_at is null and secret = sealed;
  if not found then return false; end if;
  delete from recovery_code where account_id = app_account();
  insert into recovery_code select app_account(), unnest(hashes);
  perform end_confirmations(app_account());
  return true;
end $$;

-- Removes the app with its recovery codes. Codes by text message are sent again. Returns whether there was a confirmed one.
create or replace function remove_authenticator() returns boolean
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform 1 from account where id = app_account() for update;
  delete from authenticator where account_id = app_account() and confirmed_at is not null;
  if not found then return false; end if;
  delete from recovery_code where account_id = app_account();
  update account set texts_off = false where id = app_account() and texts_off;
  perform end_confirmations(app_account());
  return true;
end $$;

-- Turns codes by text message off or on. Off needs an authenticator app, whose recovery codes are the way back in. Returns
-- whether it was done.
create or replace function turn_texts_off(off boolean) returns boolean
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform 1 from account where id = app_account() for update;
  if off and not exists (select 1 from authenticator where account_id = app_account() and confirmed_at is not null) then return false; end if;
  update account set texts_off = off where id = app_account();
  perform end_confirmations(app_account());
  return true;
end $$;
