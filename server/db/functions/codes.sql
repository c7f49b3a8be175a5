-- Challenges: codes that were sent, and how often they may be tried (docs/decisions/accounts-and-sign-in.md).

-- Whether the code of a challenge was sent: true for a challenge of an account, and for a sign-up with an address that has no
-- account.
create or replace function is_answered(c challenge) returns boolean
language sql stable security definer set search_path = public, pg_temp as $$
  select c.account_id is not null or exists (
    select 1 from signup_attempt s where s.challenge_id = c.id and not exists (select 1 from account a where a.email = s.email))
$$;

-- The address of a challenge's account, for the person who holds the challenge.
create or replace function challenge_email(with_id text, for_purpose text) returns text
language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
  perform require_system();
  return (select a.email from challenge c join account a on a.id = c.account_id
          where c.id = with_id and c.purpose = for_purpose and c.used_at is null and c.expires_at > now());
end $$;

-- The pending challenges of an account, or of an address to which no code is sent. Calls for the same address run one at a
-- time. They do not lock the account's row: that lock would be a write, and the time it takes would reveal that the account
-- exists.
create or replace function waiting_challenges(of_account uuid, of_address bytea, for_purpose text, with_id text, from_network text) returns setof challenge
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform require_system();
  perform pg_advisory_xact_lock(hashtextextended('challenge ' || encode(of_address, 'hex'), 0));
  return query select * from challenge t where t.purpose = for_purpose and t.used_at is null
    and (t.account_id = of_account or t.address = of_address and not exists (
      select 1 from challenge own where own.account_id = of_account and own.purpose = for_purpose and own.used_at is null))
    order by (t.id = with_id) is true desc, (t.ip = from_network) is true desc, t.created_at desc, t.id limit 120;
end $$;

-- Starts a challenge that replaces an older one. Returns false if the account's phone or password has changed since the caller
-- read them. Without an account, the challenge is for an address to which no code is sent. `is_sent`: false where the code is
-- another factor's; a text message can then be asked for at once.
create or replace function start_challenge(new_id text, of_account uuid, of_address bytea, for_purpose text, for_lane text, hash bytea, number text,
                                version integer, ttl_seconds integer, from_network text, agent text, is_sent boolean) returns boolean
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform require_system();
  -- Calls for the same address run one at a time, whether or not it has an account.
  perform pg_advisory_xact_lock(hashtextextended('challenge ' || encode(of_address, 'hex'), 0));
  perform 1 from account where id = of_account and phone is not distinct from number and password_version = version for update;
  if not found and of_account is not null then return false; end if;
  update challenge set used_at = now() where used_at is null and purpose = for_purpose and ip = from_network
    and (address = of_address or account_id = of_account and lane = for_lane);
  insert into challenge (id, account_id, address, purpose, lane, code_hash, phone, password_version, expires_at, ip, user_agent, sent_at)
    values (new_id, of_account, case when of_account is null then of_address end, for_purpose, for_lane, hash, number, version,
            now() + make_interval(secs => ttl_seconds), from_network, agent, case when is_sent then now() else now() - interval '1 day' end);
  return true;
end $$;

-- Puts a new code on a pending challenge and resets its failed attempts. Only for an unexpired challenge of the same client: by
-- its id, by the same lane if that is 'device' or 'network', or by network and user agent. Returns 'sent' or why not ('none',
-- 'too_soon', 'too_often'), the phone number, and whether no code is really sent. Without a hash it changes nothing and only
-- returns what it would answer.
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

-- Called when too many codes were requested. The last code of the past hour stays valid longer, so that the person who has it
-- can continue. Its failed attempts stay counted if the same network, a known device or a known network requested it.
create or replace function keep_code(new_id text, of_account uuid, of_address bytea, for_purpose text, for_lane text, ttl_seconds integer,
                          from_network text, agent text) returns boolean
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  c challenge; is_own boolean;
begin
  perform require_system();
  perform pg_advisory_xact_lock(hashtextextended('challenge ' || encode(of_address, 'hex'), 0));
  select t.* into c from challenge t left join account a on a.id = t.account_id
    where t.used_at is null and t.purpose = for_purpose and t.lane = for_lane and t.sent_at > now() - interval '1 hour'
      and (t.address = of_address or t.account_id = of_account and t.phone is not distinct from a.phone and t.password_version = a.password_version)
    order by t.ip = from_network desc, t.sent_at desc, t.created_at desc limit 1;
  if c.id is null then return false; end if;
  is_own := c.ip = from_network or for_lane <> 'other';
  if is_own then update challenge set used_at = now() where id = c.id; end if;
  update challenge set used_at = now() where used_at is null and purpose = for_purpose and lane = for_lane and ip = from_network
    and (address = of_address or account_id = of_account);
  insert into challenge (id, account_id, address, purpose, lane, code_hash, phone, password_version, sent_at, expires_at, ip, user_agent,
                         attempts, stranger_attempts, resends)
    values (new_id, c.account_id, c.address, for_purpose, for_lane, c.code_hash, c.phone, c.password_version, c.sent_at,
            greatest(c.expires_at, now() + make_interval(secs => ttl_seconds)), from_network, agent,
            case when is_own then c.attempts else 0 end, case when is_own then c.stranger_attempts else 0 end,
            -- A challenge made from another client's code gets no new code, because too many were sent already.
            case when is_own then c.resends else 3 end);
  if is_own then update challenge_failure set challenge_id = new_id where challenge_id = c.id; end if;
  return true;
end $$;

-- Whether a client unknown to the account (or address) has used up its attempts. All unknown clients together have a number of
-- attempts an hour and a day. After those, each network still has two a day, and so does each holder of a challenge, whatever
-- others in their network do. One network or holder never has more than ten an hour and twenty a day, and all together never
-- more than `most` a day. The probability of guessing a code follows from these numbers (docs/decisions/accounts-and-sign-in.md).
create or replace function is_tried_out(of_account uuid, of_address bytea, for_purpose text, held text, from_network text) returns boolean
language plpgsql stable set search_path = public, pg_temp as $$
declare
  free_an_hour constant integer := case for_purpose when 'login' then 15 else 50 end;
  free_a_day constant integer := case for_purpose when 'login' then 30 else 100 end;
  most constant integer := case for_purpose when 'login' then 300 else 1000 end;
  this_hour integer; today integer; own_hour integer; own_day integer;
begin
  select count(*) filter (where f.at > now() - interval '1 hour'), count(*),
         count(distinct f.at) filter (where f.is_own and f.at > now() - interval '1 hour'), count(distinct f.at) filter (where f.is_own)
    into this_hour, today, own_hour, own_day from (
      select t.at, case when held is null then t.network = from_network and t.lane <> 'holder'
                        else t.challenge_id = held and t.lane = 'holder' end as is_own from challenge_failure t
        where (t.account_id = of_account or of_account is null and t.address = of_address) and t.purpose = for_purpose
          -- At sign-in, failures of clients that did not enter the password are counted separately, in try_code.
          and (t.lane in ('holder', 'asker') or t.lane = 'stranger' and for_purpose <> 'login') and t.at > now() - interval '1 day') f;
  return today >= most or own_hour >= 10 or own_day >= 20 or (this_hour >= free_an_hour or today >= free_a_day) and own_day >= 2;
end $$;

-- Whether a client unknown to the account has no attempts left for any code. Called with the same arguments after try_code
-- returned 'spent'.
create or replace function has_no_tries_left(of_account uuid, of_address bytea, for_purpose text, with_id text, from_network text) returns boolean
language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
  perform require_system();
  return for_purpose in ('login', 'reset') and is_tried_out(of_account, of_address, for_purpose,
    (select t.id from challenge t where t.id = with_id and t.purpose = 'reset' and for_purpose = 'reset' and t.used_at is null
       and (t.account_id = of_account or t.address = of_address)), from_network);
end $$;

-- Checks a code and counts the attempt. Returns 'right', 'wrong', 'spent' (too many attempts), or 'none' (no code is pending
-- for this caller). At sign-in, `with_id` is the id of the password step, and only its holder or the same client may go on. A
-- code that verifies a phone needs the id of its challenge. Every other code is valid from any client. `caller` is the lane in
-- which a failure counts: 'device' (a known device), 'network' (a known network) or 'other'. With `keeps`, a right code stays
-- valid for the action that it allows. `proved`: another second factor of the account was right, so the code need not be. If a right code was used a moment ago, only the same client, which may have sent it
-- twice, gets 'wrong' instead of 'none'.
create or replace function try_code(of_account uuid, of_address bytea, for_purpose text, hash bytea, with_id text, from_network text, agent text,
                         caller text, keeps boolean, proved boolean, out answer text, out challenge_id text)
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  a account; c challenge; who text; is_spent boolean; tried text[] := '{}'; tried_as text[] := '{}'; hashes bytea[] := '{}';
  is_out boolean; tried_at timestamptz;
begin
  perform require_system();
  -- Attempts for the same address are counted one at a time.
  perform pg_advisory_xact_lock(hashtextextended('challenge ' || encode(of_address, 'hex'), 0));
  is_out := caller = 'other' and for_purpose in ('login', 'reset') and is_tried_out(of_account, of_address, for_purpose,
    (select t.id from challenge t where t.id = with_id and t.purpose = 'reset' and for_purpose = 'reset' and t.used_at is null
       and (t.account_id = of_account or t.address = of_address)), from_network);
  for c in select * from waiting_challenges(of_account, of_address, for_purpose, with_id, from_network) loop
    -- A code that verifies a phone is accepted only with the id of its challenge.
    continue when for_purpose = 'phone' and with_id is distinct from c.id;
    continue when c.code_hash = any (hashes);
    if for_purpose = 'login' then
      -- Without the id of the password step, only the client that did this step (same network and user agent) may try, and it
      -- has a few attempts of its own. So a stranger can neither sign in nor use up the owner's attempts.
      continue when with_id is distinct from c.id and (with_id is not null or from_network is distinct from c.ip or agent is distinct from c.user_agent);
      who := case when with_id is distinct from c.id then 'stranger' when caller = 'other' then 'asker' else caller end;
      select (caller <> 'other' or who = 'stranger') and (count(*) filter (where f.at > now() - interval '1 hour') >= 15 or count(*) >= 30) into is_spent from challenge_failure f
        where f.account_id = of_account and f.purpose = for_purpose and f.lane = who and f.at > now() - interval '1 day'
          and (who <> 'network' or f.network = from_network);
      is_spent := is_spent or case when who = 'stranger' then c.stranger_attempts >= 3 else c.attempts >= 5 end;
    else
      who := case when with_id = c.id then 'holder' when caller <> 'other' then caller when from_network = c.ip then 'asker' else 'stranger' end;
      -- Five attempts each: the holder of the challenge, known devices, each known network, the network that requested the
      -- code, and each other network. All known networks together, and all other networks together, have twenty.
      select count(*) filter (where who not in ('network', 'stranger') or f.network = from_network) >= 5 or count(*) >= 20 into is_spent
        from challenge_failure f where f.challenge_id = c.id and f.lane = who and f.at > c.sent_at;
    end if;
    if is_spent or is_out then answer := 'spent'; continue; end if;
    answer := coalesce(answer, 'wrong');
    select * into a from account where id = c.account_id;
    -- A phone that is not verified yet is stored in the challenge only, so it is not compared with the account's.
    continue when c.expires_at <= now() or c.account_id is not null
      and (for_purpose <> 'phone' and c.phone is distinct from a.phone or c.password_version <> a.password_version);
    if is_answered(c) and (proved or c.code_hash = hash) then
      -- A transaction that is ending this challenge has locked the account's row: wait for it.
      perform 1 from account where id = c.account_id for update;
      if not exists (select 1 from challenge t where t.id = c.id and t.used_at is null) then answer := 'wrong'; return; end if;
      if not keeps then
        update challenge t set used_at = now() where t.id = c.id
          or t.used_at is null and t.account_id = c.account_id and t.purpose = for_purpose and t.code_hash = c.code_hash;
      end if;
      answer := 'right';
      try_code.challenge_id := c.id;
      return;
    end if;
    tried := tried || c.id;
    tried_as := tried_as || who;
    hashes := hashes || c.code_hash;
  end loop;
  if tried <> '{}' then
    tried_at := clock_timestamp();
    update challenge t set attempts = t.attempts + (u.lane <> 'stranger')::integer, stranger_attempts = t.stranger_attempts + (u.lane = 'stranger')::integer
      from unnest(tried, tried_as) as u (id, lane) where t.id = u.id;
    insert into challenge_failure (account_id, address, purpose, lane, challenge_id, network, at)
      select t.account_id, t.address, for_purpose, u.lane, t.id, from_network, tried_at from unnest(tried, tried_as) as u (id, lane) join challenge t on t.id = u.id;
    answer := 'wrong';
    return;
  end if;
  -- If a right code is sent twice at once, the second call gets 'wrong' (the code is used), not 'none' (which can count as too
  -- many attempts).
  answer := coalesce(answer, case when exists (select 1 from challenge t where t.purpose = for_purpose and t.used_at > now() - interval '10 seconds' and (t.id = with_id or t.ip = from_network and t.user_agent is not distinct from agent)
    and (t.account_id = of_account or t.address = of_address)) then 'wrong' else 'none' end);
end $$;
