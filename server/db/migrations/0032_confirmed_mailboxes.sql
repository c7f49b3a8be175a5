-- The link that was mailed to a new account: good once, for seven days, in a session of that account.
create table email_confirmation (
  account_id uuid primary key references account on delete cascade,
  token_hash bytea not null unique,
  expires_at timestamptz not null,
  sends integer not null default 1,
  sends_since timestamptz not null default now()
);

-- A new link in the place of an older one. Answers sent, confirmed (there is nothing to do) or too_often: six a day.
create function start_confirmation(of_account uuid, hash bytea) returns text
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  a account; c email_confirmation;
begin
  perform require_account(of_account);
  select * into a from account where id = of_account for update;
  if a.id is null or a.email_confirmed_at is not null then return 'confirmed'; end if;
  select * into c from email_confirmation where account_id = of_account;
  if c.sends >= 6 and c.sends_since > now() - interval '1 day' then return 'too_often'; end if;
  insert into email_confirmation as e (account_id, token_hash, expires_at) values (of_account, hash, now() + interval '7 days')
    on conflict (account_id) do update set token_hash = excluded.token_hash, expires_at = excluded.expires_at,
      sends = case when e.sends_since > now() - interval '1 day' then e.sends + 1 else 1 end,
      sends_since = case when e.sends_since > now() - interval '1 day' then e.sends_since else now() end;
  return 'sent';
end $$;

-- Whoever is signed in, which took the phone, has the link that was mailed: phone and mailbox are one person's.
create function confirm_email(hash bytea) returns boolean
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  delete from email_confirmation where token_hash = hash and account_id = app_account() and expires_at > now();
  if not found then return false; end if;
  update account set email_confirmed_at = now() where id = app_account() and phone_verified_at is not null;
  return found;
end $$;

-- Whether a company holds nothing but its one member: what anybody entered, or anybody else in it, makes it more.
create function is_untouched_organization(organisation uuid) returns boolean
language plpgsql stable security definer set search_path = public, pg_temp as $$
declare
  t text; has_rows boolean;
begin
  if (select count(*) from membership where org_id = organisation) > 1 then return false; end if;
  for t in select c.table_name from information_schema.columns c join information_schema.tables b using (table_schema, table_name)
    where c.table_schema = 'public' and b.table_type = 'BASE TABLE' and c.column_name = 'org_id'
      and c.table_name not in ('membership', 'session', 'idempotency_key', 'sealed_change', 'sealed_head') loop
    execute format('select exists (select 1 from %I where org_id = $1)', t) into has_rows using organisation;
    if has_rows then return false; end if;
  end loop;
  return true;
end $$;

-- The companies that an account opened and left empty go with it.
create function remove_untouched_organizations(founder uuid) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  org uuid;
begin
  perform require_system();
  for org in select m.org_id from membership m where m.account_id = founder and m.role = 'owner' loop
    if is_untouched_organization(org) then
      delete from idempotency_key where org_id = org;
      delete from membership where org_id = org;
      delete from organization where id = org;
      delete from sealed_change where org_id = org;
      delete from sealed_head where org_id = org;
    end if;
  end loop;
end $$;

-- A company is founded by an account that has proved its phone: at its sign-up, or by whoever is signed in.
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

-- "This was not me": the mailbox's owner takes their address out of an account that somebody else opened with it, by the
-- link that was mailed there. Deleted with the companies it opened and left empty; where it is a member of a company that
-- holds anything, that company's records stay, and the account is closed: no phone, no password, no session, and only the
-- mailbox opens it again. A confirmed account is never touched. Answers deleted, closed, or null for a link that is none.
create function disown_account(hash bytea) returns text
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  who uuid;
begin
  perform require_system();
  select a.id into who from email_confirmation c join account a on a.id = c.account_id
    where c.token_hash = hash and c.expires_at > now() and a.email_confirmed_at is null for update of a;
  if who is null then return null; end if;
  perform end_sign_ins(who);
  perform remove_untouched_organizations(who);
  delete from join_request where account_id = who and status <> 'approved';
  delete from membership where account_id = who and status <> 'active';
  delete from idempotency_key where account_id = who;
  if not exists (select 1 from membership where account_id = who) then
    begin
      delete from account where id = who;
      return 'deleted';
    exception when foreign_key_violation then
      null; -- Something it did is on record: closed, as below.
    end;
  end if;
  update account set phone = null, phone_verified_at = null, password_hash = '', password_version = password_version + 1,
    email_confirmed_at = now() where id = who;
  delete from email_confirmation where account_id = who;
  delete from signup_request where account_id = who;
  delete from known_network where account_id = who;
  return 'closed';
end $$;
