-- To whom a thread is addressed, as far as its reader may know: who reads of several reads the first two names and how many
-- more there are.
create or replace view thread_view with (security_invoker = true) as
  select t.org_id, t.id,
         case when (select app_reads_all()) or t.created_by = (select app_account()) or exists (
                select 1 from message m where m.org_id = t.org_id and m.thread_id = t.id and m.account_id = t.created_by and m.for_company)
              then t.subject else 'Earlier conversation' end as subject, t.mode, t.is_closed, t.created_at, t.version,
         case when (select app_reads_all()) then t.updated_at
              else coalesce((select max(m.at) from message m where m.org_id = t.org_id and m.thread_id = t.id
                               and (t.mode = 'group' or m.for_company or m.account_id = (select app_account()))), t.created_at)
         end as updated_at,
         case when not exists (select 1 from message m where m.org_id = t.org_id and m.thread_id = t.id and m.account_id = t.created_by and m.for_company)
                then 'The company' || coalesce(case when (select app_reads_all()) then
                  (select ', from ' || min(p.name) from thread_members(t.id) p having count(*) = 1) end, '')
              when (select app_reads_all()) or t.mode = 'group' then
                (select case when count(*) < 3 then string_agg(p.name, ' and ' order by p.name, p.id)
                        else array_to_string((array_agg(p.name order by p.name, p.id))[:2], ', ') || ' and ' || count(*) - 2 || ' more' end
                 from thread_members(t.id) p)
              else 'You'
         end as addressed_to
  from thread t;
