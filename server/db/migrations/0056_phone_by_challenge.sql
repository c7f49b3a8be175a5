-- Whoever has the password of an account that its mailbox took back holds a challenge from there on: by it they name a phone and
-- prove it, without saying the password again. The account has the phone once it is proved.

alter table challenge drop constraint challenge_purpose_check;
alter table challenge add constraint challenge_purpose_check check (purpose in ('signup', 'login', 'reset', 'phone'));

-- Whose challenge it is, for who holds it.
create function challenge_email(with_id text, for_purpose text) returns text
language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
  perform require_system();
  return (select a.email from challenge c join account a on a.id = c.account_id
          where c.id = with_id and c.purpose = for_purpose and c.used_at is null and c.expires_at > now());
end $$;

-- Puts a number and its code on the challenge; and the names, where they are given, for those of before may be a stranger's.
-- Answers sent, or what stands in the way: none, too_soon, too_often. Without a hash it only says what it would answer.
drop function give_phone(uuid, text, integer, text, text);
create function give_phone(with_id text, number text, hash bytea, ttl_seconds integer, wait_seconds integer, given_name text, family_name text) returns text
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

-- The phone is proved; what was begun before is over.
drop function prove_phone(uuid);
create function prove_phone(proved text) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  who uuid;
begin
  perform require_system();
  update account a set phone = c.phone, phone_verified_at = now(), sms_consent_at = now() from challenge c
    where c.id = proved and c.purpose = 'phone' and c.phone is not null and a.id = c.account_id and a.phone_verified_at is null returning a.id into who;
  perform end_sign_ins(who);
end $$;
