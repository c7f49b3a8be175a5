-- What is printed on a certificate and may be asked by anybody who holds the paper: a code of sixty random bits.
create table certificate_code (
  org_id uuid not null references organization,
  security_id text not null,
  code text not null check (code ~ '^[0-9A-HJKMNP-TV-Z]{12}$'),
  created_at timestamptz not null,
  primary key (org_id, security_id)
);
create unique index certificate_code_code on certificate_code (code);
call secure_tenant_table('certificate_code',
  reads => '(select app_reads_all()) or app_owns_security(security_id)',
  inserts => '(select app_reads_all()) or app_owns_security(security_id)', updates => 'false', deletes => 'false');

-- For the public page: status, class, quantity and company, nothing else. A code whose certificate was taken back is void.
create function verify_certificate(wanted text)
returns table (company text, share_class text, quantity numeric, status text, closed_on date)
language sql stable security definer set search_path = public as $$
  select coalesce(o.legal_name, o.client_display_name), c.name,
         trim_scale(s.quantity - coalesce((select sum(d.quantity) from reduction d where d.org_id = s.org_id and d.security_id = s.security_id), 0)),
         case when s.security_id is null then 'void' else coalesce(t.verb, 'active') end, t.on_date
  from certificate_code k
  join organization o on o.id = k.org_id
  left join security s on s.org_id = k.org_id and s.security_id = k.security_id and s.kind = 'STOCK'
  left join share_class c on c.org_id = s.org_id and c.id = s.stock_class_id
  left join termination t on t.org_id = s.org_id and t.security_id = s.security_id
  where k.code = wanted
$$;

-- A paper that belongs to a certificate: its board consent, its agreement.
alter table document add column security_id text;
drop view document_view;
create view document_view with (security_invoker = true) as
  select d.org_id, d.id, d.name, d.type, d.file_size, d.status, d.created_at, d.shareholder_id, h.name as shareholder,
         d.security_id, s.custom_id as security, d.sha256
  from document d
  left join shareholder h on h.org_id = d.org_id and h.id = d.shareholder_id
  left join security s on s.org_id = d.org_id and s.security_id = d.security_id;
create index document_security on document (org_id, security_id) where security_id is not null;
