-- The company's own bank accounts, from which batches of payments are made. Account number and IBAN are encrypted
-- (server/auth/sealedText.ts); their last four characters tell accounts apart.
create table company_bank_account (
  org_id uuid not null references organization on delete cascade,
  id uuid not null,
  label text not null,
  name text not null,
  routing_number text,
  company_id text,
  bic text,
  iban text,
  iban_last4 text,
  account_number text,
  account_last4 text,
  created_at timestamptz not null default now(),
  version integer not null default 1,
  primary key (org_id, id),
  check ((iban is null) = (iban_last4 is null)),
  check ((account_number is null) = (account_last4 is null))
);
create unique index company_bank_account_label on company_bank_account (org_id, lower(label));
call secure_tenant_table('company_bank_account',
  reads => '(select app_administers())', inserts => '(select app_administers())',
  updates => '(select app_administers())', deletes => '(select app_administers())');
