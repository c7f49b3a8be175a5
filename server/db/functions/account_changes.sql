-- Changes that people make to their own account: password, email address and phone. Each ends all other sessions, codes, reset
-- links and unproved changes of the account, because they may be a stranger's.

-- Ends every sign-in of an account but one session, which has to be confirmed anew.
create or replace function end_other_sign_ins(of_account uuid, kept bytea) returns void
language sql security definer set search_path = public, pg_temp as $$
  update challenge set used_at = now() where account_id = of_account and used_at is null;
  delete from reset_link where account_id = of_account;
  delete from account_change where account_id = of_account;
  delete from session where account_id = of_account and token_hash <> kept;
  select end_confirmations(of_account);
$$;

-- Sets a new password for the signed-in account. `kept` is the session that goes on.
create or replace function change_own_password(kept bytea, password text) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update account set password_hash = password, password_version = password_version + 1 where id = app_account();
  perform end_other_sign_ins(app_account(), kept);
end $$;

-- Keeps a new address or number until it is proved. Returns 'sent', 'taken' (another account has the address, so the secret is not
-- sent), 'too_soon' or 'too_often' (six were sent within a day). Without a secret it changes nothing and only returns what it would
-- answer.
create or replace function start_account_change(of_account uuid, of_kind text, new_value text, secret bytea, ttl_seconds integer, wait_seconds integer) returns text
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  c account_change;
begin
  perform require_account(of_account);
  perform 1 from account where id = of_account for update;
  select * into c from account_change where account_id = of_account and kind = of_kind;
  if c.sent_at > now() - make_interval(secs => wait_seconds) then return 'too_soon'; end if;
  if c.sends >= 6 and c.sends_since > now() - interval '1 day' then return 'too_often'; end if;
  if secret is null then return 'sent'; end if;
  insert into account_change as e (account_id, kind, value, secret_hash, expires_at, sent_at)
    values (of_account, of_kind, new_value, secret, now() + make_interval(secs => ttl_seconds), clock_timestamp())
    on conflict (account_id, kind) do update set value = excluded.value, secret_hash = excluded.secret_hash, expires_at = excluded.expires_at,
      sent_at = excluded.sent_at, tries = 0,
      sends = case when e.sends_since > now() - interval '1 day' then e.sends + 1 else 1 end,
      sends_since = case when e.sends_since > now() - interval '1 day' then e.sends_since else now() end;
  return case when of_kind = 'email' and exists (select 1 from account where email = new_value) then 'taken' else 'sent' end;
end $$;

-- Takes the address whose mailed link the signed-in person opened. Returns the former address, or no row if the link is not
-- theirs, was used or is too old, or another account has the address meanwhile.
create or replace function change_own_email(hash bytea, kept bytea) returns table (old_email text, new_email text)
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  select a.email into old_email from account a where a.id = app_account() for update;
  delete from account_change c where c.account_id = app_account() and c.kind = 'email' and c.secret_hash = hash and c.expires_at > now()
    returning c.value into new_email;
  if new_email is null then return; end if;
  begin
    update account set email = new_email, email_confirmed_at = now() where id = app_account();
  exception when unique_violation then
    return;
  end;
  delete from email_confirmation where account_id = app_account();
  perform end_other_sign_ins(app_account(), kept);
  return next;
end $$;

-- Checks the code that was sent to a new number and counts the attempt. A right one sets the number. Returns 'right' with the
-- former number, 'wrong' or 'spent' (five wrong ones were entered).
create or replace function try_phone_change(of_account uuid, kept bytea, hash bytea) returns table (answer text, old_phone text)
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  c account_change;
begin
  perform require_system();
  select a.phone into old_phone from account a where a.id = of_account for update;
  select * into c from account_change where account_id = of_account and kind = 'phone' and expires_at > now();
  answer := case when c.account_id is null then 'wrong' when c.tries >= 5 then 'spent' when c.secret_hash = hash then 'right' else 'wrong' end;
  if answer = 'right' then
    delete from account_change where account_id = of_account and kind = 'phone';
    update account set phone = c.value, phone_verified_at = now(), sms_consent_at = now() where id = of_account;
    perform end_other_sign_ins(of_account, kept);
  elsif c.account_id is not null then
    update account_change set tries = tries + 1 where account_id = of_account and kind = 'phone';
  end if;
  return next;
end $$;
