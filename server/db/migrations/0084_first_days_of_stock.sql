-- Stock that replaces its holder's own of the same class was received on the day of the first of it: what had not vested when
-- its holder left does not vest after a split. Grants, convertibles and warrants know that day since 0050.
do $$
declare
  found bigint := 1;
begin
  while found > 0 loop
    update security s set first_issued_on = f.day
      from (select r.org_id, r.result_security_id as id, min(coalesce(a.first_issued_on, a.issued_on)) as day
            from resulting r
            join security a on a.org_id = r.org_id and a.security_id = r.from_security_id
            join security b on b.org_id = r.org_id and b.security_id = r.result_security_id
            where a.kind = 'STOCK' and b.kind = 'STOCK' and a.stakeholder_id = b.stakeholder_id and a.stock_class_id is not distinct from b.stock_class_id
            group by 1, 2) f
      where s.org_id = f.org_id and s.security_id = f.id and f.day < coalesce(s.first_issued_on, s.issued_on);
    get diagnostics found = row_count;
  end loop;
end $$;
