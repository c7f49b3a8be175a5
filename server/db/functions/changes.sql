-- What open consoles are told of.

-- Begins a transaction in the context of a session, as app_begin does, but notes no use of it: what a console is told by itself keeps
-- nobody signed in.
create or replace function app_begin_watching(token text, idle_seconds integer, max_seconds integer)
returns table (account_id uuid, org_id uuid, role text, membership_status text, shareholder_id text, client_name text, time_zone text, changes text, today text)
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform set_config('app.is_watching', 'on', true);
  return query select * from app_begin(token, idle_seconds, max_seconds);
end $$;

-- Which of these sessions are open, in how many seconds each ends, and whether using it would put that off.
create or replace function open_sessions(tokens text[], idle_seconds integer, max_seconds integer)
returns table (token text, ends_in integer, may_stay boolean)
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform require_system();
  return query
    select asked.token,
      ceil(extract(epoch from least(s.last_seen_at + make_interval(secs => idle_seconds), s.created_at + make_interval(secs => max_seconds)) - now()))::integer,
      s.last_seen_at + make_interval(secs => idle_seconds) < s.created_at + make_interval(secs => max_seconds)
    from unnest(tokens) as asked (token) join session s on s.token_hash = decode(asked.token, 'hex')
    where s.last_seen_at > now() - make_interval(secs => idle_seconds) and s.created_at > now() - make_interval(secs => max_seconds);
end $$;

-- Where the chain of the caller's company and its ledger end.
create or replace function chain_end() returns table (seq bigint, ledger_seq bigint)
language sql stable security definer set search_path = public, pg_temp as $$
  select coalesce((select h.seq from sealed_head h where h.org_id = app_org()), 0), coalesce((select max(l.seq) from ledger_tx l where l.org_id = app_org()), 0)
$$;

-- What the chains of these companies note after these numbers: at most so many notes of each, with at most so many keys.
create or replace function changes_after(orgs uuid[], seqs bigint[], notes_at_most integer, keys_at_most integer)
returns table (org_id uuid, "after" bigint, seq bigint, table_name text, operation text, keys text[])
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform require_system();
  return query
    select c.org_id, asked.place, c.seq, c.table_name, c.operation, array(select jsonb_object_keys(c.rows) limit keys_at_most)
    from unnest(orgs, seqs) as asked (org, place)
    cross join lateral (select s.* from sealed_change s where s.org_id = asked.org and s.seq > asked.place order by s.seq limit notes_at_most) c
    order by c.org_id, asked.place, c.seq;
end $$;

-- Who began to edit what in these companies since an instant.
create or replace function editing_since(orgs uuid[], instant timestamptz)
returns table (org_id uuid, resource text, record_id text, account_id uuid, since text)
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform require_system();
  return query select e.org_id, e.resource, e.record_id, e.account_id, e.since::text from record_editing e where e.org_id = any (orgs) and e.since > instant;
end $$;
