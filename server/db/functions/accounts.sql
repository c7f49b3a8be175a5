-- Accounts: who a person is, their mailbox, their phone and their password.

-- The account with this address, with what signing in needs.
create or replace function account_by_email(address text)
returns table (id uuid, email text, phone text, first_name text, last_name text, account_type text, password_hash text,
               password_version integer, phone_verified_at timestamptz, email_confirmed_at timestamptz, is_demo boolean, locale text)
language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
  perform require_system();
  return query
  select a.id, a.email, a.phone, a.first_name, a.last_name, a.account_type, a.password_hash,
         a.password_version, a.phone_verified_at, a.email_confirmed_at, a.is_demo, a.locale
  from account a where a.email = lower(address);
end $$;

-- The account that is signed in.
create or replace function own_account()
returns table (id uuid, email text, first_name text, last_name text, account_type text, email_confirmed_at timestamptz, locale text)
language sql stable security definer set search_path = public, pg_temp as $$
  select a.id, a.email, a.first_name, a.last_name, a.account_type, a.email_confirmed_at, a.locale from account a where a.id = app_account()
$$;

-- The language that the signed-in person chose; null: their browser's.
create or replace function choose_locale(chosen text) returns boolean
language sql security definer set search_path = public, pg_temp as $$
  update account set locale = chosen where id = app_account() and locale is distinct from chosen returning true;
$$;

-- The language that the account with this address chose, for a mail to it.
create or replace function locale_of_address(address text) returns text
language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
  perform require_system();
  return (select a.locale from account a where a.email = lower(address));
end $$;

-- The companies of an account, except those to which it has lost access or in which its last day has passed.
create or replace function account_memberships(account uuid)
returns table (org_id uuid, client_name text, client_display_name text, role text, status text, shareholder_id text, time_zone text, currency text, holder_contact json, logo text)
language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
  perform require_account(account);
  return query
  select m.org_id, o.client_name, o.client_display_name, m.role, m.status, m.shareholder_id, o.time_zone, o.currency::text,
         -- Also for who waits for approval; not for who was declined.
         case when m.status in ('active', 'pending') and num_nonnulls(o.holder_contact_name, o.holder_contact_email, o.holder_contact_phone) > 0
           then json_build_object('name', o.holder_contact_name, 'email', o.holder_contact_email, 'phone', o.holder_contact_phone) end,
         case when m.status = 'active' then (select l.sha256 from organization_logo l where l.org_id = o.id) end
  from membership m join organization o on o.id = m.org_id
  where m.account_id = account and m.status <> 'ended' and not is_over(m.expires_at, o.time_zone) order by m.created_at, m.id;
end $$;

-- A member of the current company, or somebody who has asked to join it. Only roles that may write see the contact details.
create or replace function org_person(account uuid)
returns table (first_name text, last_name text, email text, phone_last4 text, phone_proved boolean, email_confirmed boolean)
language sql stable security definer set search_path = public, pg_temp as $$
  select a.first_name, a.last_name,
         case when app_writes() then a.email end, case when app_writes() then right(a.phone, 4) end,
         case when app_writes() then a.phone_verified_at is not null end, case when app_writes() then a.email_confirmed_at is not null end
  from account a
  where a.id = org_person.account and app_role() is not null
    and (exists (select 1 from membership m where m.org_id = app_org() and m.account_id = a.id)
      or exists (select 1 from join_request j where j.org_id = app_org() and j.account_id = a.id))
$$;

-- A person who has asked to join the company, and which of their contact details are verified.
create or replace function person_who_asks(asking uuid)
returns table (first_name text, last_name text, email text, email_verified boolean, phone_last4 text, phone_verified boolean)
language sql stable security definer set search_path = public, pg_temp as $$
  select a.first_name, a.last_name, a.email, a.email_confirmed_at is not null, right(a.phone, 4), a.phone_verified_at is not null
  from account a
  where a.id = asking and app_writes() and exists (select 1 from join_request j where j.org_id = app_org() and j.account_id = a.id)
$$;

-- Whether this account signed in from this network in the last ninety days; without an account, whether anybody did.
create or replace function is_known_network(of_account uuid, from_network bytea) returns boolean
language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
  perform require_system();
  return (exists (select 1 from known_network k where k.network = from_network and (of_account is null or k.account_id = of_account)
                 and k.last_at > now() - interval '90 days'));
end $$;

-- Records a sign-in from a network. Keeps the newest twenty networks of an account.
create or replace function remember_network(of_account uuid, from_network bytea) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform require_system();
  insert into known_network (account_id, network) values (of_account, from_network)
    on conflict (account_id, network) do update set last_at = now();
  delete from known_network k where k.account_id = of_account and k.network not in
    (select n.network from known_network n where n.account_id = of_account order by n.last_at desc limit 20);
end $$;

-- Ends every code, reset link, unproved change and session of an account.
create or replace function end_sign_ins(of_account uuid) returns void
language sql security definer set search_path = public, pg_temp as $$
  update challenge set used_at = now() where account_id = of_account and used_at is null;
  delete from reset_link where account_id = of_account;
  delete from account_change where account_id = of_account;
  delete from session where account_id = of_account;
$$;

-- Replaces the link that confirms the mailbox. Returns 'sent', 'confirmed' (there is nothing to confirm) or 'too_often' (six
-- links were sent within a day).
create or replace function start_confirmation(of_account uuid, hash bytea) returns text
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  a account; c email_confirmation;
begin
  perform require_account(of_account);
  select * into a from account where id = of_account for update;
  if a.id is null or a.email_confirmed_at is not null then return 'confirmed'; end if;
  select * into c from email_confirmation where account_id = of_account;
  if c.sends >= 6 and c.sends_since > now() - interval '1 day' then return 'too_often'; end if;
  insert into email_confirmation as e (account_id, token_hash, expires_at) values (of_account, hash, now() + interval '7 days')
    on conflict (account_id) do update set token_hash = excluded.token_hash, expires_at = excluded.expires_at,
      sends = case when e.sends_since > now() - interval '1 day' then e.sends + 1 else 1 end,
      sends_since = case when e.sends_since > now() - interval '1 day' then e.sends_since else now() end;
  return 'sent';
end $$;

-- Confirms the mailbox of the signed-in account, whose owner opened the mailed link. Signing in required the phone, so phone
-- and mailbox belong to the same person.
create or replace function confirm_email(hash bytea) returns boolean
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  delete from email_confirmation where token_hash = hash and account_id = app_account() and expires_at > now();
  if not found then return false; end if;
  update account set email_confirmed_at = now() where id = app_account() and phone_verified_at is not null;
  return found;
end $$;

-- Confirms the mailbox of an account that accepted an invitation mailed to its own address.
create or replace function confirm_email_by_invitation(hash bytea, of_account uuid) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform require_account(of_account);
  update account a set email_confirmed_at = now() where a.id = of_account and a.email_confirmed_at is null and a.phone_verified_at is not null
    and exists (select 1 from invitation i where i.token_hash = hash and i.used_at is not null and lower(i.email) = a.email);
end $$;

-- "This was not me": with the mailed link, the owner of a mailbox reports that somebody else opened an account with their
-- address. Deletes the account together with the companies that it founded and left empty. An account that has to stay, because
-- it is an active member of a company that stays or something on record refers to it, is closed instead: it has no phone, no
-- password and no session, and only the mailbox opens it again. Never changes a confirmed account. Returns 'deleted', 'closed',
-- or null if the link is not valid.
create or replace function disown_account(hash bytea) returns text
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  who uuid;
begin
  perform require_system();
  select a.id into who from email_confirmation c join account a on a.id = c.account_id
    where c.token_hash = hash and c.expires_at > now() and a.email_confirmed_at is null for update of a;
  if who is null then return null; end if;
  perform end_sign_ins(who);
  perform remove_untouched_organizations(who);
  delete from join_request where account_id = who and status <> 'approved';
  delete from membership where account_id = who and status <> 'active';
  delete from idempotency_key where account_id = who;
  if not exists (select 1 from membership where account_id = who) then
    begin
      -- Sign-up attempts made while the address was taken end here. Their codes were never sent, and would become valid when
      -- the account is gone.
      update challenge set used_at = now() where used_at is null and id in (
        select s.challenge_id from signup_attempt s join account a on a.email = s.email where a.id = who);
      delete from account where id = who;
      return 'deleted';
    exception when foreign_key_violation then
      null; -- A record still refers to the account, so it is closed below.
    end;
  end if;
  update account set phone = null, phone_verified_at = null, password_hash = '', password_version = password_version + 1,
    email_confirmed_at = now() where id = who;
  perform remove_factors(who);
  delete from email_confirmation where account_id = who;
  delete from known_network where account_id = who;
  return 'closed';
end $$;

-- Sets a new password for the owner of the mailbox. If phone and mailbox were never confirmed as one person's, also removes the
-- phone and the factors beside it, which may be a stranger's.
create or replace function reset_password(of_account uuid, hash text) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  was_confirmed boolean;
begin
  perform require_system();
  select email_confirmed_at is not null into was_confirmed from account where id = of_account for update;
  update account set password_hash = hash, password_version = password_version + 1 where id = of_account;
  perform end_sign_ins(of_account);
  -- Forgets failed codes entered with the old password: they may be a stranger's, and do not count against the owner.
  delete from challenge_failure where account_id = of_account and purpose = 'login';
  if not was_confirmed then
    update account set phone = null, phone_verified_at = null, email_confirmed_at = now() where id = of_account;
    perform remove_factors(of_account);
    delete from known_network where account_id = of_account;
    -- Withdraws requests to join that a stranger may have made.
    delete from join_request where account_id = of_account and status = 'pending';
    delete from membership where account_id = of_account and status = 'pending';
    -- Removes empty companies that a stranger may have founded, and so frees their names.
    perform remove_untouched_organizations(of_account);
    -- Invalidates a confirmation link that was mailed earlier, because the mailbox has taken the account back.
    delete from email_confirmation where account_id = of_account;
  end if;
end $$;

-- Stores a link to set a new password. It becomes invalid when the password changes.
create or replace function start_reset_link(hash bytea, of_account uuid, version integer, ttl_seconds integer) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform require_system();
  delete from reset_link where expires_at < now();
  insert into reset_link values (hash, of_account, version, now() + make_interval(secs => ttl_seconds));
end $$;

-- Returns the email address of the account for which the link was made, or null if the link was used, has expired, or the
-- password has changed since. With `of_address`, the hash of that address, the link is used up; without it the link stays
-- valid.
create or replace function use_reset_link(hash bytea, of_address bytea) returns text
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  who account;
begin
  perform require_system();
  -- Locks the address before the account's row, in the same order as try_code.
  if of_address is not null then perform pg_advisory_xact_lock(hashtextextended('challenge ' || encode(of_address, 'hex'), 0)); end if;
  select a.* into who from reset_link l join account a on a.id = l.account_id and a.password_version = l.password_version
    where l.token_hash = hash and l.expires_at > now();
  if who.id is null or of_address is null then return who.email; end if;
  -- If a link is used twice at once, the second call waits for the account's row and then finds no link.
  perform 1 from account where id = who.id for update;
  delete from reset_link where token_hash = hash;
  return case when found then who.email end;
end $$;

-- Sets the phone number and the code of a pending challenge, for an account without a verified phone. The person has the
-- password that was set through the account's mailbox. They may also correct the names, which a stranger may have entered.
-- Returns 'sent', or why not: 'none', 'too_soon' or 'too_often'. Without a hash it changes nothing and only returns what it
-- would answer.
create or replace function give_phone(with_id text, number text, hash bytea, ttl_seconds integer, wait_seconds integer, given_name text, family_name text) returns text
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  c challenge;
begin
  perform require_system();
  select t.* into c from challenge t join account a on a.id = t.account_id and a.password_version = t.password_version
    and a.phone_verified_at is null and a.email_confirmed_at is not null
    where t.id = with_id and t.purpose = 'phone' and t.used_at is null and t.expires_at > now() for update of t;
  if c.id is null then return 'none'; end if;
  if c.resends > 0 and c.sent_at > now() - make_interval(secs => wait_seconds) then return 'too_soon'; end if;
  if c.resends > 3 then return 'too_often'; end if;
  if hash is null then return 'sent'; end if;
  update challenge t set phone = number, code_hash = hash, resends = t.resends + 1, sent_at = clock_timestamp(),
    expires_at = now() + make_interval(secs => ttl_seconds) where t.id = c.id;
  update account set first_name = coalesce(given_name, first_name), last_name = coalesce(family_name, last_name) where id = c.account_id;
  return 'sent';
end $$;

-- Verifies the phone of a challenge, and ends all earlier codes, reset links and sessions of its account.
create or replace function prove_phone(proved text) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  who uuid;
begin
  perform require_system();
  update account a set phone = c.phone, phone_verified_at = now(), sms_consent_at = now() from challenge c
    where c.id = proved and c.purpose = 'phone' and c.phone is not null and a.id = c.account_id and a.phone_verified_at is null returning a.id into who;
  perform end_sign_ins(who);
end $$;
