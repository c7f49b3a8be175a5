-- The audit trail of each company: one row for each thing that a person did, in the transaction that did it, numbered without gaps
-- and chained by hashes (docs/decisions/0138-one-trail.md).

create table audit (
  org_id uuid not null,
  id uuid not null,
  seq bigint not null,
  at timestamptz not null,
  -- Null for what Sharebook itself, or its operator, did.
  account_id uuid,
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
  select '{"account_id":' || coalesce(to_json(a.account_id::text)::text, 'null') || ',"action":' || to_json(a.action)::text
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
    values (entry.org_id, entry.account_id, 'audit', 'insert', array['hash'], jsonb_build_object(entry.seq, entry.hash));
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
