-- People of the company.

-- The people who work for the company, and open invitations to do so. An administrator sees the addresses.
create or replace view member_view with (security_invoker = true) as
  select m.org_id, m.id, a.email, a.first_name || ' ' || a.last_name as name, m.role,
         case when m.expires_at < current_date then 'ended' else 'active' end as status, m.expires_at
  from membership m join lateral org_person(m.account_id) a on true where m.status = 'active' and m.role <> 'shareholder'
  union all
  select i.org_id, i.id, i.email, null, i.role, case when i.expires_at > now() and may_still_grant(i.org_id, i.created_by, i.role) then 'invited' else 'expired' end, i.member_until
  from invitation i where i.role is not null and i.used_at is null;

-- The people to whom a task can be assigned.
create or replace view assignee_view with (security_invoker = true) as
  select m.org_id, m.account_id::text as id, a.first_name || ' ' || a.last_name as name, 'member' as kind
  from membership m join lateral org_person(m.account_id) a on true
  where m.status = 'active' and m.role <> 'shareholder' and coalesce(m.expires_at >= current_date, true)
  union all
  select h.org_id, h.id, h.name, 'shareholder' from shareholder h where h.is_active;

-- Requests to join. `email_shareholder_id` is the company's only active record with the same address, unless an account is
-- linked to it already.
create or replace view join_request_view with (security_invoker = true) as
  select j.org_id, j.id, p.first_name || ' ' || p.last_name as name, p.first_name, p.last_name, p.email, p.email_verified,
         p.phone_last4, p.phone_verified, j.invitation_shareholder_id,
         (select m.shareholder_id from membership m where m.org_id = j.org_id and m.account_id = j.account_id and m.status = 'active') as current_shareholder_id,
         j.shareholder_id, j.requested_at, j.status,
         (select (array_agg(s.id))[1] from shareholder s
          where s.org_id = j.org_id and lower(s.email) = lower(p.email) and s.is_active and not exists (
            select from membership m where m.org_id = s.org_id and m.shareholder_id = s.id and m.status = 'active')
          having count(*) = 1) as email_shareholder_id
  from join_request j cross join lateral person_who_asks(j.account_id) p;

-- The seats of the board, with what they are on the company's current day.
create or replace view board_seat_view with (security_invoker = true) as
  select b.org_id, b.id, b.name, b.email, b.share_class_id, c.name as share_class, b.elected_on, b.ended_on,
         case when b.ended_on <= current_date then 'ended' when b.elected_on > current_date then 'upcoming' else 'sitting' end as status,
         b.version
  from board_seat b left join share_class c on c.org_id = b.org_id and c.id = b.share_class_id;
