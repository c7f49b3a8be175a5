-- Who is editing which record, so that two people at once know of each other.
create table record_editing (
  org_id uuid references organization on delete cascade,
  resource text,
  record_id text,
  account_id uuid,
  -- Since when without a pause, and until when that counts unless it is said again.
  since timestamptz not null,
  until timestamptz not null,
  primary key (org_id, resource, record_id, account_id)
);
create index record_editing_since on record_editing (org_id, since);
create index record_editing_until on record_editing (until);
call secure_tenant_table('record_editing',
  reads => 'account_id = (select app_account()) or (select app_reads_all())',
  inserts => 'account_id = (select app_account())',
  updates => 'account_id = (select app_account())',
  deletes => 'account_id = (select app_account())',
  -- It counts for half a minute.
  sealed => false
);
