-- What has had its time is removed on a schedule, once however many processes serve; and what processes must tell each other.

create table scheduled_run (
  name text primary key,
  ran_at timestamptz not null default now()
);

-- True for the one process that shall do it now; nobody else for so many seconds.
create function claim_scheduled_run(task text, seconds integer) returns boolean
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform require_system();
  insert into scheduled_run as s (name) values (task)
    on conflict (name) do update set ran_at = now() where s.ran_at < now() - make_interval(secs => seconds);
  return found;
end $$;

-- How far an import has come, for who waits before a screen, whichever process they ask. Written outside of the import's own
-- transaction, which holds the organisation's row: no key points at that. It means nothing once the import has ended.
create table import_progress (
  org_id uuid not null,
  name text not null check (length(name) <= 100),
  stage text not null,
  done bigint,
  total bigint,
  reported_at timestamptz not null default now(),
  primary key (org_id, name)
);
call secure_tenant_table('import_progress', inserts => 'false', updates => 'false', deletes => 'false', sealed => false);

create function report_import_progress(org uuid, run text, stage text, done bigint, total bigint) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform require_system();
  insert into import_progress values (org, run, stage, done, total)
    on conflict (org_id, name) do update set stage = excluded.stage, done = excluded.done, total = excluded.total, reported_at = now();
end $$;

-- A row for each process that serves, touched while it lives, with the id of the DATA_DIR that it holds.
create table server_process (
  id uuid primary key,
  data_dir uuid not null,
  files_driver text not null,
  seen_at timestamptz not null default now()
);

-- Says that a process lives. Answers how many others do, and how many of them keep files on a disk of their own. One process
-- holds a DATA_DIR: the row that is there when another begins on it is of one that was killed. If it does live, with a copy of
-- the DATA_DIR, its next touch brings it back.
create function touch_server_process(process uuid, place uuid, driver text, begins boolean, out others integer, out on_disk integer)
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform require_system();
  delete from server_process where seen_at < now() - interval '2 minutes' or (begins and data_dir = place);
  insert into server_process values (process, place, driver) on conflict (id) do update set seen_at = now();
  select count(*), count(*) filter (where p.files_driver = 'disk') into others, on_disk
    from server_process p where p.id <> process;
end $$;

create function end_server_process(process uuid) returns void language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform require_system();
  delete from server_process where id = process;
end $$;

-- A call of somebody who is not signed in, while it is being answered, for whichever process gets its repeat.
create table in_flight_call (
  scope bytea primary key,
  since timestamptz not null default now()
);

-- True for who is first; one that never ended counts for a minute.
create function begin_call(call bytea) returns boolean language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform require_system();
  insert into in_flight_call as c (scope) values (call)
    on conflict (scope) do update set since = now() where c.since < now() - interval '1 minute';
  return found;
end $$;

create function end_call(call bytea) returns void language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform require_system();
  delete from in_flight_call where scope = call;
end $$;

-- Sessions that ended, messages that left or never will, counters whose time is over, codes, links and kept answers of
-- yesterday. Out: how many rows.
create function purge_what_has_passed(idle_seconds integer, max_seconds integer) returns bigint
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
