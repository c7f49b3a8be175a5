-- A valuation in the shares of another day: its price divided by the splits of its class since. A later round, which ends what
-- a valuation is good for; and its report, which is a document.

create aggregate product(numeric) (sfunc = numeric_mul, stype = numeric, initcond = '1');

-- As fine as it was recorded, and to four places at least.
create function price_since_splits(org uuid, class text, price numeric, since date, until date) returns numeric stable language sql as $$
  select case when count(*) = 0 then price
              else round(price * product(p.denominator::numeric) / product(p.numerator::numeric), greatest(4, scale(trim_scale(price)))) end
  from split p where p.org_id = org and p.stock_class_id = class and p.effective_date > since and p.effective_date <= until
$$;

-- Who holds shares of a class knows what became of them.
alter policy reads on split using (org_id = (select app_org()) and ((select app_reads_all())
  or exists (select 1 from security s where s.org_id = split.org_id and s.stock_class_id = split.stock_class_id and s.stakeholder_id = (select app_shareholder()))));

create or replace view valuation_view with (security_invoker = true) as
  select v.org_id, v.id, v.share_class_id, c.name as share_class, v.price_per_share::numeric, v.currency::text as currency, v.effective_date, v.valuation_type, v.provider,
         v.board_approval_date, v.stockholder_approval_date, v.version,
         price_since_splits(v.org_id, v.share_class_id, v.price_per_share, v.effective_date, current_date) as price_today,
         (select min(s.issued_on) from security s join share_class r on r.org_id = s.org_id and r.id = s.stock_class_id and r.class_type = 'PREFERRED'
          where s.org_id = v.org_id and s.kind = 'STOCK' and s.issued_on > v.effective_date and s.share_price > 0
            and not exists (select 1 from resulting o where o.org_id = s.org_id and o.result_security_id = s.security_id)) as later_round_on
  from valuation v left join share_class c on c.org_id = v.org_id and c.id = v.share_class_id;

alter table document add column valuation_id text;
create index document_valuation on document (org_id, valuation_id) where valuation_id is not null;
