-- When the portal was joined, as its holder may know it too; portals_of answers the company's people alone.
create function linked_to_own() returns setof timestamptz language sql stable security definer set search_path = public, pg_temp as $$
  select greatest(m.created_at,
    (select max(i.accepted_at) from invitation i where i.org_id = m.org_id and i.shareholder_id = m.shareholder_id),
    (select max(j.decided_at) from join_request j where j.org_id = m.org_id and j.account_id = m.account_id and j.shareholder_id = m.shareholder_id and j.status = 'approved'))
  from membership m where m.org_id = app_org() and m.shareholder_id = app_shareholder() and m.status = 'active'
$$;
