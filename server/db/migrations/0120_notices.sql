-- What people are told of: in the bell at the top of each screen, and by mail.

-- Written in the transaction of what it tells of; at most once for each event and person. It belongs to the account as it was
-- told: as a holder (`shareholder_id`), or as a person of the company. `words` are the names that its sentence needs: no amounts,
-- and nothing that the person could not see.
create table notice (
  org_id uuid not null references organization,
  id uuid not null,
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

-- Which of them are still to be mailed. Queueing the mail deletes the row, in one transaction. Apart from the notices, because a
-- backup keeps those and no mail is sent again after a restore.
create table notice_mail (
  org_id uuid not null,
  notice_id uuid not null,
  account_id uuid not null references account on delete cascade,
  -- Collected into at most one mail an hour; otherwise it goes at once.
  waits boolean not null,
  queued_at timestamptz not null default now(),
  primary key (org_id, notice_id),
  foreign key (org_id, notice_id) references notice (org_id, id) on delete cascade
);
create index notice_mail_of_account on notice_mail (account_id);
call secure_tenant_table('notice_mail', reads => 'false', inserts => 'false', updates => 'false', deletes => 'false', sealed => false);

-- When an account was last mailed what was collected for it.
create table notice_digest (
  account_id uuid primary key references account on delete cascade,
  sent_at timestamptz not null
);

-- The kinds of which an account wants no mail.
create table notice_refusal (
  account_id uuid not null references account on delete cascade,
  kind text not null,
  primary key (account_id, kind)
);

-- What a mail has beside its text: HTML and the address to unsubscribe, sealed like the text.
alter table outbox add column more text;

-- These take or return more; PostgreSQL would keep the old ones beside the new ones.
drop function queue_message(uuid, text, text, text, text, integer, boolean);
drop function take_messages(integer, integer);
