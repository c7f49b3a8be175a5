-- Share classes, plans, vesting schedules, legends and valuations.

create table share_class (
  org_id uuid references organization,
  id ocf_id,
  name text not null,
  class_type text not null check (class_type in ('COMMON', 'PREFERRED')),
  prefix text not null,
  initial_authorized ocf_num,
  authorized_kind text not null check (authorized_kind in ('FIXED', 'UNLIMITED', 'NOT_APPLICABLE')),
  par_value ocf_num,
  price_per_share ocf_num,
  currency ccy not null default 'USD',
  votes_per_share ocf_num not null default 0,
  seniority ocf_num not null default 1,
  liquidation_preference_multiple ocf_num,
  participation_cap_multiple ocf_num,
  conversion_ratio ocf_num,
  converts_to_share_class_id text,
  allows_fractions boolean not null default false,
  created_at timestamptz not null default now(),
  version integer not null default 1,
  -- The dividend that a preferred class is paid first, and whether it then takes part.
  dividend_rate numeric check (dividend_rate >= 0),
  dividend_is_cumulative boolean not null default false,
  dividend_accrues_from date,
  dividend_base text check (dividend_base in ('original_issue_price', 'par')),
  dividend_participation text check (dividend_participation in ('none', 'as_converted')),
  primary key (org_id, id),
  foreign key (org_id, converts_to_share_class_id) references share_class (org_id, id),
  check ((authorized_kind = 'FIXED') = (initial_authorized is not null))
);
call secure_tenant_table('share_class',
  reads => '(select app_reads_all()) or exists (select 1 from security s where s.org_id = share_class.org_id and s.stock_class_id = share_class.id::text and s.stakeholder_id = (select app_shareholder()))',
  deletes => '(select app_administers())'
);
call refer_by_statement('security', 'stock_class_id', 'share_class', 'id');

-- How many shares a class may issue from which day. `shares_authorized` is null unless the kind is FIXED.
create table class_authorized (
  org_id uuid,
  tx_seq bigint,
  accepted boolean not null default false,
  stock_class_id text not null,
  effective_date date not null,
  shares_authorized ocf_num,
  authorized_kind text not null check (authorized_kind in ('FIXED', 'UNLIMITED', 'NOT_APPLICABLE')),
  primary key (org_id, tx_seq),
  foreign key (org_id, stock_class_id) references share_class (org_id, id),
  foreign key (org_id, tx_seq) references ledger_tx (org_id, seq)
);
call secure_tenant_table('class_authorized',
  reads => '(select app_reads_table()) or exists (select 1 from security s where s.org_id = class_authorized.org_id and s.stock_class_id = class_authorized.stock_class_id and s.stakeholder_id = (select app_shareholder()))',
  updates => 'false',
  sealed => false
);

-- The same for the company as a whole.
create table issuer_authorized (
  org_id uuid,
  tx_seq bigint,
  accepted boolean not null default false,
  effective_date date not null,
  shares_authorized ocf_num,
  authorized_kind text not null check (authorized_kind in ('FIXED', 'UNLIMITED', 'NOT_APPLICABLE')),
  primary key (org_id, tx_seq),
  foreign key (org_id, tx_seq) references ledger_tx (org_id, seq)
);
call secure_tenant_table('issuer_authorized', updates => 'false', sealed => false);

-- Plans from which grants are made.
create table equity_plan (
  org_id uuid references organization on delete cascade,
  id ocf_id,
  name text not null,
  initial_reserved ocf_num not null check (initial_reserved >= 0),
  default_cancellation_behavior text,
  board_approval_date date,
  stockholder_approval_date date,
  created_at timestamptz not null default now(),
  version integer not null default 1,
  -- How long holders who left may exercise grants of a plan, for each reason: the format has it for grants alone.
  exercise_windows jsonb not null default '[]' check (jsonb_typeof(exercise_windows) = 'array'),
  primary key (org_id, id)
);
create index equity_plan_name on equity_plan (org_id, name);
call secure_tenant_table('equity_plan',
  reads => '(select app_reads_all()) or exists (select 1 from security s where s.org_id = equity_plan.org_id and s.stock_plan_id = equity_plan.id::text and s.stakeholder_id = (select app_shareholder()))',
  deletes => '(select app_administers())'
);

create table equity_plan_class (
  org_id uuid,
  equity_plan_id text,
  share_class_id text,
  primary key (org_id, equity_plan_id, share_class_id),
  foreign key (org_id, equity_plan_id) references equity_plan (org_id, id) on delete cascade,
  foreign key (org_id, share_class_id) references share_class (org_id, id) on delete cascade
);
create index equity_plan_class_class on equity_plan_class (org_id, share_class_id);
call secure_tenant_table('equity_plan_class',
  reads => '(select app_reads_all()) or exists (select 1 from security s where s.org_id = equity_plan_class.org_id and s.stock_plan_id = equity_plan_class.equity_plan_id and s.stakeholder_id = (select app_shareholder()))'
);

-- How many shares a plan reserves, from which day.
create table plan_pool (
  org_id uuid,
  tx_seq bigint,
  accepted boolean not null default false,
  stock_plan_id text not null,
  effective_date date not null,
  shares_reserved ocf_num not null,
  primary key (org_id, tx_seq),
  foreign key (org_id, tx_seq) references ledger_tx (org_id, seq)
);
create index plan_pool_plan on plan_pool (org_id, stock_plan_id, effective_date);
call secure_tenant_table('plan_pool', reads => '(select app_reads_table())', updates => 'false', sealed => false);

-- What a split adds to a plan: its exercised and retired shares count in the shares of the day.
create table plan_split (
  org_id uuid,
  tx_seq bigint,
  accepted boolean not null default false,
  stock_plan_id text,
  effective_date date not null,
  exercised ocf_num not null,
  retired ocf_num not null,
  primary key (org_id, stock_plan_id, tx_seq),
  foreign key (org_id, tx_seq) references ledger_tx (org_id, seq)
);
create index plan_split_plan on plan_split (org_id, stock_plan_id, effective_date);
call secure_tenant_table('plan_split', reads => '(select app_reads_table())', updates => 'false', sealed => false);

-- Shares that go back to their pool.
create table pool_return (
  org_id uuid,
  tx_seq bigint,
  accepted boolean not null default false,
  stock_plan_id text not null,
  security_id text not null,
  effective_date date not null,
  quantity ocf_num not null,
  primary key (org_id, tx_seq),
  foreign key (org_id, tx_seq) references ledger_tx (org_id, seq)
);
create index pool_return_security on pool_return (org_id, security_id);
call secure_tenant_table('pool_return', reads => '(select app_reads_table())', updates => 'false', sealed => false);

-- `terms` is the whole object: the graph of conditions from which schedules are computed. A holder reads those of own grants.
create table vesting_terms (
  org_id uuid references organization on delete cascade,
  id ocf_id,
  name text not null,
  description text,
  allocation_type text,
  terms jsonb not null,
  created_at timestamptz not null default now(),
  version integer not null default 1,
  primary key (org_id, id)
);
create index vesting_terms_name on vesting_terms (org_id, name);
call secure_tenant_table('vesting_terms',
  reads => '(select app_reads_all()) or exists (select 1 from ledger_tx l where l.org_id = vesting_terms.org_id and l.stakeholder_id = (select app_shareholder()) and l.object_type like ''%\_ISSUANCE'' and l.ocf ->> ''vesting_terms_id'' = vesting_terms.id::text)',
  deletes => '(select app_administers())'
);

-- What is printed on certificates.
create table legend (
  org_id uuid references organization on delete cascade,
  id ocf_id,
  name text not null,
  text text not null,
  created_at timestamptz not null default now(),
  version integer not null default 1,
  primary key (org_id, id)
);
create index legend_name on legend (org_id, name);
call secure_tenant_table('legend', deletes => '(select app_administers())');

-- Valuations of a class, such as those under section 409A.
create table valuation (
  org_id uuid references organization on delete cascade,
  id ocf_id,
  share_class_id text,
  price_per_share ocf_num not null,
  currency ccy not null,
  effective_date date,
  valuation_type text not null,
  provider text,
  board_approval_date date,
  stockholder_approval_date date,
  created_at timestamptz not null default now(),
  version integer not null default 1,
  primary key (org_id, id),
  foreign key (org_id, share_class_id) references share_class (org_id, id) on delete cascade
);
create index valuation_listed on valuation (org_id, effective_date desc nulls last, id);
create index valuation_class on valuation (org_id, share_class_id, effective_date);
call secure_tenant_table('valuation',
  reads => '(select app_reads_all()) or exists (select 1 from security s where s.org_id = valuation.org_id and s.stock_class_id = valuation.share_class_id and s.stakeholder_id = (select app_shareholder()))',
  deletes => '(select app_administers())'
);

-- Splits of a class.
create table split (
  org_id uuid,
  tx_seq bigint,
  accepted boolean not null default false,
  stock_class_id text not null,
  effective_date date not null,
  numerator ocf_num not null,
  denominator ocf_num not null,
  primary key (org_id, tx_seq),
  foreign key (org_id, tx_seq) references ledger_tx (org_id, seq)
);
call secure_tenant_table('split',
  reads => '(select app_reads_all()) or exists (select 1 from security s where s.org_id = split.org_id and s.stock_class_id = split.stock_class_id and s.stakeholder_id = (select app_shareholder()))',
  updates => 'false',
  sealed => false
);

-- Into how many shares of the other class one of this class converts, from which day.
create table ratio_change (
  org_id uuid,
  tx_seq bigint,
  accepted boolean not null default false,
  stock_class_id text not null,
  effective_date date not null,
  numerator ocf_num not null,
  denominator ocf_num not null,
  rounding_type text,
  conversion_price ocf_num,
  conversion_price_currency ccy,
  primary key (org_id, tx_seq),
  foreign key (org_id, tx_seq) references ledger_tx (org_id, seq)
);
call secure_tenant_table('ratio_change', updates => 'false', sealed => false);
