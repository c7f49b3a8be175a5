-- When a holder last used the portal of a company. A session ends and is forgotten; the visit is not, and it is of this
-- company alone, whatever else the account is somewhere.
create table portal_visit (
  org_id uuid not null,
  account_id uuid not null,
  seen_at timestamptz not null,
  primary key (org_id, account_id),
  foreign key (org_id, account_id) references membership (org_id, account_id) on delete cascade
);
call secure_tenant_table('portal_visit', reads => 'false', inserts => 'false', updates => 'false', deletes => 'false', sealed => false);
create index invitation_holder on invitation (org_id, shareholder_id, created_at desc);

-- To the hour: nobody is followed by the minute, and reading stays reading.
create function note_portal_visit() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  -- Nobody waits for the note of somebody else's visit.
  if new.org_id is null or not pg_try_advisory_xact_lock(hashtextextended('visit ' || new.org_id || ' ' || new.account_id, 0)) then return null; end if;
  insert into portal_visit (org_id, account_id, seen_at)
    select m.org_id, m.account_id, now() from membership m
    where m.org_id = new.org_id and m.account_id = new.account_id and m.status = 'active' and m.shareholder_id is not null
      and not exists (select 1 from portal_visit v where v.org_id = m.org_id and v.account_id = m.account_id and v.seen_at > now() - interval '1 hour')
    on conflict (org_id, account_id) do update set seen_at = excluded.seen_at;
  return null;
end $$;
create trigger session_is_a_visit after insert or update on session for each row execute function note_portal_visit();

-- How holders reach the portal, for the people of the company: `invited_at` is the last invitation, whatever became of it,
-- and `expires_at` the end of one that is open.
drop function portal_of(text);
create function portals_of(holders text[])
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
  from unnest(holders) as asked (id)
  left join membership m on m.org_id = app_org() and m.shareholder_id = asked.id and m.status = 'active'
  left join account a on a.id = m.account_id
  left join portal_visit v on v.org_id = m.org_id and v.account_id = m.account_id
  left join lateral (select i.email, i.created_at, i.expires_at, i.used_at is null and i.expires_at > now() as is_open
                     from invitation i where i.org_id = app_org() and i.shareholder_id = asked.id
                     order by i.created_at desc limit 1) last on true
  where app_reads_all()
$$;
