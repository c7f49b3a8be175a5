-- The type and the audience of a document are set again by those who keep the books; the login may update no other column
-- (server/db/tables.ts). A form that a holder signed stays as it is.
alter policy updates on document
  using (org_id = (select app_org()) and not only_administrators and (select app_writes()))
  with check (org_id = (select app_org()) and not only_administrators and (select app_writes()));

-- A line that names who could see a document is for the company's people alone: holders do not learn of each other. And a holder
-- who no longer sees a document reads no line about it.
alter table activity drop constraint activity_known_to_check;
alter table activity add constraint activity_known_to_check check (known_to in ('administrators', 'editors', 'company', 'readers'));
alter policy reads on activity using (org_id = (select app_org()) and (
  case known_to when 'administrators' then (select app_administers()) when 'editors' then (select app_writes()) else (select app_reads_all()) end
    or (shareholder_id = (select app_shareholder()) and resource <> 'documents' and (resource <> 'messages' or account_id = (select app_account())
      or exists (select 1 from message m where m.org_id = activity.org_id and m.thread_id::text = activity.resource_id and m.account_id = activity.account_id and m.for_company)))
    or case when (select app_reads_all()) then false
      when resource = 'documents' and known_to <> 'company' then exists (select 1 from document d where d.org_id = activity.org_id and d.id = activity.resource_id::uuid)
      else false end));
