-- The day on which shares of a class were last sold at the price that the class has on record, in shares of today: the date of a
-- price, which whoever sees the price may know. Not who bought: row-level security hides that from a holder, and the day with it.
-- What only replaces shares (a transfer, a new paper, a split, a conversion of stock) sold none. From the newest split back.
create or replace function last_priced_issue(class text) returns date
language plpgsql stable security definer set search_path = public, pg_temp as $$
declare
  price numeric; multiplied numeric := 1; divided numeric := 1; until date := current_date; cut record; sold date;
begin
  select c.price_per_share into price from share_class c
    where c.org_id = app_org() and c.id = class
      and (app_reads_all() or exists (select 1 from security own where own.org_id = c.org_id and own.stock_class_id = c.id and own.stakeholder_id = app_shareholder()));
  if price is null then return null; end if;
  for cut in
    select p.effective_date, p.numerator::numeric as numerator, p.denominator::numeric as denominator from split p
      where p.org_id = app_org() and p.stock_class_id = class and p.effective_date <= current_date
    union all select '-infinity', 1, 1
    order by 1 desc
  loop
    select s.issued_on into sold from security s
      where s.org_id = app_org() and s.stock_class_id = class and s.kind = 'STOCK' and s.issued_on between cut.effective_date and until
        and round(s.share_price::numeric * divided / multiplied, 10) = round(price, 10)
        and not exists (select 1 from resulting r join security f on f.org_id = r.org_id and f.security_id = r.from_security_id and f.kind = 'STOCK'
                        where r.org_id = s.org_id and r.result_security_id = s.security_id)
      order by s.issued_on desc limit 1;
    if found then return sold; end if;
    multiplied := multiplied * cut.numerator;
    divided := divided * cut.denominator;
    until := cut.effective_date - 1;
  end loop;
  return null;
end $$;
