-- A new email address or phone number of an account, until it is proved: the link that was mailed, or the code that was sent.
create table account_change (
  account_id uuid not null references account on delete cascade,
  kind text not null check (kind in ('email', 'phone')),
  value text not null,
  secret_hash bytea not null,
  expires_at timestamptz not null,
  sent_at timestamptz not null,
  tries integer not null default 0,
  -- How many were sent since the day began that is counted.
  sends integer not null default 1,
  sends_since timestamptz not null default now(),
  primary key (account_id, kind)
);
