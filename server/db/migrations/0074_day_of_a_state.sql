-- Who asks is told the day of the company too, as the transaction's statements see it: with the end of the chain it names what a
-- list shows (docs/decisions/0121).
drop function app_begin(text, integer, integer);
create function app_begin(token text, idle_seconds integer, max_seconds integer)
returns table (account_id uuid, org_id uuid, role text, membership_status text, shareholder_id text, client_name text, time_zone text, changes text, today text)
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  asked bytea := decode(token, 'hex');
  seen timestamptz; inside bytea; outside bytea; is_active boolean;
begin
  select t.account_id, t.last_seen_at, m.org_id, coalesce(m.role, 'shareholder'), coalesce(m.status, 'none'), m.shareholder_id,
      o.client_name, o.time_zone, coalesce(h.seq || ' ' || encode(substr(h.hash, 1, 8), 'hex'), '0'), k.inner_half, k.outer_half
    into account_id, seen, org_id, role, membership_status, shareholder_id, client_name, time_zone, changes, inside, outside
    from session t
    left join membership m on m.org_id = t.org_id and m.account_id = t.account_id
    left join organization o on o.id = m.org_id
    left join sealed_head h on h.org_id = m.org_id
    cross join context_key k
    where t.token_hash = asked and t.last_seen_at > now() - make_interval(secs => idle_seconds)
      and t.created_at > now() - make_interval(secs => max_seconds);
  if not found then return; end if;
  -- A replica leaves the note to the next transaction that may write. Nobody waits for it, and what may wait for others long
  -- (a write) does not hold it, as long as the session is not near its end: reads come in between, and take no time.
  if seen < now() - least(interval '60 seconds', make_interval(secs => idle_seconds / 4.0))
     and current_setting('transaction_read_only') = 'off'
     and (current_setting('transaction_isolation') = 'repeatable read' or seen < now() - make_interval(secs => idle_seconds / 2.0)) then
    update session t set last_seen_at = now() where t.ctid = (select f.ctid from session f where f.token_hash = asked for update skip locked);
  end if;
  if time_zone is not null and not enter_time_zone(time_zone) then time_zone := null; end if;
  today := current_date;
  is_active := membership_status = 'active';
  if not pg_is_in_recovery() then perform nextval('context_serial'); end if;
  perform set_config('app.account_id', account_id::text, true), set_config('app.org_id', coalesce(org_id::text, ''), true),
    set_config('app.role', case when is_active then role else '' end, true),
    set_config('app.shareholder_id', case when is_active then coalesce(shareholder_id, '') else '' end, true);
  perform set_config('app.signature', encode(sha256(outside || sha256(inside || context_message())), 'hex'), true);
  return next;
end $$;
