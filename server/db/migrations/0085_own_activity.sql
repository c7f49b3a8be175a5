-- A holder is told of the splits of what they hold. The entry of a split names no holder, and the rest of it is not theirs: only
-- whether one of its entries is about the reader counts.
create function splits_of_own() returns table (at timestamptz, actor_id uuid, actor text, share_class_id text, numerator numeric, denominator numeric, on_date date)
language sql stable security definer set search_path = public, pg_temp as $$
  select l.recorded_at, l.actor_id, l.actor, p.stock_class_id, trim_scale(p.numerator), trim_scale(p.denominator), p.effective_date
  from ledger_tx l join split p on p.org_id = l.org_id and p.tx_seq = l.seq
  where l.org_id = app_org() and l.object_type = 'TX_STOCK_CLASS_SPLIT' and l.command_seq in (
    select o.command_seq from ledger_tx o where o.org_id = app_org() and o.stakeholder_id = app_shareholder())
  order by l.seq desc
$$;

-- Who uploaded a package, so that they read "You".
create or replace view import_view with (security_invoker = true) as
  with latest as (
    select distinct on (org_id, import_id) org_id, import_id, position, step,
           (select max(s.findings_step) from import_step s where s.org_id = i.org_id and s.import_id = i.import_id) as findings_step
    from import_step i order by org_id, import_id, position desc),
  found as (
    select f.org_id, f.import_id, f.step, coalesce(sum(times) filter (where severity = 'error'), 0) as errors,
           coalesce(sum(times) filter (where severity = 'warning'), 0) as warnings
    from finding f group by 1, 2, 3)
  select b.org_id, b.id, b.file_name, b.issuer_name, b.ocf_version, b.as_of, coalesce(l.step, 'checked') as status,
         coalesce(l.step = 'applied', false) as applied,
         (select coalesce(sum(value::bigint), 0) from jsonb_each_text(b.counts)) as objects,
         coalesce(f.errors, 0) as errors, coalesce(f.warnings, 0) as warnings,
         b.created_at, a.first_name || ' ' || a.last_name as actor, b.created_by::text as actor_id
  from import_batch b
  left join lateral org_person(b.created_by) a on true
  left join latest l on l.org_id = b.org_id and l.import_id = b.id
  left join found f on f.org_id = b.org_id and f.import_id = b.id and f.step = coalesce(l.findings_step, 0);
