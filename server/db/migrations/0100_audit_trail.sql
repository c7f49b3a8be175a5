-- The audit trail of each company: one row for each thing that a person did, in the transaction that did it, numbered without gaps
-- and chained by hashes (docs/decisions/0138-one-trail.md).

create table audit (
  org_id uuid not null,
  id uuid not null,
  seq bigint not null,
  at timestamptz not null,
  -- Null for what Sharebook itself, or its operator, did.
  account_id text,
  actor text not null,
  action text not null,
  resource text not null,
  resource_id text,
  -- What was done, to follow the person's name.
  summary text not null,
  -- Only what changed, in canonical JSON; sensitive fields as "changed".
  before json,
  after json,
  request_id text,
  prev_hash text not null,
  hash text not null,
  primary key (org_id, id),
  unique (org_id, seq)
);
create index audit_of_record on audit (org_id, resource, resource_id, seq desc);
create index audit_of_person on audit (org_id, account_id, seq desc);
create index audit_by_time on audit (org_id, at desc);
call secure_tenant_table('audit', reads => '(select app_administers())', inserts => 'false', updates => 'false', deletes => 'false', sealed => false);
create trigger audit_append_only before update or delete on audit for each row execute function refuse_change();
create trigger audit_no_truncate before truncate on audit for each statement execute function refuse_change();

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

-- Writes the rows that a request named. A request writes only rows of its own company and account; Sharebook itself names both.
create or replace function record_audit(given json) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  entry audit; is_own boolean := not system_holds();
begin
  for entry in select (json_populate_record(null::audit, e.value)).* from json_array_elements(given) with ordinality e order by e.ordinality loop
    if is_own then
      -- Somebody who founds or joins a company while another is open.
      if not exists (select 1 from membership m where m.org_id = entry.org_id and m.account_id = app_account()) then entry.org_id := app_org(); end if;
      entry.account_id := app_account()::text;
      entry.actor := null;
    end if;
    if not exists (select 1 from organization o where o.id = entry.org_id) then continue; end if;
    entry.actor := coalesce(entry.actor, audit_name(entry.account_id::uuid));
    perform append_audit(entry);
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

-- Chains the notes of this transaction. It is the last step before the commit, so that the head of a company is locked only for
-- a moment. Returns the notes to be sealed.
create or replace function chain_changes() returns table (org_id uuid, seq bigint, hash bytea)
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  entry sealed_change; head sealed_head;
begin
  if pg_current_xact_id_if_assigned() is null then return; end if;
  perform complete_audit();
  for entry in select * from sealed_change c where c.xid = pg_current_xact_id() and c.seq is null order by c.org_id, c.id loop
    if head.org_id is distinct from entry.org_id then
      update sealed_head h set seq = head.seq, hash = head.hash where h.org_id = head.org_id;
      insert into sealed_head (org_id) values (entry.org_id) on conflict do nothing;
      select * into head from sealed_head h where h.org_id = entry.org_id for update;
    end if;
    update sealed_change c set seq = head.seq + 1, prev_hash = head.hash, hash = change_hash(head.hash, entry, head.seq + 1)
      where c.id = entry.id and c.xid = entry.xid and c.seq is null returning c.org_id, c.seq, c.hash into org_id, seq, hash;
    head.seq := chain_changes.seq;
    head.hash := chain_changes.hash;
    return next;
  end loop;
  update sealed_head h set seq = head.seq, hash = head.hash where h.org_id = head.org_id;
end $$;

-- A company's trail begins with the day on which its Sharebook got one. Histories still show what was done before.
do $$
declare
  entry audit; org uuid;
begin
  for org in select id from organization order by id loop
    entry.org_id := org;
    entry.id := gen_random_uuid();
    entry.at := clock_timestamp();
    entry.actor := 'Sharebook';
    entry.action := 'begin';
    entry.resource := 'organization';
    entry.resource_id := org::text;
    entry.summary := 'began this trail. What was done before is in the history of each record';
    perform append_audit(entry);
  end loop;
end $$;

-- The lines of histories and of the dashboard's activity belong to a row of the trail. Lines from before the trail have none.
alter table activity add column audit_id uuid;
alter table activity add constraint activity_of_audit foreign key (org_id, audit_id) references audit (org_id, id) deferrable initially deferred;
