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
