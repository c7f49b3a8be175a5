-- Payments that go to a bank together, with the file that was made of them.
create table payment_batch (
  org_id uuid not null references organization on delete cascade,
  id uuid not null,
  number integer not null,
  format text not null check (format in ('csv', 'nacha', 'pain.001')),
  execution_date date not null,
  count integer not null check (count > 0),
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
  primary key (org_id, id),
  unique (org_id, number)
);
create index payment_batch_listed on payment_batch (org_id, created_at desc nulls last, id);
call secure_tenant_table('payment_batch', inserts => '(select app_administers())', deletes => 'false');

-- The file, compressed and encrypted under APP_SECRET: it holds the account numbers.
create table payment_batch_part (
  org_id uuid not null,
  batch_id uuid not null,
  part integer not null,
  sealed text not null,
  primary key (org_id, batch_id, part),
  foreign key (org_id, batch_id) references payment_batch (org_id, id) on delete cascade deferrable initially deferred
);
call secure_tenant_table('payment_batch_part', reads => '(select app_administers())', inserts => '(select app_administers())', updates => 'false', deletes => 'false');

-- The batch that a payment last went out with. One column, so that it is in one batch at most; none while it is pending.
-- Not a foreign key: the history of the payment, written with it, refers to the batch.
alter table payment add column batch_id uuid;
alter table payment add constraint payment_batch_when_sent check (batch_id is null or status <> 'pending');
create index payment_in_batch on payment (org_id, batch_id) where batch_id is not null;

-- The batch with which the payment was started, or of whose results this is one.
alter table payment_event add column batch_id uuid;
create index payment_event_of_batch on payment_event (org_id, batch_id, payment_id) where batch_id is not null;
call refer_by_statement('payment_event', 'batch_id', 'payment_batch', 'id');
