-- One table of everything that the server does after an answer: messages, mails of notices, batches that go to a payout provider.

-- A job is written in the transaction that causes it, and done afterwards, at least once. What is done or given up keeps its row
-- for a while, without its text.
create table job (
  id uuid primary key,
  -- The handler that does it (server/jobs/kinds.ts).
  kind text not null,
  -- A code never waits for a mail, one mail not for thousands, and nothing for what is slow.
  lane text not null check (lane in ('code', 'single', 'bulk', 'slow')),
  -- Whose turn it takes: companies take turns within a lane, and after them what belongs to none.
  turn_of uuid not null default 'ffffffff-ffff-ffff-ffff-ffffffffffff',
  -- What the handler needs. Texts are sealed under a key of the installation (server/auth/secrets.ts).
  details jsonb not null default '{}',
  created_at timestamptz not null default now(),
  expires_at timestamptz,
  attempts integer not null default 0,
  next_attempt_at timestamptz not null default now(),
  -- False while a process does it and while it pauses; it becomes ready again at its next attempt.
  is_ready boolean not null default true,
  outcome text check (outcome in ('done', 'given_up')),
  ended_at timestamptz,
  last_error text,
  constraint job_ended_with_outcome check ((ended_at is null) = (outcome is null))
);
create index job_ready on job (lane, turn_of, next_attempt_at, id) where is_ready and ended_at is null;
create index job_pausing on job (next_attempt_at) where not is_ready and ended_at is null;
create index job_ended on job (ended_at) where ended_at is not null;
create index job_never_sent on job (ended_at) where details ->> 'recipient' = '';
create index job_of_company on job (turn_of);

insert into job (id, kind, lane, details, created_at, expires_at, attempts, next_attempt_at)
  select id, case channel when 'sms' then 'sms' else 'email' end,
         case when expires_at < created_at + interval '1 hour' then 'code' else 'single' end,
         jsonb_strip_nulls(jsonb_build_object('recipient', recipient, 'subject', subject, 'text', body, 'more', more)),
         created_at, expires_at, attempts, next_attempt_at
  from outbox where sent_at is null and failed_at is null and is_sealed;
drop table outbox;

-- When a batch is tried again, and when the provider is asked for results, is the job's.
drop index payout_handover_due;
alter table payout_handover drop column next_attempt_at, drop column results_asked_at;

-- What is mailed to one person at most once an hour waits until then; the rest is due at once.
alter table notice_mail add column due_at timestamptz not null default now();
update notice_mail d set due_at = g.sent_at + interval '1 hour' from notice_digest g where g.account_id = d.account_id and d.waits;
create index notice_mail_due on notice_mail (org_id, due_at);

-- What the company wrote to somebody and what will never arrive, until somebody sends it again or takes it off the list.
create table undelivered_message (
  org_id uuid references organization,
  id uuid,
  recipient text not null,
  subject text not null,
  reason text not null,
  attempts integer not null,
  queued_at timestamptz not null,
  given_up_at timestamptz not null default now(),
  -- A mail with a link that may be replaced or withdrawn is not sent again: who invites, invites anew.
  can_send_again boolean not null,
  known_to text not null check (known_to in ('administrators', 'editors')),
  -- Its text, sealed under a key of the installation.
  details jsonb not null,
  primary key (org_id, id)
);
create index undelivered_message_age on undelivered_message (given_up_at);
call secure_tenant_table('undelivered_message',
  reads => 'case known_to when ''administrators'' then (select app_administers()) else (select app_writes()) end',
  inserts => 'false',
  updates => 'false',
  deletes => 'case known_to when ''administrators'' then (select app_administers()) else (select app_writes()) end',
  sealed => false
);
call seal_table('undelivered_message', 'details');

-- What the purge looks for, so that it reads no more than it removes.
create index session_seen on session (last_seen_at);
create index session_began on session (created_at);
create index challenge_expired on challenge (expires_at);
create index challenge_failure_age on challenge_failure (at);
create index rate_limit_expired on rate_limit (expire);
create index download_link_expired on download_link (expires_at);
create index notice_age on notice (created_at);
