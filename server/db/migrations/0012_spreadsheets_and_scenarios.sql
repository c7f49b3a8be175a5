-- Spreadsheets under way, and scenarios.

-- Spreadsheets that are being imported: the file as it came, and what was answered about it. What it means is read from both
-- each time. Once applied, it belongs to the import that it made.
create table sheet (
  org_id uuid references organization,
  id uuid,
  file_name text not null,
  sha256 text not null,
  bytes bytea not null,
  answers jsonb not null,
  -- Why the file's totals and ours differ, as somebody signed when it was applied.
  differences jsonb not null default '[]',
  import_id uuid,
  created_by uuid not null,
  created_at timestamptz not null,
  -- What each of the last changes of a spreadsheet's answers replaced, oldest first, so that it can be taken back.
  earlier jsonb not null default '[]',
  primary key (org_id, id)
);
create index sheet_of_bytes on sheet (org_id, sha256);
call secure_tenant_table('sheet',
  reads => '(select app_administers())',
  inserts => '(select app_administers())',
  updates => '(select app_administers())',
  deletes => '(select app_administers())'
);

-- What was answered about a spreadsheet that was applied, by the set of its headings: the next file with the same headings is
-- read that way from the start. `answers` of each sheet says what it was read with.
create table sheet_memory (
  org_id uuid references organization,
  -- The headings as they are compared, sorted, one a line; the key is their SHA-256.
  headings text not null,
  headings_sha256 text,
  told jsonb not null,
  changed_by uuid not null,
  changed_at timestamptz not null,
  primary key (org_id, headings_sha256)
);
call secure_tenant_table('sheet_memory',
  reads => '(select app_administers())',
  inserts => '(select app_administers())',
  updates => '(select app_administers())',
  deletes => '(select app_administers())'
);

-- What-if models of a company: a start and steps, computed when they are asked for. Each saved version stays.
create table scenario (
  org_id uuid references organization on delete cascade,
  id uuid,
  name text not null,
  -- The ledger at the end of this day; null where the start was typed in.
  as_of date,
  start jsonb,
  steps jsonb not null,
  -- The last entry of the ledger when the start was read.
  start_seq bigint not null,
  -- When its drafts were posted, and what a run answered at that time.
  posted_at timestamptz,
  posted_run jsonb,
  created_by uuid not null,
  created_at timestamptz not null,
  changed_at timestamptz not null,
  version integer not null default 1,
  -- The terms of each class when the start of a scenario was read: they are no entries of the ledger, and an exit depends on
  -- them.
  start_terms jsonb,
  primary key (org_id, id),
  check ((as_of is null) <> (start is null))
);
create index scenario_listed on scenario (org_id, changed_at desc nulls last, id);
call secure_tenant_table('scenario');

create table scenario_version (
  org_id uuid,
  scenario_id uuid,
  version integer,
  name text not null,
  as_of date,
  start jsonb,
  steps jsonb not null,
  changed_by uuid not null,
  changed_at timestamptz not null,
  primary key (org_id, scenario_id, version),
  foreign key (org_id, scenario_id) references scenario (org_id, id) on delete cascade
);
call secure_tenant_table('scenario_version', updates => 'false');

-- What a scenario would write into the ledger, to be reviewed and posted by the ordinary commands.
create table scenario_draft (
  org_id uuid,
  id uuid,
  scenario_id uuid not null,
  position integer not null,
  kind text not null check (kind in ('shareholder', 'share_class', 'authorize', 'equity_plan', 'reserve', 'convertible', 'grant', 'warrant', 'conversion', 'certificate')),
  summary text not null,
  body jsonb not null,
  -- The name by which other drafts of the scenario refer to what this one makes, such as "new:Series Seed".
  makes text,
  -- The last entry of the ledger that its figures count.
  known_seq bigint not null,
  result_id text,
  posted_at timestamptz,
  created_by uuid not null,
  created_at timestamptz not null,
  -- What was posted together is one unit of the ledger: the seq of its first entry. Null where nothing was written into the
  -- ledger.
  command_seq bigint,
  primary key (org_id, id),
  foreign key (org_id, scenario_id) references scenario (org_id, id) on delete cascade
);
create index scenario_draft_of on scenario_draft (org_id, scenario_id, position);
create index scenario_draft_unit on scenario_draft (org_id, command_seq) where command_seq is not null;
call secure_tenant_table('scenario_draft');

-- Links that show what a scenario answered when it was shared, to whoever has the token. Only its hash is kept.
create table scenario_share (
  org_id uuid,
  id uuid,
  scenario_id uuid not null,
  token_hash bytea not null unique,
  result jsonb not null,
  expires_at timestamptz not null,
  withdrawn_at timestamptz,
  created_by uuid not null,
  created_at timestamptz not null,
  primary key (org_id, id),
  foreign key (org_id, scenario_id) references scenario (org_id, id) on delete cascade
);
create index scenario_share_of on scenario_share (org_id, scenario_id, created_at);
call secure_tenant_table('scenario_share');
