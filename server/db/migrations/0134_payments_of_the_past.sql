-- Distributions that were paid before the company came here: the import that brought them in, which is where they are taken
-- back. How many shares such a payment was for is told only where the file said it.
alter table distribution add column brought_in_by uuid;
alter table distribution add constraint distribution_brought_in_by_fkey foreign key (org_id, brought_in_by) references import_batch (org_id, id);
create index distribution_brought_in on distribution (org_id, brought_in_by) where brought_in_by is not null;
alter table distribution_line alter column shares drop not null;
alter table payment alter column shares drop not null;
