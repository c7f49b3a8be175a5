-- Share prices: as recorded, adjusted for splits, and the day since which they apply.

create or replace aggregate product(numeric) (sfunc = numeric_mul, stype = numeric, initcond = '1');

-- A price adjusted for the splits between two days, rounded half up to ten places, as a split adjusts the price of a class.
-- Holdings are valued at this price.
create or replace function price_to_count_at(org uuid, class text, price numeric, since date, until date) returns numeric stable language sql as $$
  select case when count(*) = 0 then price else round(price * product(p.denominator::numeric) / product(p.numerator::numeric), 10) end
  from split p where p.org_id = org and p.stock_class_id = class and p.effective_date > since and p.effective_date <= until
$$;

-- The same price as it is shown and compared: with the decimal places of the recorded price, and with at least four places and
-- four digits.
create or replace function price_since_splits(org uuid, class text, price numeric, since date, until date) returns numeric stable language sql as $$
  select case when to_count_at = price or to_count_at = 0 then to_count_at
              else round(to_count_at, least(10, greatest(4, scale(trim_scale(price)), 3 - floor(log(to_count_at))::integer))) end
  from price_to_count_at(org, class, price, since, until) to_count_at
$$;

-- A class's own price or par value (`field`) in shares of a day. Recording a split adjusts it at once, so for a day before the split
-- it is the one that was recorded then; where none of those became today's, today's is moved back.
create or replace function class_price_in_shares_of(org uuid, class text, field text, day date) returns numeric stable language sql as $$
  select case when later.count = 0 then own.price else coalesce(
    (select earlier.price from (select ocf_decimal(o.ocf #>> array[field, 'amount']) as price, o.version from ocf_object o
                                where o.org_id = org and o.object_type = 'STOCK_CLASS' and o.id = class) earlier
     where round(earlier.price * later.divided / later.multiplied, 10) = round(own.price, 10) order by earlier.version desc limit 1),
    round(own.price * later.multiplied / later.divided, 10)) end
  from (select case field when 'par_value' then c.par_value::numeric else c.price_per_share::numeric end as price
        from share_class c where c.org_id = org and c.id = class) own
  cross join lateral (select count(*), product(p.numerator::numeric) as multiplied, product(p.denominator::numeric) as divided
                      from split p where p.org_id = org and p.stock_class_id = class and p.effective_date > day) later
$$;

-- The price on the first of the certificates that this one replaces for the same holder, if the two prices differ only by the
-- splits between them. Null if they differ otherwise, or if this one replaces none.
create or replace function price_on_first_paper(org uuid, paper text) returns numeric stable language sql as $$
  with recursive chain as (
    select s.org_id, s.security_id, s.kind, s.stakeholder_id, s.stock_class_id, s.issued_on, s.share_price::numeric as price
      from security s where s.org_id = org and s.security_id = paper
    union
    select b.org_id, b.security_id, b.kind, b.stakeholder_id, b.stock_class_id, b.issued_on, b.share_price::numeric
      from chain a join resulting r on r.org_id = a.org_id and r.result_security_id = a.security_id
      join security b on b.org_id = r.org_id and b.security_id = r.from_security_id
        and b.kind = a.kind and b.stakeholder_id = a.stakeholder_id and b.stock_class_id = a.stock_class_id
  )
  select f.price from chain f join security s on s.org_id = f.org_id and s.security_id = paper
  where f.security_id <> paper and f.issued_on = s.first_issued_on
    and round(price_to_count_at(s.org_id, s.stock_class_id, f.price, f.issued_on, s.issued_on), 4) = round(s.share_price::numeric, 4)
  limit 1
$$;

-- Whether stock was sold, and did not come of an instrument or of a share of another class. Reads what the person asking may read:
-- of a paper that was bought from somebody else, the earlier ones are not told.
create or replace function is_of_money(org uuid, paper text) returns boolean stable language sql as $$
  with recursive chain as (
    select s.security_id, s.kind, s.stock_class_id from security s where s.org_id = org and s.security_id = paper
    union
    select b.security_id, b.kind, b.stock_class_id from chain a join resulting r on r.org_id = org and r.result_security_id = a.security_id
      join security b on b.org_id = r.org_id and b.security_id = r.from_security_id
  )
  select not exists (select 1 from chain c join security s on s.org_id = org and s.security_id = paper
                     where c.kind <> 'STOCK' or c.stock_class_id is distinct from s.stock_class_id)
$$;

-- Whether somebody entered the price of an issuance. The two comments are those of src/domain/ledger/core/enteredPrice.ts.
create or replace function is_price_entered(issuance jsonb) returns boolean immutable language sql as $$
  select not coalesce(issuance->'comments' ?| array[
    'No price was entered. The share price is the class’s price, else its par value.',
    'No price was entered, and the class had none. The share price is its par value, else nought.'], false)
$$;

-- The name of a class without "Preferred" or "Stock", and without the number of a series: "Series A-1 Preferred" is of "series a".
-- The number is set by seriesName in src/domain/round/ownSeries.ts.
create or replace function named_without_number(name text) returns text immutable language sql as $$
  select regexp_replace(regexp_replace(lower(trim(name)), '(\s+(preferred|stock|shares))*$', ''), '-\d+$', '')
$$;

-- What a SAFE or note became in a class up to a day: the day, and the price, which is that of its terms.
create or replace function conversions_into(org uuid, class text, day date) returns table (on_date date, price numeric) stable language sql as $$
  select s.issued_on, s.share_price::numeric from security s
  where s.org_id = org and s.stock_class_id = class and s.kind = 'STOCK' and s.issued_on <= day
    and exists (select 1 from resulting r join security f on f.org_id = r.org_id and f.security_id = r.from_security_id and f.kind = 'CONVERTIBLE'
                where r.org_id = s.org_id and r.result_security_id = s.security_id)
    and not exists (select 1 from termination t where t.org_id = s.org_id and t.security_id = s.security_id and t.verb = 'retracted' and t.on_date <= day)
$$;

-- What the preferred class was sold for of which this one is a series, on the newest day up to a day on which a SAFE or note
-- converted into the series and the class was sold. Name and day say so, whoever wrote the entries in whatever order. Of several
-- classes that the name may mean, the one without a number; nothing where their prices differ. Called by last_sale_until only, which
-- asks whether the person may know it.
create or replace function sale_beside_series(class text, day date, out on_date date, out recorded numeric, out currency text)
language sql stable set search_path = public, pg_temp as $$
  select newest.on_date, newest.price, newest.currency from (
  select sold.on_date, min(sold.price) as price, min(sold.currency) as currency, count(distinct (sold.price, sold.currency)) as prices
  from share_class own cross join lateral (
    select distinct on (k.on_date, c.id) k.on_date, b.share_price::numeric as price, b.share_price_currency::text as currency,
           rank() over (partition by k.on_date order by named_without_number(c.name) <> regexp_replace(lower(trim(c.name)), '(\s+(preferred|stock|shares))*$', '')) as place
    from (select distinct on_date from conversions_into(own.org_id, class, day)) k
    join security b on b.org_id = own.org_id and b.kind = 'STOCK' and b.issued_on = k.on_date
    join share_class c on c.org_id = b.org_id and c.id = b.stock_class_id and c.class_type = 'PREFERRED' and c.id <> class
      and named_without_number(c.name) = named_without_number(own.name)
    join ledger_tx l on l.org_id = b.org_id and l.seq = b.issue_seq
    where b.share_price > 0 and b.stock_plan_id is null and (b.security_type in ('RSA', 'FOUNDERS_STOCK')) is not true and is_price_entered(l.ocf)
      and not exists (select 1 from resulting r where r.org_id = b.org_id and r.result_security_id = b.security_id)
      and not exists (select 1 from termination t where t.org_id = b.org_id and t.security_id = b.security_id and t.verb = 'retracted' and t.on_date <= day)
    order by k.on_date, c.id, b.issue_seq desc) sold
  where own.org_id = app_org() and own.id = class and own.class_type = 'PREFERRED' and sold.place = 1
  group by sold.on_date order by sold.on_date desc limit 1) newest where newest.prices = 1
$$;

-- Whether the price of a preferred class is that at which a SAFE or note converted into it, but for rounding: it is what was paid for
-- the instrument, and says nothing of what a share is worth. A holder may know it of a class of their own.
create or replace function has_conversion_price(class text, day date) returns boolean
language sql stable security definer set search_path = public, pg_temp as $$
  select exists (
    select 1 from share_class c cross join lateral conversions_into(c.org_id, c.id, day) k
    where c.org_id = app_org() and c.id = class and c.class_type = 'PREFERRED'
      and (app_reads_table() or exists (select 1 from security own where own.org_id = c.org_id and own.stock_class_id = c.id and own.stakeholder_id = app_shareholder()))
      and abs(price_to_count_at(c.org_id, c.id, k.price, k.on_date, current_date) - c.price_per_share::numeric) <= c.price_per_share::numeric / 10000)
$$;

-- The last sale of a class for new money up to a day, at the price that was paid then. Of preferred stock each sale counts, at
-- whatever price; of common stock a sale at a price that the class has or had on record, because founders and employees pay what
-- the class is not worth. Paper without an entered price counts at the class's own price: for preferred stock only where no sale
-- is known. No sale: paper that comes of other paper (a transfer, a split, a conversion, the exercise of an option or warrant, a
-- SAFE or note), stock granted from a plan, as compensation or to founders, and what was retracted.
-- Where no sale of preferred stock is known, what became of a SAFE or note is worth what the new money paid on that day for the class
-- whose series it is: a series for what converts is sold to nobody (sale_beside_series).
-- Whoever may see the price of the class may know price and day, but not the buyer. Row-level security hides both from a holder,
-- so this function runs as the owner. Compares prices in today's shares. Searches from the newest split backwards.
create or replace function last_sale_until(class text, day date, out on_date date, out recorded numeric, out currency text)
language plpgsql stable security definer set search_path = public, pg_temp as $$
declare
  price numeric; is_preferred boolean; earlier numeric[]; multiplied numeric; divided numeric; until date; cut record; is_known boolean;
begin
  select c.price_per_share, c.class_type = 'PREFERRED' into price, is_preferred from share_class c
    where c.org_id = app_org() and c.id = class
      and (app_reads_table() or exists (select 1 from security own where own.org_id = c.org_id and own.stock_class_id = c.id and own.stakeholder_id = app_shareholder()));
  if not found then return; end if;
  select array_agg(round(v.price * p.divided / p.multiplied, 10)) into earlier
    from (select ocf_decimal(o.ocf #>> '{price_per_share,amount}') as price, o.valid_from_seq as seq from ocf_object o
          where o.org_id = app_org() and o.object_type = 'STOCK_CLASS' and o.id = class) v
    cross join lateral (select product(p.numerator::numeric) as multiplied, product(p.denominator::numeric) as divided from split p
                        where p.org_id = app_org() and p.stock_class_id = class and p.tx_seq > v.seq and p.effective_date <= current_date) p;
  -- The known sales first; of preferred stock, papers without an entered price count after them.
  foreach is_known in array case when is_preferred then array[true, false] else array[true] end loop
    if not is_known then
      select * into on_date, recorded, currency from sale_beside_series(class, day);
      if on_date is not null then return; end if;
    end if;
    multiplied := 1; divided := 1; until := greatest(day, current_date);
    for cut in
      select p.effective_date, p.numerator::numeric as numerator, p.denominator::numeric as denominator from split p
        where p.org_id = app_org() and p.stock_class_id = class and p.effective_date <= current_date
      union all select '-infinity', 1, 1
      order by 1 desc
    loop
      select s.issued_on, s.share_price::numeric, s.share_price_currency::text into on_date, recorded, currency from security s
        where s.org_id = app_org() and s.stock_class_id = class and s.kind = 'STOCK' and s.issued_on between cut.effective_date and least(until, day)
          and s.stock_plan_id is null and (s.security_type in ('RSA', 'FOUNDERS_STOCK')) is not true
          and (case when is_preferred then is_known and s.share_price > 0 else round(s.share_price::numeric * divided / multiplied, 10) = any (earlier) end
               or round(s.share_price::numeric * divided / multiplied, 10) = round(price, 10))
          and not exists (select 1 from resulting r where r.org_id = s.org_id and r.result_security_id = s.security_id)
          and not exists (select 1 from termination t where t.org_id = s.org_id and t.security_id = s.security_id and t.verb = 'retracted' and t.on_date <= day)
          and (select (not is_known or is_price_entered(l.ocf)) and not (l.ocf ? 'vestings' or l.ocf ? 'vesting_terms_id')
               from ledger_tx l where l.org_id = s.org_id and l.seq = s.issue_seq)
        order by s.issued_on desc, s.issue_seq desc limit 1;
      if found then return; end if;
      multiplied := multiplied * cut.numerator;
      divided := divided * cut.denominator;
      until := cut.effective_date - 1;
    end loop;
  end loop;
end $$;

-- The price of a class on a day, in shares of that day: its newest valuation or its last sale, whichever is newer. On one day a
-- sale of preferred stock goes before a valuation, and a valuation before a sale of common stock. Without either, the class's own
-- price (`class_price`), which is known of today alone and has no day. No row if it has none. Where the own price is only what a SAFE
-- or note paid, a row without a price says so (`conversion_price`). Reads what the person asking may read.
create or replace function class_price_on(org uuid, class text, day date)
returns table (price numeric, recorded numeric, source text, on_date date, currency text) stable language sql set search_path = public, pg_temp as $$
  select known.* from share_class c cross join lateral (
    select price_to_count_at(org, class, v.price_per_share, v.effective_date, day), v.price_per_share, 'valuation', v.effective_date, v.currency
    from valuation_view v where v.org_id = org and v.share_class_id = class and v.effective_date <= day
    union all
    select price_to_count_at(org, class, sold.recorded, sold.on_date, day), sold.recorded, 'last_round', sold.on_date, sold.currency
    from last_sale_until(class, day) sold where sold.on_date is not null
    union all
    select case when not own.of_terms then c.price_per_share::numeric end, c.price_per_share::numeric,
           case when own.of_terms then 'conversion_price' else 'class_price' end, null, c.currency::text
    from has_conversion_price(class, day) own (of_terms)
    where c.price_per_share is not null and (own.of_terms or day >= current_date)
  ) known (price, recorded, source, on_date, currency)
  where c.org_id = org and c.id = class
  order by known.on_date desc nulls last, (known.source = 'last_round') = (c.class_type = 'PREFERRED') desc limit 1
$$;

-- The price at which a holder's shares of a class are valued on a day: the class's own, or else the newest price that was entered
-- for one of the holder's certificates in force. What an option, a warrant, a SAFE, a note or a share of another class became
-- has the price of those terms, which is no price of the class.
create or replace function holding_price_on(org uuid, holder text, class text, day date)
returns table (price numeric, recorded numeric, source text, on_date date, currency text) stable language sql set search_path = public, pg_temp as $$
  select price, recorded, source, on_date, currency from (
    select price, recorded, source, on_date, currency, true as is_of_class from class_price_on(org, class, day)
    union all
    -- Adjusted by us as new paper is issued, and here for a split that was not carried out.
    select price_to_count_at(s.org_id, class, s.share_price::numeric, s.issued_on, day), coalesce(price_on_first_paper(s.org_id, s.security_id), s.share_price::numeric),
           'issue', coalesce(s.first_issued_on, s.issued_on), s.share_price_currency::text, false
    from security s join ledger_tx l on l.org_id = s.org_id and l.seq = s.issue_seq
    where s.org_id = org and s.stock_class_id = class and s.kind = 'STOCK' and s.stakeholder_id = holder and s.issued_on <= day and s.share_price > 0
      and is_price_entered(l.ocf) and is_of_money(s.org_id, s.security_id)
      and not exists (select 1 from termination t where t.org_id = s.org_id and t.security_id = s.security_id and t.on_date <= day)
  ) known
  order by price is null, is_of_class desc, on_date desc nulls last limit 1
$$;

-- The par value of each version of a class, with the split that wrote the version. A certificate that is no longer in force
-- states an earlier one. Whoever holds or held shares of the class may know these values, but may not read the versions
-- themselves.
create or replace function par_values(class text) returns table (par text, numerator text, denominator text)
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
