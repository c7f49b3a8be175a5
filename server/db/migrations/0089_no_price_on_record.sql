-- A certificate of a class without a price, issued without one: its entry names the par value, because the format wants a price,
-- and remarks so (docs/decisions/0129). The remark's words stand in src/domain/ledger/enteredPrice.ts. Its price is not known.
create or replace view certificate with (security_invoker = true) as
  select s.org_id, s.security_id as id, s.custom_id as certificate_number, s.stock_class_id as share_class_id, c.name as share_class,
         s.stakeholder_id as shareholder_id, h.name as shareholder, s.quantity::numeric as num_shares, s.quantity::numeric as quantity,
         s.issued_on as issue_date,
         case when exists (select 1 from ledger_tx l where l.org_id = s.org_id and l.seq = s.issue_seq
                             and l.ocf->'comments' ? 'No price was entered, and the class had none. The share price is its par value, else nought.')
              then null else nullif(s.share_price::numeric, 0) end as price_per_share,
         status_today(s.issued_on, t.verb, t.on_date) as status,
         coalesce(s.share_price_currency, c.currency)::text as currency
  from security s
  left join share_class c on c.org_id = s.org_id and c.id = s.stock_class_id
  left join shareholder h on h.org_id = s.org_id and h.id = s.stakeholder_id
  left join termination t on t.org_id = s.org_id and t.security_id = s.security_id
  where s.kind = 'STOCK';
