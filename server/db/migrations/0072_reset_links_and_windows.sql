-- ---- A link in the mail of a reset ----

-- Beside the six digits, which strangers can use up the tries of: who has the mailbox opens this, and nobody can guess it. Good
-- once, for an hour, for the password it was made under. Without an account for an address that has none: the same work.
create table reset_link (
  token_hash bytea primary key,
  account_id uuid references account on delete cascade,
  password_version integer not null,
  expires_at timestamptz not null
);
create index reset_link_account on reset_link (account_id);

create function start_reset_link(hash bytea, of_account uuid, version integer, ttl_seconds integer) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform require_system();
  delete from reset_link where expires_at < now();
  insert into reset_link values (hash, of_account, version, now() + make_interval(secs => ttl_seconds));
end $$;

-- The address whose link it is; none where it was used, replaced by a new password or is too old. Without an address it stays
-- good; with that of its account it is used up.
create function use_reset_link(hash bytea, of_address bytea) returns text
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

create or replace function end_sign_ins(of_account uuid) returns void
language sql security definer set search_path = public, pg_temp as $$
  update challenge set used_at = now() where account_id = of_account and used_at is null;
  delete from reset_link where account_id = of_account;
  delete from session where account_id = of_account;
$$;

-- ---- Limits within any stretch of time ----

-- A window that began with the first of them let twice as many pass around its end. Each is counted with those of the same sixtieth
-- of the window, which begins with the first of them, and for a whole window after it: in no stretch of that length are there more. What was counted until now counts from now.
alter table rate_limit add column starts bigint[] not null default '{}', add column counts integer[] not null default '{}';
update rate_limit set starts = array[(extract(epoch from now()) * 1000)::bigint], counts = array[points] where points > 0;
alter table rate_limit drop column points;

drop function count_within(bytea, text, integer, bigint);
-- Counts so many where no more than `most` are within the window then, and nothing otherwise. Answers how many there would be,
-- and in how long one more could be. None only looks; less than none is taken back from the last. One statement of its own, so it
-- brings the token of Sharebook itself.
create function count_within(token bytea, of_key text, times integer, most integer, window_ms bigint, out points integer, out ms_left bigint)
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  slot_ms constant bigint := greatest(window_ms / 60, 1);
  now_ms bigint; seen_starts bigint[]; seen_counts integer[];
begin
  if token is not null then perform begin_system(token); end if;
  perform require_system();
  -- A row that is purged between the two is made once more.
  loop
    if times > 0 then insert into rate_limit (key, expire) values (of_key, 0) on conflict (key) do nothing; end if;
    if times <> 0 then perform 1 from rate_limit where key = of_key for update; end if;
    exit when found or times <= 0;
  end loop;
  now_ms := extract(epoch from clock_timestamp()) * 1000;
  select coalesce(array_agg(s order by s), '{}'), coalesce(array_agg(c order by s), '{}'), coalesce(sum(c), 0) into seen_starts, seen_counts, points
    from rate_limit r, unnest(r.starts, r.counts) as slot (s, c) where r.key = of_key and c > 0 and s + slot_ms + window_ms > now_ms;
  if times < 0 and points > 0 then
    seen_counts[cardinality(seen_counts)] := greatest(seen_counts[cardinality(seen_counts)] + times, 0);
  elsif times > 0 and points + times <= most then
    if now_ms < seen_starts[cardinality(seen_starts)] + slot_ms then seen_counts[cardinality(seen_counts)] := seen_counts[cardinality(seen_counts)] + times;
    else seen_starts := seen_starts || now_ms; seen_counts := seen_counts || times; end if;
  end if;
  points := greatest(points + times, 0);
  -- The slot that has to be over before one more is within the limit.
  select s + slot_ms + window_ms - now_ms into ms_left from (
    select s, sum(c) over (order by s) as gone, sum(c) over () as held from unnest(seen_starts, seen_counts) as slot (s, c)) slots
    where gone > held - most order by s limit 1;
  ms_left := coalesce(ms_left, 0);
  if times <> 0 then
    update rate_limit set starts = seen_starts, counts = seen_counts,
      expire = coalesce(seen_starts[cardinality(seen_starts)], 0) + slot_ms + window_ms where key = of_key;
  end if;
end $$;

-- ---- Which attempt to sign up becomes the account ----

-- A code that came to a number proves that number. It may have been sent for an attempt of a stranger who named it too: what whoever
-- enters it holds goes before, also where it was pushed out meanwhile or its own code is too old, and then what was asked for
-- from where they are. Who holds none and is elsewhere cannot be told from either where several networks named the number:
-- `is_unclear`, and nothing is made.
drop function prove_signup(text, text, uuid);
create function prove_signup(proved text, held text, from_network text, new_id uuid)
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

-- ---- When another code would not help ----

-- Whether who is not known to the account is out of tries, on any code: asked after try_code answered that one was tried too often,
-- with the same conditions.
create function has_no_tries_left(of_account uuid, of_address bytea, for_purpose text, with_id text, from_network text) returns boolean
language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
  perform require_system();
  return for_purpose in ('login', 'reset') and is_tried_out(of_account, of_address, for_purpose,
    (select t.id from challenge t where t.id = with_id and t.purpose = 'reset' and for_purpose = 'reset' and t.used_at is null
       and (t.account_id = of_account or t.address = of_address)), from_network);
end $$;
