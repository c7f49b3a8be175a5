-- Whom shareholders ask, and the company's logo.
alter table organization add column holder_contact_name text;
alter table organization add column holder_contact_email text;
alter table organization add column holder_contact_phone text;

create table organization_logo (
  org_id uuid not null references organization,
  id uuid not null,
  content_type text not null check (content_type in ('image/png', 'image/jpeg')),
  bytes bytea not null check (octet_length(bytes) between 1 and 204800),
  width integer not null,
  height integer not null,
  sha256 text not null,
  primary key (org_id, id),
  unique (org_id)
);
-- Everybody in the company sees it.
call secure_tenant_table('organization_logo',
  reads => '(select app_role()) is not null',
  inserts => '(select app_administers())', updates => '(select app_administers())', deletes => '(select app_administers())');

-- It answers more columns now.
drop function account_memberships(uuid);
