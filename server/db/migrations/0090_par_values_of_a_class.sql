-- The par values that a class had, one for each version of it, with the split that wrote it: what the paper of a certificate that
-- is no longer in force states. Whoever holds or held shares of the class may know it, and reads no version of the class itself.
create function par_values(class text) returns table (par text, numerator text, denominator text)
language sql stable security definer set search_path = public, pg_temp as $$
  select v.ocf #>> '{par_value,amount}', s.numerator, s.denominator
  from ocf_object v
  left join lateral (
    select p.numerator::text as numerator, p.denominator::text as denominator
    from split p join ledger_tx l on l.org_id = p.org_id and l.seq = p.tx_seq
    where p.org_id = v.org_id and p.stock_class_id = class
      and v.valid_from_seq = (select max(c.seq) from ledger_tx c where c.org_id = l.org_id and c.command_seq = l.command_seq) limit 1) s on true
  where v.org_id = app_org() and v.object_type = 'STOCK_CLASS' and v.id = class
    and (app_reads_all() or exists (select 1 from security own where own.org_id = v.org_id and own.stock_class_id = class and own.stakeholder_id = app_shareholder()))
  order by v.version
$$;
