-- The files of documents and messages: those whose row is not written yet, those that no row names, and links to download one.

-- Called before a file is written. If nothing ever names it, the file is removed an hour later.
create or replace function expect_file(key text) returns void language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform require_system();
  insert into abandoned_file values (key, now() + interval '1 hour');
end $$;

-- Releases a file that nothing names for removal: the document was not created, or removing the file failed and is tried
-- again later.
create or replace function abandon_file(key text, seconds integer) returns void language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform require_system();
  insert into abandoned_file select key, now() + make_interval(secs => seconds)
    where not exists (select 1 from stored_file f where f.storage_key = key)
    on conflict (storage_key) do update set removable_at = excluded.removable_at;
end $$;

-- Takes the keys of files that may be removed now, and what was uploaded and never sent with them. Takes none during a backup, which
-- reads the files that existed when it began.
create or replace function take_abandoned_files(at_most integer) returns setof text
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  taken text[];
begin
  perform require_system();
  if not pg_try_advisory_xact_lock(7203120) then return; end if;
  with gone as (
    delete from abandoned_file a where a.storage_key in (
        select f.storage_key from abandoned_file f where f.removable_at <= now() order by f.removable_at limit at_most for update skip locked)
      returning a.storage_key)
  select array_agg(g.storage_key) into taken from gone g;
  delete from message_upload u where u.storage_key = any (taken);
  return query select k from unnest(taken) k;
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

-- The same of a file of a message, for whoever may read the message, as its policy says.
create or replace function use_file_link(hash bytea, file text)
returns table (org_id uuid, account_id uuid, name text, content_type text, storage_key text, sha256 text, thread_id uuid)
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  return query with used as (
    update download_link l set used_at = now() where l.token_hash = hash and l.message_file_id::text = file and l.used_at is null and l.expires_at > now()
      and exists (
        select 1 from membership m
        join message_file f on f.org_id = l.org_id and f.id = l.message_file_id
        join message s on s.org_id = f.org_id and s.id = f.message_id
        where m.org_id = l.org_id and m.account_id = l.account_id and is_current(m)
          and (m.role <> 'shareholder' or exists (
            select 1 from thread_participant p join thread t on t.org_id = p.org_id and t.id = p.thread_id
            where p.org_id = s.org_id and p.thread_id = s.thread_id and p.shareholder_id = m.shareholder_id
              and (t.mode = 'group' or s.for_company or s.account_id = m.account_id))))
    returning l.org_id, l.account_id, l.message_file_id)
  select u.org_id, u.account_id, f.name, f.content_type, f.storage_key, f.sha256, s.thread_id
  from used u join message_file f on f.org_id = u.org_id and f.id = u.message_file_id join message s on s.org_id = f.org_id and s.id = f.message_id;
end $$;

-- How many bytes the company keeps, and how many of them the account sent or is about to send with messages. A holder sees only some
-- of the rows.
create or replace function stored_bytes(out of_company bigint, out of_account bigint)
language sql stable security definer set search_path = public, pg_temp as $$
  select coalesce((select sum(f.file_size) from stored_file f where f.org_id = app_org()), 0)::bigint
           + coalesce((select sum(u.file_size) from message_upload u where u.org_id = app_org()), 0)::bigint,
         coalesce((select sum(f.file_size) from message_file f join message m on m.org_id = f.org_id and m.id = f.message_id
                   where m.org_id = app_org() and m.account_id = app_account()), 0)::bigint
           + coalesce((select sum(u.file_size) from message_upload u where u.org_id = app_org() and u.account_id = app_account()), 0)::bigint
$$;
