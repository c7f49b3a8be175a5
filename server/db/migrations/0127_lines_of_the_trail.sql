-- The lines of histories and of the recent activity are written with their row of the audit trail, by the same function
-- (docs/decisions/0138-one-trail.md): the database gives each the time and the person of the row. Nobody else adds one.
alter policy inserts on activity with check (org_id = (select app_org()) and false);
-- The operator and Sharebook itself have no account.
alter table activity alter column account_id drop not null;

-- Which of the company's people may read a line: as many as may read what it tells of.
alter table activity add column known_to text not null default 'readers' check (known_to in ('administrators', 'editors', 'readers'));
update activity set known_to = 'editors' where resource = 'shareholders'
  and text ~ '^((recorded|changed|removed|asked to change) the (tax number|bank account) of |(approved|rejected) the new bank account |signed form |read the full )';
update activity a set known_to = 'administrators' where resource = 'documents'
  and (exists (select 1 from document d where d.org_id = a.org_id and d.id::text = a.resource_id and d.only_administrators)
       or text ~ '^deleted document W-(9|8BEN|8BEN-E)\M');

update activity set known_to = 'administrators' where resource in ('members', 'imports');
update activity set known_to = 'editors' where resource = 'join-requests';

alter policy reads on activity using (org_id = (select app_org()) and (
  case known_to when 'administrators' then (select app_administers()) when 'editors' then (select app_writes()) else (select app_reads_all()) end
  or (shareholder_id = (select app_shareholder()) and (resource <> 'messages' or account_id = (select app_account()) or exists (
    select 1 from message m where m.org_id = activity.org_id and m.thread_id::text = activity.resource_id and m.account_id = activity.account_id and m.for_company)))
  -- What was done with a document is known to the holders to whom it is shown (0060).
  or case when (select app_reads_all()) then false when resource = 'documents'
    then exists (select 1 from document d where d.org_id = activity.org_id and d.id = activity.resource_id::uuid) else false end));
