-- What belongs to the server and to no company.

-- Messages that must leave: written with the change that causes them, sent afterwards by the worker.
create table outbox (
  id uuid primary key,
  channel text not null check (channel in ('sms', 'email')),
  recipient text not null,
  subject text,
  body text not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz,
  attempts integer not null default 0,
  next_attempt_at timestamptz not null default now(),
  sent_at timestamptz,
  failed_at timestamptz,
  last_error text,
  -- Its text is sealed under a key of the installation (server/auth/secrets.ts), and the application's login reaches the
  -- table through functions alone.
  is_sealed boolean not null default false,
  -- What a mail has beside its text: HTML and the address to unsubscribe, sealed like the text.
  more text
);
create index outbox_due on outbox (next_attempt_at) where sent_at is null and failed_at is null;

-- When each scheduled job last ran: it runs once, however many processes serve.
create table scheduled_run (
  name text primary key,
  ran_at timestamptz not null default now()
);

-- A row for each process that serves, touched while it lives, with the id of the DATA_DIR that it holds.
create table server_process (
  id uuid primary key,
  data_dir uuid not null,
  files_driver text not null,
  seen_at timestamptz not null default now()
);

-- A call of somebody who is not signed in, while it is being answered, for whichever process gets its repeat.
create table in_flight_call (
  scope bytea primary key,
  since timestamptz not null default now()
);

-- Bytes in the file store that no document names: written for one that is not there yet, or of one that was deleted. They are
-- removed once the deletion has committed, and never before.
create table abandoned_file (
  storage_key text primary key,
  removable_at timestamptz not null
);
