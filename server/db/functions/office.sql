-- Message threads, and the tasks that disputes and waiting payments create.

-- The holders in a thread, as far as the reader may know: the company sees all of them, a holder in a group thread all its
-- members, and any other holder only themselves.
create or replace function thread_members(thread_asked uuid) returns table (id text, name text)
language sql stable security definer set search_path = public, pg_temp as $$
  select h.id::text, h.name
  from thread t
  join thread_participant p on p.org_id = t.org_id and p.thread_id = t.id
  join shareholder h on h.org_id = p.org_id and h.id = p.shareholder_id
  where t.org_id = (select app_org()) and t.id = thread_asked
    and ((select app_reads_all())
      or p.shareholder_id = (select app_shareholder())
      or (t.mode = 'group' and exists (
        select 1 from thread_participant own where own.org_id = t.org_id and own.thread_id = t.id and own.shareholder_id = (select app_shareholder()))))
  order by h.name, h.id
$$;

-- Creates the company's task to settle a dispute, once for each dispute. The disputing account may neither read nor write the
-- company's tasks, so this function does it.
create or replace function add_dispute_task(security text, dispute integer, title text, description text) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into task (org_id, id, title, description, priority, status, created_by)
  select a.org_id, a.task_id, add_dispute_task.title, add_dispute_task.description, 'high', 'pending', a.account_id
  from acknowledgement a
  where a.org_id = app_org() and a.security_id = security and a.number = dispute and a.state = 'disputed'
    and a.account_id = app_account() and a.shareholder_id = app_shareholder();
  if not found then
    raise exception 'no dispute of this account' using errcode = 'insufficient_privilege';
  end if;
end $$;

-- Completes that task when the dispute ends. Returns the task's title if it was open.
create or replace function complete_dispute_task(security text, holder text, dispute integer) returns text
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  done text;
begin
  update task t set status = 'completed', version = t.version + 1
  from acknowledgement a
  where a.org_id = app_org() and a.security_id = security and a.shareholder_id = holder and a.number = dispute and a.state = 'disputed'
    and (app_writes() or a.shareholder_id = app_shareholder())
    and t.org_id = a.org_id and t.id = a.task_id and t.status not in ('completed', 'cancelled')
  returning t.title into done;
  return done;
end $$;

-- Gives holders the tasks that release their payments, and completes those that nothing waits for any more. In: the holders, or
-- null for all; for each cause its title and description. Out: the tasks that were made or completed. Who has done their part, and
-- waits for the company to confirm it, gets no task. A holder may neither make nor complete tasks of this kind, so this function
-- does it; it works out what is needed from what is stored.
create or replace function tend_payment_tasks(holders text[], words jsonb) returns table (id uuid, shareholder_id text, title text, is_done boolean)
language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
begin
  if not (app_writes() or coalesce(holders = array[app_shareholder()], false)) then
    raise exception 'only for the company, or for oneself' using errcode = 'insufficient_privilege';
  end if;
  return query
  with needed as materialized (
    select distinct p.shareholder_id, c.cause
    from payment p
    join distribution d on d.org_id = p.org_id and d.id = p.distribution_id and d.status = 'approved'
    cross join lateral unnest(hold_reasons_of(p.id)) as r (reason)
    join (values ('no_bank_details', 'bank_details'), ('no_tax_form', 'tax_form')) as c (reason, cause) on c.reason = r.reason
    where p.org_id = app_org() and p.status = 'pending' and (holders is null or p.shareholder_id = any (holders))
      and case c.cause
        when 'bank_details' then not exists (select 1 from holder_detail h where h.org_id = p.org_id and h.shareholder_id = p.shareholder_id
                                             and h.new_bank_account is not null)
        else not exists (select 1 from tax_profile t where t.org_id = p.org_id and t.shareholder_id = p.shareholder_id
                         and t.form is not null and t.confirmed_at is null)
          and not exists (select 1 from tax_profile_change t where t.org_id = p.org_id and t.shareholder_id = p.shareholder_id and t.form is not null and t.is_open)
      end
  ), done as (
    update task t set status = 'completed', version = t.version + 1
    where t.org_id = app_org() and t.cause is not null and t.status not in ('completed', 'cancelled')
      and (holders is null or t.assignee_id = any (holders))
      and not exists (select 1 from needed n where n.shareholder_id = t.assignee_id and n.cause = t.cause)
    returning t.id, t.assignee_id, t.title
  ), made as (
    insert into task as t (org_id, id, title, description, priority, status, assignee_id, created_by, cause)
    select app_org(), gen_random_uuid(), words -> n.cause ->> 'title', words -> n.cause ->> 'description', 'high', 'pending',
           n.shareholder_id, app_account(), n.cause
    from needed n order by n.shareholder_id, n.cause
    on conflict do nothing
    returning t.id, t.assignee_id, t.title
  )
  select d.id, d.assignee_id, d.title, true from done d
  union all select m.id, m.assignee_id, m.title, false from made m;
end $$;

-- Makes uploads of the account the files of a message that it has just written, in this order. Returns how many there were: those of
-- others, those that were sent already and those of more than a day ago are none.
create or replace function attach_to_message(written uuid, uploads uuid[]) returns integer
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  attached integer;
begin
  if not exists (select 1 from message m where m.org_id = app_org() and m.id = written and m.account_id = app_account())
    or exists (select 1 from message_file f where f.org_id = app_org() and f.message_id = written) then
    raise exception 'no new message of this account' using errcode = 'insufficient_privilege';
  end if;
  with taken as (
    delete from message_upload u using unnest(uploads) with ordinality as asked (id, at)
    where u.org_id = app_org() and u.account_id = app_account() and u.id = asked.id and u.expires_at > now()
    returning u.*, asked.at)
  insert into message_file (org_id, id, message_id, position, name, file_size, content_type, sha256, storage_key)
    select t.org_id, t.id, written, t.at, t.name, t.file_size, t.content_type, t.sha256, t.storage_key from taken t;
  get diagnostics attached = row_count;
  return attached;
end $$;

-- Which messages of the account somebody of the company has read. It does not learn who, nor when.
create or replace function read_by_company(thread_asked uuid) returns setof uuid
language sql stable security definer set search_path = public, pg_temp as $$
  select m.id from message m
  where m.org_id = app_org() and m.thread_id = thread_asked and m.account_id = app_account()
    and exists (select 1 from message_read r where r.org_id = m.org_id and r.message_id = m.id and r.shareholder_id is null)
$$;
