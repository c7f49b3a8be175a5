-- Second factors that people set up beside their phone: an authenticator app with recovery codes, and passkeys.

-- The secret is encrypted with a key outside the database. `last_step` is the newest 30-second step whose code was used, so
-- that each code counts once. Until `confirmed_at` the app was shown the secret but has not proved that it has it.
create table authenticator (
  account_id uuid primary key references account on delete cascade,
  secret text not null,
  last_step bigint not null default 0,
  created_at timestamptz not null default now(),
  confirmed_at timestamptz
);
-- Unused ones only, each as a keyed hash.
create table recovery_code (
  account_id uuid not null references account on delete cascade,
  code_hash bytea not null,
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

-- The holder of the account no longer wants codes by text message.
alter table account add column texts_off boolean not null default false;

-- The pending question to a passkey: of a sign-in, and of a session for a step-up or a new passkey.
alter table challenge add column passkey_challenge text;
alter table session add column passkey_challenge text;
alter table session add column passkey_asked_at timestamptz;

call seal_table('authenticator', 'last_step', 'installation', 'account_id');
call seal_table('passkey', 'counter', 'installation', 'id');

-- Both take one argument more; PostgreSQL would keep the old ones beside the new ones.
drop function start_challenge(text, uuid, bytea, text, text, bytea, text, integer, integer, text, text);
drop function try_code(uuid, bytea, text, bytea, text, text, text, text, boolean);
