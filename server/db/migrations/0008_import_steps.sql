-- What an import found is kept for each time it was checked and applied: step 0 when it was read, else its step.
alter table finding add column step integer not null default 0;
alter table finding drop constraint finding_pkey;
alter table finding add primary key (org_id, import_id, step, position);

-- Which of them belong to an application.
alter table import_step add column findings_step integer not null default 0;

drop view import_view;
create view import_view with (security_invoker = true) as
  with latest as (
    select distinct on (org_id, import_id) org_id, import_id, position, step,
           (select max(s.findings_step) from import_step s where s.org_id = i.org_id and s.import_id = i.import_id) as findings_step
    from import_step i order by org_id, import_id, position desc),
  found as (
    select f.org_id, f.import_id, f.step, count(*) filter (where severity = 'error') as errors, count(*) filter (where severity = 'warning') as warnings
    from finding f group by 1, 2, 3)
  select b.org_id, b.id, b.file_name, b.issuer_name, b.ocf_version, b.as_of, coalesce(l.step, 'checked') as status,
         coalesce(l.step = 'applied', false) as applied,
         (select coalesce(sum(value::bigint), 0) from jsonb_each_text(b.counts)) as objects,
         coalesce(f.errors, 0) as errors, coalesce(f.warnings, 0) as warnings,
         b.created_at, a.first_name || ' ' || a.last_name as actor
  from import_batch b
  join account a on a.id = b.created_by
  left join latest l on l.org_id = b.org_id and l.import_id = b.id
  left join found f on f.org_id = b.org_id and f.import_id = b.id
and f.step = coalesce(l.findings_step, 0);
