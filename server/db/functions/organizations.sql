-- Companies: how one is founded, its name, its owners, and the removal of companies left empty.

create or replace function client_name_taken(name text) returns boolean
language sql stable security definer set search_path = public, pg_temp as $$
  select exists (select 1 from organization o where lower(o.client_name) = lower(name))
$$;

-- Founds a company for an account that has proved its phone.
create or replace function create_organization(new_id uuid, membership_id uuid, name text, display_name text, account uuid, sample boolean) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform require_account(account);
  if sample then perform require_system(); end if;
  if not exists (select 1 from account a where a.id = create_organization.account and a.phone_verified_at is not null) then
    raise exception 'a phone is to be proved first' using errcode = 'insufficient_privilege';
  end if;
  insert into organization (id, client_name, client_display_name, is_sample) values (new_id, name, display_name, sample);
  insert into membership (org_id, id, account_id, role, status) values (new_id, membership_id, account, 'owner', 'active');
end $$;

create or replace function has_confirmed_owner(org uuid) returns boolean
language sql stable security definer set search_path = public, pg_temp as $$
  select exists (select 1 from membership m join account a on a.id = m.account_id
                 where m.org_id = org and m.role = 'owner' and m.status = 'active' and a.email_confirmed_at is not null)
$$;

-- The companies that share the limits of one company until their owner's mailbox is confirmed: the current one, and the
-- unconfirmed ones that its owners or the current account own.
create or replace function companies_of_owners() returns setof uuid
language sql stable set search_path = public, pg_temp as $$
  select app_org()
  union
  select theirs.org_id from membership theirs
    where theirs.role = 'owner' and theirs.status = 'active' and not has_confirmed_owner(theirs.org_id)
      and (theirs.account_id = app_account() or theirs.account_id in (
        select own.account_id from membership own where own.org_id = app_org() and own.role = 'owner' and own.status = 'active'))
$$;

-- Whether an activity entry only records the time zone that the owner's browser reported. Nobody entered it, so it does not
-- keep an empty company of a stranger from being removed.
create or replace function is_of_time_zone(entry activity) returns boolean
language sql immutable set search_path = public, pg_temp as $$
  select entry.resource = 'organization' and entry.text like 'set the company’s time zone to %'
$$;

-- Whether a company has no data besides its one member.
create or replace function is_untouched_organization(organisation uuid) returns boolean
language plpgsql stable security definer set search_path = public, pg_temp as $$
declare
  t text; has_rows boolean;
begin
  if (select count(*) from membership where org_id = organisation) > 1 then return false; end if;
  for t in select c.table_name from information_schema.columns c join information_schema.tables b using (table_schema, table_name)
    where c.table_schema = 'public' and b.table_type = 'BASE TABLE' and c.column_name = 'org_id'
      and c.table_name not in ('membership', 'session', 'idempotency_key', 'sealed_note', 'sealed_change', 'change_seal', 'sealed_head',
        'verified_chain', 'activity', 'audit') loop
    execute format('select exists (select 1 from %I where org_id = $1)', t) into has_rows using organisation;
    if has_rows then return false; end if;
  end loop;
  return not exists (select 1 from activity where org_id = organisation and not is_of_time_zone(activity));
end $$;

-- Removes the companies that an account opened and left empty.
create or replace function remove_untouched_organizations(founder uuid) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  org uuid;
begin
  perform require_system();
  for org in select m.org_id from membership m where m.account_id = founder and m.role = 'owner' loop
    if is_untouched_organization(org) then
      delete from idempotency_key where org_id = org;
      delete from activity where org_id = org;
      perform set_config('app.removing_sample', org::text, true);
      delete from audit where org_id = org;
      perform set_config('app.removing_sample', '', true);
      delete from membership where org_id = org;
      delete from job where turn_of = org;
      delete from organization where id = org;
      delete from sealed_change where org_id = org;
      delete from change_seal where org_id = org;
      delete from sealed_note where org_id = org;
      delete from sealed_head where org_id = org;
      delete from verified_chain where org_id = org;
    end if;
  end loop;
end $$;

-- The number of records of each kind in each currency, for roles that read the whole company. These records keep their currency
-- when the company's currency changes.
create or replace function recorded_currencies() returns table (currency text, what text, number bigint)
language sql stable security definer set search_path = public, pg_temp as $$
  select u.currency, u.what, count(*) from (
    select coalesce(s.share_price_currency, s.currency)::text as currency,
           case s.kind when 'STOCK' then 'certificate' when 'CONVERTIBLE' then 'convertible' when 'WARRANT' then 'warrant' else 'grant' end as what
      from security s where s.org_id = app_org()
    union all select c.currency::text, 'share class' from share_class c where c.org_id = app_org() and (c.par_value is not null or c.price_per_share is not null
      or exists (select 1 from security s where s.org_id = c.org_id and s.stock_class_id = c.id))
    union all select v.currency::text, 'valuation' from valuation v where v.org_id = app_org()
    union all select d.currency::text, 'distribution' from distribution d where d.org_id = app_org()) u
  where u.currency is not null and app_reads_all() group by 1, 2
$$;
