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
