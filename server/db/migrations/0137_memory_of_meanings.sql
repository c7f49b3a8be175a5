-- What was answered about a spreadsheet that was applied, by the set of its headings: the next file with the same headings is read
-- that way from the start. `answers` of each sheet says what it was read with.
create table sheet_memory (
  org_id uuid not null references organization,
  -- The headings as they are compared, sorted, one a line; the key is their SHA-256.
  headings text not null,
  headings_sha256 text not null,
  told jsonb not null,
  changed_by uuid not null,
  changed_at timestamptz not null,
  primary key (org_id, headings_sha256)
);
call secure_tenant_table('sheet_memory',
  reads => '(select app_administers())', inserts => '(select app_administers())', updates => '(select app_administers())', deletes => '(select app_administers())');
