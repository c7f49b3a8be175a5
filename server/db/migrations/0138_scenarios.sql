-- What-if models of a company: a start and steps, computed when they are asked for. Each saved version stays.
create table scenario (
  org_id uuid not null references organization on delete cascade,
  id uuid not null,
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
  primary key (org_id, id),
  check ((as_of is null) <> (start is null))
);
create index scenario_listed on scenario (org_id, changed_at desc nulls last, id);
call secure_tenant_table('scenario');

create table scenario_version (
  org_id uuid not null,
  scenario_id uuid not null,
  version integer not null,
  name text not null,
  as_of date,
  start jsonb,
  steps jsonb not null,
  changed_by uuid not null,
  changed_at timestamptz not null,
  primary key (org_id, scenario_id, version),
  foreign key (org_id, scenario_id) references scenario on delete cascade
);
call secure_tenant_table('scenario_version', updates => 'false');
