-- The audit trail: rows that are only ever added (docs/decisions/0138-one-trail.md). Migrations and every write call these
-- functions: read docs/decisions/database-and-migrations.md#views-and-functions-in-files before you change one.

-- A row of the trail as RFC 8785 canonical JSON: the row as /api/audit/ returns it, without its hash. `before` and `after` are
-- stored in that form.
create or replace function audit_document(a audit) returns text stable language sql as $$
  select '{"account_id":' || coalesce(to_json(a.account_id)::text, 'null') || ',"action":' || to_json(a.action)::text
    || ',"actor":' || to_json(a.actor)::text || ',"after":' || coalesce(a.after::text, 'null')
    || ',"at":"' || to_char(a.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') || '","before":' || coalesce(a.before::text, 'null')
    || ',"id":' || to_json(a.id::text)::text || ',"prev_hash":' || to_json(a.prev_hash)::text
    || ',"request_id":' || coalesce(to_json(a.request_id)::text, 'null') || ',"resource":' || to_json(a.resource)::text
    || ',"resource_id":' || coalesce(to_json(a.resource_id)::text, 'null') || ',"seq":' || a.seq || ',"summary":' || to_json(a.summary)::text || '}'
$$;

-- Appends a row to a company's trail: gives it the next number and the hash that chains it to the row before, and notes the hash
-- in the company's chain of changes, which is sealed. The lock is held until the commit, so it is taken as late as possible. It
-- locks no row of another table: a command may already hold the company's row.
create or replace function append_audit(entry audit) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  last record;
begin
  perform pg_advisory_xact_lock(hashtextextended('audit ' || entry.org_id, 0));
  select a.seq, a.hash into last from audit a where a.org_id = entry.org_id order by a.seq desc limit 1;
  entry.seq := coalesce(last.seq, 0) + 1;
  entry.at := date_trunc('milliseconds', entry.at);
  entry.prev_hash := coalesce(last.hash, repeat('0', 64));
  entry.hash := encode(sha256(convert_to(entry.prev_hash || e'\n' || audit_document(entry), 'UTF8')), 'hex');
  insert into audit select entry.*;
  insert into sealed_change (org_id, account_id, table_name, operation, columns, rows)
    values (entry.org_id, entry.account_id::uuid, 'audit', 'insert', array['hash'], jsonb_build_object(entry.seq, entry.hash));
end $$;

-- The name under which a person's rows are written.
create or replace function audit_name(account uuid) returns text
language sql stable security definer set search_path = public, pg_temp as $$
  select coalesce((select a.first_name || ' ' || a.last_name from account a where a.id = account), 'Sharebook')
$$;

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

-- Writes a row for each company whose records this transaction changed although its request named none, so that no command can
-- be left out of the trail.
create or replace function complete_audit() returns void
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  entry audit; left_out record;
begin
  for left_out in
    select c.org_id, min(c.account_id::text) as account, string_agg(distinct replace(c.table_name, '_', ' '), ', ') as tables
    from sealed_change c where c.xid = pg_current_xact_id() and c.seq is null and c.operation <> 'found'
    group by c.org_id having not bool_or(c.table_name = 'audit') order by c.org_id
  loop
    if not exists (select 1 from organization o where o.id = left_out.org_id) then continue; end if;
    entry.org_id := left_out.org_id;
    entry.id := gen_random_uuid();
    entry.at := clock_timestamp();
    entry.account_id := left_out.account;
    entry.actor := audit_name(entry.account_id::uuid);
    entry.action := 'change';
    entry.resource := 'organization';
    entry.resource_id := left_out.org_id::text;
    entry.summary := 'changed ' || left_out.tables;
    perform append_audit(entry);
  end loop;
end $$;
