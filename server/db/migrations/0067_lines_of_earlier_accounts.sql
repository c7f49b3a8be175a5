-- A holder reads of conversations what whoever has their record may know: the lines that they or the company wrote. Lines of
-- before 0035 name the record that an earlier account had.
alter policy reads on activity using (org_id = (select app_org()) and ((select app_reads_all())
  or (shareholder_id = (select app_shareholder()) and (resource <> 'messages' or account_id = (select app_account()) or exists (
    select 1 from message m where m.org_id = activity.org_id and m.thread_id::text = activity.resource_id and m.account_id = activity.account_id and m.for_company)))
  -- What was done with a document is known to whom it is shown (0060).
  or case resource when 'documents' then exists (select 1 from document d where d.org_id = activity.org_id and d.id = activity.resource_id::uuid) else false end));
