-- Accounts, sessions and codes are reached through the owner's functions below alone: server/db/migrate.ts takes every
-- right on these tables from the application's login. Each function does one thing for one account.

-- When the mailbox was proved by whoever held the phone, or by a reset that put the account into the mailbox's hands. Until
-- now a reset set it while a stranger's phone stayed: nobody's counts as confirmed yet but the sample company's invented
-- people's, and the console asks once.
alter table account rename column email_verified_at to email_confirmed_at;
update account set email_confirmed_at = case when is_demo then now() end;
-- Empty once the mailbox took the account back: then its owner proves a phone of their own.
alter table account alter column phone drop not null;
alter table account add column password_version integer not null default 1;

-- A challenge is good for the phone and the password that it was made for. A device and a network that signed in before have
-- codes of their own, which nobody else replaces.
alter table challenge add column phone text;
alter table challenge add column password_version integer not null default 0;
alter table challenge add column lane text not null default 'other' check (lane in ('device', 'network', 'other'));
update challenge set used_at = now() where used_at is null;
drop index challenge_live;
create unique index challenge_live on challenge (account_id, purpose, lane) where used_at is null;
-- An address that gets no code has a challenge that nothing answers, under a keyed fingerprint of it: it is made, counted
-- and renewed like any other, so that nothing tells the two kinds apart.
alter table challenge alter column account_id drop not null;
alter table challenge add column address bytea check ((address is null) <> (account_id is null));
create unique index challenge_of_address on challenge (address, purpose) where used_at is null;

-- Failures at a sign-in count for the account; every other for its challenge and network, so that a new code begins with
-- none. They count apart for a known device, each known network, who asked for the code, and everybody else.
delete from challenge_failure;
alter table challenge_failure alter column account_id drop not null;
alter table challenge_failure add column purpose text not null;
alter table challenge_failure add column lane text not null check (lane in ('device', 'network', 'asker', 'stranger'));
alter table challenge_failure add column challenge_id text references challenge on delete cascade;
alter table challenge_failure add column network text;
create index challenge_failure_challenge on challenge_failure (challenge_id, at);

-- Networks from which somebody signed in, as keyed fingerprints.
create table known_network (
  account_id uuid not null references account on delete cascade,
  network bytea not null,
  last_at timestamptz not null default now(),
  primary key (account_id, network)
);
create index known_network_of_anybody on known_network (network);

-- ---- Accounts ----

-- What signing in needs to know of one address.
create function account_by_email(address text)
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

-- The account of whoever is signed in.
create function own_account()
returns table (id uuid, email text, first_name text, last_name text, account_type text, email_confirmed_at timestamptz)
language sql stable security definer set search_path = public, pg_temp as $$
  select a.id, a.email, a.first_name, a.last_name, a.account_type, a.email_confirmed_at from account a where a.id = app_account()
$$;

-- Somebody of the current organisation: a member, or who asks to be one. How to reach them is for staff.
create function org_person(account uuid)
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

-- Ends every code and every session of an account, whatever they were for.
create function end_sign_ins(of_account uuid) returns void
language sql security definer set search_path = public, pg_temp as $$
  update challenge set used_at = now() where account_id = of_account and used_at is null;
  delete from session where account_id = of_account;
$$;

-- Whether a company has the name. A sign-up holds none: who proves the phone first gets it.
drop function client_name_taken(text, uuid);
create function client_name_taken(name text) returns boolean
language sql stable security definer set search_path = public, pg_temp as $$
  select exists (select 1 from organization o where lower(o.client_name) = lower(name))
$$;

-- Opens an account that counts for nothing until its phone is proved, in the place of one that was not. Answers null when
-- somebody has the address.
create function open_account(new_id uuid, address text, number text, hash text, given_name text, family_name text, kind text,
                             wanted_name text, wanted_display_name text, invitation_hash bytea) returns uuid
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  opened uuid;
begin
  perform require_system();
  insert into account as a (id, email, phone, password_hash, first_name, last_name, account_type, sms_consent_at)
    values (new_id, address, number, hash, given_name, family_name, kind, now())
    on conflict (email) do update set phone = excluded.phone, password_hash = excluded.password_hash,
      password_version = a.password_version + 1, first_name = excluded.first_name, last_name = excluded.last_name,
      account_type = excluded.account_type, sms_consent_at = now()
      where a.phone_verified_at is null and a.email_confirmed_at is null
    returning a.id into opened;
  if opened is null then return null; end if;
  perform end_sign_ins(opened);
  insert into signup_request (account_id, account_type, client_name, client_display_name, invite_token_hash, expires_at)
    values (opened, kind, wanted_name, wanted_display_name, invitation_hash, now() + interval '24 hours')
    on conflict (account_id) do update set account_type = excluded.account_type, client_name = excluded.client_name,
      client_display_name = excluded.client_display_name, invite_token_hash = excluded.invite_token_hash, expires_at = excluded.expires_at;
  return opened;
end $$;

-- The phone is proved; what was begun before is over. Answers what the sign-up asked for, once.
create function prove_phone(of_account uuid)
returns table (account_type text, client_name text, client_display_name text, invite_token_hash bytea)
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform require_system();
  update account set phone_verified_at = now() where id = of_account;
  perform end_sign_ins(of_account);
  return query delete from signup_request r where r.account_id = of_account
    returning r.account_type, r.client_name, r.client_display_name, r.invite_token_hash;
end $$;

-- A new password from the owner of the mailbox. Where phone and mailbox were never proved by the same person, the phone
-- goes too: it may be a stranger's.
create function reset_password(of_account uuid, hash text) returns void
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
    delete from signup_request where account_id = of_account;
    delete from known_network where account_id = of_account;
    -- Whom a stranger asked to let them in is asked no more.
    delete from join_request where account_id = of_account and status = 'pending';
    delete from membership where account_id = of_account and status = 'pending';
    -- (0032) Nor does the empty company of a stranger stay, with its name.
    perform remove_untouched_organizations(of_account);
    -- (0032) A link that is still about opens nothing once the mailbox took the account back.
    delete from email_confirmation where account_id = of_account;
  end if;
end $$;

-- The phone of an account that has none which is proved, given by whoever has the password that came by its mailbox; and
-- their names, where they give them, for those of before may be a stranger's.
create function give_phone(of_account uuid, number text, version integer, given_name text, family_name text) returns boolean
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform require_system();
  update account set phone = number, sms_consent_at = now(), first_name = coalesce(given_name, first_name),
    last_name = coalesce(family_name, last_name)
    where id = of_account and password_version = version and phone_verified_at is null and email_confirmed_at is not null;
  if not found then return false; end if;
  perform end_sign_ins(of_account);
  return true;
end $$;

-- An invitation that was mailed to the account's own address and is used: whoever has both has the mailbox.
create function confirm_email_by_invitation(hash bytea, of_account uuid) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform require_account(of_account);
  update account a set email_confirmed_at = now() where a.id = of_account and a.email_confirmed_at is null and a.phone_verified_at is not null
    and exists (select 1 from invitation i where i.token_hash = hash and i.used_at is not null and lower(i.email) = a.email);
end $$;

-- ---- Codes ----

-- Starts a challenge for the phone and password that were seen; an older one is dead from now on. Answers false when the
-- account has changed since. Without an account: for an address that gets no code.
create function start_challenge(new_id text, of_account uuid, of_address bytea, for_purpose text, for_lane text, hash bytea, number text,
                                version integer, ttl_seconds integer, from_network text, agent text) returns boolean
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform require_system();
  -- One at a time for one address, as for one account.
  perform pg_advisory_xact_lock(hashtextextended('challenge ' || encode(of_address, 'hex'), 0));
  perform 1 from account where id = of_account and phone is not distinct from number and password_version = version for update;
  if not found and of_account is not null then return false; end if;
  update challenge set used_at = now() where used_at is null and purpose = for_purpose
    and (address = of_address or account_id = of_account and lane = for_lane);
  insert into challenge (id, account_id, address, purpose, lane, code_hash, phone, password_version, expires_at, ip, user_agent)
    values (new_id, of_account, case when of_account is null then of_address end, for_purpose, for_lane, hash, number, version,
            now() + make_interval(secs => ttl_seconds), from_network, agent);
  return true;
end $$;

-- The challenges that wait for an account, or for an address which gets no code, one at a time for each. No row of the
-- account is locked: that would be written, and tell by its time that there is one.
create function waiting_challenges(of_account uuid, of_address bytea, for_purpose text) returns setof challenge
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform require_system();
  perform pg_advisory_xact_lock(hashtextextended('challenge ' || encode(of_address, 'hex'), 0));
  return query select * from challenge t where t.purpose = for_purpose and t.used_at is null
    and (t.account_id = of_account or t.address = of_address and not exists (
      select 1 from challenge own where own.account_id = of_account and own.purpose = for_purpose and own.used_at is null))
    order by t.created_at desc, t.id;
end $$;

-- Tries a code and counts the try. Answers right, wrong, spent (tried too often), or none: no code waits for whoever asks.
-- At a sign-in `with_id` is the id of the password step: only its holder, or the same client, may go on. Every other code is
-- good wherever it is entered. Whose failures a try counts among is told by `caller`: a known device, a known network, other.
-- `keeps` leaves a right code good for the work that it allows.
create function try_code(of_account uuid, of_address bytea, for_purpose text, hash bytea, with_id text, from_network text, agent text,
                         caller text, keeps boolean) returns text
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  a account; c challenge; who text; is_spent boolean; answer text; tried text[] := '{}'; tried_as text[] := '{}';
begin
  perform require_system();
  for c in select * from waiting_challenges(of_account, of_address, for_purpose) loop
    if for_purpose = 'login' then
      -- A stranger can neither pass nor burn the owner's tries: only the same client gets a small budget of its own.
      continue when with_id is distinct from c.id and (with_id is not null or from_network is distinct from c.ip or agent is distinct from c.user_agent);
      who := case when with_id is distinct from c.id then 'stranger' when caller = 'other' then 'asker' else caller end;
      select count(*) filter (where f.at > now() - interval '1 hour') >= 15 or count(*) >= 30 into is_spent from challenge_failure f
        where f.account_id = of_account and f.purpose = for_purpose and f.lane = who and f.at > now() - interval '1 day'
          and (who <> 'network' or f.network = from_network);
      is_spent := is_spent or case when who = 'stranger' then c.stranger_attempts >= 3 else c.attempts >= 5 end;
    else
      who := case when caller <> 'other' then caller when from_network = c.ip then 'asker' else 'stranger' end;
      -- Five for each: a known device, a known network, who asked, and every other network; twenty for all the others together.
      select count(*) filter (where who not in ('network', 'stranger') or f.network = from_network) >= 5 or count(*) >= 20 into is_spent
        from challenge_failure f where f.challenge_id = c.id and f.lane = who and f.at > c.sent_at;
    end if;
    if is_spent then answer := 'spent'; continue; end if;
    answer := coalesce(answer, 'wrong');
    select * into a from account where id = c.account_id;
    continue when c.expires_at <= now() or c.account_id is not null and (c.phone is distinct from a.phone or c.password_version <> a.password_version);
    if c.account_id is not null and c.code_hash = hash then
      -- What ended it meanwhile has the account's row until it is done.
      perform 1 from account where id = c.account_id for update;
      if not exists (select 1 from challenge t where t.id = c.id and t.used_at is null) then return 'wrong'; end if;
      if not keeps then update challenge t set used_at = now() where t.id = c.id; end if;
      return 'right';
    end if;
    tried := tried || c.id;
    tried_as := tried_as || who;
  end loop;
  if tried <> '{}' then
    update challenge t set attempts = t.attempts + (u.lane <> 'stranger')::integer, stranger_attempts = t.stranger_attempts + (u.lane = 'stranger')::integer
      from unnest(tried, tried_as) as u (id, lane) where t.id = u.id;
    insert into challenge_failure (account_id, purpose, lane, challenge_id, network, at)
      select t.account_id, for_purpose, u.lane, t.id, from_network, clock_timestamp() from unnest(tried, tried_as) as u (id, lane) join challenge t on t.id = u.id;
    return 'wrong';
  end if;
  -- A right code sent twice at once: the second is told that the code is used, not that somebody tries too often.
  return coalesce(answer, case when exists (select 1 from challenge t where t.account_id = of_account and t.purpose = for_purpose
    and t.used_at > now() - interval '10 seconds') then 'wrong' else 'none' end);
end $$;

-- Too many were asked for: the last code of this hour is good for a while longer, so that whoever has the mailbox gets on
-- with it. Its tries stay counted.
create function keep_code(of_account uuid, of_address bytea, for_purpose text, for_lane text, ttl_seconds integer) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform require_system();
  update challenge set expires_at = greatest(expires_at, now() + make_interval(secs => ttl_seconds))
    where used_at is null and purpose = for_purpose and created_at > now() - interval '1 hour'
      and (address = of_address or account_id = of_account and lane = for_lane);
end $$;

-- Puts a new code on the pending challenge, which forgets its failed tries. Only for its holder, by its id or as the same
-- client, and while it is good. Answers sent, or what stands in the way: none, too_soon, too_often; and the number it goes
-- to, and whether nothing does. Without a hash it only says what it would answer.
create function renew_code(of_account uuid, of_address bytea, for_purpose text, hash bytea, ttl_seconds integer, wait_seconds integer,
                           caller text, with_id text, from_network text, agent text)
returns table (answer text, phone text, is_pretended boolean)
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  c challenge;
begin
  perform require_system();
  select * into c from waiting_challenges(of_account, of_address, for_purpose) t
    where t.expires_at > now() and (t.id = with_id or t.lane = caller and t.lane <> 'other' or t.ip = from_network and t.user_agent = agent)
    order by (t.id = with_id) is true desc, t.lane = caller desc, t.created_at desc limit 1;
  answer := case
    when c.id is null then 'none'
    when c.sent_at > now() - make_interval(secs => wait_seconds) then 'too_soon'
    when c.resends >= 3 then 'too_often'
    else 'sent' end;
  phone := c.phone;
  is_pretended := c.account_id is null;
  if hash is not null and answer = 'sent' then
    update challenge t set code_hash = hash, attempts = 0, stranger_attempts = 0, resends = t.resends + 1, sent_at = clock_timestamp(),
      expires_at = now() + make_interval(secs => ttl_seconds) where t.id = c.id;
  end if;
  return next;
end $$;

-- ---- Sessions ----

create function start_session(hash bytea, of_account uuid, organisation uuid, agent text) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform require_system();
  insert into session (token_hash, account_id, org_id, user_agent) values (hash, of_account, organisation, agent);
end $$;

-- A session of whoever is signed in goes on under another token in another of their organisations. It gets no older by it
-- and no younger: twelve hours stay twelve hours.
create function switch_session(hash bytea, next_hash bytea, organisation uuid) returns boolean
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update session s set token_hash = next_hash, org_id = organisation, last_seen_at = now()
    where s.token_hash = hash and s.account_id = app_account()
      and exists (select 1 from membership m where m.org_id = organisation and m.account_id = s.account_id);
  return found;
end $$;

-- Somebody who was in no organisation is now in one of theirs.
create function enter_organization(hash bytea, organisation uuid) returns void
language sql security definer set search_path = public, pg_temp as $$
  update session s set org_id = organisation where s.token_hash = hash and s.account_id = app_account() and s.org_id is null
    and exists (select 1 from membership m where m.org_id = organisation and m.account_id = s.account_id)
$$;

create function end_session(hash bytea) returns void
language sql security definer set search_path = public, pg_temp as $$
  delete from session where token_hash = hash and account_id = app_account()
$$;

-- ---- Networks that are known ----

-- A sign-in succeeded from there. The newest twenty are kept.
create function remember_network(of_account uuid, from_network bytea) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform require_system();
  insert into known_network (account_id, network) values (of_account, from_network)
    on conflict (account_id, network) do update set last_at = now();
  delete from known_network k where k.account_id = of_account and k.network not in
    (select n.network from known_network n where n.account_id = of_account order by n.last_at desc limit 20);
end $$;

-- Whether this account, or anybody when none is named, signed in from there in the last ninety days.
create function is_known_network(of_account uuid, from_network bytea) returns boolean
language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
  perform require_system();
  return (exists (select 1 from known_network k where k.network = from_network and (of_account is null or k.account_id = of_account)
                 and k.last_at > now() - interval '90 days'));
end $$;

-- ---- The sample company's people ----

create function is_empty_installation() returns boolean
language sql stable security definer set search_path = public, pg_temp as $$ select not exists (select 1 from account) $$;

create function sample_person() returns text
language sql stable security definer set search_path = public, pg_temp as $$
  select email from account where is_demo order by created_at limit 1
$$;

-- Refuses an installation where anybody else has an account.
create function create_sample_account(new_id uuid, address text, hash text, given_name text, family_name text, kind text, nth integer) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform require_system();
  if exists (select 1 from account where not is_demo) then
    raise exception 'the installation has accounts' using errcode = 'insufficient_privilege';
  end if;
  insert into account (id, email, email_confirmed_at, phone, phone_verified_at, password_hash, first_name, last_name, account_type, sms_consent_at, is_demo, created_at)
    values (new_id, address, now(), '+15550100000', now(), hash, given_name, family_name, kind, now(), true, now() + make_interval(secs => nth / 1000.0));
end $$;

-- ---- What read accounts until now ----

create or replace view join_request_view with (security_invoker = true) as
  select j.org_id, j.id, a.first_name || ' ' || a.last_name as name, a.first_name, a.last_name, a.email, a.phone_last4,
         j.invitation_shareholder_id, j.shareholder_id, j.requested_at, j.status
  from join_request j join lateral org_person(j.account_id) a on true;

create or replace view assignee_view with (security_invoker = true) as
  select m.org_id, m.account_id::text as id, a.first_name || ' ' || a.last_name as name, 'member' as kind
  from membership m join lateral org_person(m.account_id) a on true where m.status = 'active' and m.role <> 'shareholder'
  union all
  select h.org_id, h.id, h.name, 'shareholder' from shareholder h where h.is_active;

create or replace view task_view with (security_invoker = true) as
  select t.org_id, t.id, t.title, t.description, t.priority, t.status, t.due_date, t.assignee_id,
         coalesce(h.name, (select p.first_name || ' ' || p.last_name from membership m, lateral org_person(m.account_id) p
                           where m.org_id = t.org_id and m.account_id::text = t.assignee_id)) as assignee,
         t.created_at, t.version
  from task t left join shareholder h on h.org_id = t.org_id and h.id = t.assignee_id;

create or replace view import_view with (security_invoker = true) as
  with latest as (
    select distinct on (org_id, import_id) org_id, import_id, position, step,
           (select max(s.findings_step) from import_step s where s.org_id = i.org_id and s.import_id = i.import_id) as findings_step
    from import_step i order by org_id, import_id, position desc),
  found as (
    select f.org_id, f.import_id, f.step, coalesce(sum(times) filter (where severity = 'error'), 0) as errors,
           coalesce(sum(times) filter (where severity = 'warning'), 0) as warnings
    from finding f group by 1, 2, 3)
  select b.org_id, b.id, b.file_name, b.issuer_name, b.ocf_version, b.as_of, coalesce(l.step, 'checked') as status,
         coalesce(l.step = 'applied', false) as applied,
         (select coalesce(sum(value::bigint), 0) from jsonb_each_text(b.counts)) as objects,
         coalesce(f.errors, 0) as errors, coalesce(f.warnings, 0) as warnings,
         b.created_at, a.first_name || ' ' || a.last_name as actor
  from import_batch b
  left join lateral org_person(b.created_by) a on true
  left join latest l on l.org_id = b.org_id and l.import_id = b.id
  left join found f on f.org_id = b.org_id and f.import_id = b.id and f.step = coalesce(l.findings_step, 0);
