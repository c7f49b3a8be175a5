-- Accounts, sessions, organisations and memberships, and the rules every tenant table lives under.

-- Exact numbers. A plain numeric(38,10) rounds silently; these domains refuse instead.
create domain ocf_num as numeric check (scale(value) <= 10 and abs(value) < 1e28);
create domain ocf_qty as ocf_num check (value > 0);
create domain ccy as text check (value ~ '^[A-Z]{3}$');
create domain ocf_id as text check (value <> '');

-- Who is asking. Set for one transaction by app_begin(); unset reads as '' and every policy fails closed.
create function app_org() returns uuid stable language sql as $$ select nullif(current_setting('app.org_id', true), '')::uuid $$;
create function app_account() returns uuid stable language sql as $$ select nullif(current_setting('app.account_id', true), '')::uuid $$;
create function app_role() returns text stable language sql as $$ select nullif(current_setting('app.role', true), '') $$;
create function app_shareholder() returns text stable language sql as $$ select nullif(current_setting('app.shareholder_id', true), '') $$;
create function app_reads_all() returns boolean stable language sql as $$ select coalesce(app_role() in ('owner', 'admin', 'staff', 'viewer'), false) $$;
create function app_writes() returns boolean stable language sql as $$ select coalesce(app_role() in ('owner', 'admin', 'staff'), false) $$;
create function app_administers() returns boolean stable language sql as $$ select coalesce(app_role() in ('owner', 'admin'), false) $$;

-- Puts a tenant table under row-level security: enabled, forced, one policy a command. Each argument is a condition on
-- the row, beside "it belongs to the current organisation". The owner's policy serves migrations and the few functions
-- below that run as the owner; the application's login is never the owner.
create procedure secure_tenant_table(
  table_name text,
  reads text default '(select app_reads_all())',
  inserts text default '(select app_writes())',
  updates text default '(select app_writes())',
  deletes text default '(select app_writes())'
) language plpgsql as $$
begin
  execute format('alter table %I enable row level security', table_name);
  execute format('alter table %I force row level security', table_name);
  execute format('create policy owner_all on %I to current_user using (true) with check (true)', table_name);
  execute format('create policy reads on %I for select using (org_id = (select app_org()) and (%s))', table_name, reads);
  execute format('create policy inserts on %I for insert with check (org_id = (select app_org()) and (%s))', table_name, inserts);
  execute format('create policy updates on %I for update using (org_id = (select app_org()) and (%s)) with check (org_id = (select app_org()) and (%s))', table_name, updates, updates);
  execute format('create policy deletes on %I for delete using (org_id = (select app_org()) and (%s))', table_name, deletes);
end $$;

-- A fact that is only ever added to: updates, deletes and truncation are refused whoever asks. The one exception is the
-- removal of a sample company, by the owner's own function.
create function refuse_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and current_setting('app.removing_sample', true) = old.org_id::text
     and current_user = (select tableowner from pg_tables where schemaname = tg_table_schema and tablename = tg_table_name) then
    return old;
  end if;
  raise exception '% is append-only', tg_table_name using errcode = 'insufficient_privilege';
end $$;

create table account (
  id uuid primary key,
  email text not null check (email = lower(email)),
  email_verified_at timestamptz,
  phone text not null,
  phone_verified_at timestamptz,
  password_hash text not null,
  first_name text not null,
  last_name text not null,
  account_type text not null check (account_type in ('client', 'shareholder')),
  sms_consent_at timestamptz not null,
  is_demo boolean not null default false,
  created_at timestamptz not null default now()
);
create unique index account_email on account (email);

-- What an unproved sign-up asks for. It reserves the client name for a day and becomes an organisation, or a request
-- to join one, once the phone is proved.
create table signup_request (
  account_id uuid primary key references account on delete cascade,
  account_type text not null,
  client_name text,
  client_display_name text,
  invite_token_hash bytea,
  expires_at timestamptz not null
);
create index signup_request_name on signup_request (lower(client_name));

create table session (
  token_hash bytea primary key,
  account_id uuid not null references account on delete cascade,
  org_id uuid,
  created_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  user_agent text
);
create index session_account on session (account_id);

create table challenge (
  id text primary key,
  account_id uuid not null references account on delete cascade,
  purpose text not null check (purpose in ('signup', 'login', 'reset')),
  code_hash bytea not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  sent_at timestamptz not null default now(),
  resends integer not null default 0,
  attempts integer not null default 0,
  stranger_attempts integer not null default 0,
  used_at timestamptz,
  ip text,
  user_agent text
);
create unique index challenge_live on challenge (account_id, purpose) where used_at is null;
create table challenge_failure (account_id uuid not null references account on delete cascade, at timestamptz not null default now());
create index challenge_failure_account on challenge_failure (account_id, at);

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
  last_error text
);
create index outbox_due on outbox (next_attempt_at) where sent_at is null and failed_at is null;

create table rate_limit (key text primary key, points integer not null default 0, expire bigint);

create table organization (
  id uuid primary key,
  client_name text not null,
  client_display_name text not null,
  legal_name text,
  formation_date date,
  country text check (country ~ '^[A-Z]{2}$'),
  currency ccy not null default 'USD',
  issuer_id text,
  is_sample boolean not null default false,
  last_seq bigint not null default 0,
  last_hash bytea not null default decode(repeat('00', 32), 'hex'),
  created_at timestamptz not null default now(),
  version integer not null default 1
);
create unique index organization_client_name on organization (lower(client_name));
alter table organization enable row level security;
alter table organization force row level security;
create policy owner_all on organization to current_user using (true) with check (true);
create policy reads on organization for select using (id = (select app_org()));
create policy inserts on organization for insert with check (false);
create policy updates on organization for update using (id = (select app_org()) and (select app_writes())) with check (id = (select app_org()));
create policy deletes on organization for delete using (false);

create table membership (
  org_id uuid not null references organization,
  id uuid not null,
  account_id uuid not null references account,
  role text not null check (role in ('owner', 'admin', 'staff', 'viewer', 'shareholder')),
  status text not null check (status in ('active', 'pending', 'rejected')),
  shareholder_id text,
  created_at timestamptz not null default now(),
  primary key (org_id, id),
  unique (org_id, account_id)
);
create index membership_account on membership (account_id);
-- A holder has one account.
create unique index membership_holder on membership (org_id, shareholder_id) where status = 'active' and shareholder_id is not null;
call secure_tenant_table('membership',
  reads => '(select app_reads_all()) or account_id = (select app_account())',
  inserts => 'false',
  updates => '(select app_writes()) and role = ''shareholder''',
  deletes => 'false');

create table invitation (
  org_id uuid not null references organization,
  id uuid not null,
  token_hash bytea not null unique,
  shareholder_id text not null,
  email text not null,
  created_by uuid not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz,
  primary key (org_id, id)
);
call secure_tenant_table('invitation', deletes => 'false');

create table join_request (
  org_id uuid not null references organization,
  id uuid not null,
  account_id uuid not null references account,
  invitation_shareholder_id text,
  shareholder_id text,
  status text not null default 'pending' check (status in ('pending', 'approved', 'rejected')),
  requested_at timestamptz not null default now(),
  decided_at timestamptz,
  decided_by uuid,
  primary key (org_id, id)
);
create unique index join_request_open on join_request (org_id, account_id) where status = 'pending';
call secure_tenant_table('join_request', inserts => 'false', deletes => 'false', reads => '(select app_writes())');

-- One effect for one key: the answer is kept with the effect and given again for a day.
create table idempotency_key (
  account_id uuid not null,
  org_id uuid,
  route text not null,
  key text not null,
  request_hash bytea not null,
  status integer not null,
  body text,
  created_at timestamptz not null default now()
);
create unique index idempotency_key_scope on idempotency_key (account_id, coalesce(org_id, '00000000-0000-0000-0000-000000000000'), route, key);
create index idempotency_key_age on idempotency_key (created_at);
alter table idempotency_key enable row level security;
alter table idempotency_key force row level security;
create policy owner_all on idempotency_key to current_user using (true) with check (true);
create policy reads on idempotency_key for select using (account_id = (select app_account()));
create policy inserts on idempotency_key for insert with check (account_id = (select app_account()));
create policy updates on idempotency_key for update using (false);
create policy deletes on idempotency_key for delete using (account_id = (select app_account()));

-- Of people who are not signed in: the sender, the route and the key as one fingerprint. No answer kept here holds a token.
create table public_idempotency_key (
  scope bytea primary key,
  request_hash bytea not null,
  body text not null,
  created_at timestamptz not null default now()
);
create index public_idempotency_key_age on public_idempotency_key (created_at);

-- ---- What must look across organisations, as narrow functions of the owner ----

-- Begins a request: the session's account and active membership, put where the policies read them. No row: no session.
create function app_begin(token text, idle_seconds integer, max_seconds integer)
returns table (account_id uuid, org_id uuid, role text, membership_status text, shareholder_id text, client_name text)
language plpgsql security definer set search_path = public as $$
declare
  s session;
  hash bytea := decode(token, 'hex');
begin
  select * into s from session t where t.token_hash = hash
    and t.last_seen_at > now() - make_interval(secs => idle_seconds)
    and t.created_at > now() - make_interval(secs => max_seconds);
  if not found then return; end if;
  if s.last_seen_at < now() - least(interval '60 seconds', make_interval(secs => idle_seconds / 4.0)) then
    update session t set last_seen_at = now() where t.token_hash = hash;
  end if;
  account_id := s.account_id;
  membership_status := 'none';
  role := 'shareholder';
  if s.org_id is not null then
    select m.org_id, m.role, m.status, m.shareholder_id, o.client_name
      into org_id, role, membership_status, shareholder_id, client_name
      from membership m join organization o on o.id = m.org_id
      where m.org_id = s.org_id and m.account_id = s.account_id;
    if not found then org_id := null; role := 'shareholder'; membership_status := 'none'; end if;
  end if;
  perform set_config('app.account_id', account_id::text, true);
  perform set_config('app.org_id', coalesce(org_id::text, ''), true);
  perform set_config('app.role', case when membership_status = 'active' then role else '' end, true);
  perform set_config('app.shareholder_id', case when membership_status = 'active' then coalesce(shareholder_id, '') else '' end, true);
  return next;
end $$;

create function account_memberships(account uuid)
returns table (org_id uuid, client_name text, client_display_name text, role text, status text, shareholder_id text)
language sql stable security definer set search_path = public as $$
  select m.org_id, o.client_name, o.client_display_name, m.role, m.status, m.shareholder_id
  from membership m join organization o on o.id = m.org_id
  where m.account_id = account order by m.created_at, m.id
$$;

create function client_name_taken(name text, account uuid) returns boolean
language sql stable security definer set search_path = public as $$
  select exists (select 1 from organization o where lower(o.client_name) = lower(name))
      or exists (select 1 from signup_request r where lower(r.client_name) = lower(name) and r.account_type = 'client'
                 and r.expires_at > now() and r.account_id is distinct from account)
$$;

create function create_organization(new_id uuid, membership_id uuid, name text, display_name text, account uuid, sample boolean) returns void
language plpgsql security definer set search_path = public as $$
begin
  insert into organization (id, client_name, client_display_name, is_sample) values (new_id, name, display_name, sample);
  insert into membership (org_id, id, account_id, role, status) values (new_id, membership_id, account, 'owner', 'active');
end $$;

-- Adds a person of a sample company. Refuses any other company.
create function add_sample_member(organisation uuid, membership_id uuid, account uuid, member_role text, shareholder text) returns void
language plpgsql security definer set search_path = public as $$
begin
  if not exists (select 1 from organization where id = organisation and is_sample) then
    raise exception 'not a sample company' using errcode = 'insufficient_privilege';
  end if;
  insert into membership (org_id, id, account_id, role, status, shareholder_id) values (organisation, membership_id, account, member_role, 'active', shareholder);
end $$;

-- Asks to join; answers the organisation's id, or null when there is none of that name. Asking again after a
-- rejection opens a new request; a member who is active already stays so.
create function request_to_join(request_id uuid, membership_id uuid, name text, account uuid, invited_as text) returns uuid
language plpgsql security definer set search_path = public as $$
declare target uuid; current membership;
begin
  select id into target from organization where lower(client_name) = lower(name);
  if target is null then return null; end if;
  select * into current from membership where org_id = target and account_id = account for update;
  if found and current.status = 'active' then return target; end if;
  if found then update membership set status = 'pending' where org_id = target and account_id = account;
  else insert into membership (org_id, id, account_id, role, status) values (target, membership_id, account, 'shareholder', 'pending');
  end if;
  insert into join_request (org_id, id, account_id, invitation_shareholder_id) values (target, request_id, account, invited_as)
    on conflict (org_id, account_id) where status = 'pending'
    do update set invitation_shareholder_id = coalesce(excluded.invitation_shareholder_id, join_request.invitation_shareholder_id);
  return target;
end $$;

-- Uses up an invitation and links the account to the holder it names.
create function accept_invitation(hash bytea, membership_id uuid, account uuid) returns uuid
language plpgsql security definer set search_path = public as $$
declare invited invitation;
begin
  update invitation set used_at = now() where token_hash = hash and used_at is null and expires_at > now() returning * into invited;
  if not found then return null; end if;
  -- Somebody was linked to the holder since: the invitation is used up and opens nothing.
  if exists (select 1 from membership m where m.org_id = invited.org_id and m.shareholder_id = invited.shareholder_id
             and m.status = 'active' and m.account_id <> account) then
    return null;
  end if;
  insert into membership (org_id, id, account_id, role, status, shareholder_id)
    values (invited.org_id, membership_id, account, 'shareholder', 'active', invited.shareholder_id)
    on conflict (org_id, account_id) do update set shareholder_id = excluded.shareholder_id,
      status = 'active', role = case when membership.status = 'active' then membership.role else 'shareholder' end;
  update join_request set status = 'approved', shareholder_id = invited.shareholder_id, decided_at = now()
    where org_id = invited.org_id and account_id = account and status = 'pending';
  return invited.org_id;
end $$;

-- What an open invitation says, to whoever holds its token.
create function open_invitation(hash bytea)
returns table (org_id uuid, client_name text, client_display_name text, email text, shareholder_id text, first_name text, last_name text)
language plpgsql stable security definer set search_path = public as $$
begin
  return query select i.org_id, o.client_name, o.client_display_name, i.email, i.shareholder_id, h.first_name, h.last_name
    from invitation i join organization o on o.id = i.org_id join shareholder h on h.org_id = i.org_id and h.id = i.shareholder_id
    where i.token_hash = hash and i.used_at is null and i.expires_at > now();
end $$;
