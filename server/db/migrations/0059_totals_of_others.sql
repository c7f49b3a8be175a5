-- What a class is authorized for is told as it is today to whoever sees the class; they were told what it began with.
alter policy reads on class_authorized using (org_id = (select app_org()) and ((select app_reads_all())
  or exists (select 1 from security s where s.org_id = class_authorized.org_id and s.stock_class_id = class_authorized.stock_class_id and s.stakeholder_id = (select app_shareholder()))));

-- The total of a distribution and its rate say how much stock others hold: a holder is told the rate and their own payments.
create view distribution_view with (security_invoker = true) as
  select d.org_id, d.id, d.name, d.type, d.amount_per_share::numeric,
         case when (select app_reads_all()) then d.total_amount::numeric end as total_amount,
         d.record_date, d.payment_date, d.method, d.status, d.created_at, d.version
  from distribution d;
