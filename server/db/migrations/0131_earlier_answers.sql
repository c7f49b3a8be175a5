-- What each of the last changes of a spreadsheet's answers replaced, oldest first, so that it can be taken back.
alter table sheet add column earlier jsonb not null default '[]';
