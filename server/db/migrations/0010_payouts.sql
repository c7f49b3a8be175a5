-- How payments leave and what came of them: batches for a bank, its statements, and the yearly tax forms.

-- Payments that go to a bank together, with the file that was made of them.
create table payment_batch (
  org_id uuid references organization on delete cascade,
  id uuid,
  number integer not null,
  format text not null check (format in ('csv', 'nacha', 'pain.001')),
  execution_date date not null,
  count integer not null,
  total ocf_num not null,
  currency text not null,
  debtor text not null,
  -- Of the file, as hex.
  sha256 text not null,
  size bigint not null,
  status text not null default 'open' check (status in ('open', 'closed', 'cancelled')),
  created_by uuid not null,
  created_at timestamptz not null,
  version integer not null default 1,
  prenotes integer not null default 0,
  -- The number of the first entry in a NACHA file. Those of later files go on from it, so that a return names one file's
  -- entry.
  first_trace integer check (first_trace between 1 and 9999999),
  primary key (org_id, id),
  unique (org_id, number),
  constraint payment_batch_count_check check (count >= 0 and prenotes >= 0 and count + prenotes > 0)
);
create index payment_batch_listed on payment_batch (org_id, created_at desc nulls last, id);
call secure_tenant_table('payment_batch', inserts => '(select app_administers())', deletes => 'false');
call refer_by_statement('payment_event', 'batch_id', 'payment_batch', 'id');

-- The file, compressed and encrypted under APP_SECRET: it holds the account numbers.
create table payment_batch_part (
  org_id uuid,
  batch_id uuid,
  part integer,
  sealed text not null,
  primary key (org_id, batch_id, part),
  foreign key (org_id, batch_id) references payment_batch (org_id, id) on delete cascade deferrable initially deferred
);
call secure_tenant_table('payment_batch_part',
  reads => '(select app_administers())',
  inserts => '(select app_administers())',
  updates => 'false',
  deletes => 'false'
);

-- Batches that are handed to the payout provider of the installation: whether it took them, and when it was asked for results.
create table payout_handover (
  org_id uuid,
  batch_id uuid,
  -- Who handed it over; results are recorded in their name.
  account_id uuid not null,
  asked_at timestamptz not null,
  attempts integer not null default 0,
  next_attempt_at timestamptz not null,
  last_error text,
  accepted_at timestamptz,
  results_asked_at timestamptz,
  primary key (org_id, batch_id),
  foreign key (org_id, batch_id) references payment_batch (org_id, id) on delete cascade deferrable initially deferred
);
create index payout_handover_of_batch on payout_handover (batch_id);
create index payout_handover_due on payout_handover (next_attempt_at) where accepted_at is null;
call secure_tenant_table('payout_handover',
  inserts => '(select app_administers())',
  updates => '(select app_administers())',
  deletes => '(select app_administers())'
);

-- Zero-dollar entries of NACHA files, which try a new account before money goes to it.
create table account_prenote (
  org_id uuid,
  shareholder_id text,
  -- A keyed hash of the account.
  account text,
  batch_id uuid not null,
  individual_id text not null,
  -- The first execution date of money to this account.
  counts_from date not null,
  -- Why the bank returned it.
  returned text,
  primary key (org_id, shareholder_id, account),
  foreign key (org_id, shareholder_id) references shareholder (org_id, id) on delete cascade,
  foreign key (org_id, batch_id) references payment_batch (org_id, id) on delete cascade
);
create index account_prenote_of_batch on account_prenote (org_id, batch_id);
call secure_tenant_table('account_prenote',
  reads => '(select app_administers())',
  inserts => '(select app_administers())',
  updates => '(select app_administers())',
  deletes => '(select app_administers())'
);

-- Bank statements that were uploaded to find which payments arrived: only the lines, without anybody's account. Never changed;
-- what each line matches is worked out at every read.
create table bank_statement (
  org_id uuid references organization,
  id uuid,
  file_name text not null,
  format text not null check (format in ('table', 'camt.053')),
  sha256 text not null,
  lines jsonb not null check (jsonb_typeof(lines) = 'array'),
  created_by uuid not null,
  created_at timestamptz not null,
  -- By which reading of statements its lines were made: a file that is chosen again is read again by a newer one.
  edition integer not null,
  -- What a file holds beside its lines: columns and rows that were not read.
  unread jsonb not null,
  primary key (org_id, id),
  unique (org_id, sha256, edition)
);
call secure_tenant_table('bank_statement', updates => 'false', deletes => 'false');
create trigger bank_statement_append_only before delete or update on bank_statement for each row execute function refuse_change();
create trigger bank_statement_no_truncate before truncate on bank_statement for each statement execute function refuse_change();

-- What a bank statement does not say, as a person answered. Never changed: of several answers to one question the last counts.
create table bank_statement_answer (
  org_id uuid references organization,
  id uuid,
  statement_id uuid not null,
  question text not null,
  answer text not null check (answer in ('out', 'in', 'booked', 'not_booked')),
  answered_by uuid not null,
  answered_at timestamptz not null,
  primary key (org_id, id),
  foreign key (org_id, statement_id) references bank_statement (org_id, id)
);
create index bank_statement_answer_statement on bank_statement_answer (org_id, statement_id);
call secure_tenant_table('bank_statement_answer', updates => 'false', deletes => 'false');
create trigger bank_statement_answer_append_only before delete or update on bank_statement_answer for each row execute function refuse_change();
create trigger bank_statement_answer_no_truncate before truncate on bank_statement_answer for each statement execute function refuse_change();

-- The yearly tax forms as they were made, for each holder and form. One that is wrong stays, and a later one corrects it.
create table yearly_tax_form (
  org_id uuid references organization on delete cascade,
  id uuid,
  year integer not null,
  number integer not null,
  shareholder_id text not null,
  form text not null check (form in ('1099-DIV', '1099-INT', '1042-S')),
  -- Tells several forms of one holder apart.
  part text not null,
  boxes jsonb not null,
  gross numeric not null,
  tax numeric not null,
  net numeric not null,
  -- Name, address and the last digits of the tax number, as printed.
  recipient jsonb not null,
  corrects uuid,
  -- Of what it says, as RFC 8785 JSON.
  sha256 text not null,
  made_by uuid not null,
  made_at timestamptz not null,
  primary key (org_id, id),
  unique (org_id, year, number),
  unique (org_id, corrects),
  foreign key (org_id, corrects) references yearly_tax_form (org_id, id),
  foreign key (org_id, shareholder_id) references shareholder (org_id, id),
  check (gross = tax + net)
);
create index yearly_tax_form_holder on yearly_tax_form (org_id, shareholder_id, year);
call secure_tenant_table('yearly_tax_form',
  reads => '(select app_reads_all()) or shareholder_id = (select app_shareholder())',
  updates => 'false',
  deletes => 'false'
);
create trigger yearly_tax_form_append_only before delete or update on yearly_tax_form for each row execute function refuse_change();
