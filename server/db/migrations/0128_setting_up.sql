-- What a company that starts here answered, and the lines of its list that it left out. What is done is read from its records.
create table company_setup (
  org_id uuid not null references organization,
  id uuid not null,
  answers jsonb,
  is_dismissed boolean not null default false,
  skipped jsonb not null default '[]',
  primary key (org_id, id),
  unique (org_id)
);
call secure_tenant_table('company_setup',
  reads => '(select app_administers())', inserts => '(select app_administers())', updates => '(select app_administers())', deletes => 'false');

-- Companies that have holdings have started already.
insert into company_setup (org_id, id, is_dismissed)
  select o.id, gen_random_uuid(), true from organization o where exists (select 1 from security s where s.org_id = o.id);
