-- The terms of each class when the start of a scenario was read: they are no entries of the ledger, and an exit depends on them.
alter table scenario add column start_terms jsonb;
