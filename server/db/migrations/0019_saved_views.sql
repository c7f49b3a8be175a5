-- Views of lists: filters, order and columns under a name, for a person alone or for everybody who reads the company.
create table saved_view (
  org_id uuid references organization on delete cascade,
  id uuid,
  -- Who made it. One for the company stays when they leave.
  account_id uuid not null,
  resource text not null,
  name text not null,
  filter jsonb not null,
  -- ["field", "ASC" or "DESC"]
  sort jsonb not null,
  -- [{"field", "width"}], in order; empty: the list's own.
  columns jsonb not null,
  density text not null check (density in ('compact', 'standard')),
  shared text not null check (shared in ('me', 'company')),
  version integer not null default 1,
  primary key (org_id, id)
);
create index saved_view_of_person on saved_view (org_id, account_id);
call secure_tenant_table('saved_view',
  reads => 'account_id = (select app_account()) or (shared = ''company'' and (select app_reads_all()))',
  inserts => 'account_id = (select app_account()) and (shared = ''me'' or (select app_writes()))',
  updates => 'case shared when ''me'' then account_id = (select app_account()) else (select app_writes()) end',
  deletes => 'case shared when ''me'' then account_id = (select app_account()) else (select app_writes()) end',
  -- How somebody looks at a list is no record of the company.
  sealed => false
);
