-- What the company confirmed of a holder's taxes counts until it confirms the holder's change, which waits here
-- (docs/decisions/0205-confirmed-taxes-count.md).
create table tax_profile_change (
  org_id uuid not null references organization,
  shareholder_id text not null,
  asked_at timestamptz not null,
  asked_by uuid not null,
  -- It waits. A decided one stays as an empty row, because a holder removes none.
  is_open boolean not null default true,
  -- Null: the holder asks to remove the profile.
  country text check (country ~ '^[A-Z]{2}$'),
  form text check (form in ('W-9', 'W-8BEN', 'W-8BEN-E', 'other')),
  form_signed_on date,
  form_valid_until date,
  backup_withholding boolean not null default false,
  treaty_country text check (treaty_country ~ '^[A-Z]{2}$'),
  treaty_rate numeric check (treaty_rate >= 0 and treaty_rate <= 0.3),
  document_id uuid,
  withholding_rate numeric check (withholding_rate >= 0 and withholding_rate <= 1),
  primary key (org_id, shareholder_id),
  foreign key (org_id, shareholder_id) references shareholder (org_id, id),
  foreign key (org_id, document_id) references document (org_id, id) on delete set null (document_id),
  constraint treaty_whole check ((treaty_country is null) = (treaty_rate is null)),
  constraint removal_is_empty check (country is not null or num_nonnulls(form, form_signed_on, form_valid_until, treaty_country, document_id, withholding_rate) = 0)
);
create index tax_profile_change_document on tax_profile_change (org_id, document_id);
call secure_tenant_table('tax_profile_change',
  reads => '(select app_writes()) or shareholder_id = (select app_shareholder())',
  inserts => '(select app_writes()) or shareholder_id = (select app_shareholder())',
  updates => '(select app_writes()) or shareholder_id = (select app_shareholder())',
  deletes => '(select app_administers())');

-- A holder writes over nothing that was confirmed.
alter policy updates on tax_profile using (org_id = (select app_org())
  and ((select app_writes()) or (shareholder_id = (select app_shareholder()) and confirmed_at is null)));

-- The country of an address is where letters go. For tax the one counts that the company recorded or confirmed.
alter table shareholder add column country_of_staff text;
alter table shareholder add column country_said_at timestamptz;
alter table shareholder add column country_said_by uuid;
alter table shareholder add constraint country_said_whole check ((country_said_at is null) = (country_said_by is null) and (country_said_at is not null or country_of_staff is null));
create function keep_country_of_staff() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if app_role() = 'shareholder' and old.country_said_at is null then
    new.country_of_staff := old.country;
  elsif app_role() is distinct from 'shareholder' or new.country is not distinct from old.country_of_staff then
    new.country_of_staff := null;
    new.country_said_at := null;
    new.country_said_by := null;
    return new;
  end if;
  new.country_said_at := date_trunc('milliseconds', now());
  new.country_said_by := app_account();
  return new;
end $$;
create trigger shareholder_country_of_staff before update of country on shareholder for each row
  when (old.country is distinct from new.country) execute function keep_country_of_staff();
