-- Documents, tasks, messages, notices, and what people did.

-- Papers: of the company, of a holder, of a certificate or a valuation. The bytes are in the file store.
create table document (
  org_id uuid references organization,
  id uuid,
  name text not null,
  type text not null,
  file_size bigint not null,
  content_type text not null,
  sha256 text not null,
  storage_key text not null,
  status text not null default 'available',
  shareholder_id text,
  created_by uuid not null,
  created_at timestamptz not null default now(),
  -- A paper that belongs to a certificate, such as its board consent.
  security_id text,
  valuation_id text,
  -- To whom it is shown: to several holders, to whoever holds stock of a class today, or to whoever holds anything today.
  -- Empty: to the holder in `shareholder_id`, or to the company alone.
  audience text check (audience in ('shareholders', 'class', 'everyone')),
  -- A tax form that a holder signed: of the company's people only owners and administrators read it.
  only_administrators boolean not null default false,
  primary key (org_id, id),
  foreign key (org_id, shareholder_id) references shareholder (org_id, id),
  constraint document_of_one_audience check (audience is null or shareholder_id is null),
  constraint of_administrators_names_one check (not only_administrators or shareholder_id is not null)
);
create index document_security on document (org_id, security_id) where security_id is not null;
create index document_valuation on document (org_id, valuation_id) where valuation_id is not null;
alter table distribution add constraint distribution_board_document_fkey foreign key (org_id, board_document_id) references document (org_id, id) on delete set null (board_document_id);
alter table tax_profile add foreign key (org_id, document_id) references document (org_id, id) on delete set null (document_id);
alter table tax_profile_change add foreign key (org_id, document_id) references document (org_id, id) on delete set null (document_id);

-- The holders and classes of its audience.
create table document_shareholder (
  org_id uuid,
  document_id uuid,
  shareholder_id text,
  primary key (org_id, document_id, shareholder_id),
  foreign key (org_id, document_id) references document (org_id, id) on delete cascade,
  foreign key (org_id, shareholder_id) references shareholder (org_id, id)
);
create index document_shareholder_holder on document_shareholder (org_id, shareholder_id);
call secure_tenant_table('document_shareholder',
  reads => '(select app_reads_all()) or shareholder_id = (select app_shareholder())',
  updates => 'false'
);

create table document_class (
  org_id uuid,
  document_id uuid,
  share_class_id text,
  primary key (org_id, document_id, share_class_id),
  foreign key (org_id, document_id) references document (org_id, id) on delete cascade,
  foreign key (org_id, share_class_id) references share_class (org_id, id)
);
create index document_class_class on document_class (org_id, share_class_id);
call secure_tenant_table('document_class',
  reads => '(select app_reads_all()) or app_holds_class(share_class_id)',
  updates => 'false'
);
-- A signed tax form is read and removed by administrators alone, and put there by nobody but its holder. A document is never
-- changed: a new one takes its place.
call secure_tenant_table('document',
  reads => '(not only_administrators or (select app_administers()) or shareholder_id = (select app_shareholder())) and ((select app_reads_all()) or shareholder_id = (select app_shareholder()) or case audience
      when ''shareholders'' then exists (select 1 from document_shareholder r where r.org_id = document.org_id and r.document_id = document.id and r.shareholder_id = (select app_shareholder()))
      when ''class'' then exists (select 1 from document_class r where r.org_id = document.org_id and r.document_id = document.id and app_holds_class(r.share_class_id))
      when ''everyone'' then (select app_holds_anything())
      else false end)',
  inserts => 'case when only_administrators then shareholder_id = (select app_shareholder()) else (select app_writes()) end',
  updates => 'false',
  deletes => 'case when only_administrators then (select app_administers()) else (select app_writes()) end'
);

-- Links that open one document once, without a session.
create table download_link (
  org_id uuid,
  token_hash bytea,
  document_id uuid not null,
  account_id uuid not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  primary key (org_id, token_hash),
  foreign key (org_id, document_id) references document (org_id, id) on delete cascade
);
call secure_tenant_table('download_link',
  reads => 'account_id = (select app_account())',
  inserts => 'account_id = (select app_account())',
  updates => 'account_id = (select app_account())',
  sealed => false
);

-- What has to be done, by whom and by when.
create table task (
  org_id uuid references organization,
  id uuid,
  title text not null,
  description text,
  priority text not null check (priority in ('urgent', 'high', 'medium', 'low')),
  status text not null check (status in ('pending', 'in_progress', 'completed', 'cancelled')),
  due_date date,
  assignee_id text,
  created_by uuid not null,
  created_at timestamptz not null default now(),
  version integer not null default 1,
  -- The task of a holder whose payment waits for something that they can supply. It is made and completed by the product.
  cause text check (cause in ('bank_details', 'tax_form')),
  primary key (org_id, id)
);
create index task_due on task (org_id, status, due_date);
create unique index task_of_cause on task (org_id, assignee_id, cause) where cause is not null and status in ('pending', 'in_progress');
call secure_tenant_table('task',
  reads => '(select app_reads_all()) or (app_role() is not null and assignee_id in ((select app_shareholder()), (select app_account())::text))',
  updates => '(select app_writes()) or (app_role() is not null and assignee_id in ((select app_shareholder()), (select app_account())::text))'
);

-- Conversations between the company and its holders.
create table thread (
  org_id uuid references organization,
  id uuid,
  subject text not null,
  is_closed boolean not null default false,
  created_by uuid not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  -- A thread to several holders is a broadcast unless a group was chosen: what a holder answers is seen by the account that
  -- wrote it and the company alone, whoever has the holder's record later.
  mode text not null default 'broadcast' check (mode in ('broadcast', 'group')),
  primary key (org_id, id)
);
alter table acknowledgement add foreign key (org_id, thread_id) references thread (org_id, id);

create table thread_participant (
  org_id uuid,
  thread_id uuid,
  shareholder_id text,
  primary key (org_id, thread_id, shareholder_id),
  foreign key (org_id, thread_id) references thread (org_id, id) on delete cascade,
  foreign key (org_id, shareholder_id) references shareholder (org_id, id)
);
create index thread_participant_holder on thread_participant (org_id, shareholder_id);
call secure_tenant_table('thread_participant',
  reads => '(select app_reads_all()) or shareholder_id = (select app_shareholder())',
  inserts => '(select app_writes()) or shareholder_id = (select app_shareholder())',
  updates => 'false'
);
call secure_tenant_table('thread',
  reads => '(select app_reads_all()) or exists (select 1 from thread_participant p where p.org_id = thread.org_id and p.thread_id = thread.id and p.shareholder_id = (select app_shareholder()))',
  inserts => '(select app_writes()) or ((select app_shareholder()) is not null and created_by = (select app_account()) and mode = ''broadcast'')',
  updates => '(select app_writes()) or exists (select 1 from thread_participant p where p.org_id = thread.org_id and p.thread_id = thread.id and p.shareholder_id = (select app_shareholder()))'
);

-- Until when each account has read a thread. A holder's portfolio counts the threads with newer messages.
create table thread_read (
  org_id uuid,
  thread_id uuid,
  account_id uuid,
  read_at timestamptz not null,
  primary key (org_id, thread_id, account_id),
  foreign key (org_id, thread_id) references thread (org_id, id) on delete cascade,
  foreign key (org_id, account_id) references membership (org_id, account_id) on delete cascade
);
call secure_tenant_table('thread_read',
  reads => 'account_id = (select app_account())',
  inserts => 'account_id = (select app_account()) and app_role() is not null',
  updates => 'account_id = (select app_account())',
  deletes => 'false',
  sealed => false
);

create table message (
  org_id uuid,
  id uuid,
  thread_id uuid not null,
  account_id uuid not null,
  author text not null,
  body text not null,
  at timestamptz not null default now(),
  -- Who wrote it, and whether for the company, as it was when it was written.
  for_company boolean not null default false,
  shareholder_id text,
  primary key (org_id, id),
  foreign key (org_id, thread_id) references thread (org_id, id) on delete cascade,
  constraint message_of_one_side check (not for_company or shareholder_id is null)
);
create index message_thread on message (org_id, thread_id, at);
call secure_tenant_table('message',
  reads => '(select app_reads_all()) or exists (select 1 from thread_participant p join thread t on t.org_id = p.org_id and t.id = p.thread_id
      where p.org_id = message.org_id and p.thread_id = message.thread_id and p.shareholder_id = (select app_shareholder()) and (t.mode = ''group'' or message.for_company or message.account_id = (select app_account())))',
  inserts => 'account_id = (select app_account()) and case when (select app_writes()) then for_company else (not for_company and shareholder_id = (select app_shareholder()) and exists (select 1 from thread_participant p where p.org_id = message.org_id and p.thread_id = message.thread_id and p.shareholder_id = (select app_shareholder()))) end',
  updates => 'false'
);
alter table acknowledgement add foreign key (org_id, message_id) references message (org_id, id);

-- What people are told of: in the bell at the top of each screen, and by mail. Written in the transaction of what it tells of;
-- at most once for each event and person. It belongs to the account as it was told: as a holder (`shareholder_id`), or as a
-- person of the company. `words` are the names that its sentence needs: no amounts, and nothing that the person could not see.
create table notice (
  org_id uuid references organization,
  id uuid,
  account_id uuid not null references account on delete cascade,
  shareholder_id text,
  kind text not null,
  resource text not null,
  record_id text not null,
  event text not null,
  words jsonb not null,
  created_at timestamptz not null,
  read_at timestamptz,
  primary key (org_id, id),
  unique (org_id, account_id, kind, record_id, event)
);
create index notice_of_account on notice (account_id, created_at desc);
create index notice_unread on notice (account_id) where read_at is null;
call secure_tenant_table('notice', reads => 'false', inserts => 'false', updates => 'false', deletes => 'false', sealed => false);

-- Which of them are still to be mailed. Queueing the mail deletes the row, in one transaction. Apart from the notices, because
-- a backup keeps those and no mail is sent again after a restore.
create table notice_mail (
  org_id uuid,
  notice_id uuid,
  account_id uuid not null references account on delete cascade,
  -- Collected into at most one mail an hour; otherwise it goes at once.
  waits boolean not null,
  queued_at timestamptz not null default now(),
  primary key (org_id, notice_id),
  foreign key (org_id, notice_id) references notice (org_id, id) on delete cascade
);
create index notice_mail_of_account on notice_mail (account_id);
call secure_tenant_table('notice_mail',
  reads => 'false',
  inserts => 'false',
  updates => 'false',
  deletes => 'false',
  sealed => false
);

-- When an account was last mailed what was collected for it.
create table notice_digest (
  account_id uuid primary key references account on delete cascade,
  sent_at timestamptz not null
);

-- The kinds of which an account wants no mail.
create table notice_refusal (
  account_id uuid references account on delete cascade,
  kind text,
  primary key (account_id, kind)
);

-- What people did, in words, for histories and the dashboard: each line belongs to a row of the trail. `shareholder_id` names
-- the holder it concerns, who may see it too. A holder reads of conversations what they or the company wrote.
create table activity (
  org_id uuid references organization,
  id uuid,
  at timestamptz not null default now(),
  -- The operator and Sharebook itself have no account.
  account_id uuid,
  actor text not null,
  text text not null,
  resource text not null,
  resource_id text not null,
  shareholder_id text,
  audit_id uuid,
  -- Which of the company's people may read a line: as many as may read what it tells of.
  known_to text not null default 'readers' check (known_to in ('administrators', 'editors', 'readers')),
  primary key (org_id, id),
  constraint activity_of_audit foreign key (org_id, audit_id) references audit (org_id, id) deferrable initially deferred
);
create index activity_recent on activity (org_id, at desc);
call secure_tenant_table('activity',
  reads => 'case known_to when ''administrators'' then (select app_administers()) when ''editors'' then (select app_writes()) else (select app_reads_all()) end
    or (shareholder_id = (select app_shareholder()) and (resource <> ''messages'' or account_id = (select app_account())
      or exists (select 1 from message m where m.org_id = activity.org_id and m.thread_id::text = activity.resource_id and m.account_id = activity.account_id and m.for_company)))
    or case when (select app_reads_all()) then false
      when resource = ''documents'' then exists (select 1 from document d where d.org_id = activity.org_id and d.id = activity.resource_id::uuid)
      else false end',
  inserts => 'false',
  updates => 'false',
  deletes => 'false'
);

-- Keeps the file of a document that was created, and releases the file of one that was deleted for removal.
create function keep_or_abandon_file() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    delete from abandoned_file where storage_key = new.storage_key;
  else
    insert into abandoned_file values (old.storage_key, now()) on conflict (storage_key) do nothing;
  end if;
  return null;
end $$;

-- A thread keeps its mode, so that answers given to the company alone are never opened to others.
create function thread_mode_stays() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if new.mode <> old.mode then raise exception 'a thread keeps the mode it was started in' using errcode = 'check_violation'; end if;
  return new;
end $$;

create trigger document_file after insert or delete on document for each row execute function keep_or_abandon_file();
create trigger thread_mode before update on thread for each row execute function thread_mode_stays();
