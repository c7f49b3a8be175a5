-- What the server does with a payout provider, outside a request of a person.

-- Begins a transaction in the name of who handed the batch over, or of an owner when that person may no longer pay. Returns no row
-- for a batch that was not handed over.
create or replace function app_begin_payout(batch uuid) returns table (account_id uuid, org_id uuid, role text, time_zone text)
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform require_system();
  select m.account_id, m.org_id, m.role, o.time_zone into account_id, org_id, role, time_zone
    from payout_handover v
    join organization o on o.id = v.org_id
    join membership m on m.org_id = v.org_id and m.status = 'active' and m.role in ('owner', 'admin') and not is_over(m.expires_at, o.time_zone)
    where v.batch_id = batch
    order by m.account_id = v.account_id desc, m.role = 'owner' desc, m.id limit 1;
  if not found then return; end if;
  if time_zone is not null and not enter_time_zone(time_zone) then time_zone := null; end if;
  perform begin_context(account_id, org_id, role, null);
  return next;
end $$;

-- Takes batches that are to be handed over now. Until the lease ends, no other process takes them.
create or replace function take_handovers(lease_seconds integer, at_most integer) returns table (batch_id uuid, attempts integer)
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform require_system();
  return query
  update payout_handover v set attempts = v.attempts + 1, next_attempt_at = now() + make_interval(secs => lease_seconds)
    where v.batch_id in (select d.batch_id from payout_handover d where d.accepted_at is null and d.next_attempt_at <= now()
                         order by d.next_attempt_at limit at_most for update skip locked)
    returning v.batch_id, v.attempts;
end $$;

-- Notes that the provider took a batch, or why it did not and when to try again.
create or replace function note_handover(batch uuid, failure text, pause_seconds double precision) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform require_system();
  if failure is null then
    update payout_handover v set accepted_at = coalesce(v.accepted_at, now()), last_error = null where v.batch_id = batch;
  else
    update payout_handover v set last_error = failure, next_attempt_at = now() + make_interval(secs => pause_seconds)
      where v.batch_id = batch and v.accepted_at is null;
  end if;
end $$;

-- Takes open batches whose provider was not asked for results for so long.
create or replace function take_awaited_results(every_seconds integer, at_most integer) returns table (batch_id uuid)
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform require_system();
  return query
  update payout_handover v set results_asked_at = now()
    where v.batch_id in (
      select d.batch_id from payout_handover d join payment_batch b on b.org_id = d.org_id and b.id = d.batch_id and b.status = 'open'
      where d.accepted_at is not null and coalesce(d.results_asked_at, d.accepted_at) <= now() - make_interval(secs => every_seconds)
      order by coalesce(d.results_asked_at, d.accepted_at) limit at_most for update of d skip locked)
    returning v.batch_id;
end $$;
