-- Distributions and their payments.

-- Distributions: dividends and other money to the holders at the end of a record date.
create table distribution (
  org_id uuid references organization,
  id uuid,
  name text not null,
  type text not null check (type in ('dividend', 'return_of_capital', 'liquidation', 'interest', 'other')),
  declared_as text not null check (declared_as in ('per_share', 'pot')),
  amount_per_share ocf_num,
  total_amount ocf_num,
  rounding_difference ocf_num,
  record_date date not null,
  payment_date date not null,
  method text not null,
  status text not null default 'pending' check (status in ('pending', 'approved', 'paid', 'cancelled')),
  -- The hash of the lines at approval.
  snapshot_hash text,
  -- The ledger's last entry when the distribution was saved last, so that its version alone cannot stand for other lines; from
  -- its approval on, that of the approval.
  ledger_seq bigint,
  created_by uuid not null,
  approved_by uuid,
  approved_at timestamptz,
  created_at timestamptz not null default now(),
  version integer not null default 1,
  -- Who saved it last cannot approve it.
  changed_by uuid not null,
  -- The currency in which it was declared.
  currency ccy not null,
  -- The import that recorded it, for distributions that were paid before the company came here: it is taken back there.
  brought_in_by uuid,
  ex_date date,
  includes_unvested_options boolean not null default false,
  includes_vested_options boolean not null default false,
  board_document_id uuid,
  -- The order in which the amount reached the classes, kept at approval.
  steps jsonb,
  primary key (org_id, id),
  constraint distribution_brought_in_by_fkey foreign key (org_id, brought_in_by) references import_batch (org_id, id),
  check (payment_date >= record_date),
  check ((declared_as = 'per_share' and amount_per_share > 0) or (declared_as = 'pot' and total_amount > 0))
);
create index distribution_brought_in on distribution (org_id, brought_in_by) where brought_in_by is not null;
create index distribution_board_document on distribution (org_id, board_document_id) where board_document_id is not null;

create table distribution_class (
  org_id uuid,
  distribution_id uuid,
  share_class_id text,
  -- Kept at approval: what the class was given under its preference, and a year's dividend of the shares that it had.
  preference_allotted numeric,
  preference_annual numeric,
  primary key (org_id, distribution_id, share_class_id),
  foreign key (org_id, distribution_id) references distribution (org_id, id) on delete cascade,
  foreign key (org_id, share_class_id) references share_class (org_id, id)
);
call secure_tenant_table('distribution_class');

-- The frozen snapshot: who held what at the end of the record date, also those who receive nothing and why.
create table distribution_line (
  org_id uuid,
  distribution_id uuid,
  shareholder_id text,
  share_class_id text,
  shares ocf_num,
  gross ocf_num not null,
  tax ocf_num not null,
  net ocf_num not null,
  excluded_reason text,
  seal bytea,
  option_shares ocf_num,
  withholding_rate numeric,
  withholding_reason text,
  is_foreign boolean,
  treaty_country text,
  primary key (org_id, distribution_id, shareholder_id, share_class_id),
  foreign key (org_id, distribution_id) references distribution (org_id, id),
  foreign key (org_id, shareholder_id) references shareholder (org_id, id),
  foreign key (org_id, share_class_id) references share_class (org_id, id)
);
call secure_tenant_table('distribution_line',
  reads => '(select app_reads_all()) or shareholder_id = (select app_shareholder())',
  updates => 'false',
  deletes => 'false'
);
create trigger distribution_line_append_only before delete or update on distribution_line for each row execute function refuse_change();
create trigger distribution_line_sealed before insert on distribution_line for each row execute function seal_row();

-- Whom the company told of a distribution by mail: once each, whoever sends and however often.
create table distribution_notice (
  org_id uuid,
  distribution_id uuid,
  shareholder_id text,
  email text not null,
  sent_by uuid not null,
  sent_at timestamptz not null,
  primary key (org_id, distribution_id, shareholder_id),
  foreign key (org_id, distribution_id) references distribution (org_id, id),
  foreign key (org_id, shareholder_id) references shareholder (org_id, id)
);
call secure_tenant_table('distribution_notice', updates => 'false', deletes => 'false');
create trigger distribution_notice_append_only before delete or update on distribution_notice for each row execute function refuse_change();

-- What each holder is paid of a distribution, by class.
create table payment (
  org_id uuid,
  id uuid,
  distribution_id uuid not null,
  shareholder_id text not null,
  share_class_id text not null,
  shares ocf_num,
  amount ocf_qty not null,
  method text not null check (method in ('bank_transfer', 'wire', 'cheque', 'other')),
  status text not null default 'pending' check (status in ('pending', 'processing', 'completed', 'failed')),
  scheduled_date date,
  reference text,
  failure_reason text,
  attempts integer not null default 0,
  completed_at timestamptz,
  version integer not null default 1,
  gross ocf_num not null,
  tax ocf_num not null,
  withholding_rate numeric,
  withholding_reason text,
  -- It was approved without a valid tax form, at the rate for that. Once the form is confirmed, tax and net are computed
  -- anew, once.
  awaits_tax_form boolean not null default false,
  tax_at_approval ocf_num,
  net_at_approval ocf_num,
  block_reason text,
  -- The batch that a payment last went out with. One column, so that it is in one batch at most; none while it is pending.
  -- Not a foreign key: the history of the payment, written with it, refers to the batch.
  batch_id uuid,
  -- The last digits of the account that it went to.
  paid_to_last4 text,
  -- As what the holder was taxed when the payment was approved, or when its tax was computed anew: a later change of their
  -- tax profile does not move it to another form of that year. Null for payments that were imported.
  is_foreign boolean,
  treaty_country text,
  primary key (org_id, id),
  constraint payment_org_id_distribution_id_shareholder_id_share_class_i_key unique (org_id, distribution_id, shareholder_id, share_class_id),
  foreign key (org_id, distribution_id) references distribution (org_id, id),
  foreign key (org_id, shareholder_id) references shareholder (org_id, id),
  foreign key (org_id, share_class_id) references share_class (org_id, id),
  constraint payment_batch_when_sent check (batch_id is null or status <> 'pending')
);
create index payment_holder on payment (org_id, shareholder_id);
-- The first page of the list is read off this index, however long the list is.
create index payment_listed on payment (org_id, scheduled_date desc nulls last, id);
create index payment_in_batch on payment (org_id, batch_id) where batch_id is not null;
call secure_tenant_table('payment',
  reads => '(select app_reads_all()) or shareholder_id = (select app_shareholder())',
  deletes => 'false'
);
call secure_tenant_table('distribution',
  reads => '(select app_reads_all()) or exists (select 1 from payment p where p.org_id = distribution.org_id and p.distribution_id = distribution.id and p.shareholder_id = (select app_shareholder()))'
);

-- The history of a payment.
create table payment_event (
  org_id uuid,
  id uuid,
  payment_id uuid not null,
  verb text not null,
  note text,
  account_id uuid not null,
  at timestamptz not null default now(),
  -- The batch with which the payment was started, or of whose results this is one.
  batch_id uuid,
  primary key (org_id, id),
  foreign key (org_id, payment_id) references payment (org_id, id)
);
create index payment_event_of_batch on payment_event (org_id, batch_id, payment_id) where batch_id is not null;
call secure_tenant_table('payment_event',
  reads => '(select app_reads_all()) or exists (select 1 from payment p where p.org_id = payment_event.org_id and p.id = payment_event.payment_id and p.shareholder_id = (select app_shareholder()))',
  updates => 'false',
  deletes => 'false'
);
create trigger payment_event_append_only before delete or update on payment_event for each row execute function refuse_change();

-- What the company did to reach the holder of a payment that nobody took. Only ever added to, and for the company alone.
create table payment_contact (
  org_id uuid references organization,
  id uuid,
  payment_id uuid not null,
  date date not null,
  channel text not null check (channel in ('letter', 'email', 'phone', 'other')),
  note text not null,
  account_id uuid not null,
  at timestamptz not null,
  primary key (org_id, id),
  foreign key (org_id, payment_id) references payment (org_id, id)
);
create index payment_contact_of on payment_contact (org_id, payment_id, date);
call secure_tenant_table('payment_contact', updates => 'false', deletes => 'false');
create trigger payment_contact_append_only before delete or update on payment_contact for each row execute function refuse_change();
create trigger payment_contact_no_truncate before truncate on payment_contact for each statement execute function refuse_change();

-- The amount of an approved payment never changes. Only how it is paid, and whether it was, may change. One exception: a payment
-- that waits for a tax form is computed anew once, with the same gross amount, and keeps what it was.
create function payment_amount_frozen() returns trigger language plpgsql as $$
begin
  if old.awaits_tax_form and not new.awaits_tax_form and old.status = 'pending' and old.tax_at_approval is null
     and new.tax_at_approval = old.tax and new.net_at_approval = old.amount and new.amount = new.gross - new.tax
     and (new.gross, new.shares, new.shareholder_id, new.distribution_id, new.share_class_id) is not distinct from
         (old.gross, old.shares, old.shareholder_id, old.distribution_id, old.share_class_id) then
    return new;
  end if;
  if (new.amount, new.shares, new.shareholder_id, new.distribution_id, new.share_class_id, new.gross, new.tax, new.tax_at_approval, new.net_at_approval) is distinct from
     (old.amount, old.shares, old.shareholder_id, old.distribution_id, old.share_class_id, old.gross, old.tax, old.tax_at_approval, old.net_at_approval) then
    raise exception 'the amount of a payment is fixed at approval' using errcode = 'check_violation';
  end if;
  return new;
end $$;

-- Before a transaction that approved a distribution commits: its lines add up to its total, each line adds up, and its payments
-- are the lines that are paid, to the cent.
create function check_approval() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  lines record; paid record;
begin
  select coalesce(sum(l.gross::numeric), 0) as gross, bool_and(l.gross = l.tax + l.net) as adds_up,
         coalesce(sum(l.net::numeric) filter (where l.excluded_reason is null), 0) as net, count(*) filter (where l.excluded_reason is null) as number
    into lines from distribution_line l where l.org_id = new.org_id and l.distribution_id = new.id;
  select coalesce(sum(p.amount::numeric), 0) as net, count(*) as number, coalesce(bool_and(p.amount = p.gross - p.tax), true) as adds_up
    into paid from payment p where p.org_id = new.org_id and p.distribution_id = new.id;
  if lines.gross <> new.total_amount::numeric then
    raise exception 'The lines sum to %, the total is %', trim_scale(lines.gross), trim_scale(new.total_amount::numeric) using errcode = 'check_violation';
  end if;
  if not (lines.adds_up and paid.adds_up) then
    raise exception 'A line or payment of distribution % is not tax plus net', new.id using errcode = 'check_violation';
  end if;
  if (lines.net, lines.number) is distinct from (paid.net, paid.number) then
    raise exception 'The lines pay % in % payments, the payments are % of %', trim_scale(lines.net), lines.number, paid.number, trim_scale(paid.net)
      using errcode = 'check_violation';
  end if;
  return null;
end $$;

-- The last digits of the account that a payment goes to are kept when it is started: the holder's account may be another one later.
create function payment_keeps_account() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  new.paid_to_last4 := (select d.bank_account_last4 from holder_detail d
    where d.org_id = new.org_id and d.shareholder_id = new.shareholder_id and new.method in ('bank_transfer', 'wire'));
  return new;
end $$;

create constraint trigger distribution_reconciles after update of status on distribution deferrable initially deferred for each row when (old.status = 'pending' and new.status = 'approved') execute function check_approval();
create trigger payment_frozen before update on payment for each row execute function payment_amount_frozen();
create trigger payment_account before update of status on payment for each row when (new.status = 'processing' and old.status = 'pending') execute function payment_keeps_account();
