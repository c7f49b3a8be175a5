-- What people are told of. Only these functions reach the tables, so that a notice is read by the account that it was written
-- for, in whichever company that account works at the moment.

-- Queues the jobs that mail a company's notices at these times: one for each minute. Many mails do not delay a single one.
create or replace function queue_notice_mails(org uuid, due_at timestamptz[]) returns void
language sql security definer set search_path = public, pg_temp as $$
  insert into job (id, kind, lane, turn_of, next_attempt_at, is_ready)
    select gen_random_uuid(), 'notices', case when cardinality(due_at) > 20 then 'bulk' else 'single' end, org, max(d), max(d) <= now()
    from unnest(due_at) d group by case when d > now() then date_trunc('minute', d) end
$$;

-- Writes a notice for each person named by `told`, and notes that it is to be mailed. Each of its elements has `id`, the record;
-- `words`; and `holder`, whose linked account is told, or `account`, one person of the company. With neither, everybody is told
-- who keeps the company's books. Nobody is told of what they did themselves.
create or replace function write_notices(org uuid, by_account uuid, of_kind text, told jsonb, of_resource text, of_event text, may_wait boolean, told_at timestamptz) returns void
language sql security definer set search_path = public, pg_temp as $$
  with asked as (
    select t ->> 'holder' as holder, t ->> 'account' as account, t ->> 'id' as record, coalesce(t -> 'words', '{}') as words
    from jsonb_array_elements(told) t
  ), people as (
    select m.account_id, a.holder, a.record, a.words from asked a
      join membership m on m.org_id = org and m.shareholder_id = a.holder and is_current(m)
    union all
    select m.account_id, null, a.record, a.words from asked a
      join membership m on m.org_id = org and m.role <> 'shareholder' and m.account_id::text = a.account and is_current(m)
    union all
    select m.account_id, null, a.record, a.words from asked a
      join membership m on m.org_id = org and m.role in ('owner', 'admin', 'staff') and is_current(m)
      where a.holder is null and a.account is null
  ), added as (
    insert into notice (org_id, id, account_id, shareholder_id, kind, resource, record_id, event, words, created_at)
      select org, gen_random_uuid(), p.account_id, p.holder, of_kind, of_resource, p.record, of_event, p.words, told_at
      from people p where p.account_id is distinct from by_account
      on conflict do nothing
      returning id, account_id
  ), mailed as (
    insert into notice_mail (org_id, notice_id, account_id, waits, due_at)
      select org, a.id, a.account_id, may_wait, case when may_wait then greatest(now(), g.sent_at + interval '1 hour') else now() end
      from added a left join notice_digest g on g.account_id = a.account_id
      returning due_at
  )
  select queue_notice_mails(org, array_agg(due_at)) from mailed having count(*) > 0
$$;

-- The same in the company of the current person. A holder tells the company; other holders hear of them only in a conversation
-- that all of its members see.
create or replace function add_notices(of_kind text, told jsonb, of_resource text, of_event text, may_wait boolean, told_at timestamptz) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if app_role() is null then raise exception 'not a member of the company' using errcode = 'insufficient_privilege'; end if;
  if not app_writes() then
    told := (select coalesce(jsonb_agg(t), '[]') from jsonb_array_elements(told) t
      where t ->> 'account' is null and (t ->> 'holder' is null or of_resource = 'messages' and exists (
        select 1 from thread h join thread_participant own on own.org_id = h.org_id and own.thread_id = h.id and own.shareholder_id = app_shareholder()
          join thread_participant other on other.org_id = h.org_id and other.thread_id = h.id and other.shareholder_id = t ->> 'holder'
        where h.org_id = app_org() and h.id::text = t ->> 'id' and h.mode = 'group')));
  end if;
  perform write_notices(app_org(), app_account(), of_kind, told, of_resource, of_event, may_wait, told_at);
end $$;

-- Whether the person may still see what a notice tells of. A membership that ended, a document that is no longer shown, a task
-- given to somebody else, a distribution that was cancelled: the notice is then gone.
create or replace function notice_is_shown(n notice) returns boolean
language plpgsql stable set search_path = public, pg_temp as $$
declare
  is_editor boolean;
begin
  select m.role in ('owner', 'admin', 'staff') into is_editor
    from membership m join organization o on o.id = m.org_id
    where m.org_id = n.org_id and m.account_id = n.account_id and m.status = 'active' and not is_over(m.expires_at, o.time_zone)
      and (case when n.shareholder_id is null then m.role <> 'shareholder' else m.shareholder_id = n.shareholder_id end);
  if not found then return false; end if;
  if n.shareholder_id is null and not is_editor and n.resource <> 'tasks' then return false; end if;
  case n.resource
    when 'tasks' then return exists (select 1 from task t where t.org_id = n.org_id and t.id = n.record_id::uuid
      and t.assignee_id = coalesce(n.shareholder_id, n.account_id::text));
    when 'documents' then return exists (select 1 from document_shown_to v where v.org_id = n.org_id and v.document_id = n.record_id::uuid
      and v.shareholder_id = n.shareholder_id);
    when 'payments' then return exists (select 1 from payment p where p.org_id = n.org_id and p.id = n.record_id::uuid
      and p.shareholder_id = coalesce(n.shareholder_id, p.shareholder_id) and p.failure_reason is distinct from 'distribution_cancelled');
    when 'messages' then return exists (select 1 from thread t where t.org_id = n.org_id and t.id = n.record_id::uuid
      and (n.shareholder_id is null or exists (select 1 from thread_participant p where p.org_id = t.org_id and p.thread_id = t.id and p.shareholder_id = n.shareholder_id)));
    when 'shareholders' then return exists (select 1 from shareholder h where h.org_id = n.org_id and h.id = n.record_id);
    when 'join-requests' then return exists (select 1 from join_request j where j.org_id = n.org_id and j.id = n.record_id::uuid);
    else return exists (select 1 from security s where s.org_id = n.org_id and s.security_id = n.record_id
      and s.stakeholder_id = coalesce(n.shareholder_id, s.stakeholder_id));
  end case;
end $$;

-- The notices of the current account in all its companies, newest first: those before one of them, or a single one.
create or replace function own_notices(only_id uuid, before_id uuid, at_most integer)
returns table (id uuid, kind text, resource text, record_id text, words jsonb, created_at timestamptz, read_at timestamptz, client_name text, client_display_name text)
language sql stable security definer set search_path = public, pg_temp as $$
  select n.id, n.kind, n.resource, n.record_id, n.words, n.created_at, n.read_at, o.client_name, o.client_display_name
  from notice n join organization o on o.id = n.org_id
  where n.account_id = app_account() and (only_id is null or n.id = only_id)
    and (before_id is null or (n.created_at, n.id) < (select b.created_at, b.id from notice b where b.account_id = n.account_id and b.id = before_id))
    and notice_is_shown(n)
  order by n.created_at desc, n.id desc limit at_most
$$;

-- How many of them are unread, counted to a hundred among the newest five hundred, because every page asks and each costs a
-- question whether it is still shown.
create or replace function unread_notices() returns integer
language sql stable security definer set search_path = public, pg_temp as $$
  select count(*)::integer from (
    select 1 from (
      select n as candidate from notice n where n.account_id = app_account() and n.read_at is null order by n.created_at desc limit 500
    ) newest where notice_is_shown(newest.candidate) limit 100) shown
$$;

-- Marks one of the current account's notices as read, or all of them. Returns whether there is such a notice.
create or replace function read_notices(only_id uuid) returns boolean
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update notice n set read_at = coalesce(n.read_at, now())
    where n.account_id = app_account() and (n.id = only_id or only_id is null and n.read_at is null);
  return found;
end $$;

-- The kinds of which the current account wants no mail.
create or replace function own_notice_refusals() returns setof text
language sql stable security definer set search_path = public, pg_temp as $$
  select r.kind from notice_refusal r where r.account_id = app_account()
$$;

-- Turns the mails of some kinds on or off, for the current account. Returns whether that changed anything.
create or replace function choose_notice_mails(kinds text[], by_mail boolean) returns boolean
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if app_account() is null then raise exception 'nobody is signed in' using errcode = 'insufficient_privilege'; end if;
  if by_mail then
    delete from notice_refusal r where r.account_id = app_account() and r.kind = any (kinds);
  else
    insert into notice_refusal select app_account(), k.kind from unnest(kinds) as k (kind) on conflict do nothing;
  end if;
  return found;
end $$;

-- Turns them off for the account that a mailed link names. Returns whether that changed anything.
create or replace function refuse_notice_mails(of_account uuid, kinds text[]) returns boolean
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform require_system();
  insert into notice_refusal select a.id, k.kind from account a, unnest(kinds) as k (kind) where a.id = of_account on conflict do nothing;
  return found;
end $$;

-- Takes what is to be mailed now to up to fifty people of a company: what goes at once, and what was collected for them in all of
-- their companies, unless they were mailed such within the hour. No other process takes the same meanwhile; a transaction that does
-- not commit leaves it to the next. Leaves out what the person has read, refused or may not see any more, tasks that are done, what
-- is older than three days, and everything for an address that was never confirmed or belongs to the sample company. Returns how
-- many people that were, and the notices.
create or replace function take_notices(of_org uuid, out people integer, out notices jsonb)
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  whom uuid[]; later record;
begin
  perform require_system();
  select array_agg(t.account_id) into whom from (
    select d.account_id from notice_mail d where d.org_id = of_org and d.due_at <= now() order by d.due_at, d.notice_id limit 50 for update skip locked) t;
  select coalesce(count(distinct w), 0) into people from unnest(whom) w;
  for later in with put_off as (
    update notice_mail d set due_at = g.sent_at + interval '1 hour' from notice_digest g
      where d.account_id = any (whom) and d.waits and d.due_at <= now() and g.account_id = d.account_id and g.sent_at > now() - interval '1 hour'
      returning d.org_id, d.due_at
  ) select p.org_id, array_agg(p.due_at) as due_at from put_off p group by p.org_id loop
    perform queue_notice_mails(later.org_id, later.due_at);
  end loop;
  with taken as (
    delete from notice_mail d where (d.org_id, d.notice_id) in (
        select m.org_id, m.notice_id from notice_mail m where m.account_id = any (whom) and m.due_at <= now() for update skip locked)
      returning d.org_id, d.notice_id, d.account_id, d.waits, d.queued_at
  )
  select coalesce(jsonb_agg(jsonb_build_object('account_id', a.id, 'address', a.email, 'id', n.id, 'kind', n.kind, 'waits', t.waits, 'words', n.words, 'locale', a.locale,
      'org_id', o.id, 'company', o.client_display_name) order by a.id, o.client_display_name, o.id, n.created_at, n.id), '[]') into notices
    from taken t join notice n on n.org_id = t.org_id and n.id = t.notice_id
      join account a on a.id = t.account_id join organization o on o.id = t.org_id
    where a.email_confirmed_at is not null and not a.is_demo and n.read_at is null and t.queued_at > now() - interval '3 days'
      and not exists (select 1 from notice_refusal r where r.account_id = a.id and r.kind = n.kind) and notice_is_shown(n)
      and not (n.resource = 'tasks' and exists (select 1 from task d where d.org_id = n.org_id and d.id::text = n.record_id
                                                and d.status in ('completed', 'cancelled')));
  insert into notice_digest select distinct (t ->> 'account_id')::uuid, now() from jsonb_array_elements(notices) t where (t ->> 'waits')::boolean
    on conflict (account_id) do update set sent_at = excluded.sent_at;
end $$;
