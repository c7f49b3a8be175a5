-- What the server does now and then, and the messages that wait to be sent.

-- Queues a message. One that does not leave is written too, without its text, where an answer may not tell by its time that
-- nothing was sent.
create or replace function queue_message(new_id uuid, by_channel text, to_whom text, about text, sealed text, ttl_seconds integer, leaves boolean) returns void
language sql security definer set search_path = public, pg_temp as $$
  insert into outbox (id, channel, recipient, subject, body, is_sealed, expires_at, sent_at)
    values (new_id, by_channel, case when leaves then to_whom else '' end, about, case when leaves then sealed else '' end, true,
            now() + make_interval(secs => ttl_seconds), case when not leaves then now() end)
$$;

-- The oldest messages that are due, leased by moving their next attempt into the future.
create or replace function take_messages(lease_seconds integer, at_most integer)
returns table (id uuid, channel text, recipient text, subject text, body text, is_sealed boolean, attempts integer, is_expired boolean)
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform require_system();
  return query
  update outbox o set attempts = o.attempts + 1, next_attempt_at = now() + make_interval(secs => lease_seconds)
    where o.id in (select d.id from outbox d where d.sent_at is null and d.failed_at is null and d.next_attempt_at <= now()
                   order by d.created_at limit at_most for update skip locked)
    returning o.id, o.channel, o.recipient, o.subject, o.body, o.is_sealed, o.attempts, coalesce(o.expires_at < now(), false);
end $$;

-- A message was sent. Its text may hold a code, so it is not kept.
create or replace function message_left(message uuid) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform require_system();
  update outbox set sent_at = now(), body = '' where id = message;
end $$;

-- A message was not sent: it is tried again, or given up without its text.
create or replace function message_stayed(message uuid, reason text, pause_seconds double precision, gives_up boolean) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform require_system();
  update outbox set last_error = reason, next_attempt_at = now() + make_interval(secs => pause_seconds),
    failed_at = case when gives_up or expires_at < now() then now() end,
    body = case when gives_up or expires_at < now() then '' else body end
  where id = message;
end $$;

-- True for the one process that shall do a task now; for so many seconds nobody else does it.
create or replace function claim_scheduled_run(task text, seconds integer) returns boolean
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform require_system();
  insert into scheduled_run as s (name) values (task)
    on conflict (name) do update set ran_at = now() where s.ran_at < now() - make_interval(secs => seconds);
  return found;
end $$;

-- Says that a process lives. Answers how many others do, and how many of them keep files on a disk of their own. One process holds
-- a DATA_DIR: a row of it that is there when another process begins is of one that was killed. If that one does live, on a copy of
-- the DATA_DIR, its next touch brings it back.
create or replace function touch_server_process(process uuid, place uuid, driver text, begins boolean, out others integer, out on_disk integer)
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform require_system();
  delete from server_process where seen_at < now() - interval '2 minutes' or (begins and data_dir = place);
  insert into server_process values (process, place, driver) on conflict (id) do update set seen_at = now();
  select count(*), count(*) filter (where p.files_driver = 'disk') into others, on_disk
    from server_process p where p.id <> process;
end $$;

create or replace function end_server_process(process uuid) returns void language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform require_system();
  delete from server_process where id = process;
end $$;

create or replace function report_import_progress(org uuid, run text, stage text, done bigint, total bigint) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform require_system();
  insert into import_progress values (org, run, stage, done, total)
    on conflict (org_id, name) do update set stage = excluded.stage, done = excluded.done, total = excluded.total, reported_at = now();
end $$;

-- After a large import the planner knows nothing of its rows until the database's own statistics catch up: a minute in which a
-- list takes seconds. The application may have these tables analyzed, and has no other of their owner's rights.
create or replace function count_ledger_anew() returns void language plpgsql security definer set search_path = public, pg_temp as $$
begin
  analyze ledger_tx, security, termination, resulting, reduction, shareholder, share_class;
end $$;

-- Deletes sessions that ended, messages that left or never will, counters whose window is over, and yesterday's codes, links and
-- kept answers. Answers how many rows.
create or replace function purge_what_has_passed(idle_seconds integer, max_seconds integer) returns bigint
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  removed bigint := 0; gone bigint;
begin
  perform require_system();
  delete from session where last_seen_at < now() - make_interval(secs => idle_seconds) or created_at < now() - make_interval(secs => max_seconds);
  get diagnostics gone = row_count; removed := removed + gone;
  delete from outbox where coalesce(sent_at, failed_at) < now() - case when recipient = '' then interval '1 day' else interval '30 days' end;
  get diagnostics gone = row_count; removed := removed + gone;
  delete from rate_limit where expire < extract(epoch from now()) * 1000;
  get diagnostics gone = row_count; removed := removed + gone;
  delete from challenge where expires_at < now() - interval '2 days';
  get diagnostics gone = row_count; removed := removed + gone;
  delete from challenge_failure where at < now() - interval '2 days';
  get diagnostics gone = row_count; removed := removed + gone;
  delete from idempotency_key where created_at < now() - interval '1 day';
  get diagnostics gone = row_count; removed := removed + gone;
  delete from public_idempotency_key where created_at < now() - interval '1 day';
  get diagnostics gone = row_count; removed := removed + gone;
  delete from download_link where expires_at < now() - interval '1 day';
  get diagnostics gone = row_count; removed := removed + gone;
  delete from in_flight_call where since < now() - interval '5 minutes';
  get diagnostics gone = row_count; removed := removed + gone;
  delete from import_progress where reported_at < now() - interval '1 day';
  get diagnostics gone = row_count; removed := removed + gone;
  return removed;
end $$;
