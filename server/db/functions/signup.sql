-- Signing up: attempts that become accounts once a phone is proved.

-- Begins a sign-up attempt. Returns 'sent', 'taken' (the address has an account, so no code is sent) or 'full'. A network keeps
-- its newest ten attempts for one address. If a hundred attempts for an address are pending, a new one ends the oldest attempt
-- of the network that has most, so that networks with many attempts cannot push out those with few. It is 'full' if no network
-- has more than one.
create or replace function start_signup(new_id text, of_address bytea, to_email text, number text, hash text, given_name text, family_name text,
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

-- Called when the phone of an attempt was verified: creates its account, and ends every other attempt with the address. A
-- stranger may have started an attempt with the same address and phone. So the account is made from the attempt that the caller
-- holds or that came from the caller's network, if there is one with the same phone. Returns what that attempt asked for;
-- `is_unclear` and no account if several could be meant; no row if the address has an account by now.
create or replace function prove_signup(proved text, held text, from_network text, new_id uuid)
returns table (account_type text, client_name text, client_display_name text, invite_token_hash bytea, is_unclear boolean)
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  s signup_attempt; is_own boolean;
begin
  perform require_system();
  select own.* into s from signup_attempt p join signup_attempt own on own.email = p.email and own.phone = p.phone
    join challenge t on t.id = own.challenge_id
    where p.challenge_id = proved and (own.challenge_id in (proved, held) or t.ip = from_network and t.used_at is null and t.expires_at > now())
    order by (own.challenge_id = held) is true desc, (t.ip = from_network) is true desc, own.challenge_id = proved desc, t.created_at desc limit 1;
  is_own := s.challenge_id = held or exists (select 1 from challenge t where t.id = s.challenge_id and t.ip = from_network);
  if is_own is not true and exists (
    select 1 from signup_attempt o join challenge t on t.id = o.challenge_id join challenge c on c.id = s.challenge_id
      where o.email = s.email and o.phone = s.phone and t.ip is distinct from c.ip and t.created_at > now() - interval '1 hour') then
    return query select null::text, null::text, null::text, null::bytea, true;
    return;
  end if;
  insert into account (id, email, phone, phone_verified_at, password_hash, first_name, last_name, account_type, sms_consent_at)
    select new_id, s.email, s.phone, now(), s.password_hash, s.first_name, s.last_name, s.account_type, now() where s.challenge_id is not null
    on conflict (email) do nothing;
  if not found then return; end if;
  update challenge t set used_at = now() where t.used_at is null and t.id in (select a.challenge_id from signup_attempt a where a.email = s.email);
  delete from signup_attempt a where a.email = s.email;
  return query select s.account_type, s.client_name, s.client_display_name, s.invite_token_hash, false;
end $$;
