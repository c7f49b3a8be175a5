-- What the server does after an answer: jobs, scheduled work, and which processes serve.

-- Writes jobs. `leaves` is false for a message that is written like a real one and never sent, so that the time of the answer does
-- not reveal it.
create or replace function queue_jobs(asked jsonb) returns void
language sql security definer set search_path = public, pg_temp as $$
  insert into job (id, kind, lane, turn_of, details, expires_at, next_attempt_at, is_ready, outcome, ended_at)
    select coalesce(a.id, gen_random_uuid()), a.kind, a.lane, coalesce(a.turn_of, 'ffffffff-ffff-ffff-ffff-ffffffffffff'), case when a.leaves then a.details else '{"recipient": ""}' end,
           now() + make_interval(secs => a.seconds_to_live), now() + make_interval(secs => coalesce(a.pause_seconds, 0)), coalesce(a.pause_seconds, 0) = 0,
           case when not a.leaves then 'done' end, case when not a.leaves then now() end
    from jsonb_to_recordset(asked) as a (id uuid, kind text, lane text, turn_of uuid, details jsonb, seconds_to_live integer, pause_seconds double precision, leaves boolean)
$$;

-- Makes jobs ready whose pause is over, and those of a process that was killed while it did them.
create or replace function ready_jobs() returns void
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform require_system();
  update job set is_ready = true where id in (
    select j.id from job j where not j.is_ready and j.ended_at is null and j.next_attempt_at <= now() order by j.next_attempt_at limit 500 for update skip locked);
end $$;

-- Takes up to `at_most` jobs of the first of these lanes that has any, then of the next. Within a lane, one job of each company in
-- turn, beginning with the company after `after_turns`, the one that the caller served last in that lane. Until the lease ends, no
-- other process takes them. The cost depends on `at_most` alone, however much waits.
create or replace function take_jobs(of_lanes text[], after_turns uuid[], at_most integer, lease_seconds integer)
returns table (id uuid, kind text, lane text, turn_of uuid, details jsonb, attempts integer, is_expired boolean)
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  start constant uuid := '00000000-0000-0000-0000-000000000000';
  found_id uuid; place uuid; at_round integer; taken integer := 0;
begin
  perform require_system();
  for n in 1 .. cardinality(of_lanes) loop
    place := coalesce(after_turns[n], start);
    at_round := -1;
    while taken < at_most loop
      select j.id, j.turn_of into found_id, place from job j
        where j.lane = of_lanes[n] and j.is_ready and j.ended_at is null and j.turn_of > place
        order by j.lane, j.turn_of, j.next_attempt_at, j.id limit 1 for update skip locked;
      if found then
        taken := taken + 1;
        return query update job j set attempts = j.attempts + 1, is_ready = false, next_attempt_at = now() + make_interval(secs => lease_seconds)
          where j.id = found_id
          returning j.id, j.kind, j.lane, j.turn_of, j.details, j.attempts, coalesce(j.expires_at < now(), false);
      else
        -- The next round begins with the first company. A whole round without a job is the end of the lane.
        exit when at_round = taken;
        at_round := taken;
        place := start;
      end if;
    end loop;
  end loop;
end $$;

-- Ends a job that was done. Its text goes, which may contain a code.
create or replace function end_job(job_id uuid) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform require_system();
  update job set outcome = 'done', ended_at = now(), is_ready = false, details = details - array['text', 'more'] where id = job_id;
end $$;

-- Notes that a job is to be done later: again, because it recurs, or because it failed for `reason`.
create or replace function pause_job(job_id uuid, reason text, pause_seconds double precision) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform require_system();
  update job set last_error = reason, is_ready = false, next_attempt_at = now() + make_interval(secs => pause_seconds),
      attempts = case when reason is null then 0 else attempts end
    where id = job_id and ended_at is null;
end $$;

-- Ends a job that will never be done, for this reason and, when its time has passed, that of its last failure. What a company
-- wrote to somebody is listed for
-- it, and can be sent again; then this returns the company and what did not arrive.
create or replace function give_up_job(job_id uuid, why text) returns table (company uuid, to_whom text, about text, said text, told text)
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  lost job;
begin
  perform require_system();
  select * into lost from job where id = job_id and ended_at is null for update;
  if not found then return; end if;
  if lost.expires_at < now() and lost.last_error is not null then why := why || ' The last answer: ' || lost.last_error; end if;
  if lost.details ? 'is_of_company' and exists (select 1 from organization where id = lost.turn_of) then
    insert into undelivered_message (org_id, id, recipient, subject, reason, attempts, queued_at, can_send_again, known_to, details)
      values (lost.turn_of, lost.id, lost.details ->> 'recipient', lost.details ->> 'subject', why, lost.attempts, lost.created_at,
              not lost.details ? 'has_link', case when lost.details ? 'is_for_administrators' then 'administrators' else 'editors' end, lost.details - array['recipient', 'subject'])
      on conflict do nothing;
    return query select lost.turn_of, lost.details ->> 'recipient', lost.details ->> 'subject', why,
      case when lost.details ? 'is_for_administrators' then 'administrators' else 'editors' end;
  end if;
  update job set outcome = 'given_up', ended_at = now(), is_ready = false, last_error = why, details = details - array['text', 'more'] where id = job_id;
end $$;

-- Queues a message of the current company again that was given up, as it was, for three more days. Returns whether there is one.
create or replace function send_message_again(org uuid, message uuid) returns boolean
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  lost undelivered_message;
begin
  if org is distinct from app_org() or not app_writes() then raise exception 'not an editor of the company' using errcode = 'insufficient_privilege'; end if;
  delete from undelivered_message u where u.org_id = org and u.id = message and u.can_send_again
    and (u.known_to = 'editors' or app_administers()) returning * into lost;
  if not found then return false; end if;
  -- Its text is sealed under its id, so it keeps that.
  insert into job (id, kind, lane, turn_of, details, expires_at) values (lost.id, 'email', 'single', org, lost.details || jsonb_build_object('recipient', lost.recipient, 'subject', lost.subject), now() + interval '3 days')
    on conflict (id) do update set lane = excluded.lane, details = excluded.details, created_at = now(), expires_at = excluded.expires_at, attempts = 0,
      next_attempt_at = now(), is_ready = true, outcome = null, ended_at = null, last_error = null;
  return true;
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

-- Updates the planner's statistics after large imports, once for all that wait for it. PostgreSQL itself does so
-- up to a minute later, and until then a list takes seconds. Runs as the owner of these tables, so that the application needs no
-- other of the owner's rights.
create or replace function count_ledger_anew() returns void language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform require_system();
  update job set outcome = 'done', ended_at = now(), is_ready = false where lane = 'slow' and kind = 'count_ledger' and attempts = 0 and ended_at is null;
  analyze ledger_tx, security, termination, resulting, reduction, shareholder, share_class;
end $$;

-- Deletes ended sessions, jobs that were done or given up, expired counters, and old codes, links, stored answers, calls,
-- import progress and notices of more than a year ago. Returns the number of deleted rows.
create or replace function purge_what_has_passed(idle_seconds integer, max_seconds integer) returns bigint
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  removed bigint := 0; gone bigint;
begin
  perform require_system();
  delete from session where last_seen_at < now() - make_interval(secs => idle_seconds) or created_at < now() - make_interval(secs => max_seconds);
  get diagnostics gone = row_count; removed := removed + gone;
  delete from job where ended_at < now() - interval '30 days' or (ended_at < now() - interval '1 day' and details ->> 'recipient' = '');
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
  delete from undelivered_message where given_up_at < now() - interval '90 days';
  get diagnostics gone = row_count; removed := removed + gone;
  delete from record_editing where until < now() - interval '1 day';
  get diagnostics gone = row_count; removed := removed + gone;
  delete from notice where created_at < now() - interval '1 year';
  get diagnostics gone = row_count; removed := removed + gone;
  return removed;
end $$;
