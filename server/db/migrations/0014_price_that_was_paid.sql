-- The format wants a price in every issuance; nought says that nobody told one, as of what a buyer paid another holder.

create or replace view certificate with (security_invoker = true) as
  select s.org_id, s.security_id as id, s.custom_id as certificate_number, s.stock_class_id as share_class_id, c.name as share_class,
         s.stakeholder_id as shareholder_id, h.name as shareholder, s.quantity::numeric as num_shares, s.quantity::numeric as quantity,
         s.issued_on as issue_date, nullif(s.share_price::numeric, 0) as price_per_share, status_today(s.issued_on, t.verb, t.on_date) as status
  from security s
  left join share_class c on c.org_id = s.org_id and c.id = s.stock_class_id
  left join shareholder h on h.org_id = s.org_id and h.id = s.stakeholder_id
  left join termination t on t.org_id = s.org_id and t.security_id = s.security_id
  where s.kind = 'STOCK';
