-- Access to a holder's record can be taken back: by setting the holder inactive, by unlinking the account, and by correcting
-- the address an invitation was sent to. An account that has a record in a company is never moved to another unasked.
alter table membership drop constraint membership_status_check;
alter table membership add constraint membership_status_check check (status in ('active', 'pending', 'rejected', 'ended'));

-- Holders who were inactive already: their accounts lose access, as they would from now on.
update membership m set status = 'ended' from shareholder h
  where h.org_id = m.org_id and h.id = m.shareholder_id and not h.is_active and m.role = 'shareholder' and m.status = 'active';
update invitation i set used_at = now() from shareholder h
  where h.org_id = i.org_id and h.id = i.shareholder_id and i.used_at is null and (not h.is_active or lower(h.email) is distinct from lower(i.email));

-- Whatever changes the record, its invitations and its access follow in the same transaction.
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
create trigger shareholder_portal after update of email, is_active on shareholder for each row
  when (old.email is distinct from new.email or old.is_active is distinct from new.is_active) execute function portal_follows_record();

-- What staff had entered, while a holder's own change of the address stands; empty text where they had entered none. Once the
-- account is unlinked the record has that address again: the next invitation does not go to where the wrong person pointed it.
alter table shareholder add column email_of_staff text;
create function keep_email_of_staff() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  new.email_of_staff := case when app_role() = 'shareholder' then nullif(coalesce(old.email_of_staff, old.email, ''), coalesce(new.email, '')) end;
  return new;
end $$;
create trigger shareholder_email_of_staff before update of email on shareholder for each row
  when (old.email is distinct from new.email) execute function keep_email_of_staff();

-- Who lost access here is signed out here. Sessions in other companies go on.
create function sessions_follow_membership() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  delete from session s where s.org_id = old.org_id and s.account_id = old.account_id;
  return null;
end $$;
create trigger membership_sessions after update of status on membership for each row
  when (old.status = 'active' and new.status = 'ended') execute function sessions_follow_membership();
delete from session s using membership m where m.org_id = s.org_id and m.account_id = s.account_id and m.status = 'ended';

-- Whoever gives or takes access in a company waits for who is at it: of two at once the second sees what the first did.
create function lock_access(organisation uuid) returns void language sql set search_path = public, pg_temp as $$
  select pg_advisory_xact_lock(hashtextextended('access ' || organisation, 0))
$$;

-- A company that somebody has no access to any more is not among theirs.
create or replace function account_memberships(account uuid)
returns table (org_id uuid, client_name text, client_display_name text, role text, status text, shareholder_id text)
language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
  perform require_account(account);
  return query
  select m.org_id, o.client_name, o.client_display_name, m.role, m.status, m.shareholder_id
  from membership m join organization o on o.id = m.org_id
  where m.account_id = account and m.status <> 'ended' order by m.created_at, m.id;
end $$;

-- Asks to join; answers the organisation's id, or null when there is none of that name. Asking again after a rejection or
-- after access was taken back opens a new request. A member who is active stays so, and asks only where an invitation
-- names another record than theirs. Who lost access with an inactive record keeps their way back to it while they wait.
create or replace function request_to_join(request_id uuid, membership_id uuid, name text, account uuid, invited_as text) returns uuid
language plpgsql security definer set search_path = public, pg_temp as $$
declare target uuid; current membership;
begin
  perform require_account(account);
  select id into target from organization where lower(client_name) = lower(name);
  if target is null then return null; end if;
  perform lock_access(target);
  select * into current from membership where org_id = target and account_id = account for update;
  if not found then
    insert into membership (org_id, id, account_id, role, status) values (target, membership_id, account, 'shareholder', 'pending');
  elsif current.status = 'active' then
    if invited_as is null or invited_as = current.shareholder_id then return target; end if;
  else
    update membership set status = 'pending', shareholder_id = case when current.status <> 'rejected' then shareholder_id end where org_id = target and account_id = account;
  end if;
  insert into join_request (org_id, id, account_id, invitation_shareholder_id) values (target, request_id, account, invited_as)
    on conflict (org_id, account_id) where status = 'pending'
    do update set invitation_shareholder_id = coalesce(excluded.invitation_shareholder_id, join_request.invitation_shareholder_id);
  return target;
end $$;

-- Uses up an invitation and links the account to the holder it names. An account that has a record here keeps it: the
-- company is asked instead. The id of the membership serves the request too, for one of them is made at most.
create or replace function accept_invitation(hash bytea, membership_id uuid, account uuid) returns uuid
language plpgsql security definer set search_path = public, pg_temp as $$
declare invited invitation;
begin
  perform require_account(account);
  perform lock_access(i.org_id) from invitation i where i.token_hash = hash;
  update invitation i set used_at = now(), accepted_at = now() where i.token_hash = hash and i.used_at is null and i.expires_at > now()
    and exists (select 1 from shareholder h where h.org_id = i.org_id and h.id = i.shareholder_id and h.is_active)
    returning * into invited;
  if not found then return null; end if;
  -- Somebody was linked to the holder since: the invitation is used up and opens nothing.
  if exists (select 1 from membership m where m.org_id = invited.org_id and m.shareholder_id = invited.shareholder_id
             and m.status in ('active', 'ended') and m.account_id <> account) then
    return null;
  end if;
  if exists (select 1 from membership m where m.org_id = invited.org_id and m.account_id = account
             and m.status = 'active' and m.shareholder_id <> invited.shareholder_id) then
    return request_to_join(membership_id, membership_id, (select o.client_name from organization o where o.id = invited.org_id), account, invited.shareholder_id);
  end if;
  insert into membership (org_id, id, account_id, role, status, shareholder_id)
    values (invited.org_id, membership_id, account, 'shareholder', 'active', invited.shareholder_id)
    on conflict (org_id, account_id) do update set shareholder_id = excluded.shareholder_id,
      status = 'active', role = case when membership.status = 'active' then membership.role else 'shareholder' end
      where membership.status <> 'active' or coalesce(membership.shareholder_id, excluded.shareholder_id) = excluded.shareholder_id;
  if not found then raise exception 'the account has another record here' using errcode = 'serialization_failure'; end if;
  update join_request set status = 'approved', shareholder_id = invited.shareholder_id, decided_at = now()
    where org_id = invited.org_id and account_id = account and status = 'pending';
  return invited.org_id;
end $$;

-- Takes the account from a holder's record. Who has another role in the company keeps that. Answers whose account it was.
create function unlink_account(holder text) returns uuid
language plpgsql security definer set search_path = public, pg_temp as $$
declare freed uuid;
begin
  if not app_writes() then raise exception 'not staff of the company' using errcode = 'insufficient_privilege'; end if;
  perform lock_access(app_org());
  update membership m set shareholder_id = null, status = case when m.role = 'shareholder' and m.status <> 'pending' then 'ended' else m.status end
    where m.org_id = app_org() and m.shareholder_id = holder and m.status in ('active', 'ended', 'pending') returning m.account_id into freed;
  update invitation i set used_at = now() where i.org_id = app_org() and i.shareholder_id = holder and i.used_at is null;
  return freed;
end $$;

-- Links an account that has no record here, whatever else it is in the company. An invitation that is open for the record
-- ends with it. Answers whether it did.
create function link_account(account uuid, holder text) returns boolean
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if not app_writes() then raise exception 'not staff of the company' using errcode = 'insufficient_privilege'; end if;
  update membership m set shareholder_id = holder, status = 'active'
    where m.org_id = app_org() and m.account_id = account and (m.status <> 'active' or coalesce(m.shareholder_id, holder) = holder);
  if not found then return false; end if;
  update invitation i set used_at = now() where i.org_id = app_org() and i.shareholder_id = holder and i.used_at is null;
  return true;
end $$;

-- How a holder reaches the portal, for the people of the company.
create function portal_of(holder text) returns table (state text, email text, invited_at timestamptz)
language sql stable security definer set search_path = public, pg_temp as $$
  select case when linked.email is not null then 'linked' when open.created_at is not null then 'invited' else 'none' end,
         coalesce(linked.email, open.email), open.created_at
  from (select 1) once
  left join lateral (select a.email from membership m join account a on a.id = m.account_id
                     where m.org_id = app_org() and m.shareholder_id = holder and m.status = 'active') linked on true
  left join lateral (select i.email, i.created_at from invitation i
                     where i.org_id = app_org() and i.shareholder_id = holder and i.used_at is null and i.expires_at > now()
                     order by i.created_at desc limit 1) open on true
  where app_reads_all()
$$;

-- Who asks to join, with what of it is proved and the record the account has here already.
create function person_who_asks(asking uuid)
returns table (first_name text, last_name text, email text, email_verified boolean, phone_last4 text, phone_verified boolean)
language sql stable security definer set search_path = public, pg_temp as $$
  select a.first_name, a.last_name, a.email, a.email_confirmed_at is not null, right(a.phone, 4), a.phone_verified_at is not null
  from account a
  where a.id = asking and app_writes() and exists (select 1 from join_request j where j.org_id = app_org() and j.account_id = a.id)
$$;
drop view join_request_view;
create view join_request_view with (security_invoker = true) as
  select j.org_id, j.id, p.first_name || ' ' || p.last_name as name, p.first_name, p.last_name, p.email, p.email_verified,
         p.phone_last4, p.phone_verified, j.invitation_shareholder_id,
         (select m.shareholder_id from membership m where m.org_id = j.org_id and m.account_id = j.account_id and m.status = 'active') as current_shareholder_id,
         j.shareholder_id, j.requested_at, j.status
  from join_request j cross join lateral person_who_asks(j.account_id) p;
