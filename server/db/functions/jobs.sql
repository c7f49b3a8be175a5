-- Scheduled work of the server, and the messages that wait to be sent.

-- Queues a message. If `leaves` is false, writes a row without recipient and text that is never sent, so that the time of the
-- answer does not reveal that nothing was sent. `more_sealed`: what a mail has beside its text, or null.
create or replace function queue_message(new_id uuid, by_channel text, to_whom text, about text, sealed text, more_sealed text, ttl_seconds integer, leaves boolean) returns void
language sql security definer set search_path = public, pg_temp as $$
  insert into outbox (id, channel, recipient, subject, body, more, is_sealed, expires_at, sent_at)
    values (new_id, by_channel, case when leaves then to_whom else '' end, about, case when leaves then sealed else '' end,
            case when leaves then more_sealed end, true,
            now() + make_interval(secs => ttl_seconds), case when not leaves then now() end)
$$;

-- Takes the oldest messages that are due. Moves their next attempt into the future, so that no other process takes them
-- meanwhile.
create or replace function take_messages(lease_seconds integer, at_most integer)
returns table (id uuid, channel text, recipient text, subject text, body text, more text, is_sealed boolean, attempts integer, is_expired boolean)
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform require_system();
  return query
  update outbox o set attempts = o.attempts + 1, next_attempt_at = now() + make_interval(secs => lease_seconds)
    where o.id in (select d.id from outbox d where d.sent_at is null and d.failed_at is null and d.next_attempt_at <= now()
                   order by d.created_at limit at_most for update skip locked)
    returning o.id, o.channel, o.recipient, o.subject, o.body, o.more, o.is_sealed, o.attempts, coalesce(o.expires_at < now(), false);
end $$;

-- Marks a message as sent. Deletes its text, which may contain a code.
create or replace function message_left(message uuid) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform require_system();
  update outbox set sent_at = now(), body = '', more = null where id = message;
end $$;

-- Notes that a message was not sent: it is tried again, or given up and its text deleted.
create or replace function message_stayed(message uuid, reason text, pause_seconds double precision, gives_up boolean) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform require_system();
  update outbox set last_error = reason, next_attempt_at = now() + make_interval(secs => pause_seconds),
    failed_at = case when gives_up or expires_at < now() then now() end,
    body = case when gives_up or expires_at < now() then '' else body end,
    more = case when gives_up or expires_at < now() then null else more end
  where id = message;
end $$;

-- Returns true to the one process that is to do a task now. For `seconds`, no other process gets the same task.
create or replace function claim_scheduled_run(task text, seconds integer) returns boolean
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform require_system();
  insert into scheduled_run as s (name) values (task)
    on conflict (name) do update set ran_at = now() where s.ran_at < now() - make_interval(secs => seconds);
  return found;
end $$;

-- Notes that a process is running. Returns how many others are, and how many of those keep files on a disk of their own. Only
-- one process uses a DATA_DIR. When a process begins, an existing row of its DATA_DIR belongs to a process that was killed, and
-- is deleted. If that process does run, on a copy of the DATA_DIR, its next call adds the row again.
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

-- Updates the planner's statistics after a large import. PostgreSQL itself does so up to a minute later, and until then a list
-- takes seconds. Runs as the owner of these tables, so that the application needs no other of the owner's rights.
create or replace function count_ledger_anew() returns void language plpgsql security definer set search_path = public, pg_temp as $$
begin
  analyze ledger_tx, security, termination, resulting, reduction, shareholder, share_class;
end $$;

-- Deletes ended sessions, messages that were sent or given up, expired counters, and old codes, links, stored answers, calls,
-- import progress and notices of more than a year ago. Returns the number of deleted rows.
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
  delete from notice where created_at < now() - interval '1 year';
  get diagnostics gone = row_count; removed := removed + gone;
  return removed;
end $$;
