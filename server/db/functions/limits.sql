-- Counters, and stored answers to people who are not signed in.

-- Adds `times` to a counter, unless more than `most` would then be within the window. Returns how many there would be, and in
-- how many milliseconds one more fits. Zero only reads; a negative number is subtracted from the newest slot. The call is a
-- statement without a transaction of its own, so it passes the token of Sharebook itself.
create or replace function count_within(token bytea, of_key text, times integer, most integer, window_ms bigint, out points integer, out ms_left bigint)
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  slot_ms constant bigint := greatest(window_ms / 60, 1);
  now_ms bigint; seen_starts bigint[]; seen_counts integer[];
begin
  if token is not null then perform begin_system(token); end if;
  perform require_system();
  -- If the row is purged between the insert and the lock, it is inserted again.
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
  -- The slot that has to expire before one more is within the limit.
  select s + slot_ms + window_ms - now_ms into ms_left from (
    select s, sum(c) over (order by s) as gone, sum(c) over () as held from unnest(seen_starts, seen_counts) as slot (s, c)) slots
    where gone > held - most order by s limit 1;
  ms_left := coalesce(ms_left, 0);
  if times <> 0 then
    update rate_limit set starts = seen_starts, counts = seen_counts,
      expire = coalesce(seen_starts[cardinality(seen_starts)], 0) + slot_ms + window_ms where key = of_key;
  end if;
end $$;

create or replace function forget_count(token bytea, of_key text) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if token is not null then perform begin_system(token); end if;
  perform require_system();
  delete from rate_limit where key = of_key;
end $$;

-- Returns true to the first of several equal calls that run at the same time. A call that never ended blocks others for a
-- minute.
create or replace function begin_call(call bytea) returns boolean language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform require_system();
  insert into in_flight_call as c (scope) values (call)
    on conflict (scope) do update set since = now() where c.since < now() - interval '1 minute';
  return found;
end $$;

create or replace function end_call(call bytea) returns void language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform require_system();
  delete from in_flight_call where scope = call;
end $$;

-- Stores for a day, under the idempotency key, what a person who is not signed in was answered.
create or replace function keep_public_answer(of_scope bytea, of_request bytea, answer text) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform require_system();
  delete from public_idempotency_key where created_at < now() - interval '24 hours';
  insert into public_idempotency_key (scope, request_hash, body) values (of_scope, of_request, answer) on conflict do nothing;
end $$;

create or replace function public_answer(of_scope bytea) returns table (request_hash bytea, body text)
language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
  perform require_system();
  return query select k.request_hash, k.body from public_idempotency_key k where k.scope = of_scope and k.created_at > now() - interval '24 hours';
end $$;
