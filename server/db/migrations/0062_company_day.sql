-- A company has one today: the calendar day of its time zone, UTC where none is set. Every transaction of a session runs in
-- that zone, so current_date is the company's day in each view and function.

-- Whether the database knows the zone by its name; it does not forget one, but a restored backup may come from a newer one.
create function enter_time_zone(name text) returns boolean language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  perform set_config('timezone', name, true);
  return true;
exception when invalid_parameter_value then
  return false;
end $$;

alter table organization add column time_zone text
  constraint time_zone_shape check (time_zone ~ '^[A-Za-z][A-Za-z0-9_+-]*(/[A-Za-z0-9_+-]+)*$' and length(time_zone) <= 64);

drop function app_begin(text, integer, integer);
create function app_begin(token text, idle_seconds integer, max_seconds integer)
returns table (account_id uuid, org_id uuid, role text, membership_status text, shareholder_id text, client_name text, time_zone text)
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  s session;
  hash bytea := decode(token, 'hex');
begin
  select * into s from session t where t.token_hash = hash
    and t.last_seen_at > now() - make_interval(secs => idle_seconds)
    and t.created_at > now() - make_interval(secs => max_seconds);
  if not found then return; end if;
  -- A replica leaves the note to the next transaction that may write.
  if s.last_seen_at < now() - least(interval '60 seconds', make_interval(secs => idle_seconds / 4.0))
     and current_setting('transaction_read_only') = 'off' then
    update session t set last_seen_at = now() where t.token_hash = hash;
  end if;
  account_id := s.account_id;
  membership_status := 'none';
  role := 'shareholder';
  if s.org_id is not null then
    select m.org_id, m.role, m.status, m.shareholder_id, o.client_name, o.time_zone
      into org_id, role, membership_status, shareholder_id, client_name, time_zone
      from membership m join organization o on o.id = m.org_id
      where m.org_id = s.org_id and m.account_id = s.account_id;
    if not found then org_id := null; role := 'shareholder'; membership_status := 'none'; time_zone := null; end if;
  end if;
  if time_zone is not null and not enter_time_zone(time_zone) then time_zone := null; end if;
  perform begin_context(account_id, org_id, case when membership_status = 'active' then role end,
    case when membership_status = 'active' then shareholder_id end);
  return next;
end $$;

drop function account_memberships(uuid);
create function account_memberships(account uuid)
returns table (org_id uuid, client_name text, client_display_name text, role text, status text, shareholder_id text, time_zone text, currency text)
language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
  perform require_account(account);
  return query
  select m.org_id, o.client_name, o.client_display_name, m.role, m.status, m.shareholder_id, o.time_zone, o.currency::text
  from membership m join organization o on o.id = m.org_id
  where m.account_id = account and m.status <> 'ended' order by m.created_at, m.id;
end $$;

-- Nobody is signed in who asks about a certificate: its company's day is worked out here.
create function status_on(day date, issued_on date, ended text, ended_on date) returns text immutable language sql as $$
  select case when issued_on > day then 'upcoming' when ended_on <= day then ended else 'active' end
$$;
create or replace function status_today(issued_on date, ended text, ended_on date) returns text stable language sql as $$
  select status_on(current_date, issued_on, ended, ended_on)
$$;
create or replace function verify_certificate(wanted text)
returns table (company text, share_class text, quantity numeric, status text, closed_on date)
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform enter_time_zone(coalesce(o.time_zone, 'UTC')) from certificate_code k join organization o on o.id = k.org_id where k.code = wanted;
  return query
  select coalesce(o.legal_name, o.client_display_name), c.name,
         trim_scale(s.quantity - coalesce((select sum(d.quantity) from reduction d where d.org_id = s.org_id and d.security_id = s.security_id and d.on_date <= current_date), 0)),
         case when s.security_id is null then 'void' else status_today(s.issued_on, t.verb, t.on_date) end, case when t.on_date <= current_date then t.on_date end
  from certificate_code k
  join organization o on o.id = k.org_id
  left join security s on s.org_id = k.org_id and s.security_id = k.security_id and s.kind = 'STOCK'
  left join share_class c on c.org_id = s.org_id and c.id = s.stock_class_id
  left join termination t on t.org_id = s.org_id and t.security_id = s.security_id
  where k.code = wanted;
end $$;
