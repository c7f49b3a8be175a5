-- Documents, and to whom each is shown.

-- The holder of each security that is in force today.
create or replace view held_today with (security_invoker = true) as
  select s.org_id, s.stakeholder_id as shareholder_id, s.kind, s.stock_class_id
  from security s
  where s.issued_on <= current_date
    and not exists (select 1 from termination t where t.org_id = s.org_id and t.security_id = s.security_id and t.on_date <= current_date);

-- The holders who may see each document. Filters lists, and checks links that are used without a session.
create or replace view document_shown_to with (security_invoker = true) as
  select d.org_id, d.id as document_id, d.shareholder_id from document d where d.shareholder_id is not null
  union all
  select r.org_id, r.document_id, r.shareholder_id from document_shareholder r
  union all
  select r.org_id, r.document_id, h.shareholder_id
  from document_class r join held_today h on h.org_id = r.org_id and h.kind = 'STOCK' and h.stock_class_id = r.share_class_id
  union all
  select d.org_id, d.id, h.shareholder_id from document d join held_today h on h.org_id = d.org_id where d.audience = 'everyone';

-- What the file store keeps for good: for backups, verify, exports and the limit of a company.
create or replace view stored_file with (security_invoker = true) as
  select d.org_id, d.id, 'document' as kind, d.name, d.file_size, d.content_type, d.sha256, d.storage_key from document d
  union all
  select f.org_id, f.id, 'message', f.name, f.file_size, f.content_type, f.sha256, f.storage_key from message_file f;

create or replace view document_view with (security_invoker = true) as
  select d.org_id, d.id, d.name, d.type, d.file_size, d.status, d.created_at, d.shareholder_id, h.name as shareholder,
         -- Null if the reader may not see the security.
         s.security_id::text as security_id, s.custom_id as security, d.sha256,
         coalesce(d.audience, case when d.shareholder_id is null then 'company' else 'shareholder' end) as audience,
         case coalesce(d.audience, case when d.shareholder_id is null then 'company' else 'shareholder' end)
           when 'company' then 'The company only'
           when 'shareholder' then h.name || case when d.only_administrators then ', owners and administrators' else '' end
           when 'everyone' then 'All holders'
           when 'class' then 'Holders of ' || (select string_agg(c.name, ', ' order by c.name) from document_class r
             join share_class c on c.org_id = r.org_id and c.id = r.share_class_id where r.org_id = d.org_id and r.document_id = d.id)
           -- A holder does not learn who the others are, nor how many.
           else case when (select app_reads_all()) then (select count(*) from document_shareholder r where r.org_id = d.org_id and r.document_id = d.id) || ' shareholders'
                     else 'Chosen shareholders' end
         end as visible_to,
         -- Of the company's people, only owners, administrators and the holder read it.
         d.only_administrators and d.shareholder_id is distinct from (select app_shareholder()) as is_private
  from document d
  left join shareholder h on h.org_id = d.org_id and h.id = d.shareholder_id
  left join security s on s.org_id = d.org_id and s.security_id = d.security_id;
