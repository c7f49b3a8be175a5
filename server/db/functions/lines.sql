-- A security and the forms of it that splits and changes in part replaced.

-- Whether something was exercised, or released, of a security or of an earlier form of it by the end of the day.
create or replace function was_exercised(org uuid, security text, day date) returns boolean stable language sql as $$
  with recursive line (id, kind, holder) as (
    select s.security_id, s.kind, s.stakeholder_id from security s where s.org_id = $1 and s.security_id = $2
    union
    select f.security_id, f.kind, f.stakeholder_id from line l join resulting r on r.org_id = $1 and r.result_security_id = l.id
    join security f on f.org_id = $1 and f.security_id = r.from_security_id and f.kind = l.kind and f.stakeholder_id = l.holder)
  select exists (select 1 from line l join reduction d on d.org_id = $1 and d.security_id = l.id and d.why in ('EXERCISE', 'RELEASE') and d.on_date <= $3)
    -- An exercise of a warrant in part ends it, and the rest is another.
    or exists (select 1 from line l join termination t on t.org_id = $1 and t.security_id = l.id and t.verb in ('exercised', 'released') and t.on_date <= $3)
$$;
