-- Whose service unvested shares depend on, and when it ended. Vesting follows the shares: who was given them first serves for them,
-- also when a trust, a spouse or a company holds them now (docs/decisions/plans-vesting-and-leaving.md).

-- For each of these securities, by whose service it vests, and since when: the holder of the first form of it that vests. Behind
-- stock of an early exercise is its grant. Stock that had vested when it was transferred has no schedule, and nobody serves for it.
create or replace function served_by(org uuid, securities text[])
returns table (security_id text, stakeholder_id text, since date) stable language sql as $$
  with recursive behind (id, at, next) as (
    select i.id, i.id, null::text from unnest($2) i (id)
    union
    select b.id, f.security_id, b.at from behind b
    join resulting r on r.org_id = $1 and r.result_security_id = b.at
    join security f on f.org_id = $1 and f.security_id = r.from_security_id
    join ledger_tx l on l.org_id = $1 and l.seq = f.issue_seq and (f.kind = 'EQUITY_COMPENSATION' or l.ocf ?| array['vesting_terms_id', 'vestings'])
  ), first (id, at) as (
    select distinct b.id, b.at from behind b where not exists (select 1 from behind o where o.id = b.id and o.next = b.at)
  ), found (id, at) as (
    select first.id, first.at from first
    union all
    -- Without a first one, which only a circle of an import makes, the present holder.
    select i.id, i.id from unnest($2) i (id) where not exists (select 1 from first where first.id = i.id))
  select found.id, f.stakeholder_id::text, coalesce(f.first_issued_on, f.issued_on)
  from found join security f on f.org_id = $1 and f.security_id = found.at
$$;

-- The day after which nothing of these securities vests, for those of which the service ended; of several services the first that
-- did. A holder may not read whose it is, so it runs as the owner, and answers for what the reader may see. Planned for each call: a
-- plan that was kept from a company of ten entries reads every security of one of a hundred thousand.
create or replace function service_ended(securities text[]) returns table (security_id text, stopped_on date)
stable language sql security definer set search_path = public, pg_temp set plan_cache_mode = force_custom_plan as $$
  select b.security_id, min(b.ended_on) from (
    select s.security_id, (
      select max(e.effective_date) from stakeholder_change e
      where e.org_id = app_org() and e.stakeholder_id = s.stakeholder_id and e.new_status like 'TERMINATION\_%' and e.effective_date >= s.since
        and not exists (select 1 from stakeholder_change b where b.org_id = e.org_id and b.stakeholder_id = e.stakeholder_id and b.new_status = 'ACTIVE'
                        and b.effective_date >= e.effective_date)) as ended_on
    from served_by(app_org(), securities) s
    where app_reads_all() or app_owns_security(s.security_id)
  ) b where b.ended_on is not null group by b.security_id
$$;
