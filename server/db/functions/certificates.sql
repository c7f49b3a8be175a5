-- What the public verification page says about a certificate.

-- Returns company, class, quantity, status and closing day, and nothing else, as of the company's current day. The code of a
-- certificate that was taken back is 'void'.
create or replace function verify_certificate(wanted text)
returns table (company text, share_class text, quantity numeric, status text, closed_on date)
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform enter_time_zone(coalesce(o.time_zone, 'UTC')) from certificate_code k join organization o on o.id = k.org_id where k.code = wanted;
  return query
  select coalesce(o.legal_name, o.client_display_name), c.name,
         trim_scale(s.quantity - coalesce((select r.gone from taken_out(s.org_id, current_date) r where r.security_id = s.security_id), 0)),
         case when s.security_id is null then 'void' else status_today(s.issued_on, t.verb, t.on_date) end, case when t.on_date <= current_date then t.on_date end
  from certificate_code k
  join organization o on o.id = k.org_id
  left join security s on s.org_id = k.org_id and s.security_id = k.security_id and s.kind = 'STOCK'
  left join share_class c on c.org_id = s.org_id and c.id = s.stock_class_id
  left join termination t on t.org_id = s.org_id and t.security_id = s.security_id
  where k.code = wanted;
end $$;
