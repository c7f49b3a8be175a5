-- What waits to be sent is the worker's: its text is sealed under a key of the installation (server/auth/secrets.ts), and
-- the application's login reaches the table through these functions alone.

-- What was waiting when this came is sent as it is.
alter table outbox add column is_sealed boolean not null default false;

-- One that does not leave is written too, without its text, where an answer may not tell by its time that nothing was sent.
create function queue_message(new_id uuid, by_channel text, to_whom text, about text, sealed text, ttl_seconds integer, leaves boolean) returns void
language sql security definer set search_path = public, pg_temp as $$
  insert into outbox (id, channel, recipient, subject, body, is_sealed, expires_at, sent_at)
    values (new_id, by_channel, case when leaves then to_whom else '' end, about, case when leaves then sealed else '' end, true,
            now() + make_interval(secs => ttl_seconds), case when not leaves then now() end)
$$;

-- The oldest that are due, leased by moving their next attempt into the future.
create function take_messages(lease_seconds integer, at_most integer)
returns table (id uuid, channel text, recipient text, subject text, body text, is_sealed boolean, attempts integer, is_expired boolean)
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform require_system();
  return query
  update outbox o set attempts = o.attempts + 1, next_attempt_at = now() + make_interval(secs => lease_seconds)
    where o.id in (select d.id from outbox d where d.sent_at is null and d.failed_at is null and d.next_attempt_at <= now()
                   order by d.created_at limit at_most for update skip locked)
    returning o.id, o.channel, o.recipient, o.subject, o.body, o.is_sealed, o.attempts, coalesce(o.expires_at < now(), false);
end $$;

-- The text may hold a code: it is not kept once it has left.
create function message_left(message uuid) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform require_system();
  update outbox set sent_at = now(), body = '' where id = message;
end $$;

-- Nor once it will not leave any more.
create function message_stayed(message uuid, reason text, pause_seconds double precision, gives_up boolean) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform require_system();
  update outbox set last_error = reason, next_attempt_at = now() + make_interval(secs => pause_seconds),
    failed_at = case when gives_up or expires_at < now() then now() end,
    body = case when gives_up or expires_at < now() then '' else body end
  where id = message;
end $$;

-- Of people who are not signed in: what they were answered, for a day.
create function public_answer(of_scope bytea) returns table (request_hash bytea, body text)
language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
  perform require_system();
  return query select k.request_hash, k.body from public_idempotency_key k where k.scope = of_scope and k.created_at > now() - interval '24 hours';
end $$;
create function keep_public_answer(of_scope bytea, of_request bytea, answer text) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform require_system();
  delete from public_idempotency_key where created_at < now() - interval '24 hours';
  insert into public_idempotency_key (scope, request_hash, body) values (of_scope, of_request, answer) on conflict do nothing;
end $$;
-- Its fingerprints were made without a key, and a request may hold a password.
delete from public_idempotency_key;

-- The mailbox behind an address: what stands after a plus is a label of the same person's.
create function mailbox_of(address text) returns text language sql immutable set search_path = public, pg_temp as $$
  select regexp_replace(lower(address), '^([^@+]+)[+][^@]*@', '\1@')
$$;
create function has_confirmed_owner(org uuid) returns boolean
language sql stable security definer set search_path = public, pg_temp as $$
  select exists (select 1 from membership m join account a on a.id = m.account_id
                 where m.org_id = org and m.role = 'owner' and m.status = 'active' and a.email_confirmed_at is not null)
$$;

-- What stands in the way of inviting a holder of the current organisation by mail, and for how long. A mailbox gets three an
-- hour and ten a day, of which one company sends at most two and six, or one and three until its owner's mailbox is
-- confirmed; all that are not confirmed send two and seven together: so nobody uses up the way of another. What the mailbox's owner
-- accepted is welcome, and leaves these shares. A company sends a hundred a day until the mailbox of its owner is confirmed, and from then on a holder whose invitation still waits gets one a day.
-- No row: nothing. Two at once wait for one another.
alter table invitation add column accepted_at timestamptz;
create index invitation_mailbox on invitation (mailbox_of(email), created_at);
create function invitation_limit(address text, holder text) returns table (reason text, seconds integer)
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  mailbox text := mailbox_of(address);
  is_confirmed boolean;
begin
  perform 1 from organization where id = app_org() for update;
  perform pg_advisory_xact_lock(hashtextextended('invitation to ' || mailbox, 0));
  is_confirmed := has_confirmed_owner(app_org());
  return query
    with mailed as (
      select i.created_at, i.accepted_at is null and i.org_id = app_org() as is_own,
             i.accepted_at is null and not has_confirmed_owner(i.org_id) as is_unconfirmed from invitation i
        where mailbox_of(i.email) = mailbox and i.created_at > now() - interval '1 day')
    select l.reason, ceil(extract(epoch from l.created_at + l.span - now()))::integer from (
      (select 'mailbox' as reason, m.created_at, interval '1 hour' as span from mailed m order by m.created_at desc offset 2 limit 1)
      union all
      (select 'mailbox', m.created_at, interval '1 day' from mailed m order by m.created_at desc offset 9 limit 1)
      union all
      (select 'mailbox', m.created_at, interval '1 hour' from mailed m where m.is_own order by m.created_at desc offset 1 limit 1)
      union all
      (select 'mailbox', m.created_at, interval '1 day' from mailed m where m.is_own order by m.created_at desc offset 5 limit 1)
      union all
      (select 'unconfirmed', m.created_at, interval '1 hour' from mailed m
         where not is_confirmed and m.is_own order by m.created_at desc limit 1)
      union all
      (select 'unconfirmed', m.created_at, interval '1 day' from mailed m
         where not is_confirmed and m.is_own order by m.created_at desc offset 2 limit 1)
      union all
      (select 'unconfirmed', m.created_at, interval '1 hour' from mailed m
         where not is_confirmed and m.is_unconfirmed order by m.created_at desc offset 1 limit 1)
      union all
      (select 'unconfirmed', m.created_at, interval '1 day' from mailed m
         where not is_confirmed and m.is_unconfirmed order by m.created_at desc offset 6 limit 1)
      union all
      (select 'company', i.created_at, interval '1 day' from invitation i
         where i.org_id = app_org() and not is_confirmed order by i.created_at desc offset 99 limit 1)
      union all
      (select 'holder', i.created_at, interval '1 day' from invitation i
         where i.org_id = app_org() and i.shareholder_id = holder and mailbox_of(i.email) = mailbox and is_confirmed
           and i.used_at is null order by i.created_at desc limit 1)) l
    where l.created_at + l.span > now() order by 2 desc limit 1;
end $$;
