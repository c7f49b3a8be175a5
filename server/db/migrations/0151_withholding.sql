-- Tax withheld from payments, by the company's rules and each holder's profile, and what holds a payment back.
alter table organization add column withholding_rules jsonb not null default '[]' check (jsonb_typeof(withholding_rules) = 'array');
alter table organization add column missing_tax_form text not null default 'ignore' check (missing_tax_form in ('ignore', 'highest_rate', 'hold'));
alter table organization add column minimum_payment numeric check (minimum_payment >= 0);
alter table organization add column require_bank_details boolean not null default false;

-- A profile may be typed in by the company or by the holder, without a form that was signed here. It counts once it is confirmed.
alter table tax_profile drop constraint tax_profile_form_check;
alter table tax_profile add constraint tax_profile_form_check check (form in ('W-9', 'W-8BEN', 'W-8BEN-E', 'other'));
alter table tax_profile alter column form drop not null;
alter table tax_profile alter column form_signed_on drop not null;
alter table tax_profile alter column backup_withholding set default false;
alter table tax_profile add column withholding_rate numeric check (withholding_rate >= 0 and withholding_rate <= 1);
alter table tax_profile add column confirmed_at timestamptz;
alter table tax_profile add column confirmed_by uuid;
-- Nobody confirms their own.
alter policy inserts on tax_profile with check (org_id = (select app_org())
  and ((select app_writes()) or (shareholder_id = (select app_shareholder()) and confirmed_at is null)));
alter policy updates on tax_profile using (org_id = (select app_org()) and ((select app_writes()) or shareholder_id = (select app_shareholder())))
  with check (org_id = (select app_org())
  and ((select app_writes()) or (shareholder_id = (select app_shareholder()) and confirmed_at is null)));

alter table payment add column gross ocf_num;
alter table payment add column tax ocf_num;
alter table payment add column withholding_rate numeric;
alter table payment add column withholding_reason text;
-- It was approved without a valid tax form, at the rate for that. Once the form is confirmed, tax and net are computed anew, once.
alter table payment add column awaits_tax_form boolean not null default false;
alter table payment add column tax_at_approval ocf_num;
alter table payment add column net_at_approval ocf_num;
alter table payment add column block_reason text;
update payment p set gross = l.gross, tax = l.tax from distribution_line l
  where l.org_id = p.org_id and l.distribution_id = p.distribution_id and l.shareholder_id = p.shareholder_id and l.share_class_id = p.share_class_id;
alter table payment alter column gross set not null;
alter table payment alter column tax set not null;

-- The amount of an approved payment never changes. Only how it is paid, and whether it was, may change. One exception: a payment
-- that waits for a tax form is computed anew once, with the same gross amount, and keeps what it was.
create or replace function payment_amount_frozen() returns trigger language plpgsql as $$
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
create or replace function check_approval() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
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
create constraint trigger distribution_reconciles after update of status on distribution deferrable initially deferred
  for each row when (old.status = 'pending' and new.status = 'approved') execute function check_approval();
