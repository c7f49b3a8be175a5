-- What a company keeps of a holder to pay and to report: tax number and bank account. The full values are encrypted under a key
-- outside the database (server/auth/sealedText.ts); in the clear are the last four characters alone.
create table holder_detail (
  org_id uuid not null references organization,
  shareholder_id text not null,
  tax_id text,
  tax_id_last4 text,
  bank_account text,
  bank_account_last4 text,
  -- A changed account is paid to from this time on; null: at once.
  bank_account_counts_from timestamptz,
  -- Only the first account ever counts at once: removing one and entering another is a change.
  had_bank_account boolean not null default false,
  -- A change that another administrator has not approved yet.
  new_bank_account text,
  new_bank_account_last4 text,
  new_bank_account_at timestamptz,
  new_bank_account_by uuid references account,
  primary key (org_id, shareholder_id),
  foreign key (org_id, shareholder_id) references shareholder (org_id, id),
  constraint tax_id_whole check ((tax_id is null) = (tax_id_last4 is null)),
  constraint bank_account_whole check ((bank_account is null) = (bank_account_last4 is null)),
  constraint new_bank_account_whole check (num_nulls(new_bank_account, new_bank_account_last4, new_bank_account_at, new_bank_account_by) in (0, 4))
);
call secure_tenant_table('holder_detail',
  reads => '(select app_writes()) or shareholder_id = (select app_shareholder())',
  inserts => '(select app_writes()) or shareholder_id = (select app_shareholder())',
  updates => '(select app_writes()) or shareholder_id = (select app_shareholder())',
  deletes => '(select app_administers())');

-- Who created or changed something does not approve it, where the company has two administrators or more.
alter table organization add column two_person_rule boolean not null default true;
