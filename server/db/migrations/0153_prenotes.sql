-- Zero-dollar entries of NACHA files, which try a new account before money goes to it.
create table account_prenote (
  org_id uuid not null,
  shareholder_id text not null,
  -- A keyed hash of the account.
  account text not null,
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
call secure_tenant_table('account_prenote', reads => '(select app_administers())', inserts => '(select app_administers())', updates => '(select app_administers())', deletes => '(select app_administers())');

alter table payment_batch add column prenotes integer not null default 0;
alter table payment_batch drop constraint payment_batch_count_check;
alter table payment_batch add constraint payment_batch_count_check check (count >= 0 and prenotes >= 0 and count + prenotes > 0);
