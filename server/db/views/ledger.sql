-- The ledger's entries, what each of them changed, and imports.

-- Entries, newest first. `is_imported` marks an entry that came with an import: it is taken back only with the whole import.
-- The two parts are each sorted in this order, so that PostgreSQL can merge them. The entry that voids another is looked up for
-- each entry shown, not collected for all. The second part holds the entries that were taken back and then written again under
-- the same id: their `id` also contains their number. There are no more of them than entries that void another.
create or replace view transaction_view with (security_invoker = true) as
  (select l.org_id, l.id::text as id, l.seq, l.object_type, l.effective_date as date, l.security_id, l.summary, l.recorded_at, l.actor,
          l.stakeholder_id, l.voids_seq, (select v.seq from ledger_tx v where v.org_id = l.org_id and v.voids_seq = l.seq) as voided_by_seq,
          case when l.voids_seq is not null then 'voiding'
               when (select v.seq from ledger_tx v where v.org_id = l.org_id and v.voids_seq = l.seq) is not null then 'voided' else 'in_force' end as status,
          l.import_id is not null as is_imported, l.actor_id::text as actor_id
   from ledger_tx l
     where (select v.seq from ledger_tx v where v.org_id = l.org_id and v.voids_seq = l.seq) is null
       or not exists (select 1 from ledger_tx n where n.org_id = l.org_id and n.id = l.id and n.seq > l.seq and n.voids_seq is null)
     order by l.seq desc nulls last)
  union all
  (select l.org_id, l.id || '@' || l.seq, l.seq, l.object_type, l.effective_date, l.security_id, l.summary, l.recorded_at, l.actor,
          l.stakeholder_id, l.voids_seq, v.seq, 'voided', l.import_id is not null, l.actor_id::text
   from ledger_tx v join ledger_tx l on l.org_id = v.org_id and l.seq = v.voids_seq
     where v.voids_seq is not null
       and exists (select 1 from ledger_tx n where n.org_id = l.org_id and n.id = l.id and n.seq > l.seq and n.voids_seq is null)
     order by l.seq desc nulls last);

-- How each entry changed holdings: a security was issued (step 0), part of it left (step 1), or it ended (step 2). The cap
-- table applies the same text to a replayed ledger (server/reports/capTable/capTableSource.ts).
create or replace view position_change with (security_invoker = true) as
  select s.org_id, s.issue_seq as seq, s.issued_on as on_date, 0 as step, s.security_id, s.stakeholder_id, s.kind, s.stock_class_id,
         coalesce(s.quantity, s.amount, 0)::numeric as change
  from security s
  union all
  select d.org_id, d.tx_seq, d.on_date, 1, d.security_id, s.stakeholder_id, s.kind, s.stock_class_id, -d.quantity::numeric
  from reduction d join security s on s.org_id = d.org_id and s.security_id = d.security_id
  union all
  select t.org_id, t.tx_seq, t.on_date, 2, t.security_id, s.stakeholder_id, s.kind, s.stock_class_id,
         coalesce((select r.gone from taken_out(t.org_id) r where r.security_id = t.security_id), 0)
         - coalesce(s.quantity, s.amount, 0)::numeric
  from termination t join security s on s.org_id = t.org_id and s.security_id = t.security_id;

-- Imports with their last step and the findings of their last check. `actor_id` is the account that uploaded the package, so
-- that its owner reads "You".
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
