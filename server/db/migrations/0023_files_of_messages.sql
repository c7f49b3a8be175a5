-- Files that go with messages, who has read a message, and what finds messages by their words.

-- A file that was uploaded for a message that is not sent yet. Only its account knows of it. The rows go after a day, with the bytes
-- (take_abandoned_files), unless the message is sent (attach_to_message).
create table message_upload (
  org_id uuid references organization,
  id uuid,
  account_id uuid not null,
  name text not null,
  file_size bigint not null,
  content_type text not null,
  sha256 text not null,
  storage_key text not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null default now() + interval '24 hours',
  primary key (org_id, id),
  unique (org_id, storage_key),
  foreign key (org_id, account_id) references membership (org_id, account_id) on delete cascade
);
create index message_upload_account on message_upload (org_id, account_id);
call secure_tenant_table('message_upload',
  reads => 'account_id = (select app_account())',
  inserts => 'account_id = (select app_account()) and ((select app_writes()) or (select app_shareholder()) is not null)',
  updates => 'false',
  deletes => 'false',
  sealed => false
);

-- The files of a message, in its order. Whoever reads the message reads them, and nobody else: the condition asks for the message
-- under the policies of its own table. They are written by attach_to_message alone, and stay as long as the message.
create table message_file (
  org_id uuid,
  id uuid,
  message_id uuid not null,
  position integer not null,
  name text not null,
  file_size bigint not null,
  content_type text not null,
  sha256 text not null,
  storage_key text not null,
  primary key (org_id, id),
  unique (org_id, message_id, position),
  unique (org_id, storage_key),
  foreign key (org_id, message_id) references message (org_id, id) on delete cascade
);
call secure_tenant_table('message_file',
  reads => 'exists (select 1 from message m where m.org_id = message_file.org_id and m.id = message_file.message_id)',
  inserts => 'false',
  updates => 'false',
  deletes => 'false'
);
create trigger message_file_kept after insert or delete on message_file for each row execute function keep_or_abandon_file();

-- The bytes of an upload are kept an hour longer than its row counts, so that no message that is being sent loses them. Without the
-- row they may go, unless a message has them: then nothing waits for removal any more.
create function keep_upload() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    update abandoned_file set removable_at = new.expires_at + interval '1 hour' where storage_key = new.storage_key;
  else
    update abandoned_file set removable_at = now() where storage_key = old.storage_key;
  end if;
  return null;
end $$;
create trigger message_upload_kept after insert or delete on message_upload for each row execute function keep_upload();

-- A link opens a document, or a file of a message.
alter table download_link alter column document_id drop not null;
alter table download_link add column message_file_id uuid;
alter table download_link add foreign key (org_id, message_file_id) references message_file (org_id, id) on delete cascade;
alter table download_link add constraint download_link_of_one check (num_nonnulls(document_id, message_file_id) = 1);

-- When each account first read a message of somebody else, and as which holder; for the company if as none. The company reads who
-- of its addressees did; a holder reads of their own reading alone, and learns from read_by_company() whether the company did.
create table message_read (
  org_id uuid,
  message_id uuid,
  account_id uuid,
  shareholder_id text,
  read_at timestamptz not null,
  primary key (org_id, message_id, account_id),
  foreign key (org_id, message_id) references message (org_id, id) on delete cascade
);
create index message_read_holder on message_read (org_id, message_id, shareholder_id);
call secure_tenant_table('message_read',
  reads => '(select app_reads_all()) or account_id = (select app_account())',
  inserts => 'account_id = (select app_account()) and app_role() is not null and shareholder_id is not distinct from (select app_shareholder())
    and exists (select 1 from message m where m.org_id = message_read.org_id and m.id = message_read.message_id and m.account_id <> (select app_account()))',
  updates => 'false',
  deletes => 'false',
  sealed => false
);
-- What was read before this was noted: the day is that of the last time that the holder opened the thread.
insert into message_read (org_id, message_id, account_id, shareholder_id, read_at)
  select m.org_id, m.id, r.account_id, s.shareholder_id, r.read_at
  from thread_read r
  join membership s on s.org_id = r.org_id and s.account_id = r.account_id and s.shareholder_id is not null
  join message m on m.org_id = r.org_id and m.thread_id = r.thread_id and m.for_company and m.at <= r.read_at and m.account_id <> r.account_id;

-- As documents are found by their names (0015, 0017).
create index message_search on message using gin (search_grams(org_id, search_key(body)));
create index message_rare_letters on message (org_id) where has_rare_letters(body);
