-- What holders are told of payments: the account that one went to.
alter table payment add column paid_to_last4 text;
create or replace function payment_keeps_account() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  new.paid_to_last4 := (select d.bank_account_last4 from holder_detail d
    where d.org_id = new.org_id and d.shareholder_id = new.shareholder_id and new.method in ('bank_transfer', 'wire'));
  return new;
end $$;
create trigger payment_account before update of status on payment
  for each row when (new.status = 'processing' and old.status = 'pending') execute function payment_keeps_account();
