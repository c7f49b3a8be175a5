-- Holders, and what is needed to pay and tax them.

-- People and entities that hold, held or may hold shares.
create table shareholder (
  org_id uuid references organization,
  id ocf_id,
  type text not null check (type in ('individual', 'entity')),
  name text not null,
  first_name text,
  last_name text,
  entity_name text,
  email text,
  relationship text,
  street_1 text,
  street_2 text,
  city text,
  state text,
  postal_code text,
  country text,
  is_active boolean not null default true,
  created_at timestamptz not null default now(),
  version integer not null default 1,
  -- What staff had entered, while a holder's own change of the address stands; empty text where they had entered none. Once
  -- the account is unlinked the record has that address again: the next invitation does not go to where the wrong person
  -- pointed it.
  email_of_staff text,
  -- When the company last changed the address of a record, and when the earlier address was last told of it: a bank account
  -- that follows such a change counts no sooner than a changed one.
  email_changed_at timestamptz,
  email_told_at timestamptz,
  -- What the company recorded or confirmed as the holder's country counts for tax; the country of an address is where letters
  -- go.
  country_of_staff text,
  country_said_at timestamptz,
  country_said_by uuid,
  -- What the company asked the holder for so that they can be paid, shown to them until it is there: bank_details, tax_form,
  -- country.
  details_asked jsonb not null default '[]' check (jsonb_typeof(details_asked) = 'array'),
  primary key (org_id, id),
  constraint country_said_whole check (((country_said_at is null) = (country_said_by is null)) and (country_said_at is not null or country_of_staff is null))
);
create index shareholder_alphabetical on shareholder (org_id, alphabetical(name), id);
call secure_tenant_table('shareholder',
  reads => '(select app_reads_all()) or (id::text = (select app_shareholder()))',
  updates => '(select app_writes()) or (id::text = (select app_shareholder()))',
  deletes => '(select app_administers())'
);
alter table membership add foreign key (org_id, shareholder_id) references shareholder (org_id, id);
alter table invitation add foreign key (org_id, shareholder_id) references shareholder (org_id, id);
alter table join_request add foreign key (org_id, shareholder_id) references shareholder (org_id, id);
alter table join_request add foreign key (org_id, invitation_shareholder_id) references shareholder (org_id, id);

-- What a company keeps of a holder to pay and to report: tax number and bank account. The full values are encrypted under a key
-- outside the database (server/auth/sealedText.ts); in the clear are the last four characters alone.
create table holder_detail (
  org_id uuid references organization,
  shareholder_id text,
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
  -- In the clear: it is a sign of where the holder is.
  bank_account_country text check (bank_account_country ~ '^[A-Z]{2}$'),
  new_bank_account_country text check (new_bank_account_country ~ '^[A-Z]{2}$'),
  -- Signs that a holder is abroad, each a word and a country or form. They count until the company decides, also after the
  -- holder took them back: what a holder said of a country, which form they sent, and where an account was.
  earlier_signs jsonb not null default '[]' check (jsonb_typeof(earlier_signs) = 'array'),
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
  deletes => '(select app_administers())'
);

-- As what a holder is taxed. It may come from the company or the holder, with or without a form that was signed here, and
-- counts once it is confirmed.
create table tax_profile (
  org_id uuid references organization,
  shareholder_id text,
  -- The country that the form names as the holder's: two letters.
  country text not null check (country ~ '^[A-Z]{2}$'),
  form text check (form in ('W-9', 'W-8BEN', 'W-8BEN-E', 'other')),
  form_signed_on date,
  -- The last day on which the form counts; null: without end.
  form_valid_until date,
  -- The IRS told the holder that tax must be withheld from what they are paid.
  backup_withholding boolean not null default false,
  -- What the holder claims under a treaty: 0.15 is 15 percent. Nobody has confirmed it.
  treaty_country text check (treaty_country ~ '^[A-Z]{2}$'),
  treaty_rate numeric check (treaty_rate between 0 and 0.3),
  -- The signed form; null if that document was deleted.
  document_id uuid,
  withholding_rate numeric check (withholding_rate between 0 and 1),
  confirmed_at timestamptz,
  confirmed_by uuid,
  primary key (org_id, shareholder_id),
  foreign key (org_id, shareholder_id) references shareholder (org_id, id),
  constraint treaty_whole check ((treaty_country is null) = (treaty_rate is null))
);
create index tax_profile_document on tax_profile (org_id, document_id);
call secure_tenant_table('tax_profile',
  reads => '(select app_writes()) or shareholder_id = (select app_shareholder())',
  inserts => '(select app_writes()) or (shareholder_id = (select app_shareholder()) and confirmed_at is null)',
  updates => '(select app_writes()) or (shareholder_id = (select app_shareholder()) and confirmed_at is null)',
  deletes => '(select app_administers())'
);

-- A holder's change of a confirmed profile: what was confirmed counts until the company confirms the change.
create table tax_profile_change (
  org_id uuid references organization,
  shareholder_id text,
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
  treaty_rate numeric check (treaty_rate between 0 and 0.3),
  document_id uuid,
  withholding_rate numeric check (withholding_rate between 0 and 1),
  primary key (org_id, shareholder_id),
  foreign key (org_id, shareholder_id) references shareholder (org_id, id),
  constraint treaty_whole check ((treaty_country is null) = (treaty_rate is null)),
  constraint removal_is_empty check (country is not null or num_nonnulls(form, form_signed_on, form_valid_until, treaty_country, document_id, withholding_rate) = 0)
);
create index tax_profile_change_document on tax_profile_change (org_id, document_id);
call secure_tenant_table('tax_profile_change',
  reads => '(select app_writes()) or shareholder_id = (select app_shareholder())',
  inserts => '(select app_writes()) or shareholder_id = (select app_shareholder())',
  updates => '(select app_writes()) or shareholder_id = (select app_shareholder())',
  deletes => '(select app_administers())'
);

-- What entries say of a holder's standing: a relationship that began or ended.
create table stakeholder_change (
  org_id uuid,
  tx_seq bigint,
  accepted boolean not null default false,
  stakeholder_id text not null,
  effective_date date not null,
  new_status text,
  relationship_started text,
  relationship_ended text,
  primary key (org_id, tx_seq),
  foreign key (org_id, tx_seq) references ledger_tx (org_id, seq)
);
create index stakeholder_change_holder on stakeholder_change (org_id, stakeholder_id, effective_date);
call secure_tenant_table('stakeholder_change',
  reads => '(select app_reads_all()) or stakeholder_id = (select app_shareholder())',
  updates => 'false',
  sealed => false
);

-- When a holder last used the portal of a company. A session ends and is forgotten; the visit is not, and it belongs to this
-- company alone.
create table portal_visit (
  org_id uuid,
  account_id uuid,
  seen_at timestamptz not null,
  primary key (org_id, account_id),
  foreign key (org_id, account_id) references membership (org_id, account_id) on delete cascade
);
call secure_tenant_table('portal_visit',
  reads => 'false',
  inserts => 'false',
  updates => 'false',
  deletes => 'false',
  sealed => false
);

-- Updates a holder's invitations and access with every change of the record, in the same transaction.
create function portal_follows_record() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update invitation i set used_at = now() where i.org_id = new.org_id and i.shareholder_id = new.id and i.used_at is null
    and (not new.is_active or lower(i.email) is distinct from lower(new.email));
  if old.is_active and not new.is_active then
    update membership m set status = 'ended' where m.org_id = new.org_id and m.shareholder_id = new.id and m.role = 'shareholder' and m.status = 'active';
  elsif new.is_active and not old.is_active then
    update membership m set status = 'active' where m.org_id = new.org_id and m.shareholder_id = new.id and m.role = 'shareholder' and m.status in ('ended', 'pending');
    -- Whoever asked to join meanwhile has what they asked for, unless an invitation names another record.
    update join_request j set status = 'approved', shareholder_id = new.id, decided_at = now()
      where j.org_id = new.org_id and j.status = 'pending' and coalesce(j.invitation_shareholder_id, new.id) = new.id
        and exists (select 1 from membership m where m.org_id = j.org_id and m.account_id = j.account_id and m.shareholder_id = new.id and m.status = 'active');
  end if;
  return null;
end $$;

-- While an address that the holder entered is in force, keeps the one that staff had entered; empty text if they had entered
-- none. Unlinking the account restores it, so that the next invitation does not go to an address that the wrong person entered.
-- Also notes when the company changed it.
-- What staff had entered as the country, while a holder's own word stands: it alone counts for tax until they confirm the other.
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
  perform note_sign(new.org_id, new.id, 'country ' || new.country);
  return new;
end $$;

create function keep_email_of_staff() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  new.email_of_staff := case when app_role() = 'shareholder' then nullif(coalesce(old.email_of_staff, old.email, ''), coalesce(new.email, '')) end;
  if app_role() is distinct from 'shareholder' then new.email_changed_at := now(); end if;
  return new;
end $$;

-- The country of a holder that counts for tax where no confirmed profile names one: what a holder says of themselves counts once
-- the company confirmed it.
create function tax_country(h shareholder) returns text immutable language sql as $$
  select case when h.country_said_at is null then h.country else h.country_of_staff end
$$;

-- A sign that a holder is of another country stays until the company decides (answerSigns), whoever takes away what it came from.
create function note_sign(org uuid, holder text, sign text) returns void
language sql set search_path = public, pg_temp as $$
  insert into holder_detail as d (org_id, shareholder_id, earlier_signs) select org, holder, jsonb_build_array(sign) where sign is not null
  on conflict (org_id, shareholder_id) do update set earlier_signs = d.earlier_signs || excluded.earlier_signs
    where not d.earlier_signs @> excluded.earlier_signs
$$;

-- An account that is replaced or removed; one that waited only where its holder takes it back: the company decided otherwise.
create function keep_signs_of_account() returns trigger language plpgsql set search_path = public, pg_temp as $$
declare
  gone text;
begin
  foreach gone in array array_remove(array[old.bank_account_country, case when app_role() = 'shareholder' then old.new_bank_account_country end], null) loop
    if not coalesce(gone in (new.bank_account_country, new.new_bank_account_country), false) and not new.earlier_signs ? ('account ' || gone) then
      new.earlier_signs := new.earlier_signs || to_jsonb('account ' || gone);
    end if;
  end loop;
  return new;
end $$;

-- What a holder says waits. A profile that is emptied says nothing new.
create function keep_signs_of_profile() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if tg_op = 'INSERT' or new.form is not null or new.country is distinct from old.country then
    perform note_sign(new.org_id, new.shareholder_id, 'country ' || new.country);
    perform note_sign(new.org_id, new.shareholder_id, case when new.form like 'W-8%' then 'form ' || new.form end);
  end if;
  return null;
end $$;

-- What the company has of a holder, and takes away without recording where else they are: that they are an employee outside the United
-- States, or their country.
create function keep_signs_of_record() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if old.relationship = 'non_us_employee' and new.relationship is distinct from old.relationship then
    perform note_sign(new.org_id, new.id, 'employee abroad');
  end if;
  if tax_country(new) is null then
    perform note_sign(new.org_id, new.id, 'recorded ' || tax_country(old));
  end if;
  return null;
end $$;

create trigger shareholder_portal after update of email, is_active on shareholder for each row when (old.email is distinct from new.email or old.is_active is distinct from new.is_active) execute function portal_follows_record();
create trigger shareholder_email_of_staff before update of email on shareholder for each row when (old.email is distinct from new.email) execute function keep_email_of_staff();
create trigger shareholder_country_of_staff before update of country on shareholder for each row when (old.country is distinct from new.country) execute function keep_country_of_staff();
create trigger shareholder_record_signs after update of relationship, country, country_said_at, country_of_staff on shareholder for each row when (old.relationship is distinct from new.relationship or old.country is distinct from new.country or old.country_of_staff is distinct from new.country_of_staff) execute function keep_signs_of_record();
create trigger holder_detail_signs before update of bank_account_country, new_bank_account_country on holder_detail for each row execute function keep_signs_of_account();
create trigger tax_profile_signs after insert or update on tax_profile for each row when (new.confirmed_at is null) execute function keep_signs_of_profile();
create trigger tax_profile_change_signs after insert or update on tax_profile_change for each row when (new.is_open) execute function keep_signs_of_profile();
