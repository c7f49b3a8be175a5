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

-- Notes that a call to the provider begins, from which on the batch cannot be withdrawn. False when it is withdrawn, or taken.
create or replace function begin_handover(batch uuid) returns boolean
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform require_system();
  update payout_handover v set attempts = v.attempts + 1 where v.batch_id = batch and v.accepted_at is null;
  return found;
end $$;

-- Notes that the provider took a batch, or why it did not.
create or replace function note_handover(batch uuid, failure text) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform require_system();
  update payout_handover v set last_error = failure, accepted_at = case when failure is null then coalesce(v.accepted_at, now()) end
    where v.batch_id = batch and (failure is null or v.accepted_at is null);
end $$;

-- Whether the provider has a batch that is still open.
create or replace function awaits_results(batch uuid) returns boolean
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform require_system();
  return exists (select 1 from payout_handover v join payment_batch b on b.org_id = v.org_id and b.id = v.batch_id
    where v.batch_id = batch and v.accepted_at is not null and b.status = 'open');
end $$;

-- Queues the jobs of open batches that have none, as after a restore: backups leave jobs out.
create or replace function resume_handovers() returns void
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform require_system();
  insert into job (id, kind, lane, turn_of, details)
    select gen_random_uuid(), case when v.accepted_at is null then 'hand_over' else 'ask_for_results' end, 'slow', v.org_id, jsonb_build_object('batch_id', v.batch_id)
    from payout_handover v join payment_batch b on b.org_id = v.org_id and b.id = v.batch_id
    where b.status = 'open' and not exists (select 1 from job j where j.turn_of = v.org_id and j.kind in ('hand_over', 'ask_for_results')
      and j.ended_at is null and j.details ->> 'batch_id' = v.batch_id::text);
end $$;
