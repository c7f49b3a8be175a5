-- The files of documents: those whose row is not written yet, those that no row names, and links to download one.

-- Called before a file is written. If its document is never created, the file is removed an hour later.
create or replace function expect_file(key text) returns void language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform require_system();
  insert into abandoned_file values (key, now() + interval '1 hour');
end $$;

-- Releases a file that no document names for removal: the document was not created, or removing the file failed and is tried
-- again later.
create or replace function abandon_file(key text, seconds integer) returns void language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform require_system();
  insert into abandoned_file select key, now() + make_interval(secs => seconds)
    where not exists (select 1 from document d where d.storage_key = key)
    on conflict (storage_key) do update set removable_at = excluded.removable_at;
end $$;

-- Takes the keys of files that may be removed now. Takes none during a backup, which reads the files that existed when it
-- began.
create or replace function take_abandoned_files(at_most integer) returns setof text
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform require_system();
  if not pg_try_advisory_xact_lock(7203120) then return; end if;
  return query delete from abandoned_file a where a.storage_key in (
      select f.storage_key from abandoned_file f where f.removable_at <= now() order by f.removable_at limit at_most for update skip locked)
    returning a.storage_key;
end $$;

-- Uses up a download link and returns its document, and for whom the link was made. Checks again that the person for whom the link was made may see the
-- document.
create or replace function use_download_link(hash bytea, document text) returns table (org_id uuid, account_id uuid, name text, content_type text, storage_key text, sha256 text)
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  -- Who holds a class is decided on the company's current day, as when the link was made.
  perform enter_time_zone(o.time_zone) from download_link l join organization o on o.id = l.org_id where l.token_hash = hash and o.time_zone is not null;
  return query with used as (
    update download_link l set used_at = now() where l.token_hash = hash and l.document_id::text = document and l.used_at is null and l.expires_at > now()
      and exists (select 1 from membership m where m.org_id = l.org_id and m.account_id = l.account_id and is_current(m)
                  and (m.role in ('owner', 'admin')
                    or m.role <> 'shareholder' and not exists (select 1 from document p where p.org_id = l.org_id and p.id = l.document_id and p.only_administrators)
                    or exists (select 1 from document_shown_to v where v.org_id = l.org_id and v.document_id = l.document_id and v.shareholder_id = m.shareholder_id)))
    returning l.org_id, l.account_id, l.document_id)
  select u.org_id, u.account_id, d.name, d.content_type, d.storage_key, d.sha256 from document d join used u on u.org_id = d.org_id and u.document_id = d.id;
end $$;
