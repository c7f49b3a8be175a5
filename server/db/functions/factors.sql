-- The second factors that people set up beside their phone (docs/decisions/accounts-and-sign-in.md). Writers lock the account
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

-- Replaces the recovery codes of the signed-in account. Returns false without a confirmed app.
create or replace function replace_recovery_codes(hashes bytea[]) returns boolean
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform 1 from account where id = app_account() for update;
  if not exists (select 1 from authenticator where account_id = app_account() and confirmed_at is not null) then return false; end if;
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

-- The passkeys of an account, with what checking an answer needs.
create or replace function passkeys_of(of_account uuid)
returns table (id uuid, credential_id text, public_key bytea, counter bigint, transports text[])
language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
  perform require_account(of_account);
  return query select p.id, p.credential_id, p.public_key, p.counter, p.transports from passkey p where p.account_id = of_account order by p.created_at, p.id;
end $$;

-- Adds a passkey. Returns 'added', 'known' or 'full' (twenty passkeys).
create or replace function add_passkey(new_id uuid, credential text, key bytea, uses bigint, ways text[], called text) returns text
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform 1 from account where id = app_account() for update;
  if (select count(*) from passkey where account_id = app_account()) >= 20 then return 'full'; end if;
  insert into passkey (id, account_id, credential_id, public_key, counter, transports, name)
    values (new_id, app_account(), credential, key, uses, ways, called) on conflict (credential_id) do nothing;
  if not found then return 'known'; end if;
  perform end_confirmations(app_account());
  return 'added';
end $$;

-- Gives a passkey of the signed-in account another name. Returns whether there is one.
create or replace function rename_passkey(passkey_id text, called text) returns boolean
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update passkey set name = called where id::text = passkey_id and account_id = app_account();
  return found;
end $$;

-- Removes a passkey of the signed-in account. Returns its name, or null if there is none.
create or replace function remove_passkey(passkey_id text) returns text
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  called text;
begin
  perform 1 from account where id = app_account() for update;
  delete from passkey where id::text = passkey_id and account_id = app_account() returning name into called;
  if called is not null then perform end_confirmations(app_account()); end if;
  return called;
end $$;

-- Notes how often a passkey says it was used.
create or replace function count_passkey(of_account uuid, passkey_id uuid, uses bigint) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform require_system();
  update passkey set counter = uses where id = passkey_id and account_id = of_account;
end $$;

-- The question that a passkey is to answer in a session. `asked` begins with what it is for; a newer question replaces it.
create or replace function ask_passkey(hash bytea, asked text) returns void
language sql security definer set search_path = public, pg_temp as $$
  update session set passkey_challenge = asked, passkey_asked_at = now() where token_hash = hash and account_id = app_account()
$$;

-- Takes that question, so that it counts once, within five minutes. Null if there is none.
create or replace function take_passkey_question(hash bytea, of_account uuid) returns text
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  asked text;
begin
  perform require_account(of_account);
  select passkey_challenge into asked from session where token_hash = hash and account_id = of_account
    and passkey_asked_at > now() - interval '5 minutes' for update;
  update session set passkey_challenge = null where token_hash = hash and passkey_challenge is not null;
  return asked;
end $$;

-- The question that a passkey is to answer at sign-in, on the challenge that the password step began. Returns whether it is
-- still pending.
create or replace function ask_passkey_at_sign_in(with_id text, asked text) returns boolean
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform require_system();
  update challenge set passkey_challenge = asked where id = with_id and purpose = 'login' and used_at is null and expires_at > now();
  return found;
end $$;

create or replace function take_passkey_question_at_sign_in(with_id text) returns text
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  asked text;
begin
  perform require_system();
  select passkey_challenge into asked from challenge where id = with_id and purpose = 'login' and used_at is null for update;
  update challenge set passkey_challenge = null where id = with_id and passkey_challenge is not null;
  return asked;
end $$;
