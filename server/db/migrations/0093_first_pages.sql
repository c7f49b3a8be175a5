-- The first page of a list costs the same however long the list is: payments have an index in their order, and what a view looks
-- up for each row is a value of one row, because `exists` among the columns is answered by reading the whole of the other table.
create index payment_listed on payment (org_id, scheduled_date desc nulls last, id);

create or replace view certificate with (security_invoker = true) as
  select s.org_id, s.security_id as id, s.custom_id as certificate_number, s.stock_class_id as share_class_id, c.name as share_class,
         s.stakeholder_id as shareholder_id, h.name as shareholder, s.quantity::numeric as num_shares, s.quantity::numeric as quantity,
         s.issued_on as issue_date,
         case when (select l.ocf->'comments' ? 'No price was entered, and the class had none. The share price is its par value, else nought.'
                         from ledger_tx l where l.org_id = s.org_id and l.seq = s.issue_seq)
              then null else nullif(s.share_price::numeric, 0) end as price_per_share,
         status_today(s.issued_on, t.verb, t.on_date) as status,
         coalesce(s.share_price_currency, c.currency)::text as currency
  from security s
  left join share_class c on c.org_id = s.org_id and c.id = s.stock_class_id
  left join shareholder h on h.org_id = s.org_id and h.id = s.stakeholder_id
  left join termination t on t.org_id = s.org_id and t.security_id = s.security_id
  where s.kind = 'STOCK';

create or replace view thread_view with (security_invoker = true) as
  select t.org_id, t.id,
         case when (select app_reads_all()) or t.created_by = (select app_account()) or coalesce((
                select true from message m where m.org_id = t.org_id and m.thread_id = t.id and m.account_id = t.created_by and m.for_company limit 1), false)
              then t.subject else 'Earlier conversation' end as subject, t.mode, t.is_closed, t.created_at, t.version,
         case when (select app_reads_all()) then t.updated_at
              else coalesce((select max(m.at) from message m where m.org_id = t.org_id and m.thread_id = t.id
                               and (t.mode = 'group' or m.for_company or m.account_id = (select app_account()))), t.created_at)
         end as updated_at,
         case when (select true from message m where m.org_id = t.org_id and m.thread_id = t.id and m.account_id = t.created_by and m.for_company limit 1) is null
                then 'The company' || coalesce(case when (select app_reads_all()) then
                  (select ', from ' || min(p.name) from thread_members(t.id) p having count(*) = 1) end, '')
              when (select app_reads_all()) or t.mode = 'group' then
                (select case when count(*) < 3 then string_agg(p.name, ' and ' order by p.name, p.id)
                        else array_to_string((array_agg(p.name order by p.name, p.id))[:2], ', ') || ' and ' || count(*) - 2 || ' more' end
                 from thread_members(t.id) p)
              else 'You'
         end as addressed_to
  from thread t;
