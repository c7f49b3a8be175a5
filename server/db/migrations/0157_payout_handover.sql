-- Batches that are handed to the payout provider of the installation: whether it took them, and when it was asked for results.
create table payout_handover (
  org_id uuid not null,
  batch_id uuid not null,
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
call secure_tenant_table('payout_handover', inserts => '(select app_administers())', updates => '(select app_administers())', deletes => '(select app_administers())');
