-- Tasks and threads.

create or replace view task_view with (security_invoker = true) as
  select t.org_id, t.id, t.title, t.description, t.priority, t.status, t.due_date, t.assignee_id,
         coalesce(h.name, (select p.first_name || ' ' || p.last_name from membership m, lateral org_person(m.account_id) p
                           where m.org_id = t.org_id and m.account_id::text = t.assignee_id)) as assignee,
         t.created_at, t.version
  from task t left join shareholder h on h.org_id = t.org_id and h.id = t.assignee_id;

-- `addressed_to` names the addressees that the reader may know: of more than two, the first two names and how many more there
-- are. A holder who got a broadcast reads only "You". For a holder, `updated_at` is the time of the last message that they can
-- read, so that answers of others leave no trace. The subject is shown only to readers who can read a message of the thread's
-- author: an account that is linked to a record later does not see what another account asked the company.
create or replace view thread_view with (security_invoker = true) as
  select t.org_id, t.id,
         case when (select app_reads_all()) or t.created_by = (select app_account()) or coalesce((
                select true from message m where m.org_id = t.org_id and m.thread_id = t.id and m.account_id = t.created_by and m.for_company limit 1), false)
              then t.subject else 'Earlier conversation' end as subject, t.mode, t.is_closed, t.created_at, t.version,
         case when (select app_reads_all()) then t.updated_at
              else coalesce((select max(m.at) from message m where m.org_id = t.org_id and m.thread_id = t.id
                               and (t.mode = 'group' or m.for_company or m.account_id = (select app_account()))), t.created_at)
         end as updated_at,
         case when (select true from message m where m.org_id = t.org_id and m.thread_id = t.id and m.account_id = t.created_by and m.for_company limit 1) is null
                then 'The company' || coalesce(case when (select app_reads_all()) then
                  (select ', from ' || min(p.name) from thread_members(t.id) p having count(*) = 1) end, '')
              when (select app_reads_all()) or t.mode = 'group' then
                (select case when count(*) < 3 then string_agg(p.name, ' and ' order by p.name, p.id)
                        else array_to_string((array_agg(p.name order by p.name, p.id))[:2], ', ') || ' and ' || count(*) - 2 || ' more' end
                 from thread_members(t.id) p)
              else 'You'
         end as addressed_to
  from thread t;
