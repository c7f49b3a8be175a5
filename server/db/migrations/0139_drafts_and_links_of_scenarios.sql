-- What a scenario would write into the ledger, to be reviewed and posted by the ordinary commands.
create table scenario_draft (
  org_id uuid not null,
  id uuid not null,
  scenario_id uuid not null,
  position integer not null,
  kind text not null check (kind in ('shareholder', 'share_class', 'equity_plan', 'reserve', 'convertible', 'grant', 'conversion', 'certificate')),
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
  primary key (org_id, id),
  foreign key (org_id, scenario_id) references scenario on delete cascade
);
create index scenario_draft_of on scenario_draft (org_id, scenario_id, position);
call secure_tenant_table('scenario_draft');

-- Links that show what a scenario answered when it was shared, to whoever has the token. Only its hash is kept.
create table scenario_share (
  org_id uuid not null,
  id uuid not null,
  scenario_id uuid not null,
  token_hash bytea not null unique,
  result jsonb not null,
  expires_at timestamptz not null,
  withdrawn_at timestamptz,
  created_by uuid not null,
  created_at timestamptz not null,
  primary key (org_id, id),
  foreign key (org_id, scenario_id) references scenario on delete cascade
);
create index scenario_share_of on scenario_share (org_id, scenario_id, created_at);
call secure_tenant_table('scenario_share');
