-- The sample company: its accounts, its members, and its removal.

-- Whether nobody has an account yet.
create or replace function is_empty_installation() returns boolean
language sql stable security definer set search_path = public, pg_temp as $$ select not exists (select 1 from account) $$;

-- Creates an account of the sample company. Refuses an installation with an account of a real person.
create or replace function create_sample_account(new_id uuid, address text, hash text, given_name text, family_name text, kind text, nth integer) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform require_system();
  if exists (select 1 from account where not is_demo) then
    raise exception 'the installation has accounts' using errcode = 'insufficient_privilege';
  end if;
  insert into account (id, email, email_confirmed_at, phone, phone_verified_at, password_hash, first_name, last_name, account_type, sms_consent_at, is_demo, created_at)
    values (new_id, address, now(), '+15550100000', now(), hash, given_name, family_name, kind, now(), true, now() + make_interval(secs => nth / 1000.0));
end $$;

-- Adds a person to a sample company. Refuses any other company.
create or replace function add_sample_member(organisation uuid, membership_id uuid, account uuid, member_role text, shareholder text) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform require_system();
  if not exists (select 1 from organization where id = organisation and is_sample) then
    raise exception 'not a sample company' using errcode = 'insufficient_privilege';
  end if;
  insert into membership (org_id, id, account_id, role, status, shareholder_id) values (organisation, membership_id, account, member_role, 'active', shareholder);
end $$;

-- The address that the sign-in page offers: the first sample account that is an active member of a sample company.
create or replace function sample_person() returns text
language sql stable security definer set search_path = public, pg_temp as $$
  select a.email from account a
  where a.is_demo and exists (select 1 from membership m join organization o on o.id = m.org_id and o.is_sample
                              where m.account_id = a.id and m.status = 'active')
  order by a.created_at limit 1
$$;

-- Removes a sample company completely. Each table is emptied as soon as no row refers to its rows any more. Refuses any other
-- company, any caller except its owner, and a ledger that has entries of real people. Returns the storage keys of its
-- files, which the caller removes. Accounts that belong to another company stay and become ordinary accounts.
create or replace function remove_sample_organization() returns setof text
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  target uuid := app_org(); t text; people uuid[]; tables text[]; remaining text[];
begin
  if app_role() is distinct from 'owner' or not exists (select 1 from organization where id = target and is_sample) then
    raise exception 'not the owner of a sample company' using errcode = 'insufficient_privilege';
  end if;
  if exists (select 1 from ledger_tx l where l.org_id = target
             and not exists (select 1 from account a where a.id = l.actor_id and a.is_demo)) then
    raise exception 'the ledger of this company holds entries of real people' using errcode = 'insufficient_privilege';
  end if;
  return query select f.storage_key from stored_file f where f.org_id = target;
  select array_agg(account_id) into people from membership where org_id = target;
  perform set_config('app.removing_sample', target::text, true);
  select array_agg(c.table_name::text order by c.table_name) into tables
    from information_schema.columns c join information_schema.tables b using (table_schema, table_name)
    where c.table_schema = 'public' and b.table_type = 'BASE TABLE' and c.column_name = 'org_id' and c.table_name not in ('session', 'sealed_note', 'sealed_change', 'change_seal', 'sealed_head');
  while cardinality(tables) > 0 loop
    remaining := '{}';
    foreach t in array tables loop
      begin
        execute format('delete from %I where org_id = $1', t) using target;
      exception when foreign_key_violation then
        remaining := remaining || t;
      end;
    end loop;
    if cardinality(remaining) = cardinality(tables) then
      raise exception 'the tables % point at one another', remaining;
    end if;
    tables := remaining;
  end loop;
  delete from job where turn_of = target;
  delete from organization where id = target;
  delete from sealed_change where org_id = target;
  delete from change_seal where org_id = target;
  delete from sealed_note where org_id = target;
  delete from sealed_head where org_id = target;
  delete from session where org_id = target or account_id in (select id from account where is_demo and id = any (people));
  delete from account a where a.is_demo and a.id = any (people) and not exists (select 1 from membership m where m.account_id = a.id);
  update account set is_demo = false where is_demo and id = any (people);
  perform set_config('app.removing_sample', '', true);
end $$;
