-- Accounts: who a person is, their mailbox, their phone and their password.

-- What signing in needs to know of the account with an address.
create or replace function account_by_email(address text)
returns table (id uuid, email text, phone text, first_name text, last_name text, account_type text, password_hash text,
               password_version integer, phone_verified_at timestamptz, email_confirmed_at timestamptz, is_demo boolean)
language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
  perform require_system();
  return query
  select a.id, a.email, a.phone, a.first_name, a.last_name, a.account_type, a.password_hash,
         a.password_version, a.phone_verified_at, a.email_confirmed_at, a.is_demo
  from account a where a.email = lower(address);
end $$;

-- The account that is signed in.
create or replace function own_account()
returns table (id uuid, email text, first_name text, last_name text, account_type text, email_confirmed_at timestamptz)
language sql stable security definer set search_path = public, pg_temp as $$
  select a.id, a.email, a.first_name, a.last_name, a.account_type, a.email_confirmed_at from account a where a.id = app_account()
$$;

-- The companies of an account, without those that it has no access to any more.
create or replace function account_memberships(account uuid)
returns table (org_id uuid, client_name text, client_display_name text, role text, status text, shareholder_id text, time_zone text, currency text)
language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
  perform require_account(account);
  return query
  select m.org_id, o.client_name, o.client_display_name, m.role, m.status, m.shareholder_id, o.time_zone, o.currency::text
  from membership m join organization o on o.id = m.org_id
  where m.account_id = account and m.status <> 'ended' order by m.created_at, m.id;
end $$;

-- A person of the current company: a member, or somebody who asks to be one. Only staff read how to reach them.
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

-- Who asks to join the company, and which of their details are proved.
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

-- Notes a sign-in from a network. The newest twenty of an account are kept.
create or replace function remember_network(of_account uuid, from_network bytea) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform require_system();
  insert into known_network (account_id, network) values (of_account, from_network)
    on conflict (account_id, network) do update set last_at = now();
  delete from known_network k where k.account_id = of_account and k.network not in
    (select n.network from known_network n where n.account_id = of_account order by n.last_at desc limit 20);
end $$;

-- Ends every code, reset link and session of an account.
create or replace function end_sign_ins(of_account uuid) returns void
language sql security definer set search_path = public, pg_temp as $$
  update challenge set used_at = now() where account_id = of_account and used_at is null;
  delete from reset_link where account_id = of_account;
  delete from session where account_id = of_account;
$$;

-- The mailbox behind an address: what follows a plus is the same person's label, and Gmail ignores dots.
create or replace function mailbox_of(address text) returns text language sql immutable set search_path = public, pg_temp as $$
  select case when m.host in ('gmail.com', 'googlemail.com') then replace(m.box, '.', '') || '@gmail.com' else m.box || '@' || m.host end
  from (select regexp_replace(regexp_replace(lower(address), '@[^@]*$', ''), '^([^+]+)[+].*$', '\1') as box,
               regexp_replace(lower(address), '^.*@', '') as host) m
$$;

-- A new link to confirm the mailbox, in place of an older one. Answers sent, confirmed (there is nothing to do) or too_often
-- (six a day).
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

-- Somebody who is signed in, which took the phone, opened the mailed link: phone and mailbox are one person's.
create or replace function confirm_email(hash bytea) returns boolean
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  delete from email_confirmation where token_hash = hash and account_id = app_account() and expires_at > now();
  if not found then return false; end if;
  update account set email_confirmed_at = now() where id = app_account() and phone_verified_at is not null;
  return found;
end $$;

-- Confirms the mailbox of an account that used an invitation which was mailed to its own address.
create or replace function confirm_email_by_invitation(hash bytea, of_account uuid) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform require_account(of_account);
  update account a set email_confirmed_at = now() where a.id = of_account and a.email_confirmed_at is null and a.phone_verified_at is not null
    and exists (select 1 from invitation i where i.token_hash = hash and i.used_at is not null and lower(i.email) = a.email);
end $$;

-- "This was not me": the owner of a mailbox takes their address out of an account that somebody else opened with it, by the link
-- that was mailed there. The account is deleted with the companies it opened and left empty. If it is a member of a company that
-- holds anything, that company's records stay and the account is closed: no phone, no password, no session, and only the mailbox
-- opens it again. A confirmed account is never touched. Answers deleted, closed, or null if the link is not valid.
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
      -- Attempts that began while the address was taken have codes that nobody got.
      update challenge set used_at = now() where used_at is null and id in (
        select s.challenge_id from signup_attempt s join account a on a.email = s.email where a.id = who);
      delete from account where id = who;
      return 'deleted';
    exception when foreign_key_violation then
      null; -- Something it did is on record: closed, as below.
    end;
  end if;
  update account set phone = null, phone_verified_at = null, password_hash = '', password_version = password_version + 1,
    email_confirmed_at = now() where id = who;
  delete from email_confirmation where account_id = who;
  delete from known_network where account_id = who;
  return 'closed';
end $$;

-- Sets a new password for the owner of the mailbox. Where phone and mailbox were never proved by the same person, the phone is
-- removed too: it may be a stranger's.
create or replace function reset_password(of_account uuid, hash text) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  was_confirmed boolean;
begin
  perform require_system();
  select email_confirmed_at is not null into was_confirmed from account where id = of_account for update;
  update account set password_hash = hash, password_version = password_version + 1 where id = of_account;
  perform end_sign_ins(of_account);
  -- Who tried codes behind the old password is out; their failures are not the owner's.
  delete from challenge_failure where account_id = of_account and purpose = 'login';
  if not was_confirmed then
    update account set phone = null, phone_verified_at = null, email_confirmed_at = now() where id = of_account;
    delete from known_network where account_id = of_account;
    -- Whom a stranger asked to let them in is asked no more.
    delete from join_request where account_id = of_account and status = 'pending';
    delete from membership where account_id = of_account and status = 'pending';
    -- Nor does the empty company of a stranger stay, with its name.
    perform remove_untouched_organizations(of_account);
    -- A link that is still about opens nothing once the mailbox took the account back.
    delete from email_confirmation where account_id = of_account;
  end if;
end $$;

-- Keeps a link that sets a new password; it is good for this password alone.
create or replace function start_reset_link(hash bytea, of_account uuid, version integer, ttl_seconds integer) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform require_system();
  delete from reset_link where expires_at < now();
  insert into reset_link values (hash, of_account, version, now() + make_interval(secs => ttl_seconds));
end $$;

-- The address whose link it is, or null where it was used, replaced by a new password or is too old. Without an address the link
-- stays good; with the address of its account it is used up.
create or replace function use_reset_link(hash bytea, of_address bytea) returns text
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  who account;
begin
  perform require_system();
  -- Before the account's row, as whoever tries a code takes them.
  if of_address is not null then perform pg_advisory_xact_lock(hashtextextended('challenge ' || encode(of_address, 'hex'), 0)); end if;
  select a.* into who from reset_link l join account a on a.id = l.account_id and a.password_version = l.password_version
    where l.token_hash = hash and l.expires_at > now();
  if who.id is null or of_address is null then return who.email; end if;
  -- Of two at once the second waits for the account's row and finds no link.
  perform 1 from account where id = who.id for update;
  delete from reset_link where token_hash = hash;
  return case when found then who.email end;
end $$;

-- Gives a phone to an account that has none proved, for whoever has the password that came by its mailbox. They may give their
-- names too, because those that stand there may be a stranger's.
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

-- The phone of a challenge is proved. Ends what was begun before.
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
