-- Members of a company: who works for it, in which role and until which day.

-- Whether a membership's last day has passed in the company's time zone; in UTC if this PostgreSQL does not know the zone.
create or replace function is_over(last_day date, zone text) returns boolean stable language plpgsql set search_path = public, pg_temp as $$
begin
  return coalesce(last_day < (now() at time zone coalesce(zone, 'UTC'))::date, false);
exception when invalid_parameter_value then
  return last_day < (now() at time zone 'UTC')::date;
end $$;

-- Whether a membership gives access today.
create or replace function is_current(m membership) returns boolean stable language sql set search_path = public, pg_temp as $$
  select m.status = 'active' and not is_over(m.expires_at, (select o.time_zone from organization o where o.id = m.org_id))
$$;

-- Whether a person with a role may give, change or end a membership with another: owners any, administrators all but owners.
create or replace function role_grants(own_role text, other_role text) returns boolean immutable language sql as $$
  select coalesce(own_role = 'owner' or (own_role = 'admin' and other_role <> 'owner'), false)
$$;

-- Whether the current person may.
create or replace function may_grant_role(role text) returns boolean stable language sql as $$ select role_grants(app_role(), role) $$;

-- Whether the person who sent an invitation to a role may still give that role: someone who lost their own role, or whose last
-- day has passed, lets nobody in.
create or replace function may_still_grant(organisation uuid, granter uuid, named_role text) returns boolean stable language sql as $$
  select exists (select 1 from membership m
    where m.org_id = organisation and m.account_id = granter and is_current(m) and role_grants(m.role, named_role))
$$;

-- Whether the record of a member who is a shareholder too is active, so that they keep access to it without their role.
create or replace function keeps_record(m membership) returns boolean stable language sql set search_path = public, pg_temp as $$
  select exists (select 1 from shareholder h where h.org_id = m.org_id and h.id = m.shareholder_id and h.is_active)
$$;

-- Makes a person whose last day has passed a plain shareholder in each company where they are one. Runs when they sign in.
-- Returns these companies.
create or replace function end_passed_roles(account uuid) returns setof uuid
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform require_system();
  return query update membership m set role = 'shareholder', expires_at = null
    where m.account_id = account and m.status = 'active' and m.expires_at is not null and not is_current(m) and keeps_record(m)
    returning m.org_id;
end $$;

-- Creates an invitation to a role, and withdraws older ones to the same address. Returns 'invited' or why not: 'not_allowed',
-- also if an older one names a role that the current person may not withdraw, or 'already_member' if the address has an account
-- that works for the company.
create or replace function invite_member(invitation_id uuid, hash bytea, address text, new_role text, until date, days integer) returns text
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if not may_grant_role(new_role) then return 'not_allowed'; end if;
  perform lock_access(app_org());
  if exists (select 1 from membership m join account a on a.id = m.account_id
             where m.org_id = app_org() and m.role <> 'shareholder' and is_current(m) and a.email = lower(address)) then
    return 'already_member';
  end if;
  if exists (select 1 from invitation i where i.org_id = app_org() and i.role is not null and i.email = lower(address)
             and i.used_at is null and i.expires_at > now() and not may_grant_role(i.role)) then
    return 'not_allowed';
  end if;
  update invitation i set used_at = now()
    where i.org_id = app_org() and i.role is not null and i.email = lower(address) and i.used_at is null;
  insert into invitation (org_id, id, token_hash, email, role, member_until, created_by, expires_at)
    values (app_org(), invitation_id, hash, lower(address), new_role, until, app_account(), now() + make_interval(days => days));
  return 'invited';
end $$;

-- Changes a member's role and last day. With a null role, ends the membership: a member who is also a shareholder keeps access to
-- their own holdings, every other loses it. Ends the person's sessions in this company, and the invitations to a
-- role that they sent, if they may not invite any more. Changes of access run one at a time, and the current person's own role is read again inside, so
-- that of two owners who remove each other one stays. Returns 'changed', or why not: 'not_found', 'not_allowed' or 'last_owner'.
create or replace function change_member(member uuid, new_role text, until date) returns text
language plpgsql security definer set search_path = public, pg_temp as $$
declare current membership; own_role text;
begin
  if not app_administers() then return 'not_allowed'; end if;
  perform lock_access(app_org());
  select m.role into own_role from membership m where m.org_id = app_org() and m.account_id = app_account() and m.status = 'active';
  if own_role is distinct from app_role() then return 'not_allowed'; end if;
  select * into current from membership m
    where m.org_id = app_org() and m.id = member and m.status = 'active' and m.role <> 'shareholder' for update;
  if not found then return 'not_found'; end if;
  if not may_grant_role(current.role) or (new_role is not null and not may_grant_role(new_role)) then return 'not_allowed'; end if;
  if current.role = 'owner' and new_role is distinct from 'owner' and not exists (
       select 1 from membership o where o.org_id = app_org() and o.id <> member and o.role = 'owner' and o.status = 'active') then
    return 'last_owner';
  end if;
  if new_role is not null then
    update membership m set role = new_role, expires_at = until where m.org_id = app_org() and m.id = member;
  elsif current.shareholder_id is not null then
    update membership m set role = 'shareholder', expires_at = null,
      status = case when keeps_record(m) then 'active' else 'ended' end
      where m.org_id = app_org() and m.id = member;
  else
    update membership m set status = 'ended', expires_at = null where m.org_id = app_org() and m.id = member;
  end if;
  if new_role is null then
    delete from session s where s.org_id = app_org() and s.account_id = current.account_id;
  end if;
  update invitation i set used_at = now()
    where i.org_id = app_org() and i.created_by = current.account_id and i.role is not null and i.used_at is null
      and not may_still_grant(i.org_id, i.created_by, i.role);
  return 'changed';
end $$;

-- Changes the role and last day that an open invitation names. With a null role, withdraws it. Returns 'changed', or why not: 'not_found' or 'not_allowed'.
create or replace function change_invitation(invitation_id uuid, new_role text, until date) returns text
language plpgsql security definer set search_path = public, pg_temp as $$
declare current_role_named text;
begin
  select i.role into current_role_named from invitation i
    where i.org_id = app_org() and i.id = invitation_id and i.used_at is null and i.role is not null for update;
  if not found then return 'not_found'; end if;
  if not may_grant_role(current_role_named) or (new_role is not null and not may_grant_role(new_role)) then return 'not_allowed'; end if;
  if new_role is null then
    update invitation i set used_at = now() where i.org_id = app_org() and i.id = invitation_id;
  else
    -- From now on it is who changed it that must still be allowed to give the role.
    update invitation i set role = new_role, member_until = until, created_by = app_account() where i.org_id = app_org() and i.id = invitation_id;
  end if;
  return 'changed';
end $$;

-- Whether a second person with one of these roles decides: the current company keeps the two-person rule, and has two of them or
-- more today. A holder, who sees no memberships, asks it too.
create or replace function needs_second_person(approvers text[]) returns boolean
language sql stable security definer set search_path = public, pg_temp as $$
  select coalesce((select o.two_person_rule from organization o where o.id = app_org()), false)
    and (select count(*) from membership m where m.org_id = app_org() and m.status = 'active' and m.role = any (approvers)
           and coalesce(m.expires_at >= current_date, true)) > 1
$$;
