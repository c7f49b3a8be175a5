-- Transactions that only read, in a context other than the session's: another company of the same account, or the view of one
-- of the company's holders. Both set and sign the context as app_begin() does, and then make the transaction read-only, which
-- PostgreSQL never undoes: nothing can be written in somebody else's place.

-- Begins a transaction of the session's account as the holder that it is in another of its companies, whatever else it may do
-- there. Returns no row if the session has ended, or if no active membership there is linked to a record: one that waits, was
-- declined or is over opens nothing.
create or replace function app_begin_in(token text, idle_seconds integer, max_seconds integer, organisation uuid)
returns table (account_id uuid, org_id uuid, role text, membership_status text, shareholder_id text, client_name text, time_zone text, today text)
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  select m.account_id, m.org_id, 'shareholder', m.status, m.shareholder_id, o.client_name, o.time_zone
    into account_id, org_id, role, membership_status, shareholder_id, client_name, time_zone
    from session t
    join membership m on m.account_id = t.account_id and m.org_id = organisation and m.status = 'active' and m.shareholder_id is not null
    join organization o on o.id = m.org_id
    where t.token_hash = decode(token, 'hex') and t.last_seen_at > now() - make_interval(secs => idle_seconds)
      and t.created_at > now() - make_interval(secs => max_seconds) and not is_over(m.expires_at, o.time_zone);
  if not found then return; end if;
  today := begin_reading(account_id, org_id, role, shareholder_id, time_zone);
  return next;
end $$;

-- Begins a transaction in which a person who keeps the company's books reads what a holder would: under the rules of the role
-- and the record, and as the account that is linked to it, if there is one. Returns no row for everybody else, and if the company
-- of the session has no such holder.
create or replace function app_begin_as_holder(token text, idle_seconds integer, max_seconds integer, holder text)
returns table (account_id uuid, org_id uuid, role text, membership_status text, shareholder_id text, client_name text, time_zone text, today text)
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  select l.account_id, h.org_id, 'shareholder', 'active', h.id, o.client_name, o.time_zone
    into account_id, org_id, role, membership_status, shareholder_id, client_name, time_zone
    from session t
    join membership m on m.org_id = t.org_id and m.account_id = t.account_id and m.status = 'active' and m.role in ('owner', 'admin', 'staff')
    join organization o on o.id = m.org_id
    join shareholder h on h.org_id = m.org_id and h.id = holder
    left join membership l on l.org_id = h.org_id and l.shareholder_id = h.id and l.status = 'active' and l.role = 'shareholder'
    where t.token_hash = decode(token, 'hex') and t.last_seen_at > now() - make_interval(secs => idle_seconds)
      and t.created_at > now() - make_interval(secs => max_seconds) and not is_over(m.expires_at, o.time_zone);
  if not found then return; end if;
  today := begin_reading(account_id, org_id, role, shareholder_id, time_zone);
  return next;
end $$;

-- Begins a transaction that reads the cap table of the session's company for one of its shareholders, where the company shows them
-- more than their own rows. `visibility`: the totals, or the full table. Returns no row where it does not, and for a former holder,
-- who holds nothing today.
create or replace function app_begin_table(token text, idle_seconds integer, max_seconds integer)
returns table (account_id uuid, org_id uuid, role text, membership_status text, shareholder_id text, client_name text, time_zone text, today text, visibility text)
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  select m.account_id, m.org_id, m.role, m.status, m.shareholder_id, o.client_name, o.time_zone, o.cap_table_visibility
    into account_id, org_id, role, membership_status, shareholder_id, client_name, time_zone, visibility
    from session t
    join membership m on m.org_id = t.org_id and m.account_id = t.account_id and m.status = 'active' and m.role = 'shareholder'
    join organization o on o.id = m.org_id and o.cap_table_visibility in ('totals', 'full')
    where t.token_hash = decode(token, 'hex') and t.last_seen_at > now() - make_interval(secs => idle_seconds)
      and t.created_at > now() - make_interval(secs => max_seconds) and not is_over(m.expires_at, o.time_zone);
  if not found then return; end if;
  today := begin_reading(account_id, org_id, 'cap table', shareholder_id, time_zone);
  if not exists (select 1 from open_securities_of(org_id, shareholder_id, current_date) s where s.remaining > 0 or s.quantity is null) then
    perform set_config('app.signature', '', true);
    return;
  end if;
  return next;
end $$;

-- The same for a person who keeps the books and looks at it as the holder.
create or replace function app_begin_table_as_holder(token text, idle_seconds integer, max_seconds integer, holder text)
returns table (account_id uuid, org_id uuid, role text, membership_status text, shareholder_id text, client_name text, time_zone text, today text, visibility text)
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  select b.account_id, b.org_id, b.role, b.membership_status, b.shareholder_id, b.client_name, b.time_zone, b.today, o.cap_table_visibility
    into account_id, org_id, role, membership_status, shareholder_id, client_name, time_zone, today, visibility
    from app_begin_as_holder(token, idle_seconds, max_seconds, holder) b
    join organization o on o.id = b.org_id and o.cap_table_visibility in ('totals', 'full');
  if not found then
    perform set_config('app.signature', '', true);
    return;
  end if;
  if not exists (select 1 from open_securities_of(org_id, shareholder_id, current_date) s where s.remaining > 0 or s.quantity is null) then
    perform set_config('app.signature', '', true);
    return;
  end if;
  perform set_config('app.role', 'cap table', true);
  perform set_config('app.signature', context_signature(), true);
  return next;
end $$;

-- The names of the holders in a cap table that the company shows in full.
create or replace function cap_table_names() returns table (id text, name text)
language sql stable security definer set search_path = public, pg_temp as $$
  select h.id::text, h.name from shareholder h
    where h.org_id = app_org() and app_reads_table()
      and (h.id = app_shareholder() or exists (select 1 from organization o where o.id = h.org_id and o.cap_table_visibility = 'full'))
$$;

-- Sets and signs the context, in the company's time zone, for reading only. Returns the company's current day. The serving login
-- may not call it: the two functions above decide whom a transaction may read for.
create or replace function begin_reading(account uuid, org uuid, member_role text, holder text, zone text) returns text
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if zone is not null then perform enter_time_zone(zone); end if;
  perform begin_context(account, org, member_role, holder);
  perform set_config('transaction_read_only', 'on', true);
  return current_date;
end $$;
