-- A finding may stand for all that are left out of its rule: how many they are.
alter table finding add column times integer not null default 1 check (times > 0);

drop view import_view;
create view import_view with (security_invoker = true) as
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
         b.created_at, a.first_name || ' ' || a.last_name as actor
  from import_batch b
  join account a on a.id = b.created_by
  left join latest l on l.org_id = b.org_id and l.import_id = b.id
  left join found f on f.org_id = b.org_id and f.import_id = b.id and f.step = coalesce(l.findings_step, 0);
