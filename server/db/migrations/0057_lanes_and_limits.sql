-- Whoever is not known to an account has codes and tries apart from everybody else who is not: a challenge for each network,
-- which nobody else's ends, and a share of what all of them may try.

drop index challenge_live;
create unique index challenge_live on challenge (account_id, purpose, lane, ip) where used_at is null;
drop index challenge_of_address;
create unique index challenge_of_address on challenge (address, purpose, ip) where used_at is null and purpose <> 'signup';
-- Failures at an address that has no account count as those at an account do.
alter table challenge_failure add column address bytea;
create index challenge_failure_address on challenge_failure (address, purpose, at) where address is not null;

create or replace function start_challenge(new_id text, of_account uuid, of_address bytea, for_purpose text, for_lane text, hash bytea, number text,
                                version integer, ttl_seconds integer, from_network text, agent text) returns boolean
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform require_system();
  -- One at a time for one address, as for one account.
  perform pg_advisory_xact_lock(hashtextextended('challenge ' || encode(of_address, 'hex'), 0));
  perform 1 from account where id = of_account and phone is not distinct from number and password_version = version for update;
  if not found and of_account is not null then return false; end if;
  update challenge set used_at = now() where used_at is null and purpose = for_purpose and ip = from_network
    and (address = of_address or account_id = of_account and lane = for_lane);
  insert into challenge (id, account_id, address, purpose, lane, code_hash, phone, password_version, expires_at, ip, user_agent)
    values (new_id, of_account, case when of_account is null then of_address end, for_purpose, for_lane, hash, number, version,
            now() + make_interval(secs => ttl_seconds), from_network, agent);
  return true;
end $$;

-- Too many messages were asked for: the last code of this hour is good for a while longer, for whoever asks now, because the owner
-- of the mailbox or the phone has it. Where they had a code of their own that goes on, with its tries counted; otherwise they begin
-- on the one that was sent last to who is not known. False when there is none.
drop function keep_code(uuid, bytea, text, text, integer);
create function keep_code(new_id text, of_account uuid, of_address bytea, for_purpose text, for_lane text, ttl_seconds integer,
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
            -- What was begun on somebody else's code sends no other: it is there because too many were sent.
            case when is_own then c.resends else 3 end);
  if is_own then update challenge_failure set challenge_id = new_id where challenge_id = c.id; end if;
  return true;
end $$;

-- Whether who is not known to the account, or the address, has had their tries: of all of them together so many an hour and a day
-- freely; beyond that each network has two a day, and so has whoever holds a challenge, whatever others do in their network; and
-- all together no more than the last number. On it hangs how likely a code is guessed (docs/decisions/0093).
create function is_tried_out(of_account uuid, of_address bytea, for_purpose text, held text, from_network text) returns boolean
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
          -- At a sign-in a stranger without the password has tries apart, below.
          and (t.lane in ('holder', 'asker') or t.lane = 'stranger' and for_purpose <> 'login') and t.at > now() - interval '1 day') f;
  return today >= most or own_hour >= 10 or own_day >= 20 or (this_hour >= free_an_hour or today >= free_a_day) and own_day >= 2;
end $$;

-- The challenges that wait: what whoever asks holds comes first, then what was asked for from where they are. No more than a
-- hundred and twenty are looked at.
drop function waiting_challenges(uuid, bytea, text);
create function waiting_challenges(of_account uuid, of_address bytea, for_purpose text, with_id text, from_network text) returns setof challenge
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform require_system();
  perform pg_advisory_xact_lock(hashtextextended('challenge ' || encode(of_address, 'hex'), 0));
  return query select * from challenge t where t.purpose = for_purpose and t.used_at is null
    and (t.account_id = of_account or t.address = of_address and not exists (
      select 1 from challenge own where own.account_id = of_account and own.purpose = for_purpose and own.used_at is null))
    order by (t.id = with_id) is true desc, (t.ip = from_network) is true desc, t.created_at desc, t.id limit 120;
end $$;

-- Tries a code on every challenge that waits, and counts the try on each. Answers right and the challenge, wrong, spent (tried
-- too often), or none: no code waits for whoever asks.
-- At a sign-in `with_id` is the id of the password step: only its holder, or the same client, may go on. Every other code is
-- good wherever it is entered. Whose failures a try counts among is told by `caller`: a known device, a known network, other.
-- `keeps` leaves a right code good for the work that it allows.
-- Who is not known to the account has a share of what all of them may try; a code counts once however many challenges stand
-- on it, and a sign-in uses it up on all of them.
drop function try_code(uuid, bytea, text, bytea, text, text, text, text, boolean);
create function try_code(of_account uuid, of_address bytea, for_purpose text, hash bytea, with_id text, from_network text, agent text,
                         caller text, keeps boolean, out answer text, out challenge_id text)
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  a account; c challenge; who text; is_spent boolean; tried text[] := '{}'; tried_as text[] := '{}'; hashes bytea[] := '{}';
  is_out boolean; tried_at timestamptz;
begin
  perform require_system();
  -- Counted once nobody else is at it.
  perform pg_advisory_xact_lock(hashtextextended('challenge ' || encode(of_address, 'hex'), 0));
  is_out := caller = 'other' and for_purpose in ('login', 'reset') and is_tried_out(of_account, of_address, for_purpose,
    (select t.id from challenge t where t.id = with_id and t.purpose = 'reset' and for_purpose = 'reset' and t.used_at is null
       and (t.account_id = of_account or t.address = of_address)), from_network);
  for c in select * from waiting_challenges(of_account, of_address, for_purpose, with_id, from_network) loop
    -- Who proves a phone goes on with what they hold, and with nothing else.
    continue when for_purpose = 'phone' and with_id is distinct from c.id;
    continue when c.code_hash = any (hashes);
    if for_purpose = 'login' then
      -- A stranger can neither pass nor burn the owner's tries: only the same client gets a small budget of its own.
      continue when with_id is distinct from c.id and (with_id is not null or from_network is distinct from c.ip or agent is distinct from c.user_agent);
      who := case when with_id is distinct from c.id then 'stranger' when caller = 'other' then 'asker' else caller end;
      select (caller <> 'other' or who = 'stranger') and (count(*) filter (where f.at > now() - interval '1 hour') >= 15 or count(*) >= 30) into is_spent from challenge_failure f
        where f.account_id = of_account and f.purpose = for_purpose and f.lane = who and f.at > now() - interval '1 day'
          and (who <> 'network' or f.network = from_network);
      is_spent := is_spent or case when who = 'stranger' then c.stranger_attempts >= 3 else c.attempts >= 5 end;
    else
      who := case when with_id = c.id then 'holder' when caller <> 'other' then caller when from_network = c.ip then 'asker' else 'stranger' end;
      -- Five for each: who holds it, a known device, a known network, the network that asked, and every other network; twenty
      -- for all the others together.
      select count(*) filter (where who not in ('network', 'stranger') or f.network = from_network) >= 5 or count(*) >= 20 into is_spent
        from challenge_failure f where f.challenge_id = c.id and f.lane = who and f.at > c.sent_at;
    end if;
    if is_spent or is_out then answer := 'spent'; continue; end if;
    answer := coalesce(answer, 'wrong');
    select * into a from account where id = c.account_id;
    -- A phone that is yet to be proved is the challenge's alone.
    continue when c.expires_at <= now() or c.account_id is not null
      and (for_purpose <> 'phone' and c.phone is distinct from a.phone or c.password_version <> a.password_version);
    if is_answered(c) and c.code_hash = hash then
      -- What ended it meanwhile has the account's row until it is done.
      perform 1 from account where id = c.account_id for update;
      if not exists (select 1 from challenge t where t.id = c.id and t.used_at is null) then answer := 'wrong'; return; end if;
      if not keeps then
        update challenge t set used_at = now() where t.id = c.id
          or t.used_at is null and t.account_id = c.account_id and t.purpose = for_purpose and t.code_hash = hash;
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
  -- A right code sent twice at once: the second is told that the code is used, not that somebody tries too often.
  answer := coalesce(answer, case when exists (select 1 from challenge t where t.purpose = for_purpose and t.used_at > now() - interval '10 seconds'
    and (t.account_id = of_account or t.address = of_address)) then 'wrong' else 'none' end);
end $$;

-- ---- What counts how often something was tried ----

-- The serving login has no right on the counters any more: injected SQL could empty them.

-- Counts so many within a window that begins with the first of them, and answers how many there are and when the window ends.
-- Less than none is taken back, down to nothing. One statement of its own, so it brings the token of Sharebook itself.
create function count_within(token bytea, of_key text, times integer, window_ms bigint, out points integer, out ms_left bigint)
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  now_ms bigint := extract(epoch from clock_timestamp()) * 1000;
begin
  if token is not null then perform begin_system(token); end if;
  perform require_system();
  insert into rate_limit as r (key, points, expire) values (of_key, greatest(times, 0), now_ms + window_ms)
    on conflict (key) do update set
      points = case when r.expire > now_ms then greatest(r.points + times, 0) else excluded.points end,
      expire = case when r.expire > now_ms then r.expire else excluded.expire end
    returning r.points, r.expire - now_ms into points, ms_left;
end $$;

create function forget_count(token bytea, of_key text) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if token is not null then perform begin_system(token); end if;
  perform require_system();
  delete from rate_limit where key = of_key;
end $$;

-- ---- Invitations ----

-- The companies that count as one until their owner's mailbox is confirmed: the current one, and the others that its owners, or
-- whoever invites, opened. Three companies have the share of one.
create function companies_of_owners() returns setof uuid
language sql stable set search_path = public, pg_temp as $$
  select app_org()
  union
  select theirs.org_id from membership theirs
    where theirs.role = 'owner' and theirs.status = 'active' and not has_confirmed_owner(theirs.org_id)
      and (theirs.account_id = app_account() or theirs.account_id in (
        select own.account_id from membership own where own.org_id = app_org() and own.role = 'owner' and own.status = 'active'))
$$;

create or replace function invitation_limit(address text, holder text) returns table (reason text, seconds integer)
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  mailbox text := mailbox_of(address);
  is_confirmed boolean;
  counted uuid[];
begin
  perform 1 from organization where id = app_org() for update;
  is_confirmed := has_confirmed_owner(app_org());
  counted := case when is_confirmed then array[app_org()] else array(select companies_of_owners()) end;
  -- Of several companies of one owner one at a time.
  if not is_confirmed then
    perform pg_advisory_xact_lock(hashtextextended('invitations of ' || o.account_id, 0)) from (
      select m.account_id from membership m where m.org_id = app_org() and m.role = 'owner' and m.status = 'active'
      union select app_account() order by 1) o;
  end if;
  perform pg_advisory_xact_lock(hashtextextended('invitation to ' || mailbox, 0));
  return query
    with mailed as (
      select i.created_at, i.accepted_at is null and i.org_id = any (counted) as is_own,
             i.accepted_at is null and not has_confirmed_owner(i.org_id) as is_unconfirmed from invitation i
        where mailbox_of(i.email) = mailbox and i.created_at > now() - interval '1 day')
    select l.reason, ceil(extract(epoch from l.created_at + l.span - now()))::integer from (
      (select 'mailbox' as reason, m.created_at, interval '1 hour' as span from mailed m order by m.created_at desc offset 2 limit 1)
      union all
      (select 'mailbox', m.created_at, interval '1 day' from mailed m order by m.created_at desc offset 9 limit 1)
      union all
      (select 'mailbox', m.created_at, interval '1 hour' from mailed m where m.is_own order by m.created_at desc offset 1 limit 1)
      union all
      (select 'mailbox', m.created_at, interval '1 day' from mailed m where m.is_own order by m.created_at desc offset 5 limit 1)
      union all
      (select 'unconfirmed', m.created_at, interval '1 hour' from mailed m
         where not is_confirmed and m.is_own order by m.created_at desc limit 1)
      union all
      (select 'unconfirmed', m.created_at, interval '1 day' from mailed m
         where not is_confirmed and m.is_own order by m.created_at desc offset 2 limit 1)
      union all
      (select 'unconfirmed', m.created_at, interval '1 hour' from mailed m
         where not is_confirmed and m.is_unconfirmed order by m.created_at desc offset 1 limit 1)
      union all
      (select 'unconfirmed', m.created_at, interval '1 day' from mailed m
         where not is_confirmed and m.is_unconfirmed order by m.created_at desc offset 6 limit 1)
      union all
      (select 'company', i.created_at, interval '1 day' from invitation i
         where i.org_id = any (counted) and not is_confirmed order by i.created_at desc offset 99 limit 1)
      union all
      (select 'holder', i.created_at, interval '1 day' from invitation i
         where i.org_id = app_org() and i.shareholder_id = holder and mailbox_of(i.email) = mailbox and is_confirmed
           and i.used_at is null order by i.created_at desc limit 1)) l
    where l.created_at + l.span > now() order by 2 desc limit 1;
end $$;

-- ---- Companies that hold nothing ----

-- What the owner's browser says of its time zone is on record, and is nothing that anybody entered: it neither keeps the company
-- of a stranger nor its name.
create function is_of_time_zone(entry activity) returns boolean
language sql immutable set search_path = public, pg_temp as $$
  select entry.resource = 'organization' and entry.text like 'set the company’s time zone to %'
$$;
create or replace function is_untouched_organization(organisation uuid) returns boolean
language plpgsql stable security definer set search_path = public, pg_temp as $$
declare
  t text; has_rows boolean;
begin
  if (select count(*) from membership where org_id = organisation) > 1 then return false; end if;
  for t in select c.table_name from information_schema.columns c join information_schema.tables b using (table_schema, table_name)
    where c.table_schema = 'public' and b.table_type = 'BASE TABLE' and c.column_name = 'org_id'
      and c.table_name not in ('membership', 'session', 'idempotency_key', 'sealed_change', 'sealed_head', 'activity') loop
    execute format('select exists (select 1 from %I where org_id = $1)', t) into has_rows using organisation;
    if has_rows then return false; end if;
  end loop;
  return not exists (select 1 from activity where org_id = organisation and not is_of_time_zone(activity));
end $$;

create or replace function remove_untouched_organizations(founder uuid) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  org uuid;
begin
  perform require_system();
  for org in select m.org_id from membership m where m.account_id = founder and m.role = 'owner' loop
    if is_untouched_organization(org) then
      delete from idempotency_key where org_id = org;
      delete from activity where org_id = org;
      delete from membership where org_id = org;
      delete from organization where id = org;
      delete from sealed_change where org_id = org;
      delete from sealed_head where org_id = org;
    end if;
  end loop;
end $$;
