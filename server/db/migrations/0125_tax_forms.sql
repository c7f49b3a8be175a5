-- Tax forms that holders sign. The signed form is a document of its own, which of the company's people only owners and
-- administrators read; what stands in force is one row for each holder, where withholding reads it.
alter table document add column only_administrators boolean not null default false;
alter table document add constraint of_administrators_names_one check (not only_administrators or shareholder_id is not null);
alter policy reads on document using (org_id = (select app_org())
  and (not only_administrators or (select app_administers()) or shareholder_id = (select app_shareholder()))
  and ((select app_reads_all())
    or shareholder_id = (select app_shareholder())
    or case audience
         when 'shareholders' then exists (select 1 from document_shareholder r where r.org_id = document.org_id and r.document_id = document.id and r.shareholder_id = (select app_shareholder()))
         when 'class' then exists (select 1 from document_class r where r.org_id = document.org_id and r.document_id = document.id and app_holds_class(r.share_class_id))
         when 'everyone' then (select app_holds_anything())
         else false
       end));
-- Nobody but the holder puts a signed form there.
alter policy inserts on document with check (org_id = (select app_org())
  and case when only_administrators then shareholder_id = (select app_shareholder()) else (select app_writes()) end);
alter policy deletes on document using (org_id = (select app_org())
  and case when only_administrators then (select app_administers()) else (select app_writes()) end);

create table tax_profile (
  org_id uuid not null references organization,
  shareholder_id text not null,
  -- The country that the form names as the holder's: two letters.
  country text not null check (country ~ '^[A-Z]{2}$'),
  form text not null check (form in ('W-9', 'W-8BEN', 'W-8BEN-E')),
  form_signed_on date not null,
  -- The last day on which the form counts; null: without end.
  form_valid_until date,
  -- The IRS told the holder that tax must be withheld from what they are paid.
  backup_withholding boolean not null,
  -- What the holder claims under a treaty: 0.15 is 15 percent. Nobody has confirmed it.
  treaty_country text check (treaty_country ~ '^[A-Z]{2}$'),
  treaty_rate numeric check (treaty_rate >= 0 and treaty_rate <= 0.3),
  -- The signed form; null if that document was deleted.
  document_id uuid,
  primary key (org_id, shareholder_id),
  foreign key (org_id, shareholder_id) references shareholder (org_id, id),
  foreign key (org_id, document_id) references document (org_id, id) on delete set null (document_id),
  constraint treaty_whole check ((treaty_country is null) = (treaty_rate is null))
);
create index tax_profile_document on tax_profile (org_id, document_id);
call secure_tenant_table('tax_profile',
  reads => '(select app_writes()) or shareholder_id = (select app_shareholder())',
  inserts => 'shareholder_id = (select app_shareholder())',
  updates => 'shareholder_id = (select app_shareholder())',
  deletes => '(select app_administers())');
