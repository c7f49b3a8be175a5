-- Distributions and their payments.

-- The total of a distribution and its rate together reveal how many shares others hold. So a holder sees only the rate and
-- their own payments.
create or replace view distribution_view with (security_invoker = true) as
  select d.org_id, d.id, d.name, d.type, d.amount_per_share::numeric,
         case when (select app_reads_all()) then d.total_amount::numeric end as total_amount,
         d.record_date, d.payment_date, d.method, d.status, d.created_at, d.version, d.currency::text as currency,
         case when d.brought_in_by is not null then 'brought_in' end as origin,
         d.ex_date, d.includes_unvested_options, d.includes_vested_options,
         case when (select app_reads_all()) then d.board_document_id end as board_document_id,
         case when (select app_reads_all()) then (select b.name from document b where b.org_id = d.org_id and b.id = d.board_document_id) end as board_document
  from distribution d;

create or replace view payment_view with (security_invoker = true) as
  select p.org_id, p.id, p.distribution_id, d.name as distribution, p.shareholder_id, h.name as shareholder, p.share_class_id, c.name as share_class,
         p.shares::numeric, p.amount::numeric, p.method, p.status, p.scheduled_date, p.reference, p.failure_reason, p.attempts, p.completed_at, p.version,
         d.currency::text as currency, case when d.brought_in_by is not null then 'brought_in' end as origin,
         p.gross::numeric, p.tax::numeric, p.amount::numeric as net, p.withholding_rate, p.withholding_reason, p.block_reason,
         case when p.status = 'pending' then cardinality(hold_reasons_of(p.id)) > 0 else false end as is_held,
         to_json(case when p.status = 'pending' then hold_reasons_of(p.id) else '{}' end) as hold_reasons,
         case when (select app_reads_all()) then p.batch_id end as batch_id,
         case when (select app_reads_all()) then (select 'Batch ' || b.number from payment_batch b where b.org_id = p.org_id and b.id = p.batch_id) end as batch,
         case when p.status <> 'completed' and p.failure_reason is distinct from 'distribution_cancelled' and coalesce(p.scheduled_date, d.payment_date) <= current_date
           then current_date - coalesce(p.scheduled_date, d.payment_date) end as unpaid_days
  from payment p
  join distribution d on d.org_id = p.org_id and d.id = p.distribution_id
  join shareholder h on h.org_id = p.org_id and h.id = p.shareholder_id
  left join share_class c on c.org_id = p.org_id and c.id = p.share_class_id;

create or replace view payment_batch_view with (security_invoker = true) as
  select b.org_id, b.id, b.number, 'Batch ' || b.number as name, b.format, b.execution_date, b.count, b.total::numeric, b.currency, b.debtor, b.status, b.sha256, b.size,
         b.created_at, b.version, b.prenotes
  from payment_batch b;

-- The company's own accounts, without the numbers that are encrypted.
create or replace view company_bank_account_view with (security_invoker = true) as
  select org_id, id, label, name, routing_number, company_id, bic, '•••• ' || iban_last4 as iban,
         '•••• ' || account_last4 as account_number, created_at, version
  from company_bank_account;
