-- Companies, who may enter them, and the trail of what people did.

-- A company. Its ledger's head (`last_seq`, `last_hash`) is moved by a trigger alone.
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
  version integer not null default 1,
  -- The state under whose law the company was formed, as its certificates name it: "Delaware".
  state_of_formation text,
  time_zone text,
  -- How much of the cap table shareholders see: their own rows, the totals of the classes as well, or the whole table.
  cap_table_visibility text not null default 'own',
  -- Who created or changed something does not approve it, where the company has two administrators or more.
  two_person_rule boolean not null default true,
  -- Whom shareholders ask, and the company's logo.
  holder_contact_name text,
  holder_contact_email text,
  holder_contact_phone text,
  -- How tax is withheld: the company's rules, what a missing form means, and what holds a payment back.
  withholding_rules jsonb not null default '[]' check (jsonb_typeof(withholding_rules) = 'array'),
  missing_tax_form text not null default 'ignore' check (missing_tax_form in ('ignore', 'highest_rate', 'hold')),
  minimum_payment numeric check (minimum_payment >= 0),
  require_bank_details boolean not null default false,
  -- The country that counts for a holder of whom none is recorded and who shows no foreign sign, and the rule that says so.
  -- Whoever took the rules of the United States gets what belongs to them.
  presumed_country text check (presumed_country ~ '^[A-Z]{2}$'),
  presumed_source text,
  constraint time_zone_shape check ((time_zone ~ '^[A-Za-z][A-Za-z0-9_+-]*(/[A-Za-z0-9_+-]+)*$') and (length(time_zone) <= 64)),
  constraint cap_table_visibility_known check (cap_table_visibility in ('own', 'totals', 'full'))
);
create unique index organization_client_name on organization (lower(client_name));
-- A company is found by its own id, and is made and removed by the owner's functions alone.
alter table organization enable row level security;
alter table organization force row level security;
create policy owner_all on organization to current_user using (true) with check (true);
create policy reads on organization for select using (id = (select app_org()));
create policy inserts on organization for insert with check (false);
create policy updates on organization for update using (id = (select app_org()) and (select app_writes())) with check (id = (select app_org()));
create policy deletes on organization for delete using (false);
call seal_table('organization', 'last_seq last_hash', 'company', 'id');
call seal_table('organization', 'last_seq last_hash', 'installation', 'id');

-- The logo, which everybody in the company sees.
create table organization_logo (
  org_id uuid unique references organization,
  id uuid,
  content_type text not null check (content_type in ('image/png', 'image/jpeg')),
  bytes bytea not null check (octet_length(bytes) between 1 and 204800),
  width integer not null,
  height integer not null,
  sha256 text not null,
  primary key (org_id, id)
);
call secure_tenant_table('organization_logo',
  reads => '(select app_role()) is not null',
  inserts => '(select app_administers())',
  updates => '(select app_administers())',
  deletes => '(select app_administers())'
);

-- Who may enter a company, and as what. Access to a holder's record can be taken back: by setting the holder inactive, by
-- unlinking the account, and by correcting the address that an invitation went to. An account that has a record in a company is
-- never moved to another unasked.
create table membership (
  org_id uuid references organization,
  id uuid,
  account_id uuid not null references account,
  role text not null check (role in ('owner', 'admin', 'staff', 'viewer', 'shareholder')),
  status text not null check (status in ('active', 'pending', 'rejected', 'ended')),
  shareholder_id text,
  created_at timestamptz not null default now(),
  -- The last day of access, in the company's time zone; null if there is none.
  expires_at date,
  primary key (org_id, id),
  unique (org_id, account_id),
  -- A company always has an owner, so an owner has no last day.
  constraint owner_stays check (role <> 'owner' or expires_at is null)
);
create index membership_account on membership (account_id);
-- A holder has one account.
create unique index membership_holder on membership (org_id, shareholder_id) where status = 'active' and shareholder_id is not null;
call secure_tenant_table('membership',
  reads => '(select app_reads_all()) or account_id = (select app_account())',
  inserts => 'false',
  updates => '(select app_writes()) and role = ''shareholder''',
  deletes => 'false'
);

-- An invitation to a holder's record or to a role. Only invite_member() writes those to a role, because it checks who may give
-- it.
create table invitation (
  org_id uuid references organization,
  id uuid,
  token_hash bytea not null unique,
  -- It names either a shareholder or a role. `member_until` becomes the membership's last day. The membership's constraint
  -- decides which roles exist.
  shareholder_id text,
  email text not null,
  created_by uuid not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz,
  -- When the mailbox's owner accepted it. What was accepted is welcome, and leaves the shares that one company may send to a
  -- mailbox (invitation limits, server/db/functions/joining.sql).
  accepted_at timestamptz,
  role text,
  member_until date,
  primary key (org_id, id),
  constraint invitation_names_one check ((role is null) <> (shareholder_id is null)),
  constraint invited_owner_stays check (role <> 'owner' or member_until is null)
);
create index invitation_mailbox on invitation (mailbox_of(email), created_at);
create index invitation_holder on invitation (org_id, shareholder_id, created_at desc);
create index invitation_member on invitation (org_id, created_at desc) where role is not null;
call secure_tenant_table('invitation',
  inserts => '(select app_writes()) and role is null',
  updates => '(select app_writes()) and role is null',
  deletes => 'false'
);

-- Somebody asks to be let in as a shareholder; editors decide.
create table join_request (
  org_id uuid references organization,
  id uuid,
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
call secure_tenant_table('join_request', reads => '(select app_writes())', inserts => 'false', deletes => 'false');

-- What a company answered when it started, and the lines of its list that it left out. What is done is read from its records.
create table company_setup (
  org_id uuid unique references organization,
  id uuid,
  answers jsonb,
  is_dismissed boolean not null default false,
  skipped jsonb not null default '[]',
  primary key (org_id, id)
);
call secure_tenant_table('company_setup',
  reads => '(select app_administers())',
  inserts => '(select app_administers())',
  updates => '(select app_administers())',
  deletes => 'false'
);

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
-- It belongs to the account, in whichever company.
alter table idempotency_key enable row level security;
alter table idempotency_key force row level security;
create policy owner_all on idempotency_key to current_user using (true) with check (true);
create policy reads on idempotency_key for select using (account_id = (select app_account()));
create policy inserts on idempotency_key for insert with check (account_id = (select app_account()));
create policy updates on idempotency_key for update using (false);
create policy deletes on idempotency_key for delete using (account_id = (select app_account()));

-- The same for people who are not signed in: the sender, the route and the key as one fingerprint. No answer kept here holds a
-- token.
create table public_idempotency_key (
  scope bytea primary key,
  request_hash bytea not null,
  body text not null,
  created_at timestamptz not null default now()
);
create index public_idempotency_key_age on public_idempotency_key (created_at);

-- The audit trail of each company: one row for each thing that a person did, in the transaction that did it, numbered without
-- gaps and chained by hashes.
create table audit (
  org_id uuid,
  id uuid,
  seq bigint not null,
  at timestamptz not null,
  -- Null for what Sharebook itself, or its operator, did.
  account_id text,
  actor text not null,
  action text not null,
  resource text not null,
  resource_id text,
  -- What was done, to follow the person's name.
  summary text not null,
  -- Only what changed, in canonical JSON; sensitive fields as "changed".
  before json,
  after json,
  request_id text,
  prev_hash text not null,
  hash text not null,
  primary key (org_id, id),
  unique (org_id, seq)
);
create index audit_of_record on audit (org_id, resource, resource_id, seq desc);
create index audit_of_person on audit (org_id, account_id, seq desc);
create index audit_by_time on audit (org_id, at desc);
call secure_tenant_table('audit',
  reads => '(select app_administers())',
  inserts => 'false',
  updates => 'false',
  deletes => 'false',
  sealed => false
);
create trigger audit_append_only before delete or update on audit for each row execute function refuse_change();
create trigger audit_no_truncate before truncate on audit for each statement execute function refuse_change();

-- A row of the trail as RFC 8785 canonical JSON: the row as /api/audit/ returns it, without its hash. `before` and `after` are
-- stored in that form.
create function audit_document(a audit) returns text stable language sql as $$
  select '{"account_id":' || coalesce(to_json(a.account_id)::text, 'null') || ',"action":' || to_json(a.action)::text
    || ',"actor":' || to_json(a.actor)::text || ',"after":' || coalesce(a.after::text, 'null')
    || ',"at":"' || to_char(a.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') || '","before":' || coalesce(a.before::text, 'null')
    || ',"id":' || to_json(a.id::text)::text || ',"prev_hash":' || to_json(a.prev_hash)::text
    || ',"request_id":' || coalesce(to_json(a.request_id)::text, 'null') || ',"resource":' || to_json(a.resource)::text
    || ',"resource_id":' || coalesce(to_json(a.resource_id)::text, 'null') || ',"seq":' || a.seq || ',"summary":' || to_json(a.summary)::text || '}'
$$;

-- Appends a row to a company's trail: gives it the next number and the hash that chains it to the row before, and notes the hash
-- in the company's chain of changes, which is sealed. The lock is held until the commit, so it is taken as late as possible. It
-- locks no row of another table: a command may already hold the company's row.
create function append_audit(entry audit) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  last record;
begin
  perform pg_advisory_xact_lock(hashtextextended('audit ' || entry.org_id, 0));
  select a.seq, a.hash into last from audit a where a.org_id = entry.org_id order by a.seq desc limit 1;
  entry.seq := coalesce(last.seq, 0) + 1;
  entry.at := date_trunc('milliseconds', entry.at);
  entry.prev_hash := coalesce(last.hash, repeat('0', 64));
  entry.hash := encode(sha256(convert_to(entry.prev_hash || e'\n' || audit_document(entry), 'UTF8')), 'hex');
  insert into audit select entry.*;
  insert into sealed_change (org_id, account_id, table_name, operation, columns, rows)
    values (entry.org_id, entry.account_id::uuid, 'audit', 'insert', array['hash'], jsonb_build_object(entry.seq, entry.hash));
end $$;

-- The name under which a person's rows are written.
create function audit_name(account uuid) returns text
language sql stable security definer set search_path = public, pg_temp as $$
  select coalesce((select a.first_name || ' ' || a.last_name from account a where a.id = account), 'Sharebook')
$$;

-- Writes a row for each company whose records this transaction changed although its request named none, so that no command can
-- be left out of the trail.
create function complete_audit() returns void
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  entry audit; left_out record;
begin
  for left_out in
    select c.org_id, min(c.account_id::text) as account, string_agg(distinct replace(c.table_name, '_', ' '), ', ') as tables
    from sealed_change c where c.xid = pg_current_xact_id() and c.seq is null and c.operation <> 'found'
    group by c.org_id having not bool_or(c.table_name = 'audit') order by c.org_id
  loop
    if not exists (select 1 from organization o where o.id = left_out.org_id) then continue; end if;
    entry.org_id := left_out.org_id;
    entry.id := gen_random_uuid();
    entry.at := clock_timestamp();
    entry.account_id := left_out.account;
    entry.actor := audit_name(entry.account_id::uuid);
    entry.action := 'change';
    entry.resource := 'organization';
    entry.resource_id := left_out.org_id::text;
    entry.summary := 'changed ' || left_out.tables;
    perform append_audit(entry);
  end loop;
end $$;

-- Ends the sessions of an account in a company to which it lost access. Its sessions in other companies continue.
create function sessions_follow_membership() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  delete from session s where s.org_id = old.org_id and s.account_id = old.account_id;
  return null;
end $$;

create trigger membership_sessions after update of status on membership for each row when (old.status = 'active' and new.status = 'ended') execute function sessions_follow_membership();
