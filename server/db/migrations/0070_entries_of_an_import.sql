-- An entry says whether it came with an import: it is taken back with the whole of it, never alone.
create or replace view transaction_view with (security_invoker = true) as
  with superseded as (
    select l.org_id, l.seq from ledger_tx v join ledger_tx l on l.org_id = v.org_id and l.seq = v.voids_seq
    where v.voids_seq is not null
      and exists (select 1 from ledger_tx n where n.org_id = l.org_id and n.id = l.id and n.seq > l.seq and n.voids_seq is null))
  select l.org_id, l.id::text as id, l.seq, l.object_type, l.effective_date as date, l.security_id, l.summary, l.recorded_at, l.actor,
         l.stakeholder_id, l.voids_seq, (select v.seq from ledger_tx v where v.org_id = l.org_id and v.voids_seq = l.seq) as voided_by_seq,
         case when l.voids_seq is not null then 'voiding'
              when exists (select 1 from ledger_tx v where v.org_id = l.org_id and v.voids_seq = l.seq) then 'voided' else 'in_force' end as status,
         l.import_id is not null as is_imported
  from ledger_tx l where (l.org_id, l.seq) not in (select org_id, seq from superseded)
  union all
  select l.org_id, l.id || '@' || l.seq, l.seq, l.object_type, l.effective_date, l.security_id, l.summary, l.recorded_at, l.actor,
         l.stakeholder_id, l.voids_seq, (select v.seq from ledger_tx v where v.org_id = l.org_id and v.voids_seq = l.seq), 'voided',
         l.import_id is not null
  from superseded s join ledger_tx l on l.org_id = s.org_id and l.seq = s.seq;
