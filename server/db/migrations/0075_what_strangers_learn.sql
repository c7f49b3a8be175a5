-- What others may learn or use up, closed.

-- ---- One mailbox under many addresses ----

-- The mailbox behind an address: what stands after a plus is a label of the same person's, and Gmail reads no dots.
create or replace function mailbox_of(address text) returns text language sql immutable set search_path = public, pg_temp as $$
  select case when m.host in ('gmail.com', 'googlemail.com') then replace(m.box, '.', '') || '@gmail.com' else m.box || '@' || m.host end
  from (select regexp_replace(regexp_replace(lower(address), '@[^@]*$', ''), '^([^+]+)[+].*$', '\1') as box,
               regexp_replace(lower(address), '^.*@', '') as host) m
$$;

-- ---- A code that was just used ----

-- That somebody signed in a moment ago is told to nobody but them: a right code sent twice at once, by the same client.
do $$
declare
  told constant text := 't.used_at > now() - interval ''10 seconds''';
  source text := pg_get_functiondef('try_code'::regproc);
begin
  if position(told in source) = 0 then raise exception 'try_code is not as it was written'; end if;
  execute replace(source, told, told || ' and (t.id = with_id or t.ip = from_network and t.user_agent is not distinct from agent)');
end $$;

-- ---- Counts of the whole company ----

-- For who reads the company: a holder's login learns nothing of it.
do $$
declare
  reads constant text := 'where u.currency is not null group by 1, 2';
  source text := pg_get_functiondef('recorded_currencies'::regproc);
begin
  if position(reads in source) = 0 then raise exception 'recorded_currencies is not as it was written'; end if;
  execute replace(source, reads, 'where u.currency is not null and app_reads_all() group by 1, 2');
end $$;
create or replace function chain_head() returns table (seq bigint, hash bytea)
language sql stable security definer set search_path = public, pg_temp as $$
  select h.seq, h.hash from sealed_head h where h.org_id = app_org() and app_reads_all()
$$;
