-- What was posted together is one unit of the ledger: the seq of its first entry. Null for what was posted before, and where nothing
-- was written into the ledger.
alter table scenario_draft add column command_seq bigint;
create index scenario_draft_unit on scenario_draft (org_id, command_seq) where command_seq is not null;
