-- Bank statements that were uploaded to find which payments arrived: only the lines, without anybody's account. Never changed;
-- what each line matches is worked out at every read.
create table bank_statement (
  org_id uuid not null references organization,
  id uuid not null,
  file_name text not null,
  format text not null check (format in ('table', 'camt.053')),
  sha256 text not null,
  lines jsonb not null check (jsonb_typeof(lines) = 'array'),
  created_by uuid not null,
  created_at timestamptz not null,
  primary key (org_id, id),
  unique (org_id, sha256)
);
create trigger bank_statement_append_only before update or delete on bank_statement for each row execute function refuse_change();
create trigger bank_statement_no_truncate before truncate on bank_statement for each statement execute function refuse_change();
call secure_tenant_table('bank_statement', updates => 'false', deletes => 'false');
