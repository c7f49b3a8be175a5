-- Bytes in the file store that no document names: written for one that is not there yet, or of one that was deleted. They are
-- removed once the deletion has committed, and never before.
create table abandoned_file (
  storage_key text primary key,
  removable_at timestamptz not null
);

create function keep_or_abandon_file() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    delete from abandoned_file where storage_key = new.storage_key;
  else
    insert into abandoned_file values (old.storage_key, now()) on conflict (storage_key) do nothing;
  end if;
  return null;
end $$;
create trigger document_file after insert or delete on document for each row execute function keep_or_abandon_file();

-- Before the bytes are written: should their document never come, they are removed an hour later.
create function expect_file(key text) returns void language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform require_system();
  insert into abandoned_file values (key, now() + interval '1 hour');
end $$;

-- Of bytes that no document will name: what was expected did not come, or removing them failed and is tried again later.
create function abandon_file(key text, seconds integer) returns void language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform require_system();
  insert into abandoned_file select key, now() + make_interval(secs => seconds)
    where not exists (select 1 from document d where d.storage_key = key)
    on conflict (storage_key) do update set removable_at = excluded.removable_at;
end $$;

-- What may be removed now. Nothing while a backup is made: it reads what was there when it began.
create function take_abandoned_files(at_most integer) returns setof text
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform require_system();
  if not pg_try_advisory_xact_lock(7203120) then return; end if;
  return query delete from abandoned_file a where a.storage_key in (
      select f.storage_key from abandoned_file f where f.removable_at <= now() order by f.removable_at limit at_most for update skip locked)
    returning a.storage_key;
end $$;
