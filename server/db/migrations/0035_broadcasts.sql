-- A thread to several holders is a broadcast unless a group was chosen: what a holder answers is seen by the account
-- that wrote it and the company alone, whoever has the holder's record later. Who wrote a message, and whether for the company, is kept with it as it was when it was written.
alter table thread add column mode text not null default 'broadcast' check (mode in ('broadcast', 'group'));
alter table message add column for_company boolean not null default false;
alter table message add column shareholder_id text;
alter table message add constraint message_of_one_side check (not for_company or shareholder_id is null);

-- Threads of before become broadcasts. An answer belongs to the holder whose account wrote it, or to the one holder there
-- is in the thread; one that can be given to nobody is left to the company.
update message m set for_company = true
  where not exists (select 1 from membership s where s.org_id = m.org_id and s.account_id = m.account_id and s.role = 'shareholder');
update message m set shareholder_id = coalesce(
    (select p.shareholder_id from membership s join thread_participant p on p.org_id = s.org_id and p.shareholder_id = s.shareholder_id
      where s.org_id = m.org_id and s.account_id = m.account_id and p.thread_id = m.thread_id),
    (select min(p.shareholder_id) from thread_participant p where p.org_id = m.org_id and p.thread_id = m.thread_id having count(*) = 1))
  where not m.for_company;

drop policy reads on message;
create policy reads on message for select using (org_id = (select app_org()) and (
  (select app_reads_all()) or exists (
    select 1 from thread_participant p join thread t on t.org_id = p.org_id and t.id = p.thread_id
    where p.org_id = message.org_id and p.thread_id = message.thread_id and p.shareholder_id = (select app_shareholder())
      and (t.mode = 'group' or message.for_company or message.account_id = (select app_account())))));
drop policy inserts on message;
create policy inserts on message for insert with check (org_id = (select app_org()) and account_id = (select app_account()) and case
  when (select app_writes()) then for_company
  else not for_company and shareholder_id = (select app_shareholder()) and exists (
    select 1 from thread_participant p where p.org_id = message.org_id and p.thread_id = message.thread_id and p.shareholder_id = (select app_shareholder()))
  end);
drop policy inserts on thread;
create policy inserts on thread for insert with check (org_id = (select app_org()) and (
  (select app_writes()) or ((select app_shareholder()) is not null and created_by = (select app_account()) and mode = 'broadcast')));

-- What was answered to the company alone is never opened to others afterwards.
create function thread_mode_stays() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if new.mode <> old.mode then raise exception 'a thread keeps the mode it was started in' using errcode = 'check_violation'; end if;
  return new;
end $$;
create trigger thread_mode before update on thread for each row execute function thread_mode_stays();

-- When it was last updated is, for a holder, the last message that they can read: others' answers leave no trace. The subject
-- is for who can read whoever wrote it: an account that gets a record later does not see what another asked of the company.
create view thread_view with (security_invoker = true) as
  select t.org_id, t.id,
         case when (select app_reads_all()) or t.created_by = (select app_account()) or exists (
                select 1 from message m where m.org_id = t.org_id and m.thread_id = t.id and m.account_id = t.created_by and m.for_company)
              then t.subject else 'Earlier conversation' end as subject, t.mode, t.is_closed, t.created_at, t.version,
         case when (select app_reads_all()) then t.updated_at
              else coalesce((select max(m.at) from message m where m.org_id = t.org_id and m.thread_id = t.id
                               and (t.mode = 'group' or m.for_company or m.account_id = (select app_account()))), t.created_at)
         end as updated_at
  from thread t;

-- Who takes part: to the company all of them, to a holder the members of a group, and of anything else themselves.
create function thread_members(thread_asked uuid) returns table (id text, name text)
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
