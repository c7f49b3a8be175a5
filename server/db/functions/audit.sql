-- What requests write into the audit trail (docs/decisions/0138-one-trail.md); migration 0004 has the trail itself.

-- Writes the rows that a request named, and their lines. A request writes only rows of its own company and account; Sharebook
-- itself names both.
create or replace function record_audit(given json) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  entry audit; named json; is_own boolean := not system_holds();
begin
  for named in select e.value from json_array_elements(given) with ordinality e order by e.ordinality loop
    entry := json_populate_record(null::audit, named);
    if is_own then
      -- Somebody who founds or joins a company while another is open.
      if not exists (select 1 from membership m where m.org_id = entry.org_id and m.account_id = app_account()) then entry.org_id := app_org();
      -- In another company, only somebody who works there today, or whom this transaction lets in or lets ask.
      elsif entry.org_id is distinct from app_org() and not exists (select 1 from membership m where m.org_id = entry.org_id and m.account_id = app_account()
          and (is_current(m) or m.xmin = pg_current_xact_id()::xid)) then continue;
      end if;
      entry.account_id := app_account()::text;
      entry.actor := null;
    end if;
    if not exists (select 1 from organization o where o.id = entry.org_id) then continue; end if;
    entry.actor := coalesce(entry.actor, audit_name(entry.account_id::uuid));
    entry.at := date_trunc('milliseconds', entry.at);
    perform append_audit(entry);
    insert into activity (org_id, id, audit_id, at, account_id, actor, text, resource, resource_id, shareholder_id, known_to)
      select entry.org_id, l.id, entry.id, entry.at, entry.account_id::uuid, entry.actor,
             l.text, l.resource, l.resource_id, l.shareholder_id, l.known_to
      from json_to_recordset(named->'lines') as l (id uuid, text text, resource text, resource_id text, shareholder_id text, known_to text);
  end loop;
end $$;
