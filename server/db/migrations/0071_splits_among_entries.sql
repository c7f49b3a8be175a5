-- The history of a class and of a plan shows a split as one line: its command is found without reading the ledger, and so
-- are the entries that were written with it.
create index ledger_tx_split on ledger_tx (org_id, command_seq) where object_type = 'TX_STOCK_CLASS_SPLIT';
create index ledger_tx_command on ledger_tx (org_id, command_seq, seq) where command_seq is not null;
