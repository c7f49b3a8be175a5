-- The day on which shares of a class were last issued at the price that the class has on record: the date of a price, which
-- whoever sees the price may know. Not who bought: row-level security hides that from a holder, and the day with it.
create function last_priced_issue(class text) returns date
language sql stable security definer set search_path = public, pg_temp as $$
  select max(s.issued_on) from share_class c join security s on s.org_id = c.org_id and s.stock_class_id = c.id and s.kind = 'STOCK'
    and s.share_price = c.price_per_share and s.issued_on <= current_date
  where c.org_id = app_org() and c.id = class
    and (app_reads_all() or exists (select 1 from security own where own.org_id = c.org_id and own.stock_class_id = c.id and own.stakeholder_id = app_shareholder()))
$$;
