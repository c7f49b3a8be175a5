-- What the company did to reach the holder of a payment that nobody took. Only ever added to, and for the company alone.
create table payment_contact (
  org_id uuid not null references organization,
  id uuid not null,
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
create trigger payment_contact_append_only before update or delete on payment_contact for each row execute function refuse_change();
create trigger payment_contact_no_truncate before truncate on payment_contact for each statement execute function refuse_change();
call secure_tenant_table('payment_contact', updates => 'false', deletes => 'false');
