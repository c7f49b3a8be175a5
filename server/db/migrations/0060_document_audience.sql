-- To whom a document is shown: to one holder (`shareholder_id`, as ever), to several, to whoever holds stock of a class today, or
-- to whoever holds anything today. Empty: to the one who is named, or to the company alone.
alter table document add column audience text check (audience in ('shareholders', 'class', 'everyone'));
alter table document add constraint document_of_one_audience check (audience is null or shareholder_id is null);

-- Of whom a security is today.
create view held_today with (security_invoker = true) as
  select s.org_id, s.stakeholder_id as shareholder_id, s.kind, s.stock_class_id
  from security s
  where s.issued_on <= current_date
    and not exists (select 1 from termination t where t.org_id = s.org_id and t.security_id = s.security_id and t.on_date <= current_date);
create function app_holds_class(class text) returns boolean stable language sql set search_path = public, pg_temp as $$
  select exists (select 1 from held_today h where h.org_id = app_org() and h.shareholder_id = app_shareholder() and h.kind = 'STOCK' and h.stock_class_id = class)
$$;
create function app_holds_anything() returns boolean stable language sql set search_path = public, pg_temp as $$
  select exists (select 1 from held_today h where h.org_id = app_org() and h.shareholder_id = app_shareholder())
$$;

create table document_shareholder (
  org_id uuid not null,
  document_id uuid not null,
  shareholder_id text not null,
  primary key (org_id, document_id, shareholder_id),
  foreign key (org_id, document_id) references document (org_id, id) on delete cascade,
  foreign key (org_id, shareholder_id) references shareholder (org_id, id)
);
create index document_shareholder_holder on document_shareholder (org_id, shareholder_id);
call secure_tenant_table('document_shareholder',
  reads => '(select app_reads_all()) or shareholder_id = (select app_shareholder())', updates => 'false');
create table document_class (
  org_id uuid not null,
  document_id uuid not null,
  share_class_id text not null,
  primary key (org_id, document_id, share_class_id),
  foreign key (org_id, document_id) references document (org_id, id) on delete cascade,
  foreign key (org_id, share_class_id) references share_class (org_id, id)
);
create index document_class_class on document_class (org_id, share_class_id);
call secure_tenant_table('document_class',
  reads => '(select app_reads_all()) or app_holds_class(share_class_id)', updates => 'false');

alter policy reads on document using (org_id = (select app_org()) and ((select app_reads_all())
  or shareholder_id = (select app_shareholder())
  or case audience
       when 'shareholders' then exists (select 1 from document_shareholder r where r.org_id = document.org_id and r.document_id = document.id and r.shareholder_id = (select app_shareholder()))
       when 'class' then exists (select 1 from document_class r where r.org_id = document.org_id and r.document_id = document.id and app_holds_class(r.share_class_id))
       when 'everyone' then (select app_holds_anything())
       else false
     end));

-- Whoever may see a document, holder by holder: the filter of lists, and of links that are used without a session.
create view document_shown_to with (security_invoker = true) as
  select d.org_id, d.id as document_id, d.shareholder_id from document d where d.shareholder_id is not null
  union all
  select r.org_id, r.document_id, r.shareholder_id from document_shareholder r
  union all
  select r.org_id, r.document_id, h.shareholder_id
  from document_class r join held_today h on h.org_id = r.org_id and h.kind = 'STOCK' and h.stock_class_id = r.share_class_id
  union all
  select d.org_id, d.id, h.shareholder_id from document d join held_today h on h.org_id = d.org_id where d.audience = 'everyone';

create or replace view document_view with (security_invoker = true) as
  select d.org_id, d.id, d.name, d.type, d.file_size, d.status, d.created_at, d.shareholder_id, h.name as shareholder,
         -- Of a security that the reader does not see, nothing is told.
         s.security_id::text as security_id, s.custom_id as security, d.sha256,
         coalesce(d.audience, case when d.shareholder_id is null then 'company' else 'shareholder' end) as audience,
         case coalesce(d.audience, case when d.shareholder_id is null then 'company' else 'shareholder' end)
           when 'company' then 'The company alone'
           when 'shareholder' then h.name
           when 'everyone' then 'All holders'
           when 'class' then 'Holders of ' || (select string_agg(c.name, ', ' order by c.name) from document_class r
             join share_class c on c.org_id = r.org_id and c.id = r.share_class_id where r.org_id = d.org_id and r.document_id = d.id)
           -- A holder does not learn who the others are, nor how many.
           else case when (select app_reads_all()) then (select count(*) from document_shareholder r where r.org_id = d.org_id and r.document_id = d.id) || ' shareholders'
                     else 'Chosen shareholders' end
         end as visible_to
  from document d
  left join shareholder h on h.org_id = d.org_id and h.id = d.shareholder_id
  left join security s on s.org_id = d.org_id and s.security_id = d.security_id;

create or replace function use_download_link(hash bytea, document text) returns table (name text, content_type text, storage_key text, sha256 text)
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  -- Whoever holds a class today: on the company's day, as when the link was made (migration 0062).
  perform enter_time_zone(o.time_zone) from download_link l join organization o on o.id = l.org_id where l.token_hash = hash and o.time_zone is not null;
  return query with used as (
    update download_link l set used_at = now() where l.token_hash = hash and l.document_id::text = document and l.used_at is null and l.expires_at > now()
      and exists (select 1 from membership m where m.org_id = l.org_id and m.account_id = l.account_id and m.status = 'active'
                  and (m.role <> 'shareholder' or exists (select 1 from document_shown_to v where v.org_id = l.org_id and v.document_id = l.document_id and v.shareholder_id = m.shareholder_id)))
    returning l.org_id, l.document_id)
  select d.name, d.content_type, d.storage_key, d.sha256 from document d join used u on u.org_id = d.org_id and u.document_id = d.id;
end $$;
