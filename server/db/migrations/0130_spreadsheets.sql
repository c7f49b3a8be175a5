-- Spreadsheets that are being brought in: the file as it came, and what was answered about it. What it means is read from both
-- each time. Once applied, it belongs to the import that it made.
create table sheet (
  org_id uuid not null references organization,
  id uuid not null,
  file_name text not null,
  sha256 text not null,
  bytes bytea not null,
  answers jsonb not null,
  -- Why the file's totals and ours differ, as somebody signed when it was applied.
  differences jsonb not null default '[]',
  import_id uuid,
  created_by uuid not null,
  created_at timestamptz not null,
  primary key (org_id, id)
);
create index sheet_of_bytes on sheet (org_id, sha256);
call secure_tenant_table('sheet',
  reads => '(select app_administers())', inserts => '(select app_administers())', updates => '(select app_administers())', deletes => '(select app_administers())');
