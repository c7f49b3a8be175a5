-- What a bank statement does not say is asked of a person. Never changed: of several answers to one question the last counts.
-- Statements that were read before directions and standings were known are read again when their file is chosen again.
create table bank_statement_answer (
  org_id uuid not null references organization,
  id uuid not null,
  statement_id uuid not null,
  question text not null,
  answer text not null check (answer in ('out', 'in', 'booked', 'not_booked')),
  answered_by uuid not null,
  answered_at timestamptz not null,
  primary key (org_id, id),
  foreign key (org_id, statement_id) references bank_statement (org_id, id)
);
create index bank_statement_answer_statement on bank_statement_answer (org_id, statement_id);
create trigger bank_statement_answer_append_only before update or delete on bank_statement_answer for each row execute function refuse_change();
create trigger bank_statement_answer_no_truncate before truncate on bank_statement_answer for each statement execute function refuse_change();
call secure_tenant_table('bank_statement_answer', updates => 'false', deletes => 'false');

alter table bank_statement add column edition integer not null default 1;
alter table bank_statement alter column edition drop default;
alter table bank_statement drop constraint bank_statement_org_id_sha256_key;
alter table bank_statement add unique (org_id, sha256, edition);

-- What a file holds beside its lines: columns and rows that were not read.
alter table bank_statement add column unread jsonb not null default '{"columns": [], "rows": []}';
alter table bank_statement alter column unread drop default;
