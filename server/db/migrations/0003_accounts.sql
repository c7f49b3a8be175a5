-- Accounts, their sessions, codes and second factors.

-- Accounts, sessions and codes are reached only through the owner's functions in server/db/functions: server/db/migrate.ts
-- takes every right on these tables from the application's login. Each function does one thing for one account.
create table account (
  id uuid primary key,
  email text not null check (email = lower(email)),
  -- When the mailbox was proved by whoever held the phone, or by a reset that gave the account to the mailbox's owner.
  email_confirmed_at timestamptz,
  -- Empty once the mailbox's owner took the account back: they then prove a phone of their own.
  phone text,
  phone_verified_at timestamptz,
  password_hash text not null,
  first_name text not null,
  last_name text not null,
  account_type text not null check (account_type in ('client', 'shareholder')),
  sms_consent_at timestamptz not null,
  is_demo boolean not null default false,
  created_at timestamptz not null default now(),
  password_version integer not null default 1,
  -- The holder of the account no longer wants codes by text message.
  texts_off boolean not null default false
);
create unique index account_email on account (email);
call seal_table('account', '', 'installation', 'id');

create table session (
  token_hash bytea primary key,
  account_id uuid not null references account on delete cascade,
  org_id uuid,
  created_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  user_agent text,
  -- What a person sees of their own sessions: an id that is no secret, and the network from which they signed in.
  id uuid not null default gen_random_uuid(),
  address text,
  -- When the session was last confirmed by a fresh code (step-up), for the calls that ask for it.
  confirmed_at timestamptz,
  -- The code that was sent for this session, and how often a wrong one was entered.
  step_up_code bytea,
  step_up_sent_at timestamptz,
  step_up_expires_at timestamptz,
  step_up_tries integer not null default 0,
  passkey_challenge text,
  passkey_asked_at timestamptz
);
create index session_account on session (account_id);

-- A question that is answered with a code: at sign-up, sign-in, a reset or a changed phone. Whoever has the password of an
-- account that its mailbox took back holds a challenge from there on: with it they name a phone and prove it, without saying
-- the password again.
create table challenge (
  id text primary key,
  -- An address that gets no code has a challenge that nothing answers, under a keyed fingerprint of it: it is made, counted
  -- and renewed like any other, so that nothing tells the two kinds apart.
  account_id uuid references account on delete cascade,
  purpose text not null check (purpose in ('signup', 'login', 'reset', 'phone')),
  code_hash bytea not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  sent_at timestamptz not null default now(),
  resends integer not null default 0,
  attempts integer not null default 0,
  stranger_attempts integer not null default 0,
  used_at timestamptz,
  ip text,
  user_agent text,
  -- A challenge is good for the phone and the password that it was made for. A device and a network that signed in before
  -- have codes of their own, which nobody else replaces.
  phone text,
  password_version integer not null default 0,
  lane text not null default 'other' check (lane in ('device', 'network', 'other')),
  address bytea,
  -- The pending question to a passkey: of a sign-in, and of a session for a step-up or a new passkey.
  passkey_challenge text,
  check ((address is null) <> (account_id is null))
);
create index challenge_signup on challenge (address, created_at) where purpose = 'signup';
create unique index challenge_live on challenge (account_id, purpose, lane, ip) where used_at is null;
create unique index challenge_of_address on challenge (address, purpose, ip) where used_at is null and purpose <> 'signup';

-- Wrong codes. Whoever holds a challenge, by its id, has tries of their own, from whichever network they come.
create table challenge_failure (
  account_id uuid references account on delete cascade,
  at timestamptz not null default now(),
  purpose text not null,
  lane text not null check (lane in ('device', 'network', 'holder', 'asker', 'stranger')),
  challenge_id text references challenge on delete cascade,
  network text,
  -- Failures at an address without an account count as those at an account do.
  address bytea
);
create index challenge_failure_account on challenge_failure (account_id, at);
create index challenge_failure_challenge on challenge_failure (challenge_id, at);
create index challenge_failure_address on challenge_failure (address, purpose, at) where address is not null;

-- Networks from which somebody signed in, as keyed fingerprints.
create table known_network (
  account_id uuid references account on delete cascade,
  network bytea,
  last_at timestamptz not null default now(),
  primary key (account_id, network)
);
create index known_network_of_anybody on known_network (network);

-- The link that was mailed to a new account: good once, for seven days, in a session of that account.
create table email_confirmation (
  account_id uuid primary key references account on delete cascade,
  token_hash bytea not null unique,
  expires_at timestamptz not null,
  sends integer not null default 1,
  sends_since timestamptz not null default now()
);

-- Whoever signs up with an address has an attempt of their own: its phone, password, names and code stand beside those of
-- everybody else who signs up with it. The first whose code is entered makes the account. An address that is taken has attempts
-- like a free one, of which no code makes an account: nothing tells the two apart.
create table signup_attempt (
  challenge_id text primary key references challenge on delete cascade,
  email text not null,
  phone text not null,
  password_hash text not null,
  first_name text not null,
  last_name text not null,
  account_type text not null,
  client_name text,
  client_display_name text,
  invite_token_hash bytea
);
create index signup_attempt_email on signup_attempt (email);

-- A link in the mail of a reset, beside the six digits, whose tries strangers can use up: only who has the mailbox opens it,
-- and nobody can guess it. Good once, for an hour, for the password it was made under. An address without an account has a row
-- without one: the same work.
create table reset_link (
  token_hash bytea primary key,
  account_id uuid references account on delete cascade,
  password_version integer not null,
  expires_at timestamptz not null
);
create index reset_link_account on reset_link (account_id);

-- An authenticator app. The secret is encrypted with a key outside the database. `last_step` is the newest 30-second step whose
-- code was used, so that each code counts once. Until `confirmed_at` the app was shown the secret but has not proved that it
-- has it.
create table authenticator (
  account_id uuid primary key references account on delete cascade,
  secret text not null,
  last_step bigint not null default 0,
  created_at timestamptz not null default now(),
  confirmed_at timestamptz
);
call seal_table('authenticator', 'last_step', 'installation', 'account_id');

-- Recovery codes that are unused, each as a keyed hash.
create table recovery_code (
  account_id uuid references account on delete cascade,
  code_hash bytea,
  primary key (account_id, code_hash)
);

create table passkey (
  id uuid primary key,
  account_id uuid not null references account on delete cascade,
  credential_id text not null unique,
  public_key bytea not null,
  counter bigint not null,
  transports text[] not null,
  name text not null check (length(name) between 1 and 100),
  created_at timestamptz not null default now()
);
create index passkey_account on passkey (account_id, created_at);
call seal_table('passkey', 'counter', 'installation', 'id');

-- A new email address or phone number of an account, until it is proved: the link that was mailed, or the code that was sent.
create table account_change (
  account_id uuid references account on delete cascade,
  kind text check (kind in ('email', 'phone')),
  value text not null,
  secret_hash bytea not null,
  expires_at timestamptz not null,
  sent_at timestamptz not null,
  tries integer not null default 0,
  -- How many were sent on the day that is counted, which began at `sends_since`.
  sends integer not null default 1,
  sends_since timestamptz not null default now(),
  primary key (account_id, kind)
);

-- Counts of tries, by what is limited and whom it concerns.
create table rate_limit (
  key text primary key,
  expire bigint,
  -- Each try is counted with those of the same sixtieth of the window, which begins with the first of them, and for a whole
  -- window after it: in no stretch of that length are there more. A window that began with the first try would let twice as
  -- many pass around its end.
  starts bigint[] not null default '{}',
  counts integer[] not null default '{}'
);

-- Notes a holder's visit, at most once an hour: visits are not tracked by the minute, and most requests write nothing.
create function note_portal_visit() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  -- Nobody waits for the note of somebody else's visit.
  if new.org_id is null or not pg_try_advisory_xact_lock(hashtextextended('visit ' || new.org_id || ' ' || new.account_id, 0)) then return null; end if;
  insert into portal_visit (org_id, account_id, seen_at)
    select m.org_id, m.account_id, now() from membership m
    where m.org_id = new.org_id and m.account_id = new.account_id and m.status = 'active' and m.shareholder_id is not null
      and not exists (select 1 from portal_visit v where v.org_id = m.org_id and v.account_id = m.account_id and v.seen_at > now() - interval '1 hour')
    on conflict (org_id, account_id) do update set seen_at = excluded.seen_at;
  return null;
end $$;

create trigger session_is_a_visit after insert or update on session for each row execute function note_portal_visit();
