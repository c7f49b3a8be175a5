-- Whoever signs up with an address has an attempt of their own: its phone, password, names, wishes and code stand beside those
-- of everybody else who signs up with it. The first whose code is entered makes the account. An address that is taken has
-- attempts like a free one, which no code makes an account of: nothing tells the two apart.

create table signup_attempt (
  challenge_id text primary key references challenge on delete cascade,
  email text not null,
  phone text not null,
  password_hash text not null,
  first_name text not null,
  last_name text not null,
  account_type text not null,
  client_name text,
  client_display_name text,
  invite_token_hash bytea
);
create index signup_attempt_email on signup_attempt (email);

-- What was begun before is begun again. Such an account owns nothing and signs in nowhere; one that something points at all
-- the same stays for the owner of its mailbox.
do $$
declare
  unproved uuid;
begin
  for unproved in select id from account where phone_verified_at is null and email_confirmed_at is null and not is_demo loop
    begin
      delete from account where id = unproved;
    exception when foreign_key_violation then
      null;
    end;
  end loop;
end $$;
drop function open_account(uuid, text, text, text, text, text, text, text, text, bytea);
drop table signup_request;

drop index challenge_of_address;
create unique index challenge_of_address on challenge (address, purpose) where used_at is null and purpose <> 'signup';
create index challenge_signup on challenge (address, created_at) where purpose = 'signup';
-- Who holds a challenge, by its id, has tries of their own, from whichever network they come.
alter table challenge_failure drop constraint challenge_failure_lane_check;
alter table challenge_failure add constraint challenge_failure_lane_check check (lane in ('device', 'network', 'holder', 'asker', 'stranger'));

-- Begins an attempt. Answers sent, taken (nothing leaves) or full. A network keeps its newest ten for one address; of a hundred
-- that wait for it, a network that has several loses its oldest to who comes, so that nobody is pushed out by others who have more.
create function start_signup(new_id text, of_address bytea, to_email text, number text, hash text, given_name text, family_name text,
                             kind text, wanted_name text, wanted_display_name text, invitation_hash bytea, code bytea,
                             ttl_seconds integer, from_network text, agent text) returns text
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  waiting integer; fullest text; most integer;
begin
  perform require_system();
  perform pg_advisory_xact_lock(hashtextextended('challenge ' || encode(of_address, 'hex'), 0));
  delete from challenge where address = of_address and purpose = 'signup' and greatest(expires_at, used_at) < now() - interval '1 hour';
  update challenge set used_at = now() where id in (
    select t.id from challenge t where t.address = of_address and t.purpose = 'signup' and t.used_at is null and t.ip = from_network
      order by t.created_at desc, t.id desc offset 9);
  select count(*) into waiting from challenge t
    where t.address = of_address and t.purpose = 'signup' and t.used_at is null and t.expires_at > now();
  if waiting >= 100 then
    select t.ip, count(*) into fullest, most from challenge t
      where t.address = of_address and t.purpose = 'signup' and t.used_at is null and t.expires_at > now()
      group by t.ip order by count(*) desc, min(t.created_at) limit 1;
    if most = 1 then return 'full'; end if;
    update challenge set used_at = now() where id = (
      select t.id from challenge t where t.address = of_address and t.purpose = 'signup' and t.used_at is null and t.expires_at > now()
        and t.ip = fullest order by t.created_at, t.id limit 1);
  end if;
  insert into challenge (id, address, purpose, lane, code_hash, phone, password_version, expires_at, ip, user_agent)
    values (new_id, of_address, 'signup', 'other', code, number, 0, now() + make_interval(secs => ttl_seconds), from_network, agent);
  insert into signup_attempt values
    (new_id, to_email, number, hash, given_name, family_name, kind, wanted_name, wanted_display_name, invitation_hash);
  return case when exists (select 1 from account a where a.email = to_email) then 'taken' else 'sent' end;
end $$;

-- Whether a challenge has a code that somebody got: of an account, or of a sign-up with an address that is free.
create function is_answered(c challenge) returns boolean
language sql stable security definer set search_path = public, pg_temp as $$
  select c.account_id is not null or exists (
    select 1 from signup_attempt s where s.challenge_id = c.id and not exists (select 1 from account a where a.email = s.email))
$$;

-- The phone of an attempt is proved: its account is made, and every other attempt with the address is over. Whoever holds
-- another attempt with the same phone has proved that one: a stranger may have named their number too. Answers what was
-- asked for; no row where the address has an account by now.
create function prove_signup(proved text, held text, new_id uuid)
returns table (account_type text, client_name text, client_display_name text, invite_token_hash bytea)
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  s signup_attempt;
begin
  perform require_system();
  select own.* into s from signup_attempt p join signup_attempt own on own.email = p.email and own.phone = p.phone
    join challenge t on t.id = own.challenge_id
    where p.challenge_id = proved and (own.challenge_id = proved or own.challenge_id = held and t.used_at is null and t.expires_at > now())
    order by own.challenge_id is distinct from held limit 1;
  insert into account (id, email, phone, phone_verified_at, password_hash, first_name, last_name, account_type, sms_consent_at)
    select new_id, s.email, s.phone, now(), s.password_hash, s.first_name, s.last_name, s.account_type, now() where s.challenge_id is not null
    on conflict (email) do nothing;
  if not found then return; end if;
  update challenge t set used_at = now() where t.used_at is null and t.id in (select a.challenge_id from signup_attempt a where a.email = s.email);
  delete from signup_attempt a where a.email = s.email;
  return query select s.account_type, s.client_name, s.client_display_name, s.invite_token_hash;
end $$;

-- Puts a new code on a pending challenge, which forgets its failed tries. Only for its holder, by its id or as the same
-- client, and while it is good. Answers sent, or what stands in the way: none, too_soon, too_often; and the number it goes
-- to, and whether nothing does. Without a hash it only says what it would answer.
create or replace function renew_code(of_account uuid, of_address bytea, for_purpose text, hash bytea, ttl_seconds integer, wait_seconds integer,
                           caller text, with_id text, from_network text, agent text)
returns table (answer text, phone text, is_pretended boolean)
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  c challenge;
begin
  perform require_system();
  select * into c from waiting_challenges(of_account, of_address, for_purpose, with_id, from_network) t
    where t.expires_at > now() and (t.id = with_id or t.lane = caller and t.lane <> 'other' or t.ip = from_network and t.user_agent = agent)
    order by (t.id = with_id) is true desc, t.lane = caller desc, t.created_at desc limit 1;
  answer := case
    when c.id is null then 'none'
    when c.sent_at > now() - make_interval(secs => wait_seconds) then 'too_soon'
    when c.resends >= 3 then 'too_often'
    else 'sent' end;
  phone := c.phone;
  is_pretended := not is_answered(c);
  if hash is not null and answer = 'sent' then
    update challenge t set code_hash = hash, attempts = 0, stranger_attempts = 0, resends = t.resends + 1, sent_at = clock_timestamp(),
      expires_at = now() + make_interval(secs => ttl_seconds) where t.id = c.id;
  end if;
  return next;
end $$;

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
