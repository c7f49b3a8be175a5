-- Whom the company told of a distribution by mail: once each, whoever sends and however often.
create table distribution_notice (
  org_id uuid not null,
  distribution_id uuid not null,
  shareholder_id text not null,
  email text not null,
  sent_by uuid not null,
  sent_at timestamptz not null,
  primary key (org_id, distribution_id, shareholder_id),
  foreign key (org_id, distribution_id) references distribution (org_id, id),
  foreign key (org_id, shareholder_id) references shareholder (org_id, id)
);
create trigger distribution_notice_append_only before update or delete on distribution_notice for each row execute function refuse_change();
call secure_tenant_table('distribution_notice', updates => 'false', deletes => 'false');

-- The yearly tax papers as they were made, for each holder and form. One that is wrong stays, and a later one corrects it.
create table tax_paper (
  org_id uuid not null references organization on delete cascade,
  id uuid not null,
  year integer not null,
  number integer not null,
  shareholder_id text not null,
  form text not null check (form in ('1099-DIV', '1099-INT', '1042-S')),
  -- Tells several forms of one holder apart.
  part text not null,
  boxes jsonb not null,
  gross numeric not null,
  tax numeric not null,
  net numeric not null,
  -- Name, address and the last digits of the tax number, as printed.
  recipient jsonb not null,
  corrects uuid,
  -- Of what it says, as RFC 8785 JSON.
  sha256 text not null,
  made_by uuid not null,
  made_at timestamptz not null,
  primary key (org_id, id),
  unique (org_id, year, number),
  -- A form is corrected once: the next correction corrects that one.
  unique (org_id, corrects),
  foreign key (org_id, corrects) references tax_paper (org_id, id),
  foreign key (org_id, shareholder_id) references shareholder (org_id, id),
  check (gross = tax + net)
);
create index tax_paper_holder on tax_paper (org_id, shareholder_id, year);
create trigger tax_paper_append_only before update or delete on tax_paper for each row execute function refuse_change();
call secure_tenant_table('tax_paper', reads => '(select app_reads_all()) or shareholder_id = (select app_shareholder())', updates => 'false', deletes => 'false');
