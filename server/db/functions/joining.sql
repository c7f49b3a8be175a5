-- Joining a company: invitations, requests to join, and the link between an account and a holder's record.

-- Changes of access in a company run one at a time, so that each sees what the one before it did.
create or replace function lock_access(organisation uuid) returns void language sql set search_path = public, pg_temp as $$
  select pg_advisory_xact_lock(hashtextextended('access ' || organisation, 0))
$$;

-- What an open invitation says, for the person who has its token.
create or replace function open_invitation(hash bytea)
returns table (org_id uuid, client_name text, client_display_name text, email text, shareholder_id text, role text, first_name text, last_name text)
language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
  return query select i.org_id, o.client_name, o.client_display_name, i.email, i.shareholder_id, i.role, h.first_name, h.last_name
    from invitation i join organization o on o.id = i.org_id left join shareholder h on h.org_id = i.org_id and h.id = i.shareholder_id
    where i.token_hash = hash and i.used_at is null and i.expires_at > now()
      and (i.role is null or may_still_grant(i.org_id, i.created_by, i.role));
end $$;

-- Why an invitation lets nobody in, for the person who has its token: 'used' (somebody accepted it), 'replaced' (a newer one was
-- sent to the same address), 'withdrawn' or 'expired'. Null if there is no such invitation.
create or replace function closed_invitation(hash bytea) returns text
language sql stable security definer set search_path = public, pg_temp as $$
  select case when i.accepted_at is not null then 'used'
              when exists (select 1 from invitation n where n.org_id = i.org_id and n.email = i.email and n.created_at > i.created_at
                           and n.shareholder_id is not distinct from i.shareholder_id) then 'replaced'
              when i.used_at is null and i.expires_at <= now() then 'expired'
              else 'withdrawn' end
  from invitation i where i.token_hash = hash
$$;

-- Asks to join a company. Returns its id, or null if no company has that name. Asking again after a rejection, or after access
-- was taken back, opens a new request. An active member stays active; a request is made only if an invitation names another
-- record than theirs. An account that lost access because its holder's record became inactive stays linked to that record while
-- it waits. Whoever had a role that ended, or whose last day has passed, asks as a shareholder.
create or replace function request_to_join(request_id uuid, membership_id uuid, name text, account uuid, invited_as text) returns uuid
language plpgsql security definer set search_path = public, pg_temp as $$
declare target uuid; current membership; made uuid;
begin
  perform require_account(account);
  select id into target from organization where lower(client_name) = lower(name);
  if target is null then return null; end if;
  perform lock_access(target);
  select * into current from membership where org_id = target and account_id = account for update;
  if not found then
    insert into membership (org_id, id, account_id, role, status) values (target, membership_id, account, 'shareholder', 'pending');
  elsif is_current(current) then
    if invited_as is null or invited_as = current.shareholder_id then return target; end if;
  else
    update membership set status = 'pending', role = 'shareholder', expires_at = null,
      shareholder_id = case when current.status <> 'rejected' then shareholder_id end where org_id = target and account_id = account;
  end if;
  insert into join_request (org_id, id, account_id, invitation_shareholder_id) values (target, request_id, account, invited_as)
    on conflict (org_id, account_id) where status = 'pending'
    do update set invitation_shareholder_id = coalesce(excluded.invitation_shareholder_id, join_request.invitation_shareholder_id)
    returning id into made;
  -- Asking again while a request waits tells nobody again.
  if made = request_id then
    perform write_notices(target, account, 'join_requested',
      (select jsonb_build_array(jsonb_build_object('id', made, 'words', jsonb_build_object('person', a.first_name || ' ' || a.last_name))) from account a where a.id = account),
      'join-requests', 'asked', true, now());
  end if;
  return target;
end $$;

-- Uses up an invitation: gives the account the role that it names, or links it to the holder that it names. If the account is already linked to another record
-- here, it keeps that link and a request to the company is made instead. `membership_id` becomes the id of the membership or of
-- the request, because at most one of them is made.
create or replace function accept_invitation(hash bytea, membership_id uuid, account uuid) returns uuid
language plpgsql security definer set search_path = public, pg_temp as $$
declare invited invitation;
begin
  perform require_account(account);
  perform lock_access(i.org_id) from invitation i where i.token_hash = hash;
  update invitation i set used_at = now(), accepted_at = now() where i.token_hash = hash and i.used_at is null and i.expires_at > now()
    and (i.role is not null and may_still_grant(i.org_id, i.created_by, i.role) or exists (select 1 from shareholder h where h.org_id = i.org_id and h.id = i.shareholder_id and h.is_active))
    returning * into invited;
  if not found then return null; end if;
  -- A shareholder who is invited to a role keeps their own record. Someone who has a role already keeps that role, unless its
  -- last day has passed.
  if invited.role is not null then
    insert into membership (org_id, id, account_id, role, status, expires_at)
      values (invited.org_id, membership_id, account, invited.role, 'active', invited.member_until)
      on conflict (org_id, account_id) do update set role = excluded.role, expires_at = excluded.expires_at, status = 'active',
        shareholder_id = case when membership.status = 'active' then membership.shareholder_id end
        where not is_current(membership) or membership.role = 'shareholder';
    return invited.org_id;
  end if;
  -- Another account was linked to the holder meanwhile. The invitation is used up without effect.
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
      status = 'active', role = case when is_current(membership) then membership.role else 'shareholder' end,
      expires_at = case when is_current(membership) then membership.expires_at end
      where membership.status <> 'active' or coalesce(membership.shareholder_id, excluded.shareholder_id) = excluded.shareholder_id;
  if not found then raise exception 'the account has another record here' using errcode = 'serialization_failure'; end if;
  update join_request set status = 'approved', shareholder_id = invited.shareholder_id, decided_at = now()
    where org_id = invited.org_id and account_id = account and status = 'pending';
  return invited.org_id;
end $$;

-- Links an account that has no record here to a holder. A role that it has in the company today stays; an earlier one does not
-- come back. Ends an open invitation for the record. Returns whether it linked the account.
create or replace function link_account(account uuid, holder text) returns boolean
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if not app_writes() then raise exception 'not staff of the company' using errcode = 'insufficient_privilege'; end if;
  update membership m set shareholder_id = holder, status = 'active', role = case when is_current(m) then m.role else 'shareholder' end,
    expires_at = case when is_current(m) then m.expires_at end
    where m.org_id = app_org() and m.account_id = account and (m.status <> 'active' or coalesce(m.shareholder_id, holder) = holder);
  if not found then return false; end if;
  update invitation i set used_at = now() where i.org_id = app_org() and i.shareholder_id = holder and i.used_at is null;
  -- Whoever is let in under another address than the record's has its first bank account wait, as after a change of the address.
  update shareholder s set email_changed_at = now() where s.org_id = app_org() and s.id = holder and s.email is not null
    and lower(s.email) is distinct from (select a.email from account a where a.id = account);
  return true;
end $$;

-- Unlinks the account from a holder's record, and ends an open invitation for the record. The account keeps any other role in
-- the company. Returns the account's id.
create or replace function unlink_account(holder text) returns uuid
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

-- The portal access of holders, for roles that read the whole company. `invited_at` is the time of the last invitation, also if
-- it was used or has expired; `expires_at` is set only while an invitation is open.
create or replace function portals_of(holders text[])
returns table (holder text, state text, email text, invited_at timestamptz, expires_at timestamptz, linked_at timestamptz, seen_at timestamptz)
language sql stable security definer set search_path = public, pg_temp as $$
  select asked.id, case when m.id is not null then 'linked' when last.is_open then 'invited' else 'none' end,
         coalesce(a.email, case when last.is_open then last.email end), last.created_at,
         case when m.id is null and last.is_open then last.expires_at end,
         case when m.id is not null then greatest(m.created_at,
           (select max(i.accepted_at) from invitation i where i.org_id = m.org_id and i.shareholder_id = m.shareholder_id),
           (select max(j.decided_at) from join_request j where j.org_id = m.org_id and j.account_id = m.account_id and j.shareholder_id = m.shareholder_id and j.status = 'approved'))
         end,
         v.seen_at
  -- The context is asked once, because each call checks its signature; the rows of all holders are read together.
  from (select app_org() as org where app_reads_all()) reader
  cross join unnest(holders) as asked (id)
  left join (select m.* from membership m where m.org_id = (select app_org()) and m.shareholder_id = any (holders) and m.status = 'active') m
    on m.shareholder_id = asked.id
  left join account a on a.id = m.account_id
  left join portal_visit v on v.org_id = m.org_id and v.account_id = m.account_id
  left join (select distinct on (i.shareholder_id) i.shareholder_id, i.email, i.created_at, i.expires_at, i.used_at is null and i.expires_at > now() as is_open
             from invitation i where i.org_id = (select app_org()) and i.shareholder_id = any (holders)
             order by i.shareholder_id, i.created_at desc) last on last.shareholder_id = asked.id
$$;

-- When the current holder was linked to their record. portals_of returns rows only to roles that read the whole company.
create or replace function linked_to_own() returns setof timestamptz language sql stable security definer set search_path = public, pg_temp as $$
  select greatest(m.created_at,
    (select max(i.accepted_at) from invitation i where i.org_id = m.org_id and i.shareholder_id = m.shareholder_id),
    (select max(j.decided_at) from join_request j where j.org_id = m.org_id and j.account_id = m.account_id and j.shareholder_id = m.shareholder_id and j.status = 'approved'))
  from membership m where m.org_id = app_org() and m.shareholder_id = app_shareholder() and m.status = 'active'
$$;

-- The limit that an invitation of the current company to a holder would exceed, and in how many seconds it may be sent; no row
-- if it may be sent now. Calls that share a limit run one at a time.
-- - A mailbox gets three invitations an hour and ten a day. Of these, one company sends at most two and six. Until its owner's
--   mailbox is confirmed, it sends at most one and three, and all such companies together at most two and seven. So no company
--   uses up the share of another. Accepted invitations do not count towards these shares.
-- - A company sends a hundred a day until its owner's mailbox is confirmed. After that, a holder with an unused invitation gets
--   one a day.
create or replace function invitation_limit(address text, holder text) returns table (reason text, seconds integer)
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  mailbox text := mailbox_of(address);
  is_confirmed boolean;
  counted uuid[];
begin
  perform 1 from organization where id = app_org() for update;
  is_confirmed := has_confirmed_owner(app_org());
  counted := case when is_confirmed then array[app_org()] else array(select companies_of_owners()) end;
  -- Companies with the same owner are checked one at a time.
  if not is_confirmed then
    perform pg_advisory_xact_lock(hashtextextended('invitations of ' || o.account_id, 0)) from (
      select m.account_id from membership m where m.org_id = app_org() and m.role = 'owner' and m.status = 'active'
      union select app_account() order by 1) o;
  end if;
  perform pg_advisory_xact_lock(hashtextextended('invitation to ' || mailbox, 0));
  return query
    with mailed as (
      select i.created_at, i.accepted_at is null and i.org_id = any (counted) as is_own,
             i.accepted_at is null and not has_confirmed_owner(i.org_id) as is_unconfirmed from invitation i
        where mailbox_of(i.email) = mailbox and i.created_at > now() - interval '1 day')
    select l.reason, ceil(extract(epoch from l.created_at + l.span - now()))::integer from (
      (select 'mailbox' as reason, m.created_at, interval '1 hour' as span from mailed m order by m.created_at desc offset 2 limit 1)
      union all
      (select 'mailbox', m.created_at, interval '1 day' from mailed m order by m.created_at desc offset 9 limit 1)
      union all
      (select 'mailbox', m.created_at, interval '1 hour' from mailed m where m.is_own order by m.created_at desc offset 1 limit 1)
      union all
      (select 'mailbox', m.created_at, interval '1 day' from mailed m where m.is_own order by m.created_at desc offset 5 limit 1)
      union all
      (select 'unconfirmed', m.created_at, interval '1 hour' from mailed m
         where not is_confirmed and m.is_own order by m.created_at desc limit 1)
      union all
      (select 'unconfirmed', m.created_at, interval '1 day' from mailed m
         where not is_confirmed and m.is_own order by m.created_at desc offset 2 limit 1)
      union all
      (select 'unconfirmed', m.created_at, interval '1 hour' from mailed m
         where not is_confirmed and m.is_unconfirmed order by m.created_at desc offset 1 limit 1)
      union all
      (select 'unconfirmed', m.created_at, interval '1 day' from mailed m
         where not is_confirmed and m.is_unconfirmed order by m.created_at desc offset 6 limit 1)
      union all
      (select 'company', i.created_at, interval '1 day' from invitation i
         where i.org_id = any (counted) and not is_confirmed order by i.created_at desc offset 99 limit 1)
      union all
      (select 'holder', i.created_at, interval '1 day' from invitation i
         where i.org_id = app_org() and i.shareholder_id = holder and mailbox_of(i.email) = mailbox and is_confirmed
           and i.used_at is null order by i.created_at desc limit 1)) l
    where l.created_at + l.span > now() order by 2 desc limit 1;
end $$;
