-- The task of a holder whose payment waits for something that they can supply. It is made and completed by the product.
alter table task add column cause text check (cause in ('bank_details', 'tax_form'));
create unique index task_of_cause on task (org_id, assignee_id, cause) where cause is not null and status in ('pending', 'in_progress');
